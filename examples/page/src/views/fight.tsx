// One fight: what each side deals, the odds to destroy and to kill so many, and the distribution.
import { useState } from "preact/hooks";
import { dealsNothing, titleOf } from "../figures";
import { AlsoShown, EngineLine, Remarks } from "../parts/answer_frame";
import { FightAssumption } from "../parts/assumption";
import { DistributionChart } from "../parts/charts";
import { Dice } from "../parts/dice";
import { Given, Luck, OutcomeParts } from "../parts/outcome_parts";
import { DataTable } from "../parts/table";
import { type Deals, type Distribution, type FightAnswer, halfWidth, isDistribution, type Mean, namesOf, number, type Odds } from "../json";
import { atLeast, decimal, mean, odds, oneIn, percent } from "../words";

/// The quantities that have a distribution, in the order of the answer; kills also group by group.
function distributions(deals: Deals): [string, Distribution][] {
  const groups = Object.entries((deals.kills_by_group ?? {}) as Record<string, Distribution>);
  return [...Object.entries(deals), ...groups.map(([group, of]) => [`kills of ${group}`, of] as const)].filter(
    (entry): entry is [string, Distribution] => isDistribution(entry[1]),
  );
}

/// Whether it is the kill of a figure of which there is one: odds say more than a mean.
const isOneOf = (quantity: string, of: Distribution) => quantity.startsWith("kills of ") && of.pmf.length === 2;

/// Other numbers: events and rates.
function others(deals: Deals): [string, string][] {
  const list: [string, string][] = [];
  for (const [name, of] of Object.entries(deals)) {
    if (of === null || isDistribution(of) || name === "destroyed" || name === "kills_by_group") continue;
    const isMean = typeof of === "object" ? "mean" in of : name.includes("_per_");
    list.push([titleOf(name), isMean ? mean(of as Mean) : odds(of as Odds)]);
  }
  return list;
}

function AtLeastKills({ kills, foe }: { kills: Distribution; foe: string }) {
  const tail = atLeast(kills.pmf);
  const rows = tail.slice(1).map((p, i) => ({ k: i + 1, p })).filter(({ p }) => p > 0);
  if (rows.length === 0) return null;
  const table = {
    title: `Odds to kill at least so many of ${foe}`,
    columns: ["at least", "odds"],
    rows: rows.map(({ k, p }) => [k, { value: p, text: percent(p, kills.half_width && 0.0005) }]),
  };
  return (
    <>
      <p>
        {rows.slice(0, 6).map(({ k, p }) => (
          <span class="chip" key={k}>
            {k}+ killed <strong>{percent(p, kills.half_width && 0.0005)}</strong>
          </span>
        ))}
      </p>
      {rows.length > 6 && (
        <details>
          <summary>All odds to kill of {foe}</summary>
          <DataTable table={table} />
        </details>
      )}
    </>
  );
}

export function SideDeals({ name, foe, deals, tone }: { name: string; foe: string; deals: Deals; tone: "attacker" | "defender" }) {
  const laws = distributions(deals);
  const [chosen, choose] = useState("damage");
  const law = laws.find(([quantity]) => quantity === chosen) ?? laws[0];
  const destroyed = deals.destroyed as Odds;
  const rare = halfWidth(destroyed) === undefined ? oneIn(number(destroyed)) : "";
  const id = `shown-${name}`.replace(/\W+/g, "-");
  return (
    <section class={`deals of-${tone}`} aria-label={`${name} deals`}>
      <h2>{name} deals</h2>
      <dl class="numbers">
        {laws.map(([quantity, of]) => (
          <div key={quantity}>
            <dt>{titleOf(quantity)}</dt>
            <dd>{isOneOf(quantity, of) ? percent(of.pmf[1] ?? 0, of.half_width?.[1]) : decimal(of.mean, of.mean_half_width)}</dd>
          </div>
        ))}
        <div>
          <dt>destroys {foe}</dt>
          <dd>{odds(destroyed)}</dd>
          {rare && <dd class="rare">{rare}</dd>}
        </div>
        {others(deals).map(([quantity, text]) => (
          <div key={quantity}>
            <dt>{quantity}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
      {isDistribution(deals.kills) && <AtLeastKills kills={deals.kills} foe={foe} />}
      {laws.length > 1 && (
        <p class="row only-chooses">
          <label for={id}>Chart of</label>
          <select id={id} value={law[0]} onChange={(event) => choose(event.currentTarget.value)}>
            {laws.map(([quantity]) => (
              <option key={quantity} value={quantity}>
                {titleOf(quantity)}
              </option>
            ))}
          </select>
        </p>
      )}
      <DistributionChart title={`${titleOf(law[0])} by ${name}`} of={law[1]} what={titleOf(law[0])} tone={tone} />
    </section>
  );
}

export function FightView({ answer }: { answer: FightAnswer }) {
  const names = namesOf(answer.attacker, answer.defender);
  const [a, b] = names;
  return (
    <>
      <FightAssumption answer={answer} names={names} />
      <Given given={answer.given} />
      <Remarks remarks={answer.remarks} />
      <AlsoShown show={answer.show} names={names} />
      {answer.observed && <Luck observed={answer.observed} sum={answer.observed_sum} names={names} />}
      <SideDeals name={a} foe={b} deals={answer.attacker_deals} tone="attacker" />
      {dealsNothing(answer.defender_deals) ? <p>{b} deals nothing back.</p> : <SideDeals name={b} foe={a} deals={answer.defender_deals} tone="defender" />}
      <OutcomeParts answer={answer} names={names} />
      <Dice names={names} />
      <EngineLine engine={answer.engine} />
    </>
  );
}
