// What is played where nobody has chosen, above the answer, and one tap from it: both at their best. Both
// answers stand beside each other where they differ.
import { type FigureOf, figuresOf, isPayoffOdds, worthText } from "../figures";
import type { AssumedPlay, BattleAnswer, BestPlay, ErrorAnswer, FightAnswer, SolveAnswer } from "../json";
import type { Names } from "../names";
import { type Question, type SideName, sides } from "../state";
import { decimal, percent } from "../words";
import { ArmyOrders, Choices } from "./choices";
import { Compared } from "./compared";
import { type Facts, usePage } from "./page";
import { useAnswer, useAnswers } from "./use_answer";

/// "plays light attacks and never reacts" as it is said of both.
const ofBoth = (play: string) =>
  play
    .split(/(; | and |, )/)
    .map((part) => part.replace(/^((?:never )?)(?!each)([a-z]+)s\b/, "$1$2"))
    .join("")
    .replace(/\bits\b/g, "their");

/// In which order the units of a side act, and whom they attack: no play that anybody would call assumed.
const isOrder = (clause: string) => /^(activates|each) /.test(clause);
const pick = (play: string | null | undefined, orders: boolean) => (play ?? "").split("; ").filter((clause) => clause !== "" && isOrder(clause) === orders).join("; ");

function said(plays: [string, string], names: Names, all: string): string {
  if (plays[0] !== "" && plays[0] === plays[1]) return `${all} ${ofBoth(plays[0])}`;
  return plays.map((play, i) => play && `${names[i]} ${play}`).filter(Boolean).join("; ");
}

/// The sentence that the program prints, too.
export const assumedInWords = (assumed: AssumedPlay | undefined, names: Names, all = "both") => said([pick(assumed?.attacker, false), pick(assumed?.defender, false)], names, all);

/// How the units of both sides are ordered about, where a side is several.
function Orders({ assumed, names }: { assumed?: AssumedPlay; names: Names }) {
  const words = said([pick(assumed?.attacker, true), pick(assumed?.defender, true)], names, "both sides");
  return words ? <p class="assumed">{words[0].toUpperCase() + words.slice(1)}.</p> : null;
}

export function Assumed({ assumed, names, all }: { assumed?: AssumedPlay; names: Names; all?: string }) {
  const words = assumedInWords(assumed, names, all);
  return words ? <p class="assumed">Assumed: {words}.</p> : null;
}

/// A question aside is answered exactly, or not at all: nobody waits for it.
const exactly = { engine: "exact", trials: undefined, precision: undefined, seed: undefined, "time-limit": 2 };

const bestOfBoth = { attacker: "best", defender: "best" };

interface SaidProps {
  isBest: boolean;
  best: string; // who plays best
  assumed: string;
  toBest: () => void;
  toAssumed: () => void;
}

/// The play that stands, and the button to the other.
const Said = ({ isBest, best, assumed, toBest, toAssumed }: SaidProps) => (
  <p class="assumed">
    {isBest ? best : assumed}{" "}
    <button type="button" onClick={isBest ? toAssumed : toBest}>
      {isBest ? "Play as assumed" : "Let both play their best"}
    </button>
  </p>
);

/// Without what only a command line can say.
const ofPage = (why: string) => why.replace(/; raise --.*$/, "");

/// What the other play comes to, or why that cannot be told.
function Beside({ answer, other, isBest, names, why }: { answer: BattleAnswer; other: BattleAnswer | undefined; isBest: boolean; names: Names; why?: string }) {
  const columns = other && [
    { name: "as assumed", figures: figuresOf({ command: "battle", ...(isBest ? other : answer) }, names) },
    { name: "both at their best", figures: figuresOf({ command: "battle", ...(isBest ? answer : other) }, names) },
  ];
  return (
    <>
      {columns && <Compared title="As assumed, and both at their best" columns={columns} onlyOdds />}
      {why && !isBest && <p class="assumed">If both play their best: {ofPage(why)}.</p>}
    </>
  );
}

/// Of a battle: the other way to play it is asked aside. Of best play of several units: what is left to assume.
export function BattleAssumption({ answer, names }: { answer: BattleAnswer; names: Names }) {
  const { aside, question, facts, state, change } = usePage();
  const isOfSeveral = answer.attacker.units !== undefined;
  const orders = [state.options.targets, state.options.activate].map((all) => Object.values((all ?? {}) as object));
  const isBest = isOfSeveral ? orders.every((all) => all.length === 2 && all.every((one) => one === "best")) : Object.values(answer.policy ?? {}).includes("best");
  const words = assumedInWords(answer.assumed, names);
  // Best play is of a whole battle, of which nothing else is known; it may be what is asked.
  const isWhole = state.command === "battle" && !answer.given && !answer.from;
  const canChoose = isWhole && (isOfSeveral ? facts.orders.targets.includes("best") : facts.payoffs.includes("win") && (isBest || words !== ""));
  const toBest = isOfSeveral ? { targets: bestOfBoth, activate: bestOfBoth } : { policy: bestOfBoth };
  const toAssumed = isOfSeveral ? { targets: undefined, activate: undefined } : { policy: undefined };
  const asked = useAnswer<BattleAnswer>(aside, canChoose ? { ...question, ...(isBest ? toAssumed : toBest), show: undefined, joint: undefined, observed: undefined, ...exactly } : undefined);
  const players = Object.keys(answer.policy ?? {});
  return (
    <>
      {canChoose ? (
        <Said isBest={isBest} best={isOfSeveral || players.length === 2 ? "Both play their best." : `The ${players[0]} plays best.`} assumed={words ? `Assumed: ${words}.` : "Units act as listed."} toBest={() => change(toBest)} toAssumed={() => change(toAssumed)} />
      ) : (
        <Assumed assumed={answer.assumed} names={names} />
      )}
      <Orders assumed={answer.assumed} names={names} />
      <Choices assumed={answer.assumed} situation={answer.situation} names={names} />
      {isOfSeveral && state.command === "battle" && (
        <p class="only-chooses">
          <ArmyOrders id="assumed" names={names} />
        </p>
      )}
      {canChoose && !asked.busy && <Beside answer={answer} other={asked.error ? undefined : asked.answer} isBest={isBest} names={names} why={asked.error} />}
    </>
  );
}

