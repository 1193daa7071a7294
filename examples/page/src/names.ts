// Quantities and facts as people call them: "Guardian: mean damage" for defender.damage.mean. The words
// are those of the library's own list.
import type { QuantityRow } from "./json";

export type Names = [string, string]; // of the attacker, of the defender

const literally = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

/// The pattern of "SIDE.kills[GROUP]>=N".
const patternOf = (name: string) =>
  new RegExp(`^${literally(name).replace("SIDE", "(?<side>attacker|defender)").replace(/\\\[(GROUP|UNIT)\\\]/, "\\[(?<part>[^\\]]+)\\]").replace(/N$/, "(?<n>\\d+)")}$`);

const patterns = new WeakMap<QuantityRow[], { row: QuantityRow; pattern: RegExp }[]>();

function patternsOf(rows: QuantityRow[]) {
  let known = patterns.get(rows);
  if (!known) patterns.set(rows, (known = rows.map((row) => ({ row, pattern: patternOf(row.name) }))));
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

export function inWords(quantity: string, names: Names, rows: QuantityRow[]): string {
  const plain = quantity.replace(/ /g, "");
  const own = /^(hits|damage|kills|destroyed|wounds)/.test(plain) ? `attacker.${plain}` : plain;
  for (const { row, pattern } of patternsOf(rows)) {
    const found = pattern.exec(own);
    if (!found) continue;
    const { side, part, n } = found.groups ?? {};
    const meaning = withSides(row.meaning, names).replace(/, N from.*$/, "").replace(/\bN\b/, n ?? "").replace("GROUP", part ?? "");
    const percentile = n && row.name.endsWith("pN") ? `${n} % ` : "";
    if (!side) return percentile + meaning;
    return `${names[side === "attacker" ? 0 : 1]}${part && !row.meaning.includes("GROUP") ? ` (${part})` : ""}: ${percentile}${meaning}`;
  }
  return eventInWords(quantity, names);
}
