// What may be asked of one outcome besides: the odds of anything, all under a condition, when to stop, two
// facts together, and how lucky it was.
import { useState } from "preact/hooks";
import { hasLaw, inWords, type Names } from "../names";
import { Entry } from "./entry";
import { usePage } from "./page";

const signs = [">=", "<=", "="];
const saidSigns: Record<string, string> = { ">=": "or more", "<=": "or fewer", "=": "exactly" };

/// Facts that are numbers, for both sides, without those of single groups or units.
function useFacts(): string[] {
  const { facts, question } = usePage();
  const of = { fight: "fights", battle: "battles", sequence: "sequences" }[question.command];
  return facts.quantities
    .filter((row) => row.of === of && !row.name.includes("[") && hasLaw(row))
    .flatMap((row) => (row.name.startsWith("SIDE") ? ["attacker", "defender"].map((side) => row.name.replace("SIDE", side)) : [row.name]));
}

const textsOf = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : value === undefined ? [] : [String(value)]);

interface ChipProps {
  what: string;
  said: string;
  remove: () => void;
}

const Chip = ({ what, said, remove }: ChipProps) => (
  <button type="button" class="chip" aria-label={`no longer ${what} ${said}`} onClick={remove}>
    {what} {said} ×
  </button>
);

/// A condition of a fact and a number, or written freely.
function Condition({ names }: { names: Names }) {
  const { state, question, facts, change } = usePage();
  const all = useFacts();
  const [fact, chooseFact] = useState("");
  const [sign, chooseSign] = useState(signs[0]);
  const [number, type] = useState("1");
  const [written, write] = useState("");
  const event = written || `${all.includes(fact) ? fact : all[0]} ${sign} ${number}`;
  const shown = textsOf(state.options.show);
  const said = (text: string) => inWords(text, names, facts.quantities);
  const { given, until } = state.options;
  return (
    <>
      <p class="row">
        <label for="event-fact" class="unseen">
          fact
        </label>
        <select id="event-fact" value={fact || all[0]} onChange={(choice) => chooseFact(choice.currentTarget.value)}>
          {all.map((one) => (
            <option key={one} value={one}>
              {said(one)}
            </option>
          ))}
        </select>
        <label for="event-number" class="unseen">
          number
        </label>
        <Entry id="event-number" label="number" inputMode="numeric" maxLength={6} value={number} check={(text) => (/^-?\d+(\.\d+)?$/.test(text) ? undefined : "a number")} set={type} />
        <label for="event-sign" class="unseen">
          or more, or fewer
        </label>
        <select id="event-sign" value={sign} onChange={(choice) => chooseSign(choice.currentTarget.value)}>
          {signs.map((one) => (
            <option key={one} value={one}>
              {saidSigns[one]}
            </option>
          ))}
        </select>
      </p>
      <p class="setting">
        <label for="event-text">or written freely</label>
        <Entry id="event-text" label="event" placeholder="win and rounds <= 4" value={written} check={() => undefined} set={write} />
      </p>
      <p class="row">
        <button type="button" onClick={() => change({ show: [...shown.filter((one) => one !== event), event] })}>
          Show its odds
        </button>
        <button type="button" onClick={() => change({ given: event })}>
          Only where it holds
        </button>
        {question.command === "battle" && (
          <button type="button" onClick={() => change({ until: event })}>
            Stop when it holds
          </button>
        )}
      </p>
      <p>
        {shown.map((one) => (
          <Chip key={one} what="odds of" said={said(one)} remove={() => change({ show: shown.length > 1 ? shown.filter((other) => other !== one) : undefined })} />
        ))}
        {typeof given === "string" && <Chip what="only where" said={said(given)} remove={() => change({ given: undefined })} />}
        {typeof until === "string" && <Chip what="stop when" said={said(until)} remove={() => change({ until: undefined })} />}
      </p>
    </>
  );
}

/// Two facts to be shown together.
function Together({ names }: { names: Names }) {
  const { state, facts, change } = usePage();
  const all = useFacts();
  const [first = "", second = ""] = String(state.options.joint ?? "").split(",");
  const set = (one: string, two: string) => change({ joint: one && two ? `${one},${two}` : undefined });
  const choice = (id: string, label: string, value: string, choose: (fact: string) => void) => (
    <>
      <label for={id} class="unseen">
        {label}
      </label>
      <select id={id} value={value} onChange={(event) => choose(event.currentTarget.value)}>
        <option value="">nothing</option>
        {all.map((one) => (
          <option key={one} value={one}>
            {inWords(one, names, facts.quantities)}
          </option>
        ))}
      </select>
    </>
  );
  const other = (fact: string) => all.find((one) => one !== fact && one.split(".")[1] === fact.split(".")[1]) ?? all.find((one) => one !== fact) ?? "";
  return (
    <p class="row">
      together:
      {choice("joint-down", "down the map", first, (fact) => set(fact, second || other(fact)))}
      {first !== "" && choice("joint-across", "across the map", second, (fact) => set(first, fact))}
    </p>
  );
}

/// What happened at the table; what is left empty was not noted.
function Happened({ names }: { names: Names }) {
  const { state, facts, change } = usePage();
  const all = useFacts();
  const noted = new Map(String(state.options.observed ?? "").split(",").map((part) => part.split("=").map((text) => text.trim()) as [string, string]));
  noted.delete("");
  const set = (fact: string, number: string) => {
    if (number === "") noted.delete(fact);
    else noted.set(fact, number);
    change({ observed: noted.size > 0 ? [...noted].map((pair) => pair.join("=")).join(", ") : undefined });
  };
  return (
    <>
      {all.map((fact) => (
        <p class="setting" key={fact}>
          <label for={`happened-${fact}`}>{inWords(fact, names, facts.quantities)}</label>
          <Entry id={`happened-${fact}`} label={fact} inputMode="numeric" maxLength={6} placeholder="not noted" value={noted.get(fact) ?? ""}
            check={(text) => (text === "" || /^-?\d+(\.\d+)?$/.test(text) ? undefined : "a number, or nothing")} set={(text) => set(fact, text)} />
        </p>
      ))}
    </>
  );
}

export function OutcomeOptions({ names }: { names: Names }) {
  const { question } = usePage();
  return (
    <>
      <details class="events">
        <summary>Odds of anything</summary>
        <Condition names={names} />
        <Together names={names} />
      </details>
      {question.command !== "sequence" && !Array.isArray(question.attacker) && !Array.isArray(question.defender) && (
        <details class="happened">
          <summary>How lucky was it? What happened</summary>
          <Happened names={names} />
        </details>
      )}
    </>
  );
}
