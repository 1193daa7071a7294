// The luck of an evening: fights with what happened in them, and what they add up to.
import type { Lucky, Outcome } from "../json";
import type { Names } from "../names";
import { decimal, percent } from "../words";
import { useKept } from "./kept";
import { usePage } from "./page";
import { DataTable } from "./table";

interface Entry {
  who: string;
  against: string;
  happened: number;
  expected: number;
  sd: number;
  percentile: number;
}

/// Rows without a law of their own sum have the sum of their facts.
const ofAnswer = (answer: Outcome): Lucky | undefined => answer.observed_sum ?? answer.observed?.[0];

export function LuckLog({ answer, names }: { answer: Outcome | undefined; names: Names }) {
  const { state } = usePage();
  const [all, keep] = useKept<(Entry & { system: string })[]>("warodds-luck", []);
  const now = answer && ofAnswer(answer);
  const rows = all.filter((one) => one.system === state.system);
  const sum = rows.reduce((total, one) => ({ by: total.by + one.happened - one.expected, variance: total.variance + one.sd ** 2 }), { by: 0, variance: 0 });
  if (!now && rows.length === 0) return null;
  return (
    <details class="luck-log">
      <summary>The luck of the evening: {rows.length} noted</summary>
      <p class="row">
        <button type="button" disabled={!now}
          onClick={() => now && keep([...all, { system: state.system, who: names[0], against: names[1], happened: now.happened, expected: now.expected, sd: now.sd, percentile: now.percentile }])}>
          Note this one
        </button>
        <button type="button" disabled={rows.length === 0} onClick={() => keep(all.filter((one) => one !== rows[rows.length - 1]))}>
          Undo the last
        </button>
      </p>
      {rows.length > 0 && (
        <>
          <DataTable
            table={{
              title: "Fight by fight",
              columns: ["who", "against", "gained", "expected", "difference", "percentile"],
              rows: rows.map((one) => [one.who, one.against, one.happened, { value: one.expected, text: decimal(one.expected) }, { value: one.happened - one.expected, text: decimal(one.happened - one.expected) }, { value: one.percentile, text: percent(one.percentile) }]),
            }}
          />
          <p>
            All together: {decimal(sum.by)} {sum.by < 0 ? "less" : "more"} than expected for who attacked
            {sum.variance > 0 ? `, ${(sum.by / Math.sqrt(sum.variance)).toFixed(2)} standard deviations` : ""}.
          </p>
        </>
      )}
    </details>
  );
}
