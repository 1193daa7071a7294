// What one point more or less of each stat is worth.
import { useState } from "preact/hooks";
import { ChangesChart } from "../parts/charts";
import { number, type ValueAnswer } from "../json";
import { isOdds, quantityText } from "../words";

export function ValueView({ answer }: { answer: ValueAnswer }) {
  const [chosen, choose] = useState(0);
  const q = Math.min(chosen, answer.quantities.length - 1);
  const quantity = answer.quantities[q];
  const base = answer.base ? number(answer.base[q]) : undefined;
  // A text stands where a stat is at its limit.
  const change = (cells: ValueAnswer["stats"][number]["less"]) =>
    typeof cells === "string" ? cells : cells === null ? null : number(cells[q]) - (base ?? 0);
  return (
    <>
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
      <p>
        {answer.unit} against {answer.opponents.join(", ")}
        {base !== undefined && `: ${quantity} is ${quantityText(quantity, base)}`}
      </p>
      <ChangesChart
        title={`What a point is worth to ${answer.unit}`}
        quantity={quantity}
        odds={isOdds(quantity)}
        rows={answer.stats.map((row) => ({ name: row.stat, is: String(row.is), less: change(row.less), more: change(row.more) }))}
      />
    </>
  );
}
