// Setups beside each other: up to four questions, in one table of differences and one chart.
import { useState } from "preact/hooks";
import type { Unit } from "../fields";
import { figuresOf, lawsOf } from "../figures";
import { type ErrorAnswer, namesOf, type Side } from "../json";
import type { Library } from "../library";
import type { Names } from "../names";
import { addressOf, type Question } from "../state";
import { atLeast, decimal } from "../words";
import { LinesChart } from "./charts";
import { Compared } from "./compared";
import { Entry } from "./entry";
import { usePage } from "./page";
import { changesIn, exchanged, isChanged, unitsIn } from "./pinned_units";
import { useAnswers } from "./use_answer";

export interface Pin {
  name: string;
  question: Question;
}

export const mostPins = 4;

type Sided = { command: string; attacker?: Side; defender?: Side; target?: Side; units?: { attacker: Side; defender: Side }; steps?: { unit: string }[] };

/// The names of the sides of any answer.
export function namesIn(answer: Sided): Names {
  if (answer.units?.attacker) return namesOf(answer.units.attacker, answer.units.defender);
  if (answer.attacker?.profile || answer.attacker?.units) return namesOf(answer.attacker, answer.defender!);
  return ["the attackers", answer.target?.unit ?? "the defender"];
}

interface Props {
  library: Library;
  pins: Pin[];
  now: Pin;
  change: (pins: Pin[]) => void;
  open: (question: Question) => void;
  present: (system: string, name: string) => Unit | undefined; // the unit of that name as it is now
}

/// Units of a pin that are others now: it keeps them as they were, until somebody wants otherwise.
function AsTheyWere({ pin, present, renew }: { pin: Pin; present: Props["present"]; renew: (question: Question) => void }) {
  const { facts } = usePage();
  const system = String(pin.question.system);
  const now = (unit: Unit) => present(system, unit.name) ?? unit;
  const changed = [...new Map(unitsIn(pin.question).filter((unit) => isChanged(unit, now(unit))).map((unit) => [unit.name, unit])).values()];
  if (changed.length === 0) return null;
  return (
    <p class="as-were">
      {changed.map((unit) => `${unit.name} as it was${system === facts.system.name ? ` (${changesIn(facts.system, unit, now(unit))})` : ""}`).join("; ")}.{" "}
      <button type="button" onClick={() => renew(exchanged(pin.question, now))}>
        With the present {changed.length > 1 ? "ones" : "one"}
        <span class="unseen">: {pin.name}</span>
      </button>
    </p>
  );
}

export function Pinned({ library, pins, now, change, open, present }: Props) {
  const isPinned = pins.some((pin) => addressOf(pin.question) === addressOf(now.question));
  const all = isPinned || pins.length === mostPins ? pins : [...pins, { ...now, name: `now: ${now.name}` }];
  const answers = useAnswers<Sided & Partial<ErrorAnswer>>(library, all.map((pin) => pin.question));
  const [chosen, choose] = useState("");
  const there = all.map((pin, i) => ({ pin, answer: answers[i] })).filter((one): one is { pin: Pin; answer: Sided } => one.answer !== undefined && !one.answer.error);
  // What is said of all of them names a side only where it is the same.
  const ofEach = there.map(({ answer }) => namesIn(answer));
  const side = (i: 0 | 1, role: string) => (ofEach.every((names) => names[i] === ofEach[0][i]) ? (ofEach[0]?.[i] ?? role) : role);
  const names: Names = [side(0, "the attacker"), side(1, "the defender")];
  const laws = there.map(({ pin, answer }) => ({ pin, laws: lawsOf(answer, names) }));
  const known = [...new Map(laws.flatMap((one) => one.laws.map((law) => [law.key, law.name] as const))).entries()];
  const key = known.some(([one]) => one === chosen) ? chosen : (known.find(([one]) => one === "attacker.damage") ?? known[0])?.[0];
  const drawn = laws.flatMap(({ pin, laws: own }) => own.filter((law) => law.key === key).map((law) => ({ name: pin.name, tail: atLeast(law.of.pmf), mean: law.of.mean })));
  const length = Math.max(2, ...drawn.map(({ tail }) => tail.findIndex((p) => p < 5e-4) + 1 || tail.length));
  return (
    <section class="pinned" aria-label="Beside each other">
      <h2>Beside each other</h2>
      <ul class="list">
        {pins.map((pin, i) => (
          <li key={i}>
            <div class="row">
              <label for={`pin-${i}`} class="unseen">
                name of setup {i + 1}
              </label>
            <Entry id={`pin-${i}`} label="name" maxLength={60} value={pin.name} check={(text) => (text ? undefined : "any text")} set={(name) => change(pins.map((one, j) => (i === j ? { ...one, name } : one)))} />
            <button type="button" onClick={() => open(pin.question)}>
              Open<span class="unseen"> {pin.name}</span>
            </button>
            <button type="button" class="remove" aria-label={`Unpin ${pin.name}`} onClick={() => change(pins.filter((_, j) => i !== j))}>
              ×
            </button>
            </div>
            <AsTheyWere pin={pin} present={present} renew={(question) => change(pins.map((one, j) => (i === j ? { ...one, question } : one)))} />
          </li>
        ))}
      </ul>
      {there.length > 1 && <Compared title="Differences, from the first" columns={there.map(({ pin, answer }) => ({ name: pin.name, figures: figuresOf(answer, names) }))} />}
      {known.length > 0 && (
        <>
          <p class="row">
            <label for="pinned-law">Chart of</label>
            <select id="pinned-law" value={key} onChange={(event) => choose(event.currentTarget.value)}>
              {known.map(([one, name]) => (
                <option key={one} value={one}>
                  {name}
                </option>
              ))}
            </select>
          </p>
          <LinesChart title={`At least so much: ${known.find(([one]) => one === key)![1]}`} xName="at least" xs={[...Array(length).keys()]} odds
            series={drawn.map(({ name, tail }) => ({ name, values: [...Array(length).keys()].map((k) => tail[k] ?? 0) }))}
            says={drawn.map(({ name, mean }) => `${name}: ${decimal(mean)} on average`).join("; ")} />
        </>
      )}
    </section>
  );
}
