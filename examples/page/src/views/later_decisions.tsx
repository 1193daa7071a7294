// Decisions to come: at each, what both should do.
import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import type { Choice, Decision } from "../json";
import type { Names } from "../names";
import { sides, type SideName } from "../state";

interface Props {
  plan: Decision[]; // the first of all of them, the one now among them
  decisions: number;
  names: Names;
  advice: (side: SideName, choices: Choice[]) => ComponentChildren;
}

const turnsOf = ({ turns }: Decision) => `${turns.attacker}/${turns.defender}`;
const damageOf = ({ damage_taken: taken }: Decision) => `${taken.attacker}/${taken.defender}`;

/// How far two decisions are apart in damage: who steps to other turns keeps what is nearest.
const apart = (one: Decision, other: Decision) => sides.reduce((sum, side) => sum + Math.abs(one.damage_taken[side] - other.damage_taken[side]), 0);

export function LaterDecisions({ plan, decisions, names, advice }: Props) {
  const [at, turnTo] = useState<Decision>();
  const now = plan[0];
  const shown = (at && plan.find((one) => turnsOf(one) === turnsOf(at) && damageOf(one) === damageOf(at))) ?? plan.find((one) => turnsOf(one) !== turnsOf(now)) ?? now;
  const choose = (fits: (one: Decision) => boolean) => {
    const fitting = plan.filter(fits).sort((x, y) => apart(x, shown) - apart(y, shown));
    if (fitting.length > 0) turnTo(fitting[0]);
  };
  const distinct = <Key,>(keys: Key[]) => [...new Set(keys)];
  const hasReplies = plan.some(({ turns }) => turns.defender > 0);
  const sameTurns = plan.filter((one) => turnsOf(one) === turnsOf(shown));
  const select = (id: string, label: string, value: string, options: [string, string][], fits: (value: string) => (one: Decision) => boolean) =>
    options.length > 1 && (
      <span class="option">
        <label for={id}>{label}</label>
        <select id={id} value={value} onChange={(event) => choose(fits(event.currentTarget.value))}>
          {options.map(([key, text]) => (
            <option key={key} value={key}>
              {text}
            </option>
          ))}
        </select>
      </span>
    );
  return (
    <details class="later">
      <summary>Later decisions: {decisions - 1} of them</summary>
      <p>
        {select("later-turns", "turns left", turnsOf(shown), distinct(plan.map(turnsOf)).map((key) => {
          const [a, b] = key.split("/");
          return [key, hasReplies ? `${names[0]} ${a}, ${names[1]} ${b}` : a];
        }), (key) => (one) => turnsOf(one) === key)}
        {sides.map((side, i) =>
          select(`later-damage-${side}`, `damage ${names[i]} has taken`, String(shown.damage_taken[side]), distinct(sameTurns.map((one) => one.damage_taken[side])).sort((x, y) => x - y).map((taken) => [String(taken), String(taken)]),
            (taken) => (one) => turnsOf(one) === turnsOf(shown) && String(one.damage_taken[side]) === taken),
        )}
      </p>
      {advice("attacker", shown.attacker)}
      {advice("defender", shown.defender)}
      {decisions > plan.length && (
        <p class="engine">
          These are the first {plan.length} of {decisions} decisions: of later ones, say on the cards how things stand then.
        </p>
      )}
    </details>
  );
}
