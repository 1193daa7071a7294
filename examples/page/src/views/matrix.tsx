// Every unit against every other: a heat map that can be sorted, and clicked to open a fight.
import { useRef, useState } from "preact/hooks";
import { DesignLine } from "../parts/answer_frame";
import { fileName, pngOf, save, svgText } from "../parts/files";
import { DataTable, TableTools } from "../parts/table";
import { type MatrixAnswer, number, type Ranking, type RankingAnswer } from "../json";
import { inWords } from "../names";
import { shade } from "../parts/outcome_parts";
import { useQuantities } from "../parts/page";
import { decimal, isOdds, percent } from "../words";

type Sorted = { by: "roster" } | { by: "mean" } | { by: "column"; column: number };

interface Props {
  answer: MatrixAnswer;
  open: (row: number, column: number) => void;
}

function value(answer: MatrixAnswer, row: number, column: number, q: number): number | undefined {
  const cell = answer.matrix[row][column];
  return cell ? number(cell[q]) : undefined;
}

const meanOf = (values: (number | undefined)[]) => {
  const known = values.filter((one): one is number => one !== undefined);
  return known.length > 0 ? known.reduce((sum, one) => sum + one, 0) / known.length : -Infinity;
};

function sorted(answer: MatrixAnswer, order: Sorted, q: number): number[] {
  const rows = answer.rows.map((_, row) => row);
  if (order.by === "roster") return rows;
  const key = (row: number) =>
    order.by === "column" ? (value(answer, row, order.column, q) ?? -Infinity) : meanOf(answer.columns.map((_, column) => value(answer, row, column, q)));
  return rows.map((row) => [key(row), row] as const).sort((x, y) => y[0] - x[0] || x[1] - y[1]).map(([, row]) => row);
}

/// The same as a drawing, for files. Not on the page, where the table is the heat map.
function Drawing({ answer, q, order, least, most, place }: { answer: MatrixAnswer; q: number; order: number[]; least: number; most: number; place: { current: SVGSVGElement | null } }) {
  const [left, top, wide, high] = [150, 40, 56, 28];
  return (
    <svg ref={place} class="unseen" aria-hidden="true" viewBox={`0 0 ${left + wide * answer.columns.length + 8} ${top + high * order.length + 8}`}>
      {answer.columns.map((name, c) => (
        <text key={c} class="middle" x={left + wide * (c + 0.5)} y={top - 10}>
          {name.slice(0, 7)}
        </text>
      ))}
      {order.map((row, r) => (
        <g key={row}>
          <text class="end" x={left - 6} y={top + high * r + 18}>
            {answer.rows[row].slice(0, 20)}
          </text>
          {answer.columns.map((_, c) => {
            const one = value(answer, row, c, q);
            return (
              <g key={c}>
                <rect class={one === undefined ? "none" : `heat-${shade(one, least, most)}`} x={left + wide * c} y={top + high * r} width={wide - 1} height={high - 1} />
                <text class={`middle ${one === undefined ? "" : `on-heat-${shade(one, least, most)}`}`} x={left + wide * (c + 0.5)} y={top + high * r + 18}>
                  {one === undefined ? "–" : short(answer.quantities[q], one)}
                </text>
              </g>
            );
          })}
        </g>
      ))}
    </svg>
  );
}

/// As much of a number as a cell has room for; odds in percent.
function short(quantity: string, of: number): string {
  if (!isOdds(quantity)) return decimal(Number(of.toPrecision(3)));
  if (of > 0 && of < 0.0005) return "<0.1";
  return (100 * of).toFixed(of > 0 && of < 0.1 ? 1 : 0);
}

