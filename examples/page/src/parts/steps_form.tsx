// The attacks of a sequence: units, each in a situation of its own, and abilities that deal damage.
import type { Field, System, Unit } from "../fields";
import type { Roster } from "../rosters";
import type { Step } from "../state";
import { Situation } from "./situation";
import { UnitCard } from "./unit_card";

interface Props {
  system: System;
  lone: Set<string>;
  rosters: Roster[];
  fields: Field[]; // of the situation
  steps: Step[];
  first: Unit; // what a new attack begins with
  change: (steps: Step[]) => void;
}

function Ability({ id, role, damage, set }: { id: string; role: string; damage: string; set: (damage: string) => void }) {
  return (
    <section class="unit" aria-labelledby={`${id}-role`}>
      <label id={`${id}-role`} for={`${id}-damage`}>
        {role}: damage, such as 3 or 1d6+1
      </label>
      <input id={`${id}-damage`} type="text" maxLength={40} autocomplete="off" value={damage} onInput={(event) => set(event.currentTarget.value.trim())} />
    </section>
  );
}

export function StepsForm({ system, lone, rosters, fields, steps, first, change }: Props) {
  const set = (i: number, step: Step) => change(steps.map((one, j) => (i === j ? step : one)));
  const last = [...steps].reverse().find((step) => step.unit);
  return (
    <>
      {steps.map((step, i) => (
        <div key={i}>
          {step.unit ? (
            <>
              <UnitCard id={`by-${i}`} role={`Attack ${i + 1}`} system={system} lone={lone} unit={step.unit} rosters={rosters} choose={(unit) => set(i, { ...step, unit })} />
              <Situation id={`by-${i}-situation`} of={`Attack ${i + 1}`} fields={fields} situation={step.situation} change={(situation) => set(i, { ...step, situation })} />
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
      <p class="row">
        <button type="button" onClick={() => change([...steps, last ?? { unit: first, situation: {} }])}>
          Another attack
        </button>
        <button type="button" onClick={() => change([...steps, { damage: "1d6", situation: {} }])}>
          Damage by an ability
        </button>
      </p>
    </>
  );
}
