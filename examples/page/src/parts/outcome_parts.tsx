// What an answer about one outcome may have besides: under which condition it is, two facts together, how
// lucky it was, and points.
import type { Joint, Lucky, Outcome } from "../json";
import { inWords, type Names } from "../names";
import { decimal, oddsInWords, percent } from "../words";
import { DistributionChart } from "./charts";
import { useQuantities } from "./page";
import { DataTable } from "./table";

export function Given({ given }: Pick<Outcome, "given">) {
  return given ? (
    <p class="given">
      Given {given.event} ({oddsInWords(given.p)}): all that follows is of these outcomes.
    </p>
  ) : null;
}

/// The shade, one of ten, of a value between the least and the most.
export const shade = (of: number, least: number, most: number) => Math.min(9, Math.max(0, Math.floor((10 * (of - least)) / (most - least || 1))));

/// Two facts together, as a heat map. What is hardly ever is not shown: the file has it.
export function JointMap({ joint, names }: { joint: Joint; names: Names }) {
  const rows = useQuantities();
  const [down, across] = [inWords(joint.rows, names, rows), inWords(joint.columns, names, rows)];
  const most = Math.max(...joint.pmf.flat());
  const valueOf = (values: number[] | undefined, i: number) => decimal(values?.[i] ?? i);
  const reaches = (counts: number[][]) => Math.max(1, ...counts.map((line) => line.reduce((last, p, i) => (p >= 5e-5 ? i + 1 : last), 0)));
  const width = reaches(joint.pmf);
  const height = reaches([joint.pmf.map((line) => Math.max(...line))]);
  const title = `${down} down, ${across} across, in percent`;
  return (
    <div class="joint">
      <h3>{title}</h3>
      <div class="scrolls" tabIndex={0} role="region" aria-label={title}>
        <table class="heat">
          <thead>
            <tr>
              <td></td>
              {joint.pmf[0].slice(0, width).map((_, c) => (
                <th scope="col" key={c}>
                  {valueOf(joint.column_values, c)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {joint.pmf.slice(0, height).map((line, r) => (
              <tr key={r}>
                <th scope="row">{valueOf(joint.row_values, r)}</th>
                {line.slice(0, width).map((p, c) => (
                  <td key={c} class={p === 0 ? "none" : `likely-${shade(Math.sqrt(p), 0, Math.sqrt(most))}`}>
                    {p === 0 ? "" : p < 5e-5 ? "<.01" : (100 * p).toFixed(2)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </div>
  );
}

/// How lucky what happened was.
export function Luck({ observed, sum, names }: { observed: Lucky[]; sum?: Lucky & { of: string }; names: Names }) {
  const rows = useQuantities();
  const all = [...observed.map((one) => ({ ...one, fact: inWords(one.fact, names, rows) })), ...(sum ? [{ ...sum, fact: `luck of ${names[0]}` }] : [])];
  const last = all[all.length - 1];
  return (
    <section aria-label="Luck">
      <DataTable
        table={{
          title: "What happened",
          columns: ["fact", "happened", "expected", "difference", "so low", "so high", "percentile"],
          rows: all.map((one) => [
            one.fact,
            { value: one.happened, text: decimal(one.happened) },
            { value: one.expected, text: decimal(one.expected) },
            { value: one.difference, text: decimal(one.difference) },
            { value: one.at_most, text: percent(one.at_most) },
            { value: one.at_least, text: percent(one.at_least) },
            { value: one.percentile, text: percent(one.percentile) },
          ]),
        }}
      />
      <p>
        {sum ? `${names[0]} was luckier than in` : "It was more than in"} <strong>{percent(last.percentile)}</strong> of such games, a tie counting one half
        {sum && `; its luck is ${inWords(sum.of, names, rows)}`}.
      </p>
    </section>
  );
}

/// Points that both sides lose, where units have points.
export function Points({ answer, names }: { answer: Outcome; names: Names }) {
  const { points_lost: lost, swing, destroyed_per_point: per } = answer;
  if (!lost) return null;
  return (
    <section class="points" aria-label="Points">
      <h2>Points</h2>
      <DistributionChart title={`Points lost by ${names[0]}`} of={lost.attacker} what="points" tone="attacker" />
      <DistributionChart title={`Points lost by ${names[1]}`} of={lost.defender} what="points" tone="defender" />
      {swing && <DistributionChart title={`Swing: lost by ${names[1]}, less lost by ${names[0]}`} of={swing} what="points" />}
      {per?.attacker != null && per.defender != null && (
        <p>
          Destroyed for each point: {names[0]} {decimal(per.attacker)}, {names[1]} {decimal(per.defender)}.
        </p>
      )}
    </section>
  );
}

/// All of it, but for the condition, which stands above.
export function OutcomeParts({ answer, names }: { answer: Outcome; names: Names }) {
  return (
    <>
      <Points answer={answer} names={names} />
      {answer.joint && <JointMap joint={answer.joint} names={names} />}
    </>
  );
}
