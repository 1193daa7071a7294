// What one point more or less of each stat is worth.
import { useState } from "preact/hooks";
import { DesignLine } from "../parts/answer_frame";
import { ChangesChart } from "../parts/charts";
import { type Designed, number, type RosterValueAnswer, type ValueAnswer, type Worth } from "../json";
import { isOdds, quantityText } from "../words";

function WorthChart({ of, quantity, q }: { of: Worth; quantity: string; q: number }) {
  const base = of.base ? number(of.base[q]) : undefined;
  // A text stands where a stat is at its limit.
  const change = (cells: Worth["stats"][number]["less"]) => (typeof cells === "string" ? cells : cells === null ? null : number(cells[q]) - (base ?? 0));
  return (
    <>
      {base !== undefined && (
        <p>
          {of.unit}: {quantity} is {quantityText(quantity, base)}
        </p>
      )}
      <ChangesChart
        title={`What a point is worth to ${of.unit}`}
        quantity={quantity}
        odds={isOdds(quantity)}
        rows={of.stats.map((row) => ({ name: row.stat, is: String(row.is), less: change(row.less), more: change(row.more) }))}
      />
    </>
  );
}

function WorthOf({ answer, units }: { answer: Designed; units: Worth[] }) {
  const [chosen, choose] = useState(0);
  const q = Math.min(chosen, answer.quantities.length - 1);
  return (
    <>
      <DesignLine answer={answer} />
      <p class="row">
        <label for="value-quantity">Change of</label>
        <select id="value-quantity" value={String(q)} onChange={(event) => choose(Number(event.currentTarget.value))}>
          {answer.quantities.map((one, i) => (
            <option key={one} value={String(i)}>
              {one}
            </option>
          ))}
        </select>
      </p>
      {units.map((unit, i) => (
        <WorthChart key={i} of={unit} quantity={answer.quantities[q]} q={q} />
      ))}
    </>
  );
}

export function ValueView({ answer }: { answer: ValueAnswer }) {
  return (
    <>
      <p>
        {answer.unit} against {answer.opponents.join(", ")}
      </p>
      <WorthOf answer={answer} units={[answer]} />
    </>
  );
}

export function RosterValueView({ answer }: { answer: RosterValueAnswer }) {
  return <WorthOf answer={answer} units={answer.units} />;
}
