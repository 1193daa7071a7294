// A form made from a table of fields. Only what differs from the default takes room; the rest is in
// a list to choose from.
import { useState } from "preact/hooks";
import { changedFields, type Field, isFlag, printed, problem, valueOf } from "../fields";
import type { Value } from "../json";

type Values = Record<string, unknown>;

interface InputProps {
  id: string;
  field: Field;
  value: string;
  set: (value: Value) => void;
}

/// One more or one less, as far as the field allows.
function Step({ by, field, value, set, of }: { by: 1 | -1; field: Field; value: string; set: (value: Value) => void; of: string }) {
  const now = Number(value);
  const next = now + by;
  const fits = value !== "" && Number.isFinite(now) && next >= field.least! && next <= field.most!;
  return (
    <button type="button" class="step" disabled={!fits} aria-label={`${of}: one ${by > 0 ? "more" : "less"}`} onClick={() => set(next)}>
      {by > 0 ? "+" : "−"}
    </button>
  );
}

function Input({ id, field, value, set }: InputProps) {
  const [typed, type] = useState<string>();
  const shown = typed ?? value;
  const wrong = problem(field, shown);
  const about = { id, "aria-describedby": `${id}-help`, "aria-invalid": wrong ? true : undefined };
  if (isFlag(field)) {
    return (
      <select {...about} value={value} onChange={(event) => set(event.currentTarget.value === "yes")}>
        <option value="no">no</option>
        <option value="yes">yes</option>
      </select>
    );
  }
  if (field.least === undefined && !field.isText) {
    return (
      <select {...about} value={value} onChange={(event) => set(event.currentTarget.value)}>
        {!field.words.includes(value) && <option value={value}>{value}</option>}
        {field.words.map((word) => (
          <option key={word} value={word}>
            {word}
          </option>
        ))}
      </select>
    );
  }
  const digits = field.words.length === 0 && !field.takesAmounts && field.least! >= 0;
  const take = (text: string) => {
    type(text);
    if (!problem(field, text)) set(field.isText ? text : valueOf(text));
  };
  const step = (next: Value) => {
    type(undefined);
    set(next);
  };
  return (
    <span class="steps">
      {!field.isText && <Step by={-1} field={field} value={shown} set={step} of={field.name} />}
      <input
        {...about}
        type="text"
        inputMode={digits ? "numeric" : "text"}
        autocomplete="off"
        list={field.words.length > 0 ? `${id}-words` : undefined}
        value={shown}
        maxLength={200}
        onInput={(event) => take(event.currentTarget.value)}
        onBlur={() => !wrong && type(undefined)}
      />
      {!field.isText && <Step by={1} field={field} value={shown} set={step} of={field.name} />}
      {field.words.length > 0 && (
        <datalist id={`${id}-words`}>
          {field.words.map((word) => (
            <option key={word} value={word} />
          ))}
        </datalist>
      )}
    </span>
  );
}

interface FormProps {
  id: string;
  fields: Field[];
  values: Values;
  change: (values: Values) => void;
  more: string; // "another stat"
  always?: string[]; // names of fields that cannot be left out
}

/// Where a chosen field begins: at the first thing that is not its default.
function firstValue(field: Field): Value {
  if (isFlag(field)) return field.default !== "yes";
  if (field.isText) return "";
  const word = field.words.find((one) => one !== field.default);
  if (field.least === undefined) return word ?? field.default;
  const number = Number(field.default);
  if (Number.isNaN(number)) return Math.max(field.least, Math.min(1, field.most!));
  return number + 1 <= field.most! ? number + 1 : number - 1;
}

export function SettingsForm({ id, fields, values, change, more, always = [] }: FormProps) {
  const shown = fields.filter((field) => always.includes(field.name) || changedFields([field], values).length > 0);
  const hidden = fields.filter((field) => !shown.includes(field));
  const set = (field: Field, value: Value) => change({ ...values, [field.name]: value });
  const remove = (field: Field) => {
    const rest = { ...values };
    delete rest[field.name];
    change(rest);
  };
  return (
    <div class="settings">
      {shown.map((field) => {
        const own = `${id}-${field.name}`;
        const text = printed(values[field.name] ?? field.default);
        const wrong = problem(field, text);
        return (
          <div class="setting" key={field.name}>
            <label for={own}>{field.name}</label>
            <Input id={own} field={field} value={text} set={(value) => set(field, value)} />
            {!always.includes(field.name) && (
              <button type="button" class="remove" aria-label={`${field.name}: back to ${field.default || "nothing"}`} onClick={() => remove(field)}>
                ×
              </button>
            )}
            <small id={`${own}-help`} class={wrong ? "wrong" : undefined}>
              {wrong ?? `${field.meaning}${field.isText ? "" : ` (${field.allowed})`}`}
            </small>
          </div>
        );
      })}
      {hidden.length > 0 && (
        <div class="setting add">
          <label for={`${id}-add`}>{more}</label>
          <select
            id={`${id}-add`}
            value=""
            onChange={(event) => {
              const field = hidden.find((one) => one.name === event.currentTarget.value);
              event.currentTarget.value = "";
              if (field) set(field, firstValue(field));
            }}
          >
            <option value="">choose …</option>
            {hidden.map((field) => (
              <option key={field.name} value={field.name}>
                {field.name}: {field.meaning}
              </option>
            ))}
          </select>
        </div>
      )}
    </div>
  );
}
