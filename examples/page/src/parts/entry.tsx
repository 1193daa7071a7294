// What people type. What cannot stand in a field is said at the field, and to the page, which shows no
// answer as long as there is a fault.
import { createContext, type JSX } from "preact";
import { useContext, useEffect, useRef, useState } from "preact/hooks";

/// Tells the page of a fault in the field of that id ("figures: 1 to 10000"), or that it is gone.
export const Faults = createContext<(id: string, fault?: string) => void>(() => {});

interface Props extends Omit<JSX.IntrinsicElements["input"], "value" | "label" | "id" | "step"> {
  id: string;
  label: string; // in the fault
  value: string;
  check: (text: string) => string | undefined; // what is allowed, where the text is not
  set: (text: string) => void;
  step?: (by: 1 | -1) => void; // arrow up and down
}

/// A line to type in. What was typed stays in sight until it can be taken; one that is left empty is what
/// it was before.
export function Entry({ id, label, value, check, set, step, ...rest }: Props) {
  const tell = useContext(Faults);
  const [typed, type] = useState<string>();
  const seen = useRef(value);
  if (seen.current !== value) {
    seen.current = value;
    if (typed !== undefined && typed.trim() !== value) type(undefined);
  }
  const shown = typed ?? value;
  const wrong = check(shown.trim());
  useEffect(() => {
    tell(id, wrong && `${label}: ${wrong}`);
    return () => tell(id);
  }, [id, label, wrong]);
  return (
    <>
      <input
        {...rest}
        id={id}
        type="text"
        autocomplete="off"
        maxLength={rest.maxLength ?? 200}
        value={shown}
        aria-invalid={wrong ? true : undefined}
        aria-describedby={wrong ? `${id}-wrong` : rest["aria-describedby"]}
        onInput={(event) => {
          const text = event.currentTarget.value;
          type(text);
          if (!check(text.trim())) set(text.trim());
        }}
        onKeyDown={(event) => {
          const by = event.key === "ArrowUp" ? 1 : event.key === "ArrowDown" ? -1 : undefined;
          if (!by || !step) return;
          event.preventDefault();
          type(undefined);
          step(by);
        }}
        onBlur={() => (!wrong || shown.trim() === "") && type(undefined)}
      />
      {wrong && (
        <small class="wrong" id={`${id}-wrong`}>
          {wrong}
        </small>
      )}
    </>
  );
}
