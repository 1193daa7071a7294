// Numbers as people read them. A simulated number is shown with no more digits than its half-width
// justifies.
import { type Cell, type Mean, type Odds, halfWidth, number } from "./json";

export function percent(p: number, half?: number): string {
  const value = 100 * p;
  if (half !== undefined) {
    const digits = half > 0 ? Math.min(Math.max(Math.ceil(-Math.log10(100 * half)), 0), 6) : 2;
    return `${value.toFixed(digits)} %`;
  }
  if (p === 0) return "0 %";
  if (p === 1) return "100 %";
  if (value < 0.01) return "under 0.01 %";
  if (value > 99.99) return "over 99.99 %";
  return `${value.toFixed(2)} %`;
}

/// Parts of one whole in percent: exact ones are rounded so that they add up to 100 %, the largest
/// remainders up, and none is 0 % or 100 % beside another.
export function percents(parts: Odds[]): string[] {
  const texts = parts.map(odds);
  if (parts.some((part) => halfWidth(part) !== undefined)) return texts;
  const values = parts.map(number);
  if (values.filter((p) => p > 0).length > 1) values.forEach((p, i) => { if (p === 1) texts[i] = "over 99.99 %"; });
  const shown = values.map((p, i) => ({ p, i })).filter(({ p }) => p >= 0.0001 && p <= 0.9999);
  const units = shown.map(({ p }) => Math.floor(p * 10000));
  let left = Math.round(shown.reduce((sum, { p }) => sum + p * 10000, 0)) - units.reduce((sum, n) => sum + n, 0);
  const order = shown.map((_, k) => k).sort((a, b) => shown[b].p * 10000 - units[b] - (shown[a].p * 10000 - units[a]));
  for (const k of order) if (left-- > 0) units[k] += 1;
  shown.forEach(({ i }, k) => { texts[i] = `${(units[k] / 100).toFixed(2)} %`; });
  return texts;
}

export function decimal(value: number, half?: number): string {
  if (half !== undefined && half > 0) return value.toFixed(Math.min(Math.max(Math.ceil(-Math.log10(half)), 0), 6));
  if (Number.isInteger(value)) return String(value);
  return Math.abs(value) >= 100 ? value.toFixed(1) : Math.abs(value) >= 10 ? value.toFixed(2) : value.toFixed(3);
}

export const odds = (of: Odds) => percent(number(of), halfWidth(of));
export const mean = (of: Mean) => decimal(number(of), halfWidth(of));

/// Whether a quantity is a probability: it is shown in percent.
export const isOdds = (quantity: string) => !/\.(mean|sd|p\d+)$|_per_|_point$/.test(quantity);

export const quantityText = (quantity: string, of: Cell) =>
  isOdds(quantity) ? percent(number(of), halfWidth(of)) : decimal(number(of), halfWidth(of));

/// "about 1 in 7" for odds that percents say badly.
export function oneIn(p: number): string {
  if (p <= 0 || p >= 0.2) return "";
  const n = 1 / p;
  return n < 1e9 ? `about 1 in ${n < 20 ? Math.round(n) : Number(n.toPrecision(2)).toLocaleString("en")}` : "";
}

/// In percent; what percents say badly, as "1 in 1,200,000".
export const oddsInWords = (of: Odds) => (halfWidth(of) === undefined && number(of) > 0 && number(of) < 1e-4 ? oneIn(number(of)) || odds(of) : odds(of));

export const atLeast = (pmf: number[]): number[] => {
  const tail = new Array<number>(pmf.length);
  let sum = 0;
  for (let k = pmf.length - 1; k >= 0; k--) tail[k] = Math.min((sum += pmf[k]), 1);
  if (tail.length > 0) tail[0] = 1;
  return tail;
};
