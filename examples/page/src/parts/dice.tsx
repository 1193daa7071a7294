// The dice and targets of both sides: how they come about, step by step, of the attack and the attack back.
import { useState } from "preact/hooks";
import type { ExplainAnswer } from "../json";
import type { Names } from "../names";
import { sides } from "../state";
import { usePage } from "./page";
import { DataTable } from "./table";
import { useAnswer } from "./use_answer";

const isReply = /^reply\./;

/// The question that explains the attack, or the attack back, in which the sides change places.
function useSteps(isBack: boolean, isWanted: boolean) {
  const { aside, question, facts } = usePage();
  const settings = Object.entries((question.situation ?? {}) as Record<string, unknown>);
  const ofAttack = (key: string) => facts.used.fight.has(key);
  const asks = {
    command: "explain",
    system: question.system,
    attacker: question[sides[isBack ? 1 : 0]],
    defender: question[sides[isBack ? 0 : 1]],
    situation: Object.fromEntries(isBack ? settings.filter(([key]) => isReply.test(key)).map(([key, value]) => [key.replace(isReply, ""), value]) : settings.filter(([key]) => ofAttack(key) && !/[,*]/.test(key))),
  };
  return useAnswer<ExplainAnswer>(aside, isWanted ? asks : undefined);
}

export function Dice({ names, answersBack = false }: { names: Names; answersBack?: boolean }) {
  const { question } = usePage();
  const [isOpen, open] = useState(false);
  const attack = useSteps(false, isOpen);
  const back = useSteps(true, isOpen && answersBack);
  if (sides.some((side) => Array.isArray(question[side]))) return null; // each of several units has its own
  const table = (title: string, answer: ExplainAnswer) => (
    <DataTable table={{ title, columns: ["ruling", "what", "how"], rows: answer.steps.map((step) => [step.rule, step.what, step.how]) }} />
  );
  return (
    <details onToggle={(event) => open(event.currentTarget.open)}>
      <summary>Dice and targets</summary>
      {attack.error && <p class="error">{attack.error}</p>}
      {attack.answer && table(`${names[0]} attacks`, attack.answer)}
      {back.answer && table(`${names[1]} attacks back`, back.answer)}
    </details>
  );
}
