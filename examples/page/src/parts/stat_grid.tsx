// Stats or settings side by side, as on a printed card, and below them what the one in hand means.
import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { type Field, isFlag, printed } from "../fields";
import type { Value } from "../json";
import { StatInput, stepped } from "./stat_input";

/// A setting of the attack back has the name that it has in the attack.
export const plainName = (field: Field) => field.name.replace(/^reply\./, "");

/// A long name may go on in a new line behind its marks.
export const breakable = (name: string): ComponentChildren => name.split(/(?<=[.-])/).flatMap((part, i) => (i === 0 ? [part] : [<wbr />, part]));

export type Values = Record<string, unknown>;

/// The values with one of them set, or at its default again.
export function withValue(values: Values, field: Field, value: Value | undefined, keepsDefaults: boolean): Values {
  const rest = { ...values };
  delete rest[field.name];
  const isDefault = value === undefined || (!keepsDefaults && printed(value) === field.default);
  return isDefault ? rest : { ...rest, [field.name]: value };
}

interface InHand {
  field: Field;
  value: unknown;
  set: (value: Value | undefined) => void;
}

/// What the stat in hand means, with buttons for one more and one less. `otherwise`: what stands there before.
export function InHandLine({ inHand, otherwise, id }: { inHand: InHand | undefined; otherwise?: ComponentChildren; id: string }) {
  const button = (by: 1 | -1) => {
    const next = inHand && stepped(inHand.field, inHand.value, by);
    return (
      <button type="button" class="step" disabled={next === undefined} aria-label={`${inHand!.field.name}: one ${by > 0 ? "more" : "less"}`}
        onMouseDown={(event) => event.preventDefault()} onClick={() => inHand!.set(next)}>
        {by > 0 ? "+" : "−"}
      </button>
    );
  };
  const field = inHand?.field;
  const isSet = inHand?.value !== undefined;
  return (
    <div class="in-hand">
      <small id={`${id}-help`}>{field ? `${plainName(field)}: ${field.meaning}${field.isText || isFlag(field) ? "" : ` (${field.allowed})`}` : otherwise}</small>
      {field && isSet && !field.isText && field.default !== "" && (
        <button type="button" class="step" aria-label={`${field.name}: back to ${field.default}`} onMouseDown={(event) => event.preventDefault()} onClick={() => inHand!.set(undefined)}>
          ↺
        </button>
      )}
      {field?.least !== undefined && button(-1)}
      {field?.least !== undefined && button(1)}
    </div>
  );
}

interface Props {
  id: string;
  of: string; // whose stats: "Attacker"
  fields: Field[];
  values: Values;
  change: (values: Values) => void;
  areChoices?: boolean; // a default that was chosen is another than none
  otherwise?: ComponentChildren; // below, before a stat is in hand
}

export function StatGrid({ id, of, fields, values, change, areChoices = false, otherwise }: Props) {
  const [at, turnTo] = useState<string>();
  const set = (field: Field) => (value: Value | undefined) => change(withValue(values, field, value, areChoices));
  const field = fields.find((one) => one.name === at);
  return (
    <>
      <div class="stats" role="group" aria-label={of}>
        {fields.map((one) => (
          <div class="stat" key={one.name}>
            <label for={`${id}-${one.name}`}>{breakable(plainName(one))}</label>
            <StatInput id={`${id}-${one.name}`} field={one} value={values[one.name]} set={set(one)} focus={() => turnTo(one.name)} isChoice={areChoices} />
          </div>
        ))}
      </div>
      <InHandLine id={id} inHand={field && { field, value: values[field.name], set: set(field) }} otherwise={otherwise} />
    </>
  );
}
