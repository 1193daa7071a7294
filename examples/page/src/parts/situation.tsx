// The situation, in words, and the form that changes it.
import type { Field, Settings } from "../fields";
import { printed } from "../fields";
import { SettingsForm } from "./settings_form";

interface Props {
  id?: string;
  of?: string; // "Attack 2"
  fields: Field[];
  situation: Settings;
  change: (situation: Settings) => void;
}

/// "cover: yes" as somebody would say it.
const said = (field: Field, value: string) =>
  value === "yes" ? field.meaning : value === "no" ? `not: ${field.meaning}` : `${field.name.replaceAll("-", " ")} ${value}${field.unit ? ` ${field.unit}` : ""}`;

export function Situation({ id = "situation", of, fields, situation, change }: Props) {
  const set = fields.filter((field) => situation[field.name] !== undefined);
  const words = set.map((field) => said(field, situation[field.name]));
  return (
    <details class="situation">
      <summary>
        {of && <span class="unseen">{of}: </span>}
        Situation: <span class="line">{words.length > 0 ? words.join("; ") : "nothing out of the ordinary"}</span>
      </summary>
      <SettingsForm
        id={id}
        fields={fields}
        values={situation}
        more="something else"
        change={(values) => change(Object.fromEntries(Object.entries(values).map(([key, value]) => [key, printed(value)])))}
      />
    </details>
  );
}
