// Best play is a decision now. What has happened since the last one is said here, and the next one shown.
import { type Field, printed, type Settings } from "../fields";
import { sides, type State } from "../state";
import { type Facts } from "./page";
import { StatGrid } from "./stat_grid";

/// Damage that lasts is a setting of the whole battle that begins with its side.
export const damageFields = (facts: Facts): (Field | undefined)[] =>
  sides.map((side) => facts.system.situation.find((field) => field.name.startsWith(`${side}-`) && field.holds_for?.endsWith("whole battle") && field.default === "0" && facts.used.battle.has(field.name)));

/// Damage, and what only best play asks for: what both sides can still do.
export const standingFields = (facts: Facts): Field[] => facts.system.situation.filter((field) => damageFields(facts).includes(field) || (!facts.used.battle.has(field.name) && !facts.used.fight.has(field.name) && !facts.used.sequence.has(field.name)));

export function WhereItStands({ facts, state, change }: { facts: Facts; state: State; change: (situation: Settings) => void }) {
  const fields = standingFields(facts);
  if (fields.length === 0) return null;
  return (
    <fieldset>
      <legend>Where the fight stands</legend>
      <StatGrid id="stands" of="Where the fight stands" fields={fields} values={state.situation} areChoices
        change={(values) => change(Object.fromEntries(Object.entries(values).map(([key, value]) => [key, printed(value)])))} />
    </fieldset>
  );
}
