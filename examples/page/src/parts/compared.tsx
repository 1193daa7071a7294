// Answers beside each other: a column each, a row a figure, and how far each is from the first.
import { difference, type FigureOf } from "../figures";
import { DataTable } from "./table";

export interface Column {
  name: string;
  figures: FigureOf[];
}

export function Compared({ title, columns, onlyOdds = false, bare = onlyOdds }: { title: string; columns: Column[]; onlyOdds?: boolean; bare?: boolean }) {
  const [first, ...others] = columns;
  const find = (column: Column, key: string) => column.figures.find((one) => one.key === key);
  // A row where at least two have the figure and somebody says other than nothing.
  const keys = [...new Set(columns.flatMap((column) => column.figures.map((one) => one.key)))].filter((key) => {
    const there = columns.map((column) => find(column, key)).filter((one): one is FigureOf => one !== undefined);
    return there.length > 1 && there.some((one) => one.value !== 0) && (!onlyOdds || there[0].isOdds);
  });
  if (keys.length === 0 || !keys.some((key) => others.some((column) => difference(find(column, key) ?? find(first, key)!, find(first, key) ?? find(column, key)!)))) return null;
  return (
    <DataTable
      bare={bare}
      table={{
        title,
        columns: ["", ...columns.map((column) => column.name)],
        rows: keys.map((key) => {
          const base = find(first, key);
          return [
            columns.map((column) => find(column, key)).find((one) => one !== undefined)!.name,
            ...columns.map((column) => {
              const figure = find(column, key);
              if (!figure) return "";
              const apart = base && column !== first ? difference(figure, base) : "";
              return { value: figure.value, text: apart ? `${figure.text} (${apart})` : figure.text };
            }),
          ];
        }),
      }}
    />
  );
}
