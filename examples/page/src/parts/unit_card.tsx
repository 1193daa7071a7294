// A unit as its printed card: every stat in sight, filled and ready to be changed. It is chosen from the
// rosters, or new.
import type { ComponentChildren } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { changedFields, groupsOf, inALine, inOrder, listOf, type System, type Unit } from "../fields";
import type { Roster } from "../rosters";
import { Entry } from "./entry";
import { GroupTable } from "./group_table";
import { StatGrid } from "./stat_grid";

interface Props {
  id: string;
  role: string;
  tone?: "attacker" | "defender";
  system: System;
  unit: Unit;
  rosters: Roster[]; // of the system
  isFolded?: boolean; // its stats are shown on demand
  choose: (unit: Unit) => void;
  keep?: (unit: Unit) => void;
  tools?: ComponentChildren; // beside the choice
}

const same = (a: Unit, b: Unit) => JSON.stringify(a) === JSON.stringify(b);

/// The unit with groups, or without: stats move to where they can stand.
function withGroup(system: System, unit: Unit): Unit {
  const group: Record<string, unknown> = { name: `${system.groupWord} ${groupsOf(system, unit).length + 1}` };
  const rest: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(unit)) {
    if (!system.lone.has(key)) rest[key] = value;
    else if (system.group.some((field) => field.name === key)) group[key] = value;
  }
  return { ...rest, name: unit.name, [system.groupWord]: [...groupsOf(system, unit), group] };
}

function withGroups(system: System, unit: Unit, groups: Record<string, unknown>[]): Unit {
  const changed: Record<string, unknown> = { ...unit, [system.groupWord]: groups };
  if (groups.length === 0) delete changed[system.groupWord];
  return changed as Unit;
}

function Stats({ id, role, system, unit, choose: take }: Pick<Props, "id" | "role" | "system" | "unit" | "choose">) {
  const choose = (next: Unit) => take(inOrder(system.unit, next));
  const groups = groupsOf(system, unit);
  const fields = groups.length > 0 ? system.unit.filter((field) => !system.lone.has(field.name)) : system.unit;
  const rare = fields.filter((field) => system.rare.has(field.name));
  const stated = listOf(changedFields(rare, unit), unit);
  return (
    <>
      <StatGrid id={id} of={`${role}: stats`} fields={fields.filter((field) => !system.rare.has(field.name))} values={unit} change={(values) => choose(values as Unit)} otherwise={unit.note || "tap a stat: what it means, one more, one less"} />
      {groups.length > 0 && <GroupTable id={id} of={role} system={system} groups={groups} change={(next) => choose(withGroups(system, unit, next))} />}
      <details class="rare">
        <summary>
          <span class="unseen">{role}: </span>more<span class="line">{stated && `: ${stated}`}</span>
        </summary>
        <p class="setting">
          <label for={`${id}-name`}>name</label>
          <Entry id={`${id}-name`} label="name" maxLength={100} value={unit.name} check={(text) => (text === "" ? "any text" : undefined)} set={(name) => choose({ ...unit, name })} />
        </p>
        <StatGrid id={`${id}-rare`} of={`${role}: more stats`} fields={rare} values={unit} change={(values) => choose(values as Unit)} />
        {system.groupWord && (
          <button type="button" onClick={() => choose(withGroup(system, unit))}>
            Add a kind of {system.groupWord}
          </button>
        )}
      </details>
    </>
  );
}

export function UnitCard({ id, role, tone, system, unit, rosters, isFolded, choose, keep, tools }: Props) {
  const place = rosters.flatMap((roster, r) => roster.units.map((one, u) => ({ key: `${r}/${u}`, unit: one })));
  const chosen = place.find((one) => same(one.unit, unit));
  const isChanged = !chosen && place.some((one) => one.unit.name === unit.name);
  const [edition, turn] = useState(0); // what was typed belongs to the unit before
  const isNew = useRef(false);
  const card = useRef<HTMLElement>(null);
  const take = (next: Unit) => {
    turn(edition + 1);
    choose(next);
  };
  useEffect(() => {
    if (!isNew.current) return;
    isNew.current = false;
    card.current?.querySelector<HTMLInputElement>(".stats input")?.focus();
  }, [edition]);
  const stats = <Stats key={edition} id={id} role={role} system={system} unit={unit} choose={choose} />;
  return (
    <section ref={card} class={`unit${tone ? ` of-${tone}` : ""}`} aria-labelledby={`${id}-role`}>
      <label id={`${id}-role`} for={`${id}-choose`}>
        {role}
        {isChanged && ", changed"}
      </label>
      <div class="chooses">
        <select id={`${id}-choose`} value={chosen?.key ?? "own"}
          onChange={(event) => {
            const found = place.find((one) => one.key === event.currentTarget.value);
            if (found) take(found.unit);
          }}>
          {!chosen && <option value="own">{unit.name}</option>}
          {rosters.map((roster, r) => (
            <optgroup key={r} label={roster.name}>
              {roster.units.map((one, u) => (
                <option key={u} value={`${r}/${u}`}>
                  {one.name}
                </option>
              ))}
            </optgroup>
          ))}
        </select>
        {keep && !chosen && (
          <button type="button" onClick={() => keep(unit)}>
            Keep<span class="unseen"> {unit.name} in my units</span>
          </button>
        )}
        <button type="button" id={`${id}-new`}
          onClick={() => {
            isNew.current = true;
            take({ name: role });
          }}>
          New<span class="unseen"> {role.toLowerCase()}, by its stats</span>
        </button>
        {tools}
      </div>
      {isFolded ? (
        <details>
          <summary>
            <span class="unseen">{role}: </span>
            <span class="line">{inALine(system, unit)}</span>
          </summary>
          {stats}
        </details>
      ) : (
        stats
      )}
    </section>
  );
}
