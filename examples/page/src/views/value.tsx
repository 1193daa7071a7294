// What one point more or less of each stat is worth.
import { useState } from "preact/hooks";
import { DesignLine } from "../parts/answer_frame";
import { ChangesChart } from "../parts/charts";
import { type Designed, number, type RosterValueAnswer, type ValueAnswer, type Worth } from "../json";
import { inWords, type Names } from "../names";
import { useQuantities } from "../parts/page";
import { isOdds, quantityText } from "../words";

function WorthChart({ of, quantity, q, names }: { of: Worth; quantity: string; q: number; names: Names }) {
  const said = inWords(quantity, names, useQuantities(), true);
  const base = of.base ? number(of.base[q]) : undefined;
  // A text stands where a stat is at its limit.
  const change = (cells: Worth["stats"][number]["less"]) => (typeof cells === "string" ? cells : cells === null ? null : number(cells[q]) - (base ?? 0));
  return (
    <>
      {base !== undefined && (
        <p>
          {said.startsWith(`${of.unit}: `) ? said : `${of.unit}: ${said}`} is {quantityText(quantity, base)}
        </p>
      )}
      <ChangesChart
        title={`What a point is worth to ${of.unit}`}
        quantity={said}
        odds={isOdds(quantity)}
        rows={of.stats.map((row) => ({ name: row.stat, is: String(row.is), less: change(row.less), more: change(row.more) }))}
      />
    </>
  );
}

function WorthOf({ answer, units, foe }: { answer: Designed; units: Worth[]; foe: string }) {
  const listed = useQuantities();
  const namesOf = (unit: string): Names => [unit, foe];
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
              {inWords(one, namesOf(units.length === 1 ? units[0].unit : "the unit"), listed, true)}
            </option>
          ))}
        </select>
      </p>
      {units.map((unit, i) => (
        <WorthChart key={i} of={unit} quantity={answer.quantities[q]} q={q} names={namesOf(unit.unit)} />
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
      <WorthOf answer={answer} units={[answer]} foe={answer.opponents.length === 1 ? answer.opponents[0] : "the opponent"} />
    </>
  );
}

export function RosterValueView({ answer }: { answer: RosterValueAnswer }) {
  return <WorthOf answer={answer} units={answer.units} foe="the opponent" />;
}
