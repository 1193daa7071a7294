// The luck of an evening: fights with what happened in them, each as a question, and what the library says of
// all of them: how far from what was expected, and whether the dice were fair.
import { useState } from "preact/hooks";
import { type ErrorAnswer, type LogAnswer, number, type Outcome } from "../json";
import { inWords, type Names } from "../names";
import type { Question } from "../state";
import { decimal, percent } from "../words";
import { LinesChart } from "./charts";
import { Entry } from "./entry";
import { save } from "./files";
import { useKept } from "./kept";
import { usePage } from "./page";
import { DataTable } from "./table";
import { useAnswer } from "./use_answer";

interface Row {
  system: string;
  player: string; // of the attacker
  question: Question;
}

/// What a row says: the rest of a question shows the same numbers in another way.
const ofRow = ["command", "system", "attacker", "defender", "situation", "given", "observed", "from", "until", "rounds", "policy"];

/// A line for each row, as a log has it. Either everybody has a name or nobody.
function logOf(rows: Row[]): string {
  const named = rows.every(({ player }) => player !== "");
  return rows.map(({ player, question }) => JSON.stringify({ ...(named ? { player } : {}), ...question }) + "\n").join("");
}

const counted = (n: number, what: string) => `${n} ${what}${n === 1 ? "" : "s"}`;
const shortly = (value: number) => (value >= 1000 ? Math.round(value).toLocaleString("en") : Number(value.toPrecision(3)).toString());

/// What speaks against fair dice, as the program says it.
function FairDice({ answer, who, other }: { answer: LogAnswer; who: string; other: string }) {
  const test = answer.fair_dice;
  if (test.rows === 0) return <p>Whether the dice were fair cannot be told: no row is exact and has a fact that is a gain for a side.</p>;
  const leftOut = answer.rows.length - test.rows;
  const side = test.of_luck > test.of_bad_luck ? "luck" : "bad luck";
  const isMuch = test.p_value <= 0.01;
  return (
    <>
      <p>
        Were the dice fair? Bets on loaded dice have made <strong>{shortly(test.evidence)} of 1</strong>, at most {shortly(test.most)}
        {test.most_after > 0 && ` (after ${test.most_after} of them)`}; those on {side} of {who} have done best.{" "}
        {isMuch
          ? `Fair dice let them make so much in at most ${Number((100 * test.p_value).toPrecision(2))} of 100 games, however often one looks: these may be loaded, or something was not written down as it was.`
          : "Not enough against fair dice: that would be 100, which they let happen in at most 1 of 100 games, however often one looks."}
      </p>
      <p class="engine">
        Tested: whether what {who} gained less what {other} did was drawn from the odds of each row, all choices being what they were ({counted(test.rows, "row")}
        {leftOut > 0 && `; ${leftOut} left out`}). Assumed: what is written down of a fight was decided before it.
      </p>
    </>
  );
}

function Evening({ answer, names }: { answer: LogAnswer; names: Names }) {
  const { facts } = usePage();
  const hasPlayers = answer.rows.some((row) => row.player !== undefined);
  const who = hasPlayers ? answer.luck.of : "the attackers";
  const other = hasPlayers ? (answer.rows.find((row) => row.player !== who)?.player ?? "the opponent") : "the defenders";
  const so_far = answer.luck.so_far;
  const last = so_far[so_far.length - 1] ?? 0;
  const said = (one: string) => inWords(one, names, facts.quantities);
  return (
    <>
      <DataTable
        table={{
          title: "Fight by fight",
          columns: ["fight", "fact", "happened", "expected", "difference", "percentile"],
          rows: answer.rows.flatMap((row) =>
            [...row.observed, ...(row.sum && row.observed.length > 1 ? [{ ...row.sum, fact: "luck of who attacks" }] : [])].map((one) => [
              `${row.player ? `${row.player}: ` : ""}${row.attacker} v ${row.defender}`,
              said(one.fact).replace(`${names[0]}: `, "attacker: ").replace(`${names[1]}: `, "defender: "),
              { value: one.happened, text: decimal(one.happened) },
              { value: number(one.expected), text: decimal(number(one.expected)) },
              { value: one.difference, text: decimal(one.difference) },
              { value: number(one.percentile), text: percent(number(one.percentile)) },
            ]),
          ),
        }}
      />
      <DataTable
        table={{
          title: "The whole game",
          columns: ["who", "of", "fights", "happened", "expected", "difference", "in standard deviations"],
          rows: answer.game.map((one) => [one.player, one.fact, one.rows, { value: one.happened, text: decimal(one.happened) }, { value: number(one.expected), text: decimal(number(one.expected)) }, { value: one.difference, text: decimal(one.difference) }, one.sd > 0 ? { value: one.difference / one.sd, text: (one.difference / one.sd).toFixed(2) } : ""]),
        }}
      />
      {so_far.length > 1 && (
        <LinesChart title={`Luck of ${who} so far, in ${answer.luck.unit}`} xName="fight" xs={so_far.map((_, i) => i + 1)} series={[{ name: who, values: so_far }]} odds={false}
          says={`after ${so_far.length} fights ${decimal(Math.abs(last))} ${last < 0 ? "less" : "more"} than expected`} />
      )}
      <FairDice answer={answer} who={who} other={other} />
    </>
  );
}

export function LuckLog({ answer, names }: { answer: Outcome | undefined; names: Names }) {
  const { aside, state, question } = usePage();
  const [all, keep] = useKept<Row[]>("warodds-log", []);
  const [player, play] = useState("");
  const [isOpen, open] = useState(false);
  const now = answer?.observed !== undefined;
  const rows = all.filter((one) => one.system === state.system);
  const asked = useAnswer<LogAnswer | ErrorAnswer>(aside, isOpen && rows.length > 0 ? { command: "log", "log-text": logOf(rows) } : undefined);
  const log = rows.length > 0 && asked.answer && "rows" in asked.answer ? asked.answer : undefined;
  if (!now && rows.length === 0) return null;
  const row = (): Row => ({ system: state.system, player, question: Object.fromEntries(Object.entries(question).filter(([key]) => ofRow.includes(key))) as Question });
  return (
    <details class="luck-log" onToggle={(event) => open(event.currentTarget.open)}>
      <summary>The luck of the evening: {rows.length} noted</summary>
      <p class="setting">
        <label for="luck-player">who attacks</label>
        <Entry id="luck-player" label="who attacks" maxLength={40} placeholder="a name, if you like" value={player} check={() => undefined} set={play} />
      </p>
      <p class="row">
        <button type="button" disabled={!now} onClick={() => keep([...all, row()])}>
          Note this one
        </button>
        <button type="button" disabled={rows.length === 0} onClick={() => keep(all.filter((one) => one !== rows[rows.length - 1]))}>
          Undo the last
        </button>
        {rows.length > 0 && (
          <button type="button" onClick={() => save("evening.jsonl", logOf(rows), "application/json")}>
            Save for the program
          </button>
        )}
      </p>
      {!now && <p>Say above what happened in a fight, under “How lucky was it?”, to note it.</p>}
      {asked.error && <p class="error">{asked.error}</p>}
      {log && <Evening answer={log} names={names} />}
    </details>
  );
}
