// What is played where nobody has chosen, above the answer, and one tap from it: both at their best. Both
// answers stand beside each other where they differ.
import { figuresOf } from "../figures";
import type { AssumedPlay, BattleAnswer, BestPlay, ErrorAnswer } from "../json";
import type { Names } from "../names";
import type { Question } from "../state";
import { decimal, percent } from "../words";
import { Compared } from "./compared";
import { usePage } from "./page";
import { useAnswer } from "./use_answer";

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
export function Orders({ assumed, names }: { assumed?: AssumedPlay; names: Names }) {
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

/// Of a battle: the other way to play it is asked aside.
export function BattleAssumption({ answer, names }: { answer: BattleAnswer; names: Names }) {
  const { aside, question, facts, change } = usePage();
  const isBest = Object.values(answer.policy ?? {}).includes("best");
  const canChoose = facts.payoffs.includes("win") && !answer.attacker.units && !answer.until && !answer.given && (isBest || assumedInWords(answer.assumed, names) !== "");
  const { policy: _, ...plain } = question;
  const other: Question | undefined = canChoose ? { ...plain, ...(isBest ? {} : { policy: bestOfBoth }), ...exactly } : undefined;
  const asked = useAnswer<BattleAnswer>(aside, other);
  const beside = asked.error || asked.busy ? undefined : asked.answer;
  const columns = beside && [
    { name: "as assumed", figures: figuresOf({ command: "battle", ...(isBest ? beside : answer) }, names) },
    { name: "both at their best", figures: figuresOf({ command: "battle", ...(isBest ? answer : beside) }, names) },
  ];
  return (
    <>
      {isBest ? (
        <p class="assumed">
          {Object.keys(answer.policy ?? {}).length === 2 ? "Both play their best." : `The ${Object.keys(answer.policy ?? {})[0]} plays best.`}{" "}
          <button type="button" onClick={() => change({ policy: undefined })}>
            Play as assumed
          </button>
        </p>
      ) : (
        canChoose && (
          <p class="assumed">
            Assumed: {assumedInWords(answer.assumed, names)}.{" "}
            <button type="button" onClick={() => change({ policy: bestOfBoth })}>
              Let both play their best
            </button>
          </p>
        )
      )}
      {!canChoose && <Assumed assumed={answer.assumed} names={names} />}
      <Orders assumed={answer.assumed} names={names} />
      {columns && <Compared title="As assumed, and both at their best" columns={columns} onlyOdds />}
    </>
  );
}

/// Of a fight: what best play is worth, and where it is shown.
export function FightAssumption({ assumed, names }: { assumed?: AssumedPlay; names: Names }) {
  const { aside, question, go } = usePage();
  const words = assumedInWords(assumed, names);
  const other: Question | undefined = words && !question.given ? { ...question, best: true, show: undefined, joint: undefined, observed: undefined, ...exactly } : undefined;
  const asked = useAnswer<{ best: BestPlay | null } | ErrorAnswer>(aside, other);
  const best = asked.answer && "best" in asked.answer && !asked.busy ? asked.answer.best : null;
  const worth = best && Object.entries(best).find(([key]) => key !== "policy" && key !== "win");
  if (!words) return null;
  return (
    <p class="assumed">
      Assumed: {words}.{" "}
      {best?.win && <>If both play their best {names[0]} wins {percent(Number(best.win.attacker))}. </>}
      {worth && typeof worth[1] === "number" && (
        <>
          If both play their best it is worth {decimal(worth[1])} {worth[0]} to {names[0]}.{" "}
        </>
      )}
      <button type="button" onClick={() => go("solve")}>
        Let both play their best
      </button>
    </p>
  );
}
