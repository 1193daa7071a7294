// The whole battle: who wins, round by round, and what is left.
import { AlsoShown, Assumed, Bought, EngineLine, Remarks } from "../parts/answer_frame";
import { DistributionChart, LinesChart, ShareBar } from "../parts/charts";
import { type BattleAnswer, number, type Odds } from "../json";
import { mean, percent, percents } from "../words";

export function BattleView({ answer }: { answer: BattleAnswer }) {
  const a = answer.attacker.unit;
  const b = answer.attacker.unit === answer.defender.unit ? `${answer.defender.unit} (B)` : answer.defender.unit;
  const named: Record<string, [string, string]> = {
    attacker: [`${a} wins`, "tone-attacker"],
    both_destroyed: ["both destroyed", "tone-both"],
    retreated: ["retreated", "tone-left"],
    undecided: ["undecided", "tone-left"],
    defender: [`${b} wins`, "tone-defender"],
  };
  const ends = Object.entries(answer.win)
    .filter(([key]) => key in named)
    .sort(([x], [y]) => Object.keys(named).indexOf(x) - Object.keys(named).indexOf(y));
  const texts = percents(ends.map(([, p]) => p as Odds));
  const parts = ends.map(([key, p], i) => ({ name: named[key][0], p: number(p as Odds), text: texts[i], tone: named[key][1] }));
  const rounds = answer.by_round;
  const gone = rounds.map((round) => [number(round.attacker_destroyed), number(round.defender_destroyed)]);
  const last = gone[gone.length - 1] ?? [0, 0];
  return (
    <>
      <EngineLine engine={answer.engine} />
      <Assumed assumed={answer.assumed} names={[a, b]} />
      <Remarks remarks={answer.remarks} />
      <Bought bought={answer.bought} />
      <ShareBar title="Who wins" parts={parts} />
      <dl class="numbers">
        <div>
          <dt>rounds</dt>
          <dd>{mean({ mean: answer.rounds.mean, half_width: answer.rounds.mean_half_width ?? 0 })}</dd>
        </div>
        <div>
          <dt>left of {a}</dt>
          <dd>{mean({ mean: answer.attacker_survivors.mean, half_width: answer.attacker_survivors.mean_half_width ?? 0 })}</dd>
        </div>
        <div>
          <dt>left of {b}</dt>
          <dd>{mean({ mean: answer.defender_survivors.mean, half_width: answer.defender_survivors.mean_half_width ?? 0 })}</dd>
        </div>
      </dl>
      <AlsoShown show={answer.show} />
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
          />
          <LinesChart
            title="Left after each round"
            xName="round"
            xs={rounds.map((round) => round.round)}
            series={[
              { name: a, values: rounds.map((round) => number(round.attacker_mean_left)) },
              { name: b, values: rounds.map((round) => number(round.defender_mean_left)) },
            ]}
            says="the mean number of each that stands"
            odds={false}
          />
        </>
      )}
      <DistributionChart title={`Left of ${a}`} of={answer.attacker_survivors} what="left at the end" />
      <DistributionChart title={`Left of ${b}`} of={answer.defender_survivors} what="left at the end" />
      <DistributionChart title="Rounds fought" of={answer.rounds} what="rounds" />
    </>
  );
}
