// A battle stepped at the table: after each round one says what is left, and the odds are those from there.
import { useCallback, useState } from "preact/hooks";
import { groupsOf, type System, type Unit } from "../fields";
import { inWords } from "../names";
import { isArmy, sides, type SideName, type State } from "../state";
import { Entry, Faults } from "./entry";
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

const factOf = /\s*((?:[^,=[\]]|\[[^\]]*\])+?)\s*=\s*(\d+)\s*(?:,|$)/g;

/// "attacker.survivors=3, rounds=1" in parts.
export const standingIn = (text: string): Map<string, string> => new Map([...text.matchAll(factOf)].map(([, fact, number]) => [fact, number]));

interface Part {
  fact: string;
  label: string;
  first: number; // as the battle began
}

/// What can be said of how a battle of a unit a side stands: who is left of each kind, hit points, rounds.
function partsOf(facts: Facts, state: State): Part[] {
  return sides.flatMap((side) => {
    const unit = state[side];
    const groups = groupsOf(facts.system, unit);
    const ofGroups = sizesOf(facts.system, facts, side, unit, "");
    return ofGroups.map(({ name, most }) => ({ fact: groups.length > 0 ? `${side}[${name}].survivors` : `${side}.survivors`, label: `left of ${name}`, first: most }));
  });
}

const wholeOr = (empty: boolean, most?: number) => (text: string) =>
  (empty && text === "") || (/^\d{1,7}$/.test(text) && (most === undefined || Number(text) <= most)) ? undefined : most === undefined ? "a whole number, or nothing" : `0 to ${most}`;

function StepButtons({ isWrong, go }: { isWrong: boolean; go: () => void }) {
  const { stepped, undo } = usePage();
  return (
    <>
      <button type="button" disabled={isWrong} onClick={go}>
        Next round
      </button>
      <button type="button" disabled={stepped === 0} onClick={undo}>
        Undo
      </button>
    </>
  );
}

/// A unit a side: the battle is asked from where it stands, so what is lost and when it breaks off go by all of it.
function FromHere({ isWrong }: { isWrong: boolean }) {
  const { facts, state, step, change } = usePage();
  const from = standingIn(String(state.options.from ?? ""));
  const [said, say] = useState<Record<string, string>>({});
  const parts = partsOf(facts, state);
  const names = [state.attacker.name, state.defender.name];
  const fought = Number(from.get("rounds") ?? 0);
  const rounds = said.rounds ?? String(fought + 1);
  const points = sides.map((side, i) => ({ fact: `${side}.hit-points-left`, label: `hit points left of ${names[i]}` }));
  const textIn = (fact: string, otherwise = "") => said[fact] ?? from.get(fact) ?? otherwise;
  const go = () => {
    const stands = [
      ...parts.map(({ fact, first }) => [fact, textIn(fact, String(first))]),
      // Hit points are those of the moment: said once, they do not hold for the next round.
      ...points.map(({ fact }) => [fact, said[fact] ?? ""]),
      ["rounds", rounds],
    ].filter(([, text]) => text !== "");
    say({});
    step({ ...state, options: { ...state.options, from: stands.map((pair) => pair.join("=")).join(", ") } });
  };
  const line = (fact: string, label: string, value: string, check: (text: string) => string | undefined, placeholder?: string) => {
    const id = `from-${fact}`;
    return (
      <p class="setting" key={fact}>
        <label for={id}>{label}</label>
        <Entry id={id} label={label} inputMode="numeric" maxLength={7} placeholder={placeholder} value={value} onFocus={(event) => event.currentTarget.select()} check={check} set={(text) => say((before) => ({ ...before, [fact]: text }))} />
      </p>
    );
  };
  return (
    <>
      <p>Say how it stands after a round, and see the odds from there.</p>
      {parts.map(({ fact, label, first }) => line(fact, label, textIn(fact, String(first)), wholeOr(false, first)))}
      {points.map(({ fact, label }) => line(fact, label, said[fact] ?? "", wholeOr(true), "of whoever stands, all"))}
      {line("rounds", "rounds fought", rounds, wholeOr(false, 1000))}
      <p class="row">
        <StepButtons isWrong={isWrong} go={go} />
        <button type="button" disabled={from.size === 0} onClick={() => change({ from: undefined })}>
          From the beginning
        </button>
      </p>
    </>
  );
}

/// Of sides of several units, and of best play, which plans whole battles: what is left fights a battle of its own.
function OfWhatIsLeft({ isWrong }: { isWrong: boolean }) {
  const { facts, state, step } = usePage();
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
    <>
      <p>Say what is left after a round, and see the odds of a battle of that.</p>
      {places.map((place) => number(place.id, `left of ${place.name}`, place.most, place.least, place.most))}
      {damage.map((field, i) => field && number(field.name, `damage on ${names[i]}`, Number(state.situation[field.name] ?? 0) || 0, 0, field.most!))}
      <p class="row">
        <StepButtons isWrong={isWrong} go={go} />
      </p>
    </>
  );
}

export function Stepping() {
  const { state, stepped } = usePage();
  const isPlain = !sides.some((side) => isArmy(state, side)) && state.options.policy === undefined;
  const from = state.options.from;
  // These fields are part of the answer: what cannot stand in them must not put it, and them, out of reach.
  const [wrong, set] = useState<string[]>([]);
  const tell = useCallback((id: string, fault?: string) => set((before) => [...before.filter((one) => one !== id), ...(fault === undefined ? [] : [id])]), []);
  return (
    <details class="stepping">
      <summary>At the table: {from ? `from ${inWords(String(from), [state.attacker.name, state.defender.name], [])}` : stepped === 0 ? "what has happened so far" : `after ${stepped} round${stepped > 1 ? "s" : ""}`}</summary>
      <Faults.Provider value={tell}>{isPlain ? <FromHere key={String(from)} isWrong={wrong.length > 0} /> : <OfWhatIsLeft isWrong={wrong.length > 0} />}</Faults.Provider>
    </details>
  );
}