export function MatrixView({ answer, open }: Props) {
  const [q, choose] = useState(0);
  const [order, sort] = useState<Sorted>({ by: "roster" });
  const drawing = useRef<SVGSVGElement>(null);
  const shownQ = Math.min(q, answer.quantities.length - 1);
  const quantity = answer.quantities[shownQ];
  const listed = useQuantities();
  const said = (one: string) => inWords(one, ["the row", "the column"], listed, true);
  const rows = sorted(answer, order, shownQ);
  const known = answer.matrix.flatMap((row) => row.map((cell) => (cell ? number(cell[shownQ]) : undefined))).filter((one): one is number => one !== undefined);
  const [least, most] = isOdds(quantity) ? [0, 1] : [Math.min(0, ...known), Math.max(...known, 1e-9)];
  const title = `${said(quantity)}: rows attack columns`;
  const name = fileName(`matrix ${quantity}`);
  const table = {
    title,
    columns: ["attacker", ...answer.columns],
    rows: rows.map((row) => [answer.rows[row], ...answer.columns.map((_, column) => value(answer, row, column, shownQ) ?? "not allowed")]),
  };
  return (
    <>
      <DesignLine answer={answer} />
      <p class="row only-chooses">
        <label for="matrix-quantity">Shown</label>
        <select id="matrix-quantity" value={String(shownQ)} onChange={(event) => choose(Number(event.currentTarget.value))}>
          {answer.quantities.map((one, i) => (
            <option key={one} value={String(i)}>
              {said(one)}
            </option>
          ))}
        </select>
        <label for="matrix-order">sorted by</label>
        <select id="matrix-order" value={order.by === "column" ? `column ${order.column}` : order.by}
          onChange={(event) => {
            const by = event.currentTarget.value;
            sort(by === "mean" ? { by } : by === "roster" ? { by } : { by: "column", column: Number(by.slice(7)) });
          }}>
          <option value="roster">roster</option>
          <option value="mean">mean</option>
          {answer.columns.map((column, i) => (
            <option key={i} value={`column ${i}`}>
              {column}
            </option>
          ))}
        </select>
      </p>
      <div class="scrolls" role="region" aria-label={title} tabIndex={0}>
        <table class="heat">
          <caption>{title}; tap a cell to open it</caption>
          <thead>
            <tr>
              <td />
              {answer.columns.map((column, i) => (
                <th scope="col" key={i} aria-sort={order.by === "column" && order.column === i ? "descending" : undefined}>
                  <button type="button" title={`sort by ${column}`} onClick={() => sort({ by: "column", column: i })}>
                    {column}
                  </button>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row}>
                <th scope="row">{answer.rows[row]}</th>
                {answer.columns.map((column, c) => {
                  const one = value(answer, row, c, shownQ);
                  return (
                    <td key={c} class={one === undefined ? "none" : `heat-${shade(one, least, most)} on-heat-${shade(one, least, most)}`}>
                      <button type="button" onClick={() => open(row, c)}>
                        <span class="unseen">
                          {answer.rows[row]} against {column}:{" "}
                        </span>
                        {one === undefined ? "–" : short(quantity, one)}
                      </button>
                    </td>
                  );
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <TableTools table={table} />
      <div class="tools">
        <button type="button" onClick={() => drawing.current && save(`${name}.svg`, svgText(drawing.current), "image/svg+xml")}>
          Chart as SVG
        </button>
        <button type="button" onClick={async () => drawing.current && save(`${name}.png`, await pngOf(drawing.current))}>
          Chart as PNG
        </button>
      </div>
      <Drawing answer={answer} q={shownQ} order={rows} least={least} most={most} place={drawing} />
      {answer.ranking && <Strength answer={answer} />}
    </>
  );
}

export function RankingTable({ ranking }: { ranking: Ranking }) {
  const isPriced = ranking.some((row) => row.points != null);
  const isMixed = ranking.some((row) => row.share !== undefined);
  const odds = (p: number | undefined) => (p === undefined ? "" : { value: p, text: percent(p) });
  return (
    <>
      <DataTable
        table={{
          title: "Ranking",
          columns: ["rank", "unit", "beats another", "rating", ...(isMixed ? ["in the equilibrium", "against it", "best against", "worst against"] : []), ...(isPriced ? ["points"] : [])],
          rows: ranking.map((row) => [
            row.rank,
            row.unit,
            odds(row.odds),
            row.rating == null ? "none" : { value: row.rating, text: row.rating.toFixed(3) },
            ...(isMixed ? [odds(row.share), odds(row.against_mix), row.best_against ?? "", row.worst_against ?? ""] : []),
            ...(isPriced ? [row.points ?? ""] : []),
          ]),
        }}
      />
      {isMixed && <p>The equilibrium is the mixture of units that no unit beats: who knows no better takes each with its share.</p>}
    </>
  );
}

export function RankingView({ answer }: { answer: RankingAnswer }) {
  return (
    <>
      <DesignLine answer={answer} />
      <RankingTable ranking={answer.ranking} />
    </>
  );
}

function Strength({ answer }: { answer: MatrixAnswer }) {
  const { ranking = [], cycles = [], dominations = [], left_out = [] } = answer;
  return (
    <>
      <RankingTable ranking={ranking} />
      {left_out.map((what) => (
        <p key={what}>{what}</p>
      ))}
      {dominations.length > 0 && (
        <details>
          <summary>{dominations.length} pairs where one is better in every match-up</summary>
          <ul>
            {dominations.map(({ better, worse }) => (
              <li key={`${better} ${worse}`}>
                {better} than {worse}
              </li>
            ))}
          </ul>
        </details>
      )}
      {cycles.length > 0 && (
        <details>
          <summary>Rock, paper, scissors: {cycles.length} rings</summary>
          <ul>
            {cycles.map((cycle) => (
              <li key={cycle.units.join()}>
                {cycle.units.join(" beats ")} beats the first, each with {percent(cycle.odds)} or more
              </li>
            ))}
          </ul>
        </details>
      )}
    </>
  );
}
