// The same fight over a range of a stat, as lines; and the stat that comes nearest to wanted odds.
import { LinesChart } from "../parts/charts";
import { DesignLine } from "../parts/answer_frame";
import { type Cell, type Designed, number, type SweepAnswer, type Value } from "../json";
import { inWords, type Names } from "../names";
import { useQuantities } from "../parts/page";
import { isOdds, quantityText } from "../words";

const namesOf = (answer: { attacker: string; defender?: string }): Names => [answer.attacker, answer.defender ?? "the defender"];

/// "attacker.armour" as people say it.
const keyInWords = (key: string, [a, b]: Names) => key.replace(/^attacker\./, `${a}: `).replace(/^defender\./, `${b}: `);

/// Who meets whom: one unit, or a roster on average.
function Meeting({ answer }: { answer: { attacker: string; defender?: string; opponents?: string[] } }) {
  const { attacker, defender, opponents } = answer;
  return (
    <p>
      {attacker} against {opponents ? `${opponents.join(", ")} (the mean over them)` : defender}
    </p>
  );
}

export function SweepView({ answer }: { answer: SweepAnswer }) {
  const { points, quantities } = answer;
  const listed = useQuantities();
  const names = namesOf(answer);
  const keys = answer.keys.map((key) => keyInWords(key, names));
  const said = (quantity: string) => inWords(quantity, names, listed, true);
  const xs = points.map((point) => (point.at.length === 1 ? point.at[0] : point.at.join(", "))) as (string | number)[];
  const numbers = xs.map((x) => (typeof x === "string" && x !== "" && !Number.isNaN(Number(x)) ? Number(x) : x));
  // Odds and means have no common axis.
  const kinds = [true, false].map((odds) => ({ odds, of: quantities.map((quantity, q) => ({ quantity, q })).filter(({ quantity }) => isOdds(quantity) === odds) }));
  return (
    <>
      <DesignLine answer={answer} />
      <Meeting answer={answer} />
      {kinds
        .filter(({ of }) => of.length > 0)
        .map(({ odds, of }) => (
          <LinesChart
            key={String(odds)}
            title={odds ? `Odds by ${keys.join(", ")}` : `Means by ${keys.join(", ")}`}
            xName={keys.join(", ")}
            xs={numbers}
            series={of.map(({ quantity, q }) => ({ name: said(quantity), values: points.map((point) => (point.values ? number(point.values[q]) : null)) }))}
            says={of.map(({ quantity, q }) => range(quantity, said(quantity), points, q)).join("; ")}
            odds={odds}
          />
        ))}
    </>
  );
}

function range(quantity: string, said: string, points: SweepAnswer["points"], q: number): string {
  const first = points.find((point) => point.values)?.values;
  const last = [...points].reverse().find((point) => point.values)?.values;
  return first && last ? `${said} from ${quantityText(quantity, first[q])} to ${quantityText(quantity, last[q])}` : `${said}: not allowed`;
}

export interface TuneAnswer extends Designed {
  attacker: string;
  defender?: string;
  opponents?: string[];
  keys: string[];
  target: number;
  method: string;
  best: { at: Value[]; value: Cell }[];
  tried: { at: Value[]; value: Cell | null }[];
}

export function TuneView({ answer }: { answer: TuneAnswer }) {
  const quantity = answer.quantities[0];
  const names = namesOf(answer);
  const said = inWords(quantity, names, useQuantities(), true);
  const keys = answer.keys.map((key) => keyInWords(key, names));
  const xs = answer.tried.map((one) => (one.at.length === 1 ? one.at[0] : one.at.join(", "))) as (string | number)[];
  return (
    <>
      <DesignLine answer={answer} />
      <Meeting answer={answer} />
      <p>
        Wanted: {said} {quantityText(quantity, answer.target)}; {answer.method}.
      </p>
      <p>It comes nearest at:</p>
      <ul>
        {answer.best.map((one) => (
          <li key={one.at.join()}>
            <strong>{keys.map((key, i) => `${key} = ${one.at[i]}`).join(", ")}</strong>: {quantityText(quantity, one.value)}
          </li>
        ))}
      </ul>
      <LinesChart
        title={`${said} by ${keys.join(", ")}`}
        xName={keys.join(", ")}
        xs={xs.map((x) => (x !== "" && !Number.isNaN(Number(x)) ? Number(x) : x))}
        series={[
          { name: said, values: answer.tried.map((one) => (one.value === null ? null : number(one.value))) },
          { name: "wanted", values: answer.tried.map(() => answer.target) },
        ]}
        says={`nearest at ${answer.best.map((one) => one.at.join()).join(" or ")}`}
        odds={isOdds(quantity)}
      />
    </>
  );
}
