// Best play: what to do, and with which dice to draw where one must not be predictable.
import { EngineLine } from "../parts/answer_frame";
import { DataTable } from "../parts/table";
import type { SolveAnswer } from "../json";
import { decimal, percent } from "../words";
import { WhoFallsAdvice } from "./who_falls";

type Choice = SolveAnswer["attacker"][number];

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

function Advice({ name, choices }: { name: string; choices: Choice[] }) {
  const likeliest = [...choices].sort((x, y) => y.p - x.p);
  return (
    <section class="advice" aria-label={`What ${name} should do`}>
      <h2>{name}</h2>
      {choices.length === 0 && <p>Nothing is left to decide.</p>}
      {choices.length === 1 && (
        <p class="say">
          Always: <strong>{doing(choices[0])}</strong>
        </p>
      )}
      {choices.length > 1 && (
        <>
          <p class="say">Roll a d100 behind your hand:</p>
          <ol class="draw">
            {faces(likeliest).map(({ choice, from, to }) => (
              <li key={choice.choice}>
                <span class="faces">{to < from ? "never" : from === to ? from : from === 1 ? `to ${to}` : `${from} to ${to}`}</span> <strong>{doing(choice)}</strong>{" "}
                <small>({percent(choice.p)})</small>
              </li>
            ))}
          </ol>
        </>
      )}
    </section>
  );
}

export function SolveView({ answer }: { answer: SolveAnswer }) {
  const { attacker, defender } = answer.units;
  const isOdds = answer.payoff === "win" || answer.payoff === "down";
  const worth = isOdds ? percent(answer.value) : decimal(answer.value);
  // Payoffs are the attacker's, who loses what they fall short of the value; the defender, what they exceed it.
  const loss = (side: string, payoff: number) => {
    const value = Math.max(0, side === "attacker" ? answer.value - payoff : payoff - answer.value);
    return value < 1e-9 ? { value: 0, text: "nothing" } : { value, text: isOdds ? percent(value) : decimal(value) };
  };
  return (
    <>
      <EngineLine engine={answer.engine} />
      <p>
        Played for {answer.payoff}: worth <strong>{worth}</strong> to {attacker.unit}
        {answer.gap > 1e-9 ? `, sure to within ${answer.gap.toExponential(0)}` : ""}.
      </p>
      {Object.entries(answer.known ?? {}).map(([side, choice]) => (
        <p key={side}>
          Known: {side === "attacker" ? attacker.unit : defender.unit} plays {choice}.
        </p>
      ))}
      {answer.policy ? (
        <WhoFallsAdvice names={{ attacker: attacker.unit, defender: defender.unit }} decisions={answer.policy} />
      ) : (
        <>
          <Advice name={attacker.unit} choices={answer.attacker} />
          <Advice name={defender.unit} choices={answer.defender} />
        </>
      )}
      {answer.plain.length > 0 && (
        <DataTable
          table={{
            title: "What it costs to do the same every time",
            columns: ["who", "always", "loses against best play", "loses if foreseen"],
            rows: answer.plain.map((plan) => [
              plan.side === "attacker" ? attacker.unit : defender.unit,
              plan.choice,
              loss(plan.side, plan.against_best),
              loss(plan.side, plan.against_answer),
            ]),
          }}
        />
      )}
    </>
  );
}
