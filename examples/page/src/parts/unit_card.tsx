// One of the two units: chosen from the rosters, or changed stat by stat.
import { groupsOf, inALine, type Field, type System, type Unit } from "../fields";
import type { Roster } from "../rosters";
import { SettingsForm } from "./settings_form";

interface Props {
  id: string;
  role: string;
  system: System;
  lone: Set<string>; // fields that a unit with groups cannot have
  unit: Unit;
  rosters: Roster[];
  choose: (unit: Unit) => void;
  keep?: () => void;
}

const same = (a: Unit, b: Unit) => JSON.stringify(a) === JSON.stringify(b);

/// The unit with groups, or without: stats move to where they can stand.
function withGroup(system: System, unit: Unit, lone: Set<string>): Unit {
  const group: Record<string, unknown> = { name: `${system.groupWord} ${groupsOf(system, unit).length + 1}` };
  const rest: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(unit)) {
    if (!lone.has(key)) rest[key] = value;
    else if (system.group.some((field) => field.name === key)) group[key] = value;
  }
  return { ...rest, name: unit.name, [system.groupWord]: [...groupsOf(system, unit), group] };
}

export function UnitForm({ id, system, lone, unit, choose }: Omit<Props, "role" | "rosters" | "keep">) {
  const groups = groupsOf(system, unit);
  const fields: Field[] = groups.length > 0 ? system.unit.filter((field) => !lone.has(field.name)) : system.unit;
  const setGroups = (next: Record<string, unknown>[]) => {
    const changed: Record<string, unknown> = { ...unit, [system.groupWord]: next };
    if (next.length === 0) delete changed[system.groupWord];
    choose(changed as Unit);
  };
  return (
    <>
      <div class="setting">
        <label for={`${id}-name`}>name</label>
        <input id={`${id}-name`} type="text" maxLength={100} autocomplete="off" value={unit.name}
          onInput={(event) => event.currentTarget.value.trim() && choose({ ...unit, name: event.currentTarget.value })} />
      </div>
      <SettingsForm id={id} fields={fields} values={unit} change={(values) => choose(values as Unit)} more="another stat" />
      {groups.map((group, i) => (
        <fieldset key={i}>
          <legend>{String(group.name ?? system.groupWord)}</legend>
          <SettingsForm id={`${id}-${i}`} fields={system.group} values={group} always={["name"]} more="another stat"
            change={(values) => setGroups(groups.map((one, j) => (i === j ? values : one)))} />
          <button type="button" onClick={() => setGroups(groups.filter((_, j) => i !== j))}>
            Remove {String(group.name ?? system.groupWord)}
          </button>
        </fieldset>
      ))}
      {system.groupWord && (
        <button type="button" onClick={() => choose(withGroup(system, unit, lone))}>
          Add a kind of {system.groupWord}
        </button>
      )}
    </>
  );
}

export function UnitCard(props: Props) {
  const { id, role, system, unit, rosters, choose, keep } = props;
  const own = rosters.filter((roster) => roster.system === system.name);
  const place = own.flatMap((roster, r) => roster.units.map((one, u) => ({ key: `${r}/${u}`, unit: one })));
  const chosen = place.find((one) => same(one.unit, unit));
  return (
    <section class="unit" aria-labelledby={`${id}-role`}>
      <label id={`${id}-role`} for={`${id}-choose`}>
        {role}
      </label>
      <select
        id={`${id}-choose`}
        value={chosen?.key ?? "own"}
        onChange={(event) => {
          const found = place.find((one) => one.key === event.currentTarget.value);
          if (found) choose(found.unit);
          else if (event.currentTarget.value === "new") choose({ name: role });
        }}
      >
        {!chosen && <option value="own">{unit.name + (place.some((one) => one.unit.name === unit.name) ? " (changed)" : "")}</option>}
        {own.map((roster, r) => (
          <optgroup key={r} label={roster.name}>
            {roster.units.map((one, u) => (
              <option key={u} value={`${r}/${u}`}>
                {one.name}
              </option>
            ))}
          </optgroup>
        ))}
        <option value="new">A new unit, by its stats</option>
      </select>
      <details>
        <summary>
          <span class="unseen">{role}: change </span>
          <span class="line">{inALine(system, unit)}</span>
        </summary>
        <UnitForm {...props} />
        {keep && !chosen && (
          <button type="button" onClick={keep}>
            Keep {unit.name} in my units
          </button>
        )}
      </details>
    </section>
  );
}
