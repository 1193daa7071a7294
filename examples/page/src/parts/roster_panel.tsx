// Rosters: in by a file, by dropping one, or by pasting its text; out as a file.
import { useRef, useState } from "preact/hooks";
import { inALine, type System, type Unit } from "../fields";
import type { Library } from "../library";
import { BadRoster, readRoster, type Roster, toToml } from "../rosters";
import { copyLink, fileName, save } from "./files";
import { BadSheet, isSheet, sheetAsCsv } from "./sheets";

interface Props {
  library: Library;
  systems: System[];
  system: System;
  rosters: Roster[];
  current: Unit[];
  change: (rosters: Roster[]) => boolean;
  use: (roster: Roster) => void;
  linkWithUnits: () => string;
  unkept?: Roster; // units in use that no roster has
  keep: () => void;
}

const mostCharacters = 2_000_000;

export function RosterPanel({ library, systems, system, rosters, current, change, use, linkWithUnits, unkept, keep }: Props) {
  const [error, complain] = useState("");
  const [told, tell] = useState("");
  const [over, setOver] = useState(false);
  const [before, remember] = useState<{ what: string; rosters: Roster[] }>(); // what can be undone
  const text = useRef<HTMLTextAreaElement>(null);
  const remove = (what: string, next: Roster[]) => {
    remember({ what, rosters });
    change(next);
  };

  const take = async (name: string, content: string) => {
    complain("");
    tell("");
    try {
      if (content.length > mostCharacters) throw new BadRoster(`${name} is longer than ${mostCharacters} characters`);
      const roster = await readRoster(library, systems, name, content, system.name);
      const kept = change([...rosters.filter((one) => one.builtIn || one.name !== name || one.system !== roster.system), roster]);
      use(roster);
      tell(`${roster.units.length} units of ${name} read${kept ? "" : "; this browser does not keep them"}`);
      if (text.current) text.current.value = "";
    } catch (problem) {
      complain(problem instanceof BadRoster ? problem.message : String(problem));
    }
  };
  const takeFile = async (file: File | undefined | null) => {
    if (!file) return;
    if (file.size > mostCharacters) return complain(`${file.name} is larger than ${mostCharacters / 1e6} MB`);
    try {
      await take(file.name, isSheet(file.name) ? sheetAsCsv(file.name, new Uint8Array(await file.arrayBuffer())) : await file.text());
    } catch (problem) {
      complain(problem instanceof BadSheet ? problem.message : `${file.name} cannot be read`);
    }
  };

  return (
    <details class={`rosters${over ? " over" : ""}`}
      onDragOver={(event) => { event.preventDefault(); setOver(true); }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => { event.preventDefault(); setOver(false); void takeFile(event.dataTransfer?.files[0]); }}>
      <summary>Rosters: {current.length} units to choose from</summary>
      <ul class="list">
        {rosters.filter((roster) => roster.system === system.name).map((roster, i) => (
          <li key={i}>
            <strong>{roster.name}</strong> {roster.units.length} units{" "}
            <button type="button" onClick={() => use(roster)}>
              Use<span class="unseen"> {roster.name}</span>
            </button>{" "}
            <button type="button" onClick={() => save(`${fileName(`${roster.system} ${roster.name}`.replace(/\.(toml|csv)$/, ""))}.toml`, toToml(roster.system, roster.units, roster.armies))}>
              Export<span class="unseen"> {roster.name}</span>
            </button>{" "}
            {!roster.builtIn && (
              <>
                <button type="button" onClick={() => remove(roster.name, rosters.filter((one) => one !== roster))}>
                  Delete<span class="unseen"> {roster.name}</span>
                </button>
                <ul class="list">
                  {roster.units.map((unit, u) => (
                    <li key={u}>
                      {unit.name}{" "}
                      <button type="button" class="remove" aria-label={`Delete ${unit.name}`}
                        onClick={() => remove(unit.name, rosters.flatMap((one) => (one !== roster ? [one] : one.units.length === 1 ? [] : [{ ...one, units: one.units.filter((other) => other !== unit) }])))}>
                        ×
                      </button>
                    </li>
                  ))}
                  {(roster.armies ?? []).map((army) => (
                    <li key={army.name}>
                      army {army.name}{" "}
                      <button type="button" class="remove" aria-label={`Delete the army ${army.name}`}
                        onClick={() => remove(army.name, rosters.map((one) => (one === roster ? { ...one, armies: one.armies?.filter((other) => other !== army) } : one)))}>
                        ×
                      </button>
                    </li>
                  ))}
                </ul>
              </>
            )}
          </li>
        ))}
      </ul>
      {unkept && (
        <p>
          {unkept.units.length} units came with the link.{" "}
          <button type="button" onClick={keep}>
            Keep<span class="unseen"> the units of the link</span>
          </button>
        </p>
      )}
      {before && (
        <p role="status">
          {before.what} is deleted.{" "}
          <button type="button"
            onClick={() => {
              change(before.rosters);
              remember(undefined);
            }}>
            Undo
          </button>
        </p>
      )}
      <p>
        <button type="button" onClick={async () => tell(await copyLink(linkWithUnits()))}>
          Copy link with all units in use
        </button>
      </p>
      <p>
        <label for="roster-file">Open a roster: .toml, .csv, .xlsx or .ods (or drop it here)</label>
        <input id="roster-file" type="file" accept=".toml,.csv,.tsv,.xlsx,.ods,text/csv,text/plain"
          onChange={async (event) => {
            const input = event.currentTarget;
            await takeFile(input.files?.[0]);
            input.value = "";
          }} />
      </p>
      <p>
        <label for="roster-text">or paste its text</label>
        <textarea id="roster-text" ref={text} rows={4} spellcheck={false} placeholder={'system = "' + system.name + '"\n[[unit]]\nname = "…"'} />
        <button type="button" onClick={() => take("pasted", text.current?.value ?? "")}>
          Read it
        </button>
      </p>
      {error && (
        <p class="error" role="alert">
          {error}
        </p>
      )}
      <p role="status">{told}</p>
      <details>
        <summary>The units in use</summary>
        <ul class="list">
          {current.map((unit, i) => (
            <li key={i}>
              <strong>{unit.name}</strong> <small>{inALine(system, unit)}</small>
            </li>
          ))}
        </ul>
      </details>
    </details>
  );
}
