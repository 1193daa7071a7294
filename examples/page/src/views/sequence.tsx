// Several attackers on one target, one after the other.
import { Assumed, EngineLine, Remarks } from "../parts/answer_frame";
import { DistributionChart, LinesChart } from "../parts/charts";
import { DataTable } from "../parts/table";
import { number, type SequenceAnswer } from "../json";
import { mean, odds, percent } from "../words";

export function SequenceView({ answer }: { answer: SequenceAnswer }) {
  const target = answer.target.unit;
  return (
    <>
      <EngineLine engine={answer.engine} />
      <Assumed assumed={answer.assumed} names={["each attacker", target]} />
      <Remarks remarks={answer.remarks} />
      <p>
        {target} is destroyed with <strong>{odds(answer.destroyed)}</strong>
        {answer.retreated !== undefined && `, retreats with ${odds(answer.retreated)}`}.
      </p>
      <LinesChart
        title={`${target} destroyed by the end of each attack`}
        xName="attack"
        xs={answer.steps.map((_, i) => String(i + 1))}
        series={[{ name: "destroyed", values: answer.steps.map((step) => number(step.destroyed)) }]}
        says={`in the end ${percent(number(answer.destroyed))}`}
        odds
      />
      <DataTable
        table={{
          title: "Attack by attack",
          columns: ["unit", "still needed", "target destroyed", "left of the target", "attacker lost"],
          rows: answer.steps.map((step) => [
            step.unit,
            { value: number(step.needed), text: odds(step.needed) },
            { value: number(step.destroyed), text: odds(step.destroyed) },
            { value: number(step.target_mean_left), text: mean(step.target_mean_left) },
            { value: number(step.lost), text: odds(step.lost) },
          ]),
        }}
      />
      <DistributionChart title={`Left of ${target}`} of={answer.target_survivors} what="left at the end" />
      {answer.orders && (
        <DataTable
          table={{
            title: "Every order, the best first",
            columns: ["order", "destroyed", "share lost", "attacks needed"],
            rows: answer.orders.map((one) => [
              one.order.join(", "),
              { value: number(one.destroyed), text: odds(one.destroyed) },
              { value: number(one.share_lost), text: percent(number(one.share_lost)) },
              { value: number(one.steps), text: mean(one.steps) },
            ]),
          }}
        />
      )}
    </>
  );
}
