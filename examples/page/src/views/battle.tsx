// The whole battle: who wins, round by round, and what is left.
import { endsOf, meanIn } from "../figures";
import { type BattleAnswer, type Distribution, type Joint, nameOf, namesOf, number, type UnitLeft } from "../json";
import { inWords, type Names } from "../names";
import { AlsoShown, Bought, EngineLine, Remarks } from "../parts/answer_frame";
import { BattleAssumption } from "../parts/assumption";
import { DistributionChart, LinesChart, ShareBar } from "../parts/charts";
import { Dice } from "../parts/dice";
import { Given, Luck, OutcomeParts } from "../parts/outcome_parts";
import { usePage } from "../parts/page";
import { Stepping } from "../parts/stepping";
import { DataTable, type Row } from "../parts/table";
import { useAnswer } from "../parts/use_answer";
import { decimal, mean, odds, percent, percents } from "../words";

const toneOf: Record<string, string> = { attacker: "tone-attacker", defender: "tone-defender", both_destroyed: "tone-both", retreated: "tone-left", undecided: "tone-left" };

/// Of the undecided battles, who has the larger share left of its hit points.
function Ahead({ win, names }: { win: BattleAnswer["win"]; names: Names }) {
  if (number(win.undecided) < 5e-5) return null;
  const [a, b, even] = percents([win.ahead.attacker, win.ahead.defender, win.ahead.even]);
  return (
    <p class="ahead">
      Of the undecided battles: {names[0]} is ahead in {a}, {names[1]} in {b}, and {even} are even.
    </p>
  );
}

/// Nine in ten outcomes lie within.
function within(of: Distribution): string {
  let [low, high] = [0, of.pmf.length - 1];
  for (let sum = of.pmf[low]; sum <= 0.05; sum += of.pmf[++low]);
  for (let sum = of.pmf[high]; sum <= 0.05; sum += of.pmf[--high]);
  return low === high ? `${low}` : `${low} to ${high}`;
}

function Left({ name, of, winning, what }: { name: string; of: Distribution; winning?: Distribution | null; what: string }) {
  return (
    <div>
      <dt>
        {what} left of {name}
      </dt>
      <dd>{mean(meanIn(of))}</dd>
      <dd class="rare">9 in 10 or more: {within(of)}</dd>
      {winning && winning.pmf.length > 2 && <dd class="rare">if it wins: {mean(meanIn(winning))}</dd>}
    </div>
  );
}

/// Who is one figure has all of it or nothing left: hit points tell more. They are asked for aside.
function useHitPoints(answer: BattleAnswer): [Distribution, Distribution] | undefined {
  const { aside, question } = usePage();
  const isOne = answer.attacker_survivors.pmf.length <= 2 && answer.defender_survivors.pmf.length <= 2 && !answer.given && answer.engine.name === "exact";
  const asked = useAnswer<{ joint: Joint }>(aside, isOne && question.command === "battle" ? { ...question, joint: "attacker.hit-points-left,defender.hit-points-left", show: undefined, observed: undefined } : undefined);
  const joint = isOne && !asked.busy && !asked.error ? asked.answer?.joint : undefined;
  if (!joint) return undefined;
  const law = (pmf: number[]): Distribution => ({ pmf, mean: pmf.reduce((sum, p, k) => sum + p * k, 0), sd: 0 });
  return [law(joint.pmf.map((row) => row.reduce((sum, p) => sum + p, 0))), law(joint.pmf[0].map((_, c) => joint.pmf.reduce((sum, row) => sum + row[c], 0)))];
}

/// Of a side of several units: what each adds, and what is left of it.
function Units({ name, units }: { name: string; units: UnitLeft[] }) {
  const columns: [string, (unit: UnitLeft) => Row[number]][] = [
    ["unit", (unit) => unit.unit],
    ["gone", (unit) => ({ value: number(unit.destroyed), text: odds(unit.destroyed) })],
    ["left", (unit) => ({ value: unit.survivors.mean, text: mean(meanIn(unit.survivors)) })],
    ["hit points left", (unit) => ({ value: number(unit.mean_hit_points_left), text: mean(unit.mean_hit_points_left) })],
    ["left if it wins", (unit) => (unit.left_if_wins ? { value: unit.left_if_wins.mean, text: decimal(unit.left_if_wins.mean) } : "")],
    ["adds to the odds", (unit) => (unit.part == null ? "" : { value: number(unit.part), text: percent(number(unit.part)) })],
  ];
  const told = columns.filter(([, cell]) => units.some((unit) => cell(unit) !== ""));
  return <DataTable table={{ title: `The units of ${name}`, columns: told.map(([column]) => column), rows: units.map((unit) => told.map(([, cell]) => cell(unit))) }} />;
}

