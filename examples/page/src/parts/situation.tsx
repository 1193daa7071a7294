// The situation in words, and the settings that make it: those of the attack, of the attack back, and of
// both sides.
import type { Field, Settings } from "../fields";
import { printed } from "../fields";
import { plainName, StatGrid } from "./stat_grid";

interface Props {
  id?: string;
  of?: string; // "Attack 2"
  names: [string, string];
  fields: Field[];
  situation: Settings;
  change: (situation: Settings) => void;
}

/// "cover: yes" as somebody would say it.
function said(field: Field, value: string): string {
  const words = value === "yes" ? field.meaning : value === "no" ? `not: ${field.meaning}` : `${plainName(field).replaceAll("-", " ")} ${value}${field.unit ? ` ${field.unit}` : ""}`;
  return isOfReply(field) ? `in the attack back ${words}` : words;
}

const isOfReply = (field: Field) => field.name.startsWith("reply.");

export const inWords = (fields: Field[], situation: Settings) =>
  fields.filter((field) => situation[field.name] !== undefined).map((field) => said(field, situation[field.name])).join("; ");

export function Situation({ id = "situation", of, names, fields, situation, change }: Props) {
  const parts: [string, Field[]][] = [
    [`Attack by ${names[0]}`, fields.filter((field) => !field.holds_for && !isOfReply(field))],
    [`Attack back by ${names[1]}`, fields.filter(isOfReply)],
    ["Both sides", fields.filter((field) => field.holds_for && !isOfReply(field))],
  ];
  const words = inWords(fields, situation);
  return (
    <details class={words ? "situation" : "situation as-usual"}>
      <summary>
        {of && <span class="unseen">{of}: </span>}
        Situation: <span class="line">{words || "nothing out of the ordinary"}</span>
      </summary>
      {parts
        .filter(([, some]) => some.length > 0)
        .map(([title, some]) => (
          <fieldset key={title}>
            <legend>{title}</legend>
            <StatGrid id={id} of={`${of ? `${of}: ` : ""}${title}`} fields={some} values={situation} areChoices
              change={(values) => change(Object.fromEntries(Object.entries(values).map(([key, value]) => [key, printed(value)])))} />
          </fieldset>
        ))}
    </details>
  );
}
