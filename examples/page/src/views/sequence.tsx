// Several attackers on one target, one after the other.
import { AlsoShown, EngineLine, Remarks } from "../parts/answer_frame";
import { Assumed } from "../parts/assumption";
import { Choices } from "../parts/choices";
import { DistributionChart, LinesChart } from "../parts/charts";
import { Given, OutcomeParts } from "../parts/outcome_parts";
import { DataTable } from "../parts/table";
import { isDistribution, nameOf, number, type SequenceAnswer } from "../json";
import type { Names } from "../names";
import { decimal, mean, odds, percent } from "../words";

/// Who should go first: the best few, and what was asked.
function Orders({ orders, asGiven }: { orders: NonNullable<SequenceAnswer["orders"]>; asGiven: string }) {
  const [best] = orders;
  return (
    <>
      <p class="say">
        Best order: <strong>{best.order.join(", then ")}</strong> destroys it with {odds(best.destroyed)}
        {best.order.join(", ") === asGiven ? ", as it is below." : "."}
      </p>
      <DataTable
        table={{
          title: `The best of ${orders.length} orders`,
          columns: ["order", "destroyed", "hit points lost", "attacks needed"],
          rows: orders.map((one) => [
            one.order.join(", "),
            { value: number(one.destroyed), text: odds(one.destroyed) },
            { value: number(one.share_lost), text: percent(number(one.share_lost)) },
            { value: number(one.steps), text: mean(one.steps) },
          ]),
        }}
      />
    </>
  );
}

export function SequenceView({ answer }: { answer: SequenceAnswer }) {
  const target = nameOf(answer.target);
  const names: Names = ["each attacker", target];
  return (
    <>
      <p>
        {target} is destroyed with <strong>{odds(answer.destroyed)}</strong>
        {answer.retreated !== undefined && `, moves away with ${odds(answer.retreated)}`}
        {answer.order_points !== undefined && `; the attacks cost ${answer.order_points} order points`}.
      </p>
      <Assumed assumed={answer.assumed} names={names} all="all" />
      <Choices assumed={answer.assumed} situation={answer.situation} names={names} />
      <Given given={answer.given} />
      <Remarks remarks={answer.remarks} />
      <AlsoShown show={answer.show} names={names} />
      {answer.orders && answer.orders.length > 0 && <Orders orders={answer.orders} asGiven={answer.steps.map((step) => step.unit).join(", ")} />}
      <DataTable
        table={{
          title: "Attack by attack",
          columns: ["unit", "still needed", "damage", "target destroyed", "left of the target", "attacker loses", "attacker lost"],
          rows: answer.steps.map((step, i) => {
            const damage = step.deals?.damage;
            return [
              `${i + 1}. ${step.unit}`,
              { value: number(step.needed), text: odds(step.needed) },
              isDistribution(damage) ? { value: damage.mean, text: decimal(damage.mean, damage.mean_half_width) } : "",
              { value: number(step.destroyed), text: odds(step.destroyed) },
              { value: number(step.target_mean_left), text: mean(step.target_mean_left) },
              { value: step.losses.mean, text: decimal(step.losses.mean, step.losses.mean_half_width) },
              { value: number(step.lost), text: odds(step.lost) },
            ];
          }),
        }}
      />
      <LinesChart
        title={`${target} destroyed by the end of each attack`}
        xName="attack"
        xs={answer.steps.map((_, i) => String(i + 1))}
        series={[{ name: "destroyed", values: answer.steps.map((step) => number(step.destroyed)) }]}
        says={`in the end ${percent(number(answer.destroyed))}`}
        odds
      />
      <DistributionChart title={`Left of ${target}`} of={answer.target_survivors} what="left at the end" tone="defender" />
      <OutcomeParts answer={answer} names={names} />
      <EngineLine engine={answer.engine} />
    </>
  );
}