/// What a choice of best play sets: of several keys, one says which attack, and one how.
function settingsOf(choice: string, keys: string[], facts: Facts): Record<string, string> {
  const fieldOf = (key: string) => facts.system.situation.find((field) => field.name === key);
  const which = keys.find((key) => fieldOf(key)?.isText);
  const how = keys.find((key) => fieldOf(key) && key !== which);
  const both = which && /^(.*): ([^:]*)$/.exec(choice);
  if (both && how) return { [which]: both[1], [how]: both[2] };
  if (how && (!which || fieldOf(how)!.words.includes(choice))) return { [how]: choice };
  return which ? { [which]: choice } : {};
}

interface Way {
  p: number;
  situation: Record<string, string>;
}

/// All pairs of what both choose, with their odds.
function waysOf(solved: SolveAnswer, assumed: AssumedPlay, facts: Facts): Way[] {
  const choices = (side: SideName) => {
    const keys = Object.keys(assumed.keys?.[side] ?? {});
    return solved[side].map(({ choice, p }) => ({ p, settings: keys.length > 0 ? settingsOf(choice, keys, facts) : {} }));
  };
  return choices("attacker").flatMap((one) => choices("defender").map((other) => ({ p: one.p * other.p, situation: { ...one.settings, ...other.settings } })));
}

/// The figures of fights that come about with these odds.
function mixed(ways: Way[], answers: FightAnswer[], names: Names): FigureOf[] {
  const all = answers.map((answer) => figuresOf({ command: "fight", ...answer }, names));
  const keys = [...new Map(all.flat().map((figure) => [figure.key, figure])).values()];
  return keys.map((figure) => {
    const value = ways.reduce((sum, { p }, i) => sum + p * (all[i].find((one) => one.key === figure.key)?.value ?? 0), 0);
    return { ...figure, value, text: figure.isOdds ? percent(value) : decimal(value) };
  });
}

const mostWays = 16;

/// Of a fight: both answers beside each other, for the one attack.
export function FightAssumption({ answer, names }: { answer: FightAnswer; names: Names }) {
  const { aside, question, facts, go } = usePage();
  const words = assumedInWords(answer.assumed, names);
  const plain = { ...question, show: undefined, joint: undefined, observed: undefined, ...exactly };
  const asked = useAnswer<{ best: BestPlay | null; remarks?: string[] } | ErrorAnswer>(aside, words && !question.given ? { ...plain, best: true } : undefined);
  const found = asked.answer && "best" in asked.answer && !asked.busy ? asked.answer : undefined;
  const ofOne = Object.fromEntries((found?.best?.with ?? []).map((setting) => setting.split("=") as [string, string]));
  const given = (question.situation ?? {}) as Record<string, unknown>;
  const chosen = Object.fromEntries(sides.flatMap((side) => Object.keys(answer.assumed?.keys?.[side] ?? {})).filter((key) => answer.situation[key] !== undefined).map((key) => [key, answer.situation[key]]));
  const solve = (situation: object): Question => ({ command: "solve", system: question.system, attacker: question.attacker, defender: question.defender, situation, ...exactly });
  const [best, usual] = useAnswers<SolveAnswer & Partial<ErrorAnswer>>(aside, found?.best ? [solve({ ...given, ...ofOne }), solve({ ...given, ...chosen, ...ofOne })] : []);
  const solved = best && !best.error ? best : undefined;
  const ways = solved && answer.assumed ? waysOf(solved, answer.assumed, facts) : [];
  const areFew = ways.length > 0 && ways.length <= mostWays;
  const fights = useAnswers<FightAnswer & Partial<ErrorAnswer>>(aside, areFew ? ways.map((way) => ({ ...plain, situation: { ...given, ...way.situation } })) : []);
  if (!words) return null;
  const isThere = fights.length > 0 && fights.every((one) => one && !one.error);
  const worth = (of: (SolveAnswer & Partial<ErrorAnswer>) | undefined): FigureOf[] => (of && !of.error ? [{ key: "worth", name: `worth to ${names[0]}, in ${of.payoff}`, value: of.value, text: worthText(of), isOdds: isPayoffOdds(of.payoff) }] : []);
  const columns = solved && usual && [
    { name: "as assumed", figures: [...worth(usual), ...figuresOf({ command: "fight", ...answer }, names)] },
    { name: "both at their best", figures: [...worth(solved), ...(isThere ? mixed(ways, fights as FightAnswer[], names) : [])] },
  ];
  const why = found && !found.best ? found.remarks?.find((remark) => remark.startsWith("if both play their best")) : undefined;
  return (
    <>
      <p class="assumed">
        Assumed: {words}.{" "}
        <button type="button" onClick={() => go("solve")}>
          Let both play their best
        </button>
      </p>
      <Choices assumed={answer.assumed} situation={answer.situation} names={names} />
      {why && <p class="assumed">{why[0].toUpperCase() + why.slice(1)}.</p>}
      {solved && solved.decisions > 1 && areFew && <p class="engine">What it is worth counts decisions that follow, too; all else is this attack.</p>}
      {columns && <Compared title={`As assumed, and both at their best for ${solved.payoff}: ${solved.payoff_meaning}`} columns={columns} bare />}
    </>
  );
}
