// Spreadsheets as text: the first sheet of an .xlsx or .ods file, as CSV that the library reads.
import { strFromU8, unzipSync } from "fflate";

export class BadSheet extends Error {}

export const isSheet = (name: string) => /\.(xlsx|ods)$/i.test(name);

const most = { rows: 10_000, columns: 200 };

const read = (files: Record<string, Uint8Array>, name: string): Document | undefined =>
  files[name] && new DOMParser().parseFromString(strFromU8(files[name]), "application/xml");

const tags = (of: Document | Element, name: string) => [...of.getElementsByTagNameNS("*", name)];

/// "C7" is in the third column: 2.
function columnOf(place: string): number {
  const letters = /^[A-Z]+/.exec(place)?.[0] ?? "A";
  return [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;
}

function rowsOfXlsx(files: Record<string, Uint8Array>): string[][] {
  const strings = read(files, "xl/sharedStrings.xml");
  const shared = strings ? tags(strings, "si").map((one) => tags(one, "t").map((t) => t.textContent).join("")) : [];
  const first = Object.keys(files).filter((name) => /^xl\/worksheets\/sheet\d+\.xml$/.test(name)).sort((a, b) => a.length - b.length || a.localeCompare(b))[0];
  const sheet = first === undefined ? undefined : read(files, first);
  if (!sheet) throw new BadSheet("there is no sheet in it");
  return tags(sheet, "row").slice(0, most.rows).map((row) => {
    const cells: string[] = [];
    for (const cell of tags(row, "c")) {
      const column = Math.min(columnOf(cell.getAttribute("r") ?? "A"), most.columns);
      const value = tags(cell, "v")[0]?.textContent ?? "";
      const type = cell.getAttribute("t");
      cells[column] = type === "s" ? (shared[Number(value)] ?? "") : type === "inlineStr" ? tags(cell, "t").map((t) => t.textContent).join("") : type === "b" ? (value === "1" ? "TRUE" : "FALSE") : value;
    }
    return Array.from(cells, (cell) => cell ?? "");
  });
}

function rowsOfOds(files: Record<string, Uint8Array>): string[][] {
  const content = read(files, "content.xml");
  const table = content && tags(content, "table")[0];
  if (!table) throw new BadSheet("there is no sheet in it");
  const attribute = (of: Element, name: string) => [...of.attributes].find((one) => one.localName === name)?.value;
  const times = (of: Element, name: string, most: number) => Math.min(Number(attribute(of, name) ?? 1), most);
  return tags(table, "table-row").slice(0, most.rows).map((row) => {
    const cells: string[] = [];
    for (const cell of tags(row, "table-cell")) {
      const text = tags(cell, "p").map((p) => p.textContent).join(" ");
      const value = attribute(cell, "boolean-value")?.toUpperCase() ?? attribute(cell, "value") ?? text;
      // Empty cells to the edge of the sheet are one that is repeated.
      for (let i = 0; i < times(cell, "number-columns-repeated", most.columns) && cells.length < most.columns; i++) cells.push(value);
    }
    while (cells.length > 0 && cells[cells.length - 1] === "") cells.pop();
    return cells;
  });
}

/// Throws BadSheet.
export function sheetAsCsv(name: string, content: Uint8Array): string {
  let rows: string[][];
  try {
    // Pictures and the like are left packed.
    const files = unzipSync(content, { filter: (file) => file.name.endsWith(".xml") && file.originalSize < 50_000_000 });
    rows = /\.ods$/i.test(name) ? rowsOfOds(files) : rowsOfXlsx(files);
  } catch (problem) {
    throw new BadSheet(`${name}: ${problem instanceof BadSheet ? problem.message : "it cannot be unpacked"}`);
  }
  const quoted = (cell: string) => (/[",\n\r]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);
  return rows.filter((row) => row.some((cell) => cell !== "")).map((row) => row.map(quoted).join(",")).join("\n") + "\n";
}
