// A chart with what belongs to it: a heading, the drawing, its files, and the table behind it.
import type { ComponentChildren } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { fileName, pngOf, save, svgText } from "./files";
import { DataTable, type TableData } from "./table";

/// As wide as the place it stands in, so that text keeps its size.
function useWidth<T extends Element>() {
  const place = useRef<T>(null);
  const [width, set] = useState(320);
  useEffect(() => {
    const element = place.current;
    if (!element) return undefined;
    const measure = () => set(Math.max(Math.round(element.clientWidth), 240));
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return [place, width] as const;
}

interface Props {
  title: string;
  says: string; // the drawing in a sentence
  height: number;
  table: TableData;
  legend?: ComponentChildren;
  draw: (width: number) => ComponentChildren;
}

export function Figure({ title, says, height, table, legend, draw }: Props) {
  const [place, width] = useWidth<HTMLDivElement>();
  const svg = useRef<SVGSVGElement>(null);
  const name = fileName(title);
  return (
    <figure>
      <figcaption>
        <h3>{title}</h3>
        {legend}
      </figcaption>
      <div ref={place} class="drawing">
        <svg ref={svg} role="img" aria-label={`${title}: ${says}`} viewBox={`0 0 ${width} ${height}`} width={width} height={height}>
          {draw(width)}
        </svg>
      </div>
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
