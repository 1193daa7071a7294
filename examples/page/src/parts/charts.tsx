// The kinds of charts. Scales and lines are d3's; the elements are ours.
import { scaleBand, scaleLinear, scalePoint } from "d3-scale";
import { line } from "d3-shape";
import type { Distribution } from "../json";
import { atLeast, decimal, percent } from "../words";
import { Figure } from "./figure";
import type { TableData } from "./table";

const margin = { left: 46, right: 12, top: 12, bottom: 40 };

/// How many values are worth drawing: what comes after is less likely than this.
const tooSmall = 5e-4;

function Axis({ ticks, at, width, text }: { ticks: number[]; at: (tick: number) => number; width: number; text: (tick: number) => string }) {
  return (
    <g class="axis">
      {ticks.map((tick) => (
        <g key={tick}>
          <line x1={margin.left} x2={width - margin.right} y1={at(tick)} y2={at(tick)} />
          <text x={margin.left - 6} y={at(tick) + 4} class="end">
            {text(tick)}
          </text>
        </g>
      ))}
    </g>
  );
}

const share = (tick: number) => `${Math.round(100 * tick)} %`;

interface DistributionProps {
  title: string;
  of: Distribution;
  what: string;
  tone?: Tone; // whose it is
}

export type Tone = "attacker" | "defender" | "neutral";

export function DistributionChart({ title, of, what, tone = "neutral" }: DistributionProps) {
  const tail = atLeast(of.pmf);
  const values = of.values ?? of.pmf.map((_, k) => k);
  const shown = Math.max(tail.findIndex((p) => p < tooSmall) + 1 || tail.length, Math.min(2, tail.length));
  const said = (k: number) => `${decimal(values[k])}: ${percent(of.pmf[k], of.half_width?.[k])}; ${decimal(values[k])} or more: ${percent(tail[k], of.half_width && 0.0005)}`;
  const table: TableData = {
    title: `${title}: ${what}`,
    columns: [what, "probability", "at least", ...(of.half_width ? ["half-width"] : [])],
    rows: of.pmf.map((p, k) => [
      values[k],
      { value: p, text: percent(p, of.half_width?.[k]) },
      { value: tail[k], text: percent(tail[k], of.half_width && 0.0005) },
      ...(of.half_width ? [{ value: of.half_width[k], text: percent(of.half_width[k], of.half_width[k]) }] : []),
    ]),
  };
  const height = 220;
  const bands = (width: number) => scaleBand<number>().domain([...Array(shown).keys()]).range([margin.left, width - margin.right]).padding(shown > 60 ? 0 : 0.2);
  const middle = (width: number, k: number) => bands(width)(k)! + bands(width).bandwidth() / 2;
  const draw = (width: number) => {
    const x = bands(width);
    const y = scaleLinear().domain([0, 1]).range([height - margin.bottom, margin.top]);
    const every = Math.ceil(shown / Math.max((width - 60) / 28, 1));
    const path = line<number>((_, k) => middle(width, k), (p) => y(p))(tail.slice(0, shown));
    return (
      <>
        <Axis ticks={[0, 0.25, 0.5, 0.75, 1]} at={y} width={width} text={share} />
        {of.pmf.slice(0, shown).map((p, k) => (
          <g key={k}>
            <title>{said(k)}</title>
            <rect class={`tone-${tone}`} x={x(k)} width={x.bandwidth()} y={y(p)} height={y(0) - y(p)} />
            {of.half_width && (
              <line class="whisker" x1={middle(width, k)} x2={middle(width, k)} y1={y(Math.min(p + of.half_width[k], 1))} y2={y(Math.max(p - of.half_width[k], 0))} />
            )}
            {k % every === 0 && (
              <text x={middle(width, k)} y={height - margin.bottom + 16} class="middle">
                {decimal(values[k])}
              </text>
            )}
          </g>
        ))}
        <path class="line at-least" d={path ?? ""} />
        {tail.slice(0, shown).map((p, k) => (
          <circle key={k} class="dot" cx={middle(width, k)} cy={y(p)} r={shown > 40 ? 1.5 : 3} />
        ))}
        <text x={(margin.left + width - margin.right) / 2} y={height - 4} class="middle">
          {what}
        </text>
      </>
    );
  };
  const likeliest = of.pmf.indexOf(Math.max(...of.pmf));
  const legend = (
    <p class="legend">
      <span>
        <span class={`key tone-${tone}`} /> exactly
      </span>
      <span>
        <span class="key line-key at-least" /> at least
      </span>
    </p>
  );
  return (
    <Figure
      title={title}
      says={`${decimal(of.mean)} ${what} on average, most often ${decimal(values[likeliest])} with ${percent(of.pmf[likeliest], of.half_width?.[likeliest])}`}
      height={height}
      table={table}
      legend={legend}
      readings={of.pmf.slice(0, shown).map((_, k) => ({ at: (width) => middle(width, k), text: said(k) }))}
      draw={draw}
    />
  );
}

