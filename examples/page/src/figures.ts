// The figures of an answer by which it is told, and compared with others.
import { type BattleAnswer, type Deals, type Distribution, type FightAnswer, isDistribution, type Mean, number, type Odds, type SequenceAnswer, type SolveAnswer } from "./json";
import type { Names } from "./names";
import { decimal, mean, odds, percent, percents } from "./words";

export interface FigureOf {
  key: string; // the same in every answer
  name: string;
  value: number;
  text: string;
  isOdds: boolean;
}

export interface Law {
  key: string;
  name: string;
  of: Distribution;
}

type Answered = { command: string };
const isOf = <Answer,>(answer: Answered, command: string): answer is Answer & Answered => answer.command === command;
export const titleOf = (quantity: string) => quantity.replaceAll("_", " ");

const dealt = (side: string, name: string, foe: string, deals: Deals): FigureOf[] => {
  const figures = Object.entries(deals)
    .filter((entry): entry is [string, Distribution] => isDistribution(entry[1]))
    .map(([quantity, of]) => ({ key: `${side}.${quantity}`, name: `${titleOf(quantity)} by ${name}`, value: of.mean, text: decimal(of.mean, of.mean_half_width), isOdds: false }));
  const destroyed = deals.destroyed as Odds;
  return [...figures, { key: `${side}.destroys`, name: `${name} destroys ${foe}`, value: number(destroyed), text: odds(destroyed), isOdds: true }];
};

const meanOf = (key: string, name: string, of: Distribution): FigureOf => ({ key, name, value: of.mean, text: decimal(of.mean, of.mean_half_width), isOdds: false });

/// How a battle can end, in the order of its bar.
export function endsOf(win: Record<string, unknown>, [a, b]: Names): { key: string; name: string; p: Odds; text: string }[] {
  const named: Record<string, string> = { attacker: `${a} wins`, both_destroyed: "both destroyed", retreated: "retreated", undecided: "undecided", defender: `${b} wins` };
  const ends = Object.keys(named).filter((key) => win[key] !== undefined);
  const texts = percents(ends.map((key) => win[key] as Odds));
  return ends.map((key, i) => ({ key, name: named[key], p: win[key] as Odds, text: texts[i] }));
}

export function figuresOf(answer: Answered, names: Names): FigureOf[] {
  const [a, b] = names;
  if (isOf<FightAnswer>(answer, "fight")) return [...dealt("attacker", a, b, answer.attacker_deals), ...dealt("defender", b, a, answer.defender_deals)];
  if (isOf<BattleAnswer>(answer, "battle")) {
    return [
      ...endsOf(answer.win, names).map(({ key, name, p, text }) => ({ key: `win.${key}`, name, value: number(p), text, isOdds: true })),
      meanOf("rounds", "rounds", answer.rounds),
      meanOf("attacker.left", `left of ${a}`, answer.attacker_survivors),
      meanOf("defender.left", `left of ${b}`, answer.defender_survivors),
    ];
  }
  if (isOf<SequenceAnswer>(answer, "sequence")) {
    return [
      { key: "destroyed", name: `${b} destroyed`, value: number(answer.destroyed), text: odds(answer.destroyed), isOdds: true },
      meanOf("left", `left of ${b}`, answer.target_survivors),
    ];
  }
  if (isOf<SolveAnswer>(answer, "solve")) {
    if (!answer.payoff) return [{ key: "worth.win", name: `${a} wins, a draw counting one half`, value: answer.value, text: percent(answer.value), isOdds: true }];
    return [{ key: `worth.${answer.payoff}`, name: `worth to ${a}, in ${answer.payoff}`, value: answer.value, text: worthText(answer), isOdds: isPayoffOdds(answer.payoff) }];
  }
  return [];
}

/// What best play is worth.
export const worthText = ({ payoff, value }: SolveAnswer) => (isPayoffOdds(payoff) ? percent(value) : decimal(value));

export const isPayoffOdds = (payoff: string) => payoff === "win" || payoff === "down";

/// The distributions of an answer that can be drawn over those of another.
export function lawsOf(answer: Answered, [a, b]: Names): Law[] {
  if (isOf<FightAnswer>(answer, "fight")) {
    return ([["attacker", a, answer.attacker_deals], ["defender", b, answer.defender_deals]] as const).flatMap(([side, name, deals]) =>
      Object.entries(deals).filter((entry): entry is [string, Distribution] => isDistribution(entry[1])).map(([quantity, of]) => ({ key: `${side}.${quantity}`, name: `${titleOf(quantity)} by ${name}`, of })),
    );
  }
  if (isOf<BattleAnswer>(answer, "battle")) {
    return [
      { key: "attacker.left", name: `left of ${a}`, of: answer.attacker_survivors },
      { key: "defender.left", name: `left of ${b}`, of: answer.defender_survivors },
      { key: "rounds", name: "rounds", of: answer.rounds },
    ];
  }
  return isOf<SequenceAnswer>(answer, "sequence") ? [{ key: "left", name: `left of ${b}`, of: answer.target_survivors }] : [];
}

/// The answer in a line, for a screen that shows no more.
export function headline(answer: Answered, names: Names): string {
  const [a, b] = names;
  if (isOf<FightAnswer>(answer, "fight")) {
    const side = (name: string, foe: string, deals: Deals) => `${name} deals ${mean(meanIn(deals.damage as Distribution))} damage${number(deals.destroyed as Odds) > 0 ? `, destroys ${foe} ${odds(deals.destroyed as Odds)}` : ""}`;
    return [side(a, b, answer.attacker_deals), ...(dealsNothing(answer.defender_deals) ? [] : [side(b, a, answer.defender_deals)])].join("; ");
  }
  if (isOf<BattleAnswer>(answer, "battle")) {
    return endsOf(answer.win, names).filter(({ key, p }) => key === "attacker" || key === "defender" || number(p) >= 0.005).map(({ name, text }) => `${name} ${text}`).join(", ");
  }
  if (isOf<SequenceAnswer>(answer, "sequence") && answer.orders && answer.orders.length > 0) {
    const [best] = answer.orders;
    return `${b} destroyed ${odds(best.destroyed)} in the best order: ${best.order.join(", ")}`;
  }
  return figuresOf(answer, names).map(({ name, text }) => `${name}: ${text}`).slice(0, 2).join(", ");
}

export const meanIn = (of: Distribution): Mean => (of.mean_half_width === undefined ? of.mean : { mean: of.mean, half_width: of.mean_half_width });

export const dealsNothing = (deals: Deals) => Object.values(deals).every((of) => !isDistribution(of) || of.pmf.length <= 1);

/// How far two figures are apart; nothing where they are the same.
export function difference(of: FigureOf, from: FigureOf, half?: number): string {
  const by = of.value - from.value;
  if (Math.abs(by) < 1e-9) return "";
  return `${by > 0 ? "+" : "−"}${of.isOdds ? percent(Math.abs(by), half) : decimal(Math.abs(by), half)}`;
}
