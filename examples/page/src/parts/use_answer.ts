// The answer to the question of the moment. A new question takes the place of the one before, whose
// answer stays in sight until the new one is there.
import { useEffect, useRef, useState } from "preact/hooks";
import type { ErrorAnswer } from "../json";
import { type Library, type Progress, Stopped } from "../library";
import type { Question } from "../state";

export interface Asked<Answer> {
  answer?: Answer;
  error?: string;
  busy: boolean;
  stopped: boolean;
  progress?: Progress;
  stop: () => void;
  again: () => void;
}

/// How long a question may go on that nobody waits for: most are answered sooner than a worker starts.
const grace = 80;

export function useAnswer<Answer>(library: Library, question: Question | undefined): Asked<Answer> {
  const text = question && JSON.stringify(question);
  const [shown, show] = useState<{ for?: string; command?: string; answer?: Answer; error?: string; stopped?: boolean }>({});
  const [progress, tell] = useState<Progress>();
  const [turn, again] = useState(0);
  const control = useRef<AbortController>();

  useEffect(() => {
    if (!text) return undefined;
    const own = (control.current = new AbortController());
    let wanted = true;
    tell(undefined);
    library
      .ask(text, { signal: own.signal, progress: (how) => wanted && tell(how) })
      .then((line) => {
        if (!wanted) return;
        const answer = JSON.parse(line) as Answer | ErrorAnswer;
        const failed = typeof answer === "object" && answer !== null && "error" in answer;
        show((before) =>
          failed
            ? { for: text, command: question.command, error: answer.error.message, answer: before.command === question.command ? before.answer : undefined }
            : { for: text, command: question.command, answer: answer as Answer },
        );
      })
      .catch((error: Error) => {
        if (!wanted) return;
        show((before) => ({ ...before, for: text, stopped: error instanceof Stopped, error: error instanceof Stopped ? undefined : error.message }));
      });
    return () => {
      wanted = false;
      setTimeout(() => own.abort(), grace);
    };
  }, [text, turn, library]);

  const busy = text !== undefined && shown.for !== text;
  return {
    answer: shown.command === question?.command ? shown.answer : undefined,
    error: shown.for === text ? shown.error : undefined,
    stopped: shown.for === text && shown.stopped === true,
    busy,
    progress: busy ? progress : undefined,
    stop: () => control.current?.abort(),
    again: () => {
      show({});
      again(turn + 1);
    },
  };
}

/// The answers to several questions, each as soon as it is there.
export function useAnswers<Answer>(library: Library, questions: Question[]): (Answer | undefined)[] {
  const texts = questions.map((question) => JSON.stringify(question));
  const [known, know] = useState<Record<string, Answer>>({});
  useEffect(() => {
    const control = new AbortController();
    for (const text of texts) {
      if (known[text] !== undefined) continue;
      library.ask(text, { signal: control.signal }).then((line) => know((before) => ({ ...before, [text]: JSON.parse(line) as Answer })), () => {});
    }
    return () => void setTimeout(() => control.abort(), grace);
  }, [texts.join("\n"), library]);
  return texts.map((text) => known[text]);
}