/// Rounds until fewer than 1 of 1000 battles go on: there the charts end.
function roundsDecided(rounds: BattleAnswer["by_round"]): number {
  const decided = rounds.findIndex((round) => 1 - number(round.attacker_destroyed) - number(round.defender_destroyed) < 1e-3);
  return decided < 0 ? rounds.length : decided + 1;
}

export function BattleView({ answer }: { answer: BattleAnswer }) {
  const { facts, state } = usePage();
  const names = namesOf(answer.attacker, answer.defender);
  const [a, b] = names;
  const ends = endsOf(answer.win, names);
  const parts = ends.map(({ key, name, p, text }) => ({ name, p: number(p), text, tone: toneOf[key] }));
  const rounds = answer.by_round;
  const gone = rounds.map((round) => [number(round.attacker_destroyed), number(round.defender_destroyed)]);
  const last = gone[gone.length - 1] ?? [0, 0];
  const shown = roundsDecided(rounds);
  const hitPoints = useHitPoints(answer);
  const what = hitPoints ? "hit points" : "figures";
  const left = hitPoints ?? [answer.attacker_survivors, answer.defender_survivors];
  const answersBack = [...facts.used.battle].some((key) => key.startsWith("reply."));
  return (
    <>
      <ShareBar title="Who wins" parts={parts} />
      <Ahead win={answer.win} names={names} />
      <BattleAssumption answer={answer} names={names} />
      <Given given={answer.given} />
      {answer.from && <p class="given">From where it stands: {inWords(answer.from, names, [])}. The rounds are those to come.</p>}
      {answer.until && <p class="given">Until, after a round, {answer.until}.</p>}
      <Remarks remarks={answer.remarks} />
      <Bought bought={answer.bought} />
      <dl class="numbers">
        <div>
          <dt>rounds</dt>
          <dd>{mean(meanIn(answer.rounds))}</dd>
          <dd class="rare">9 in 10 or more: {within(answer.rounds)}</dd>
        </div>
        <Left name={a} of={left[0]} winning={hitPoints ? undefined : answer.left_if_wins?.attacker} what={what} />
        <Left name={b} of={left[1]} winning={hitPoints ? undefined : answer.left_if_wins?.defender} what={what} />
      </dl>
      <AlsoShown show={answer.show} names={names} />
      {answer.observed && <Luck observed={answer.observed} sum={answer.observed_sum} names={names} />}
      {state.command === "battle" && <Stepping />}
      {answer.attacker_units && <Units name={nameOf(answer.attacker)} units={answer.attacker_units} />}
      {answer.defender_units && <Units name={nameOf(answer.defender)} units={answer.defender_units} />}
      {rounds.length > 0 && (
        <>
          <LinesChart
            title="Gone by the end of each round"
            xName="round"
            xs={rounds.map((round) => round.round)}
            series={[
              { name: `${a} gone`, values: gone.map((pair) => pair[0]) },
              { name: `${b} gone`, values: gone.map((pair) => pair[1]) },
            ]}
            says={`at the end ${a} is gone with ${percent(last[0])}, ${b} with ${percent(last[1])}`}
            odds
            shown={shown}
          />
          {!hitPoints && (
            <LinesChart
              title="Left after each round"
              xName="round"
              xs={rounds.map((round) => round.round)}
              series={[
                { name: a, values: rounds.map((round) => number(round.attacker_mean_left)) },
                { name: b, values: rounds.map((round) => number(round.defender_mean_left)) },
              ]}
              says="the mean number of figures of each that stand"
              odds={false}
              shown={shown}
            />
          )}
        </>
      )}
      {answer.rounds_cut_off !== undefined && answer.rounds_cut_off > 0 && (
        <p class="engine">After the last round that is told a share of {answer.rounds_cut_off.toExponential(0)} of the battles still goes on.</p>
      )}
      <DistributionChart title={`Left of ${a}`} of={left[0]} what={`${what} left at the end`} tone="attacker" />
      <DistributionChart title={`Left of ${b}`} of={left[1]} what={`${what} left at the end`} tone="defender" />
      <DistributionChart title="Rounds fought" of={answer.rounds} what="rounds" />
      <OutcomeParts answer={answer} names={names} />
      <Dice names={names} answersBack={answersBack} />
      <EngineLine engine={answer.engine} />
    </>
  );
}
