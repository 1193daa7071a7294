// The attacks of a sequence: units, each in a situation of its own, and abilities that deal damage.
import type { Field, System } from "../fields";
import type { Roster } from "../rosters";
import type { Step } from "../state";
import { Entry } from "./entry";
import { Situation } from "./situation";
import { UnitCard } from "./unit_card";

interface Props {
  system: System;
  rosters: Roster[]; // of the system
  fields: Field[]; // of the situation
  steps: Step[];
  target: string;
  change: (steps: Step[]) => void;
}

const isDamage = (text: string) => (/^(\d+|\d*d\d+([+-]\d+)?)$/i.test(text) ? undefined : "a number, or dice such as 1d6+1");

function Ability({ id, role, damage, set }: { id: string; role: string; damage: string; set: (damage: string) => void }) {
  return (
    <section class="unit" aria-labelledby={`${id}-role`}>
      <label id={`${id}-role`} for={`${id}-damage`}>
        {role}: damage, such as 3 or 1d6+1
      </label>
      <Entry id={`${id}-damage`} label={`damage of ${role.toLowerCase()}`} maxLength={40} value={damage} check={isDamage} set={set} />
    </section>
  );
}

/// Another attack, by a unit or by an ability.
function Another({ rosters, add }: { rosters: Roster[]; add: (step: Step) => void }) {
  return (
    <p class="another">
      <label for="another-attack" class="unseen">
        Another attack
      </label>
      <select id="another-attack" value=""
        onChange={(event) => {
          const { value } = event.currentTarget;
          event.currentTarget.value = "";
          const [r, u] = value.split("/").map(Number);
          if (value === "damage") add({ damage: "1d6", situation: {} });
          else if (value !== "") add({ unit: rosters[r].units[u], situation: {} });
        }}>
        <option value="">another attack …</option>
        {rosters.map((roster, r) => (
          <optgroup key={r} label={roster.name}>
            {roster.units.map((unit, u) => (
              <option key={u} value={`${r}/${u}`}>
                {unit.name}
              </option>
            ))}
          </optgroup>
        ))}
        <option value="damage">damage by an ability</option>
      </select>
    </p>
  );
}

export function StepsForm({ system, target, rosters, fields, steps, change }: Props) {
  const set = (i: number, step: Step) => change(steps.map((one, j) => (i === j ? step : one)));
  const ofAttack = fields.filter((field) => !field.holds_for);
  return (
    <>
      {steps.map((step, i) => (
        <div key={i} class="beside">
          {step.unit ? (
            <>
              <UnitCard id={`by-${i}`} role={`Attack ${i + 1}`} tone="attacker" system={system} unit={step.unit} rosters={rosters} isFolded choose={(unit) => set(i, { ...step, unit })} />
              <Situation id={`by-${i}-situation`} of={`Attack ${i + 1}`} names={[step.unit.name, target]} fields={ofAttack} situation={step.situation} change={(situation) => set(i, { ...step, situation })} />
            </>
          ) : (
            <Ability id={`by-${i}`} role={`Attack ${i + 1}`} damage={step.damage ?? ""} set={(damage) => set(i, { damage, situation: {} })} />
          )}
          {steps.length > 1 && (
            <button type="button" onClick={() => change(steps.filter((_, j) => i !== j))}>
              Remove attack {i + 1}
            </button>
          )}
        </div>
      ))}
      <Another rosters={rosters} add={(step) => change([...steps, step])} />
    </>
  );
}
