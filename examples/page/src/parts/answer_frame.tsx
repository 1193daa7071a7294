// What stands around every answer: the error, the progress, who answered.
import type { ComponentChildren } from "preact";
import type { Cell, Designed, Engine, Purchase } from "../json";
import { inWords, type Names } from "../names";
import { decimal, quantityText } from "../words";
import { Assumed } from "./assumption";
import { useQuantities } from "./page";
import type { Asked } from "./use_answer";

export function EngineLine({ engine }: { engine: Engine }) {
  if (engine.name === "exact") return <p class="engine">Exact: every way in which the dice can fall is counted.</p>;
  const { trials = 0, seed, confidence = 0.99, partial } = engine;
  return (
    <p class="engine">
      Simulated: {trials.toLocaleString("en")} trials, seed {seed}; each number is shown as far as it is known at {100 * confidence} %.
      {partial && " Stopped early: this is the result so far."}
    </p>
  );
}

export function Remarks({ remarks }: { remarks?: string[] }) {
  return remarks ? (
    <ul class="remarks">
      {remarks.map((remark) => (
        <li>{remark}</li>
      ))}
    </ul>
  ) : null;
}

const sizes = (of: Record<string, number>) => Object.entries(of).map(([name, number]) => `${number} ${name}`).join(", ");

/// What each side is bought for a budget.
export function Bought({ bought }: { bought?: Purchase[] }) {
  return bought && bought.length > 0 ? (
    <details>
      <summary>Bought for the budget</summary>
      <ul>
        {bought.map((one, i) => (
          <li key={i}>
            {one.unit}: {sizes(one.sizes)}
            {one.more ? `, or ${sizes(one.more)} (${Math.round(100 * (one.share_of_more ?? 0))} %)` : ""} for {decimal(one.cost)} points
            {one.remark ? `, ${one.remark}` : ""}
          </li>
        ))}
      </ul>
    </details>
  ) : null;
}

/// Who answered a designer's table.
export function DesignLine({ answer }: { answer: Designed }) {
  return (
    <>
      <p class="engine">
        {answer.exact} exact, {answer.simulated} simulated{answer.not_allowed ? `, ${answer.not_allowed} not allowed by the rules` : ""}
        {answer.partial ? ", stopped early" : ""}.
      </p>
      <Assumed assumed={answer.assumed} names={["the attacker", "the defender"]} />
      <Bought bought={answer.bought} />
    </>
  );
}

/// The quantities that were asked for besides.
export function AlsoShown({ show, names }: { show?: Record<string, Cell>; names: Names }) {
  const rows = useQuantities();
  return show ? (
    <dl class="numbers">
      {Object.entries(show).map(([quantity, of]) => (
        <div key={quantity}>
          <dt>{inWords(quantity, names, rows)}</dt>
          <dd>{quantityText(quantity, of)}</dd>
        </div>
      ))}
    </dl>
  ) : null;
}

function Waiting<Answer>({ asked }: { asked: Asked<Answer> }) {
  const { progress } = asked;
  const part = progress && progress.wanted > 0 ? Math.min(progress.done / progress.wanted, 1) : undefined;
  return (
    <div class="waiting">
      <button type="button" onClick={asked.stop}>
        Stop
      </button>
      <progress aria-label="How far the answer has come" value={part} max={1} />
      <span>{progress ? (progress.of.startsWith("%") ? `${progress.done} ${progress.of}` : `${progress.done.toLocaleString("en")} of ${progress.wanted.toLocaleString("en")} ${progress.of}`) : "working"}</span>
    </div>
  );
}

interface FrameProps<Answer> {
  asked: Asked<Answer>;
  faults: string[]; // what cannot stand in its field
  back: () => void; // to the last question that could be answered
  children: (answer: Answer) => ComponentChildren;
}

export function AnswerFrame<Answer>({ asked, faults, back, children }: FrameProps<Answer>) {
  const isBlank = faults.length > 0;
  const state = `${asked.busy ? " busy" : ""}${asked.error ? " old" : ""}`;
  return (
    <section id="answer" class={`answer${state}`} aria-label="Answer" aria-busy={asked.busy} data-for={asked.busy ? "" : "now"}>
      {faults.map((fault) => (
        <p class="error" role="alert" key={fault}>
          Fix {fault}
        </p>
      ))}
      {asked.error && !isBlank && (
        <p class="error" role="alert">
          {asked.error}{" "}
          {asked.answer && (
            <button type="button" onClick={back}>
              Back to the answer before
            </button>
          )}
        </p>
      )}
      {asked.stopped && (
        <p class="error" role="alert">
          Stopped.{" "}
          <button type="button" onClick={asked.again}>
            Ask again
          </button>
        </p>
      )}
      <div class="waits">{asked.busy && <Waiting asked={asked} />}</div>
      {asked.answer && !asked.error && (
        <div class={isBlank ? "blank" : undefined} aria-hidden={isBlank || undefined} inert={isBlank}>
          {children(asked.answer)}
        </div>
      )}
    </section>
  );
}
