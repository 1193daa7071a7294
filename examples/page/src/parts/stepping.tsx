// A battle stepped at the table: after each round one says what is left, and the odds are those from there.
import { useState } from "preact/hooks";
import { groupsOf, type System, type Unit } from "../fields";
import { sides, type SideName, type State } from "../state";
import { Entry } from "./entry";
import { type Facts, usePage } from "./page";
import { damageFields } from "./where_it_stands";

interface Standing {
  id: string;
  name: string;
  least: number;
  most: number; // what is left now
  put: (state: State, left: number) => State;
}

const withSize = (unit: Unit, key: string, value: number): Unit => ({ ...unit, [key]: value });

/// How many are left of each kind of figure, as numbers to change. None is left of what is taken out.
function sizesOf(system: System, facts: Facts, side: SideName, unit: Unit, place: string): (Omit<Standing, "put"> & { put: (unit: Unit, left: number) => Unit })[] {
  const groups = groupsOf(system, unit);
  const { unit: own, group: ofGroup } = facts.sizes;
  if (groups.length > 0 && ofGroup) {
    return groups.map((group, g) => {
      const now = Number(group[ofGroup] ?? 1);
      const put = (of: Unit, left: number) => {
        const all = groupsOf(system, of);
        return { ...of, [system.groupWord]: left === 0 && all.length > 1 ? all.filter((_, i) => i !== g) : all.map((one, i) => (i === g ? { ...one, [ofGroup]: left } : one)) } as Unit;
      };
      return { id: `left-${side}${place}-${g}`, name: String(group.name ?? system.groupWord), least: groups.length > 1 ? 0 : 1, most: now, put };
    });
  }
  if (!own) return [];
  const now = Number(unit[own] ?? 1);
  return [{ id: `left-${side}${place}`, name: unit.name, least: 1, most: now, put: (of, left) => withSize(of, own, left) }];
}

function standings(facts: Facts, state: State): Standing[] {
  const { system } = facts;
  return sides.flatMap((side) => {
    const first: Standing[] = sizesOf(system, facts, side, state[side], "").map((one) => ({ ...one, put: (of, left) => ({ ...of, [side]: one.put(of[side], left) }) }));
    const others = state.others[side].flatMap((member, i) =>
      sizesOf(system, facts, side, member.unit, `-${i + 2}`).map((one): Standing => ({
        ...one,
        put: (of, left) => ({ ...of, others: { ...of.others, [side]: of.others[side].map((m, j) => (i === j ? { ...m, unit: one.put(m.unit, left) } : m)) } }),
      })),
    );
    return [...first, ...others];
  });
}

export function Stepping() {
  const { facts, state, step, stepped, undo } = usePage();
  const [left, set] = useState<Record<string, number>>({});
  const places = standings(facts, state);
  const damage = damageFields(facts);
  const names = [state.attacker.name, state.defender.name];
  if (places.length === 0 && damage.every((field) => !field)) return null;
  const go = () => {
    let next = state;
    for (const place of [...places].reverse()) if (left[place.id] !== undefined) next = place.put(next, left[place.id]);
    const situation = { ...next.situation };
    for (const field of damage) if (field && left[field.name] !== undefined) situation[field.name] = String(left[field.name]);
    set({});
    step({ ...next, situation });
  };
  const number = (id: string, label: string, now: number, least: number, most: number) => (
    <p class="setting" key={id}>
      <label for={id}>{label}</label>
      <Entry id={id} label={label} inputMode="numeric" value={String(left[id] ?? now)} onFocus={(event) => event.currentTarget.select()}
        check={(text) => (/^\d+$/.test(text) && Number(text) >= least && Number(text) <= most ? undefined : `${least} to ${most}`)}
        set={(text) => set((before) => ({ ...before, [id]: Number(text) }))} />
    </p>
  );
  return (
    <details class="stepping">
      <summary>At the table: {stepped === 0 ? "what has happened so far" : `after ${stepped} round${stepped > 1 ? "s" : ""}`}</summary>
      <p>Say what is left after a round, and see the odds from there.</p>
      {places.map((place) => number(place.id, `left of ${place.name}`, place.most, place.least, place.most))}
      {damage.map((field, i) => field && number(field.name, `damage on ${names[i]}`, Number(state.situation[field.name] ?? 0) || 0, 0, field.most!))}
      <p class="row">
        <button type="button" onClick={go}>
          Next round
        </button>
        <button type="button" disabled={stepped === 0} onClick={undo}>
          Undo
        </button>
      </p>
    </details>
  );
}