export interface Series {
  name: string;
  values: (number | null)[]; // one for each x
}

interface LinesProps {
  title: string;
  xName: string;
  xs: (string | number)[];
  series: Series[];
  says: string;
  /// Values are probabilities.
  odds: boolean;
  shown?: number; // as many of the places are drawn; the table has all
}

/// Lines over the same places. Places that are words stand in a row.
export function LinesChart({ title, xName, xs: allXs, series: allSeries, says, odds, shown = allXs.length }: LinesProps) {
  const height = 240;
  const xs = allXs.slice(0, shown);
  const series = allSeries.map((one) => ({ ...one, values: one.values.slice(0, shown) }));
  const all = series.flatMap((one) => one.values).filter((value): value is number => value !== null);
  const numeric = xs.length > 1 && xs.every((x) => typeof x === "number");
  const text = (value: number | null) => (value === null ? "not allowed" : odds ? percent(value) : decimal(value));
  const table: TableData = {
    title,
    columns: [xName, ...allSeries.map((one) => one.name)],
    rows: allXs.map((x, i) => [
      x,
      ...allSeries.map((one) => {
        const value = one.values[i];
        return value === null ? text(null) : { value, text: text(value) };
      }),
    ]),
  };
  const place = (width: number) => {
    const range = [margin.left + 8, width - margin.right - 8];
    const linear = scaleLinear().domain(numeric ? [Math.min(...(xs as number[])), Math.max(...(xs as number[]))] : [0, 1]).range(range);
    const points = scalePoint<string>().domain(xs.map(String)).range(range).padding(xs.length === 1 ? 0.5 : 0);
    return (i: number) => (numeric ? linear(xs[i] as number) : points(String(xs[i]))!);
  };
  const draw = (width: number) => {
    const x = place(width);
    const y = scaleLinear()
      .domain(odds ? [0, 1] : [Math.min(0, ...all), Math.max(0.001, ...all)])
      .range([height - margin.bottom, margin.top])
      .nice(odds ? undefined : 5);
    const every = Math.ceil(xs.length / Math.max((width - 60) / 44, 1));
    return (
      <>
        <Axis ticks={odds ? [0, 0.25, 0.5, 0.75, 1] : y.ticks(5)} at={y} width={width} text={odds ? share : (tick) => decimal(tick)} />
        {xs.map((one, i) =>
          i % every === 0 ? (
            <text key={i} x={x(i)} y={height - margin.bottom + 16} class="middle">
              {String(one)}
            </text>
          ) : null,
        )}
        {series.map((one, s) => {
          const path = line<number | null>((_, i) => x(i), (value) => y(value!)).defined((value) => value !== null)(one.values);
          return (
            <g key={one.name}>
              <path class={`line series-${s + 1}`} d={path ?? ""} />
              {one.values.map((value, i) =>
                value === null ? null : (
                  <circle key={i} class={`dot series-${s + 1}`} cx={x(i)} cy={y(value)} r={xs.length > 40 ? 1.5 : 3}>
                    <title>{`${one.name}, ${xName} ${xs[i]}: ${text(value)}`}</title>
                  </circle>
                ),
              )}
            </g>
          );
        })}
        <text x={(margin.left + width - margin.right) / 2} y={height - 4} class="middle">
          {xName}
        </text>
      </>
    );
  };
  const legend = (
    <p class="legend">
      {series.map((one, s) => (
        <span key={one.name}>
          <span class={`key line-key series-${s + 1}`} /> {one.name}
        </span>
      ))}
    </p>
  );
  const readings = xs.map((x, i) => ({ at: (width: number) => place(width)(i), text: `${xName} ${x}: ${series.map((one) => `${one.name} ${text(one.values[i])}`).join(", ")}` }));
  return <Figure title={title} says={says} height={height} table={table} legend={legend} readings={readings} draw={draw} />;
}

