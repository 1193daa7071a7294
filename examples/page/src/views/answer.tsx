// The view of an answer, by the command that it answers.
import type { ArmySolveAnswer, BattleAnswer, ExplainAnswer, FightAnswer, MatrixAnswer, RankingAnswer, RosterValueAnswer, SequenceAnswer, SolveAnswer, SweepAnswer, ValueAnswer } from "../json";
import { usePage } from "../parts/page";
import { membersOfArmy } from "../rosters";
import { sideOf, type State } from "../state";
import { BattleView } from "./battle";
import { ExplainView } from "./explain";
import { FightView } from "./fight";
import { MatrixView, RankingView } from "./matrix";
import { SequenceView } from "./sequence";
import { ArmySolveView, SolveView } from "./solve";
import { SweepView, type TuneAnswer, TuneView } from "./sweep";
import { RosterValueView, ValueView } from "./value";

export function Answer({ answer, open }: { answer: unknown; open: (changes: Partial<State>) => void }) {
  const { state } = usePage();
  switch (state.command) {
    case "fight":
      return <FightView answer={answer as FightAnswer} />;
    case "battle":
      return <BattleView answer={answer as BattleAnswer} />;
    case "solve":
      return "first" in (answer as object) ? <ArmySolveView answer={answer as ArmySolveAnswer} /> : <SolveView answer={answer as SolveAnswer} />;
    case "explain":
      return <ExplainView answer={answer as ExplainAnswer} />;
    case "sequence":
      return <SequenceView answer={answer as SequenceAnswer} />;
    case "sweep":
      return <SweepView answer={answer as SweepAnswer} />;
    case "tune":
      return <TuneView answer={answer as TuneAnswer} />;
    case "value":
      return "units" in (answer as object) ? <RosterValueView answer={answer as RosterValueAnswer} /> : <ValueView answer={answer as ValueAnswer} />;
    default:
      return "matrix" in (answer as object) ? (
        <MatrixView answer={answer as MatrixAnswer}
          open={(row, column) => {
            if (state.meetArmies) {
              const members = [row, column].map((i) => membersOfArmy(state.roster, state.armies[i]));
              if (members.every((side) => side.length > 0)) open(sideOf("defender", members[1])(sideOf("attacker", members[0])({ ...state, command: "battle", options: {} })));
              return;
            }
            const [attacker, defender] = [state.roster[row], (state.against ?? state.roster)[column]];
            if (attacker && defender) open({ command: state.options.battle === true ? "battle" : "fight", attacker, defender, others: { attacker: [], defender: [] }, options: {} });
          }} />
      ) : (
        <RankingView answer={answer as RankingAnswer} />
      );
  }
}
