// Quantities and facts as people call them: "Guardian: mean damage" for defender.damage.mean. The words
// are those of the library's own list.
import type { QuantityRow } from "./json";

export type Names = [string, string]; // of the attacker, of the defender

const literally = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

/// Whether mean, deviation and percentiles can be asked for.
export const hasLaw = (row: QuantityRow) => row.is === "count" || row.is === "points";

/// The pattern of "SIDE.kills[GROUP]", with what may be asked of it behind.
function patternOf(row: QuantityRow) {
  const name = literally(row.name).replace("SIDE", "(?<side>attacker|defender)").replace(/\\\[(GROUP|UNIT|N)\\\]/g, (_, what) => `\\[(?<${what === "N" ? "step" : "part"}>[^\\]]+)\\]`);
  return new RegExp(`^${name}${hasLaw(row) ? "(?:\\.(?<how>mean|sd|median)|\\.p(?<percent>\\d+)|>=(?<n>\\d+))?" : ""}$`);
}

const patterns = new WeakMap<QuantityRow[], { row: QuantityRow; pattern: RegExp }[]>();

function patternsOf(rows: QuantityRow[]) {
  let known = patterns.get(rows);
  if (!known) patterns.set(rows, (known = rows.map((row) => ({ row, pattern: patternOf(row) }))));
  return known;
}

const withSides = (text: string, [attacker, defender]: Names) => text.replace(/\bthe attacker\b/g, attacker).replace(/\bthe defender\b/g, defender);

/// A condition with the names of the sides in it.
const eventInWords = (event: string, [attacker, defender]: Names) =>
  event
    .replace(/\battacker(?:\[([^\]]*)\])?\.([a-z]+)/g, (_, part: string | undefined, fact: string) => `${attacker}${part ? ` (${part})` : ""}: ${fact}`)
    .replace(/\bdefender(?:\[([^\]]*)\])?\.([a-z]+)/g, (_, part: string | undefined, fact: string) => `${defender}${part ? ` (${part})` : ""}: ${fact}`)
    .replace(/\bwin\b(?! *=)/g, `${attacker} wins`)
    .replace(/\blose\b/g, `${defender} wins`);

/// `asNumber`: what is yes or no is said as its probability.
export function inWords(quantity: string, names: Names, rows: QuantityRow[], asNumber = false): string {
  const plain = quantity.replace(/ /g, "");
  const own = /^(hits|damage|kills|destroyed|destroys|wounds)/.test(plain) ? `attacker.${plain}` : plain;
  for (const { row, pattern } of patternsOf(rows)) {
    const found = pattern.exec(own);
    if (!found) continue;
    const { side, part, step, how, percent, n } = found.groups ?? {};
    const before = how === "sd" ? "standard deviation of " : how ? `${how} ` : percent ? `${percent} % percentile of ` : n ? `probability of ${n} or more ` : "";
    const whose = [step ? `attack ${step}` : "", side ? names[side === "attacker" ? 0 : 1] : "", part ? `(${part})` : ""].filter(Boolean).join(" ");
    const odds = asNumber && row.is === "yes or no" ? `probability that ${row.meaning.startsWith("may ") ? "it " : ""}` : "";
    return `${whose}${whose ? ": " : ""}${before}${odds}${withSides(row.meaning, names).replace(/, of one .*$/, "")}`;
  }
  return eventInWords(quantity, names);
}
