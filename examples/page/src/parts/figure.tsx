// A chart with what belongs to it: a heading, the drawing, what it says where it is tapped, its files, and
// the table behind it.
import type { ComponentChildren } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { fileName, pngOf, save, svgText } from "./files";
import { DataTable, type TableData } from "./table";

/// How wide a chart is drawn for paper, where two stand beside each other: text stays large enough to be read.
const onPaper = 600;

/// As wide as the place it stands in, so that text keeps its size.
export function useWidth<T extends Element>() {
  const place = useRef<T>(null);
  const [width, set] = useState(320);
  useEffect(() => {
    const element = place.current;
    if (!element) return undefined;
    const measure = () => set(Math.max(Math.round(element.clientWidth), 240));
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    const print = () => set(onPaper);
    addEventListener("beforeprint", print);
    addEventListener("afterprint", measure);
    return () => {
      observer.disconnect();
      removeEventListener("beforeprint", print);
      removeEventListener("afterprint", measure);
    };
  }, []);
  return [place, width] as const;
}

/// What a chart says at one of its values: a tap, or an arrow key, turns to it.
export interface Reading {
  at: (width: number) => number; // its middle
  text: string;
}

interface Props {
  title: string;
  says: string; // the drawing in a sentence
  height: number;
  table: TableData;
  legend?: ComponentChildren;
  readings?: Reading[];
  draw: (width: number) => ComponentChildren;
}

function nearest(readings: Reading[], width: number, x: number): number {
  let best = 0;
  readings.forEach((one, i) => {
    if (Math.abs(one.at(width) - x) < Math.abs(readings[best].at(width) - x)) best = i;
  });
  return best;
}

export function Figure({ title, says, height, table, legend, readings = [], draw }: Props) {
  const [place, width] = useWidth<HTMLDivElement>();
  const svg = useRef<SVGSVGElement>(null);
  const [turned, turn] = useState<number>();
  const name = fileName(title);
  const at = turned === undefined ? undefined : Math.min(turned, readings.length - 1);
  const read = at === undefined ? undefined : readings[at];
  const key = (event: KeyboardEvent) => {
    const by = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0;
    if (by === 0) return;
    event.preventDefault();
    turn(at === undefined ? (by > 0 ? 0 : readings.length - 1) : (at + by + readings.length) % readings.length);
  };
  const isRead = readings.length > 0;
  return (
    <figure>
      <figcaption>
        <h3>{title}</h3>
        {legend}
      </figcaption>
      <div ref={place} class={`drawing${isRead ? " read" : ""}`} role={isRead ? "group" : undefined} tabIndex={isRead ? 0 : undefined}
        aria-label={isRead ? `${title}: left and right tell each value` : undefined}
        onKeyDown={isRead ? key : undefined}
        onClick={isRead ? (event) => turn(nearest(readings, width, event.clientX - event.currentTarget.getBoundingClientRect().left)) : undefined}>
        <svg ref={svg} role="img" aria-label={`${title}: ${says}`} viewBox={`0 0 ${width} ${height}`} width={width} height={height}>
          {read && <line class="reading" x1={read.at(width)} x2={read.at(width)} y1={6} y2={height - 30} />}
          {draw(width)}
        </svg>
      </div>
      {isRead && (
        <p class="readout" role="status">
          {read?.text ?? says}
        </p>
      )}
      <details>
        <summary>
          Table and files<span class="unseen"> of {title}</span>
        </summary>
        <DataTable table={table} hidden />
        <div class="tools">
          <button type="button" onClick={() => svg.current && save(`${name}.svg`, svgText(svg.current), "image/svg+xml")}>
            Chart as SVG
          </button>
          <button type="button" onClick={async () => svg.current && save(`${name}.png`, await pngOf(svg.current))}>
            Chart as PNG
          </button>
        </div>
      </details>
    </figure>
  );
}
