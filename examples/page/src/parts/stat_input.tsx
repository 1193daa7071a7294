// One stat or setting: a box to tick, a list of words, or a line to type in. It is always filled: what
// nobody has set shows its default.
import { type Field, isFlag, printed, problem, valueOf } from "../fields";
import type { Value } from "../json";
import { Entry } from "./entry";

interface Props {
  id: string;
  field: Field;
  set: (value: Value | undefined) => void;
  value: unknown; // undefined: its default
  focus: () => void;
  label?: string; // where none stands beside it
  isChoice?: boolean; // a default that was chosen is another than none: best play is free in what is not
}

const textOf = (field: Field, value: unknown) => printed(value ?? field.default);

/// One more or one less, as far as the field allows.
export function stepped(field: Field, value: unknown, by: 1 | -1): number | undefined {
  const text = textOf(field, value);
  const next = Number(text) + by;
  return text !== "" && field.least !== undefined && next >= field.least && next <= field.most! ? next : undefined;
}

export function StatInput({ id, field, value, set, focus, label, isChoice }: Props) {
  const text = textOf(field, value);
  const about = { id, "aria-label": label, onFocus: focus };
  if (isFlag(field)) return <input {...about} type="checkbox" checked={text === "yes"} onChange={(event) => set(event.currentTarget.checked)} />;
  if (field.least === undefined && !field.isText) {
    const words = field.words.includes(text) ? field.words : [text, ...field.words];
    return (
      <select {...about} value={isChoice && value === undefined ? "" : text} onChange={(event) => set(event.currentTarget.value || undefined)}>
        {isChoice && <option value="">{field.default}</option>}
        {words.map((word) => (
          <option key={word} value={word}>
            {isChoice && word === field.default ? `${word}, chosen` : word}
          </option>
        ))}
      </select>
    );
  }
  const digits = field.words.length === 0 && !field.takesAmounts && !field.takesLists && (field.least ?? 0) >= 0 && !field.isText;
  return (
    <>
      <Entry {...about} label={field.name} value={text} inputMode={digits ? "numeric" : "text"} list={field.words.length > 0 ? `${id}-words` : undefined}
        onFocus={(event) => {
          focus();
          event.currentTarget.select();
        }}
        check={(typed) => problem(field, typed)}
        set={(typed) => set(field.isText ? typed : valueOf(typed))}
        step={(by) => {
          const next = stepped(field, value, by);
          if (next !== undefined) set(next);
        }} />
      {field.words.length > 0 && (
        <datalist id={`${id}-words`}>
          {field.words.map((word) => (
            <option key={word} value={word} />
          ))}
        </datalist>
      )}
    </>
  );
}