/// Parts of a whole, as one bar.
export function ShareBar({ title, parts }: { title: string; parts: { name: string; p: number; text: string; tone: string }[] }) {
  const table: TableData = { title, columns: ["outcome", "probability"], rows: parts.map((part) => [part.name, { value: part.p, text: part.text }]) };
  const height = 44;
  const draw = (width: number) => {
    let from = 0;
    return parts.map((part) => {
      const x = from;
      from += part.p * width;
      return (
        <g key={part.name}>
          <title>{`${part.name}: ${part.text}`}</title>
          <rect class={part.tone} x={x} width={Math.max(part.p * width, 0)} y={4} height={36} />
        </g>
      );
    });
  };
  const legend = (
    <ul class="shares">
      {parts.map((part) => (
        <li key={part.name}>
          <span class={`key ${part.tone}`} /> {part.name} <strong>{part.text}</strong>
        </li>
      ))}
    </ul>
  );
  const says = parts.map((part) => `${part.name} ${part.text}`).join(", ");
  return <Figure title={title} says={says} height={height} table={table} legend={legend} draw={draw} />;
}

export interface ChangeRow {
  name: string;
  is: string;
  less: number | string | null;
  more: number | string | null;
}

/// What one less and one more of each stat do, to both sides of a middle line.
export function ChangesChart({ title, rows, odds, quantity }: { title: string; rows: ChangeRow[]; odds: boolean; quantity: string }) {
  const text = (value: number | string | null) =>
    value === null ? "not allowed" : typeof value === "string" ? value : (value > 0 ? "+" : value < 0 ? "−" : "±") + (odds ? percent(Math.abs(value)) : decimal(Math.abs(value)));
  const cell = (value: number | string | null) => (typeof value === "number" ? { value, text: text(value) } : text(value));
  const table: TableData = {
    title,
    columns: ["stat", "is", "one less", "one more"],
    rows: rows.map((row) => [row.name, row.is, cell(row.less), cell(row.more)]),
  };
  const lineHeight = 34;
  const height = rows.length * lineHeight + 8;
  const draw = (width: number) => {
    const most = Math.max(1e-9, ...rows.flatMap((row) => [row.less, row.more]).map((v) => (typeof v === "number" ? Math.abs(v) : 0)));
    const left = Math.min(130, width * 0.36);
    const x = scaleLinear().domain([-most, most]).range([left + 4, width - 6]);
    const bar = (value: number | string | null, top: number, tone: string) =>
      typeof value === "number" ? (
        <rect class={tone} x={Math.min(x(0), x(value))} width={Math.abs(x(value) - x(0))} y={top} height={11}>
          <title>{text(value)}</title>
        </rect>
      ) : null;
    return (
      <>
        <line class="middle-line" x1={x(0)} x2={x(0)} y1={0} y2={height} />
        {rows.map((row, i) => (
          <g key={row.name}>
            <text x={left - 4} y={i * lineHeight + 22} class="end">
              {row.name.length > 18 ? row.name.slice(0, 17) + "…" : row.name}
            </text>
            {bar(row.more, i * lineHeight + 6, "tone-more")}
            {bar(row.less, i * lineHeight + 19, "tone-less")}
          </g>
        ))}
      </>
    );
  };
  const legend = (
    <p class="legend">
      <span>
        <span class="key tone-more" /> one more
      </span>
      <span>
        <span class="key tone-less" /> one less
      </span>
      <span>change of {quantity}</span>
    </p>
  );
  const best = rows.find((row) => typeof row.more === "number");
  return <Figure title={title} says={best ? `one more ${best.name} changes it by ${text(best.more)}` : "no stat can be changed"} height={height} table={table} legend={legend} draw={draw} />;
}
