// Best play: what to do, and with which dice to draw where one must not be predictable.
import { EngineLine } from "../parts/answer_frame";
import { usePage } from "../parts/page";
import { DataTable } from "../parts/table";
import { standingFields } from "../parts/where_it_stands";
import { isPayoffOdds, worthText } from "../figures";
import { type ArmySolveAnswer, type Choice, namesOf, type SolveAnswer } from "../json";
import { decimal, percent, percents } from "../words";
import { BattleView } from "./battle";
import { LaterDecisions } from "./later_decisions";
import { WhoFallsAdvice } from "./who_falls";

/// What the faces of a d100 stand for: "1 to 58: …".
function faces(choices: Choice[]): { choice: Choice; from: number; to: number }[] {
  const rows: { choice: Choice; from: number; to: number }[] = [];
  let sum = 0;
  let before = 0;
  choices.forEach((choice, i) => {
    sum += choice.p;
    const to = i + 1 === choices.length ? 100 : Math.round(100 * sum);
    rows.push({ choice, from: before + 1, to });
    before = to;
  });
  return rows;
}

const doing = (choice: Choice) => choice.in_words;

/// What a side should do now; with what has happened since, the next question is another.
function Advice({ name, choices, tone, depends = false, when = "Now" }: { name: string; choices: Choice[]; tone: "attacker" | "defender"; depends?: boolean; when?: string }) {
  const likeliest = [...choices].sort((x, y) => y.p - x.p);
  const shares = percents(likeliest.map((choice) => choice.p));
  return (
    <section class={`advice of-${tone}`} aria-label={`What ${name} should do ${when.toLowerCase()}`}>
      <h2>{name}</h2>
      {choices.length === 0 && <p>Nothing is left to decide.</p>}
      {choices.length === 1 && (
        <p class="say">
          {when}: <strong>{doing(choices[0])}</strong>
          {depends && " (then it depends)"}
        </p>
      )}
      {choices.length > 1 && (
        <>
          <p class="say">{when} roll a d100 behind your hand{depends && " (then it depends)"}:</p>
          <ol class="draw">
            {faces(likeliest).map(({ choice, from, to }, i) => (
              <li key={choice.choice}>
                <span class="faces">{to < from ? "never" : from === to ? from : from === 1 ? `to ${to}` : `${from} to ${to}`}</span> <strong>{doing(choice)}</strong>{" "}
                <small>({shares[i]})</small>
              </li>
            ))}
          </ol>
        </>
      )}
    </section>
  );
}

/// Every choice of both sides together: what it comes to.
function Choices({ answer, names }: { answer: SolveAnswer; names: [string, string] }) {
  const { rows, columns, matrix } = answer;
  if (rows.length < 2 && columns.length < 2) return null;
  const text = (value: number) => (isPayoffOdds(answer.payoff) ? percent(value) : decimal(value));
  return (
    <details>
      <summary>What each pair of choices comes to</summary>
      <DataTable
        table={{
          title: `${names[0]} chooses the row, ${names[1]} the column: ${answer.payoff} to ${names[0]}`,
          columns: ["", ...columns],
          rows: rows.map((row, r) => [row, ...columns.map((_, c) => ({ value: matrix[r][c], text: text(matrix[r][c]) }))]),
        }}
      />
    </details>
  );
}

export function SolveView({ answer }: { answer: SolveAnswer }) {
  const { facts } = usePage();
  const names = namesOf(answer.units.attacker, answer.units.defender);
  const [a, b] = names;
  const nameOfSide = (side: string) => (side === "attacker" ? a : b);
  const isOdds = isPayoffOdds(answer.payoff);
  const text = (value: number) => (isOdds ? percent(value) : decimal(value));
  // Payoffs are the attacker's, who loses what they fall short of the value; the defender, what they exceed it.
  const loss = (side: string, payoff: number) => {
    const value = Math.max(0, side === "attacker" ? answer.value - payoff : payoff - answer.value);
    return value < 1e-9 ? { value: 0, text: "nothing" } : { value, text: text(value) };
  };
  return (
    <>
      <p>
        Best play for {answer.payoff}{answer.rounds ? `, in at most ${answer.rounds} rounds` : ""}: worth <strong>{worthText(answer)}</strong> to {a}
        {answer.gap > 1e-9 ? `, sure to within ${answer.gap.toExponential(0)}` : ""} ({answer.payoff_meaning}).
      </p>
      {Object.entries(answer.known ?? {}).map(([side, choice]) => (
        <p key={side}>
          Known: {nameOfSide(side)} plays {choice}.
        </p>
      ))}
      {answer.policy ? (
        <WhoFallsAdvice names={{ attacker: a, defender: b }} decisions={answer.policy} />
      ) : (
        <>
          <Advice name={a} choices={answer.attacker} tone="attacker" depends={answer.decisions > 1} />
          <Advice name={b} choices={answer.defender} tone="defender" depends={answer.decisions > 1} />
          <p>
            This is the decision now; the next depends on what happens. Say what is left on the cards{standingFields(facts).length > 0 && ", and the rest under “Where the fight stands”"}.
          </p>
          {answer.plan && answer.plan.length > 1 && <LaterDecisions plan={answer.plan} decisions={answer.decisions} names={names} advice={(side, choices) => <Advice name={names[side === "attacker" ? 0 : 1]} choices={choices} tone={side} when="Then" />} />}
          <Choices answer={answer} names={names} />
        </>
      )}
      {answer.plain.length > 0 && (
        <DataTable
          table={{
            title: "What it costs to do the same every time",
            columns: ["who", "always", "loses against best play", "loses if foreseen"],
            rows: answer.plain.map((plan) => [nameOfSide(plan.side), plan.choice, loss(plan.side, plan.against_best), loss(plan.side, plan.against_answer)]),
          }}
        />
      )}
      <EngineLine engine={answer.engine} />
    </>
  );
}

/// Sides of several units: who goes first, at whom, and what else could be done; then the battle.
export function ArmySolveView({ answer }: { answer: ArmySolveAnswer }) {
  const names = namesOf(answer.attacker, answer.defender);
  const { first, value } = answer;
  const who = names[first.side === "attacker" ? 0 : 1];
  const best = first.side === "attacker" ? Math.max : Math.min;
  const at = best(...first.decisions.map((one) => one.value));
  return (
    <>
      <p>
        Best play of both sides is worth <strong>{percent(value)}</strong> to {names[0]}: the odds of winning the battle, one that nobody wins counting one half.
      </p>
      {first.decisions.length === 0 ? (
        <p>Nothing is left to decide.</p>
      ) : (
        <section class={`advice of-${first.side}`} aria-label={`What ${who} should do`}>
          <h2>{who}</h2>
          <p class="say">
            Now: <strong>{first.unit}</strong> first, at <strong>{first.target}</strong> (then it depends)
          </p>
          <DataTable
            table={{
              title: "What else could be done first",
              columns: ["first", "at", "gives away"],
              rows: [...first.decisions].sort((x, y) => Math.abs(x.value - at) - Math.abs(y.value - at)).map((one) => [one.unit, one.target, { value: Math.abs(at - one.value), text: Math.abs(at - one.value) < 1e-9 ? "nothing" : percent(Math.abs(at - one.value)) }]),
            }}
          />
        </section>
      )}
      <BattleView answer={answer} />
    </>
  );
}
