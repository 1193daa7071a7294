// Best play where the owner says who falls: what to give up, decision by decision.
import type { WhoFalls } from "../json";
import { DataTable } from "../parts/table";
import { percent } from "../words";

interface Props {
  names: { attacker: string; defender: string };
  decisions: WhoFalls[]; // where most depends on it first
}

/// How many are shown at once, and how many stand in the table.
const first = 6;
const most = 500;

const counted = (figures: Record<string, number>) =>
  Object.entries(figures)
    .map(([name, number]) => (number === 1 ? name : `${number} ${name}`))
    .join(", ") || "nobody";

const falling = (one: WhoFalls) => one.falls.map(({ figures, p }) => (p < 1 ? `${counted(figures)} (${percent(p)})` : counted(figures))).join("; ");

export function WhoFallsAdvice({ names, decisions }: Props) {
  if (decisions.length === 0) return <p>Nobody has a choice of who falls.</p>;
  const other = (one: WhoFalls) => (one.side === "attacker" ? "defender" : "attacker");
  return (
    <section class="advice" aria-label="Who should fall">
      <h2>Who falls, where most depends on it</h2>
      <ol class="draw">
        {decisions.slice(0, first).map((one, i) => (
          <li key={i}>
            {names[one.side]} ({counted(one[one.side].left)}) suffers {one[one.side].suffers}, {names[other(one)]} ({counted(one[other(one)].left)}) suffers{" "}
            {one[other(one)].suffers}: <strong>{falling(one)} falls</strong>
          </li>
        ))}
      </ol>
      {decisions.length > first && (
        <details>
          <summary>
            {decisions.length > most ? `${most} of ${decisions.length}` : `All ${decisions.length}`} decisions
          </summary>
          <DataTable
            hidden
            table={{
              title: "Who falls",
              columns: ["who decides", "of", "suffers", "the other", "suffers", "falls", "comes about", "at stake"],
              rows: decisions.slice(0, most).map((one) => [
                names[one.side],
                counted(one[one.side].left),
                one[one.side].suffers,
                counted(one[other(one)].left),
                one[other(one)].suffers,
                falling(one),
                { value: one.met, text: percent(one.met) },
                { value: one.stake, text: percent(one.stake) },
              ]),
            }}
          />
        </details>
      )}
    </section>
  );
}
