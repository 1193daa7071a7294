// Tables: what people read, and the same numbers in full precision for a spreadsheet.
import { useState } from "preact/hooks";
import { copy, fileName, save } from "./files";

export interface Cell {
  value: string | number;
  text?: string; // as it is shown
}
export type Row = (Cell | string | number)[];

export interface TableData {
  title: string;
  columns: string[];
  rows: Row[];
}

const valueOf = (cell: Cell | string | number) => (typeof cell === "object" ? cell.value : cell);
const isNumber = (cell: Cell | string | number | undefined) => cell !== undefined && typeof valueOf(cell) === "number";
const textOf = (cell: Cell | string | number) => (typeof cell === "object" ? (cell.text ?? String(cell.value)) : String(cell));

/// RFC 4180; with semicolons, for spreadsheets whose decimal point is a comma, numbers have one too.
export function toCsv(table: TableData, separator: "," | ";" | "\t"): string {
  const written = (value: string | number) => {
    if (typeof value === "number") return separator === ";" ? String(value).replace(".", ",") : String(value);
    // A spreadsheet must not take a name for a formula.
    const safe = /^'*[=+\-@\t\r]/.test(value) && Number.isNaN(Number(value)) ? `'${value}` : value;
    return /["\n\r,;\t]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
  };
  return [table.columns, ...table.rows.map((row) => row.map(valueOf))]
    .map((row) => row.map(written).join(separator) + "\r\n")
    .join("");
}

export function TableTools({ table }: { table: TableData }) {
  const [told, tell] = useState("");
  const name = fileName(table.title);
  return (
    <div class="tools">
      <button type="button" onClick={() => save(`${name}.csv`, toCsv(table, ","), "text/csv")}>
        CSV (,)
      </button>
      <button type="button" onClick={() => save(`${name}.csv`, "\ufeff" + toCsv(table, ";"), "text/csv")}>
        CSV (;)
      </button>
      <button
        type="button"
        onClick={async () => tell((await copy(toCsv(table, "\t"))) ? "copied" : "the browser does not allow it")}
      >
        Copy table
      </button>
      <span role="status">{told}</span>
    </div>
  );
}

/// `hidden`: its title is seen elsewhere; `bare`: it is no file of its own.
export function DataTable({ table, hidden, bare }: { table: TableData; hidden?: boolean; bare?: boolean }) {
  return (
    <>
      <div class={bare ? "scrolls bare" : "scrolls"} tabIndex={0} role="region" aria-label={table.title}>
        <table>
          <caption class={hidden ? "unseen" : undefined}>{table.title}</caption>
          <thead>
            <tr>
              {table.columns.map((column, i) =>
                column === "" ? <td></td> : <th scope="col" class={i > 0 && table.rows.some((row) => isNumber(row[i])) ? "number" : undefined}>{column}</th>,
              )}
            </tr>
          </thead>
          <tbody>
            {table.rows.map((row) => (
              <tr>
                {row.map((cell, i) =>
                  i === 0 ? <th scope="row">{textOf(cell)}</th> : <td class={isNumber(cell) ? "number" : undefined}>{textOf(cell)}</td>,
                )}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {!bare && <TableTools table={table} />}
    </>
  );
}
