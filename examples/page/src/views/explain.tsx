// How the dice and target numbers came about, each step with its ruling.
import { DataTable } from "../parts/table";
import type { ExplainAnswer } from "../json";

export function ExplainView({ answer }: { answer: ExplainAnswer }) {
  return (
    <DataTable
      table={{
        title: `${answer.attacker.unit} against ${answer.defender.unit}, step by step`,
        columns: ["ruling", "what", "how"],
        rows: answer.steps.map((step) => [step.rule, step.what, step.how]),
      }}
    />
  );
}
