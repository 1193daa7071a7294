// The field tables of the systems, and what forms need to know of a field. All of it comes from the
// library's answer to "systems": the page knows no stat by name.
import type { FieldRow, Profile, SystemRow, Value } from "./json";

/// A unit as a question states it: "name", what differs from the defaults, and its groups as a list.
export type Unit = { name: string; note?: string } & Record<string, unknown>;
export type Settings = Record<string, string>;

export interface Field extends FieldRow {
  least: number | undefined; // of numbers
  most: number | undefined;
  words: string[];
  takesAmounts: boolean;
  isText: boolean;
}

export interface System {
  name: string;
  title: string;
  groupWord: string; // "" where units have no groups
  unit: Field[];
  group: Field[];
  situation: Field[];
}

/// "0 to 6, half or none, or an amount such as 1d6+1" in parts.
function fieldOf(row: FieldRow): Field {
  const amounts = ", or an amount";
  const at = row.allowed.indexOf(amounts);
  const plain = at < 0 ? row.allowed : row.allowed.slice(0, at);
  const range = /^(-?[\d.]+) to (-?[\d.]+)/.exec(plain);
  const isText = plain === "any text";
  const rest = range ? plain.slice(range[0].length) : plain;
  const words = isText ? [] : rest.split(/, | or /).filter((word) => word !== "");
  return {
    ...row,
    least: range ? Number(range[1]) : undefined,
    most: range ? Number(range[2]) : undefined,
    words,
    takesAmounts: at >= 0,
    isText,
  };
}

export function systemOf(row: SystemRow): System {
  const fields = row.fields.map(fieldOf);
  const group = fields.filter((field) => field.of !== "unit" && field.of !== "situation");
  return {
    name: row.name,
    title: row.title,
    groupWord: group.length > 0 ? group[0].of : "",
    unit: fields.filter((field) => field.of === "unit"),
    group,
    situation: fields.filter((field) => field.of === "situation"),
  };
}

export const isFlag = (field: Field) => field.words.join() === "no,yes";

/// A value as the tables print it.
export function printed(value: Value | unknown): string {
  return value === true ? "yes" : value === false ? "no" : String(value);
}

/// The settings among `values` that differ from the defaults.
function changes(values: Record<string, unknown>, fields: Field[]): Record<string, Value> {
  const changed: Record<string, Value> = {};
  for (const field of fields) {
    const value = values[field.name] as Value | undefined;
    if (value !== undefined && printed(value) !== field.default) changed[field.name] = value;
  }
  return changed;
}

/// The unit of an answer's profile, with no more than it needs.
export function unitOf(system: System, name: string, profile: Profile, note = ""): Unit {
  const unit: Unit = { name, ...(note ? { note } : {}), ...changes(profile, system.unit) };
  const groups = system.groupWord ? profile[system.groupWord] : undefined;
  if (Array.isArray(groups)) unit[system.groupWord] = groups.map((group) => changes(group, system.group));
  return unit;
}

export function groupsOf(system: System, unit: Unit): Record<string, unknown>[] {
  const groups = system.groupWord ? unit[system.groupWord] : undefined;
  return Array.isArray(groups) ? (groups as Record<string, unknown>[]) : [];
}

/// What differs from the defaults, in the order of the table.
export function changedFields(fields: Field[], of: Record<string, unknown>): Field[] {
  return fields.filter((field) => of[field.name] !== undefined);
}

/// "6 figures, hp 2, …": a unit in a line.
export function inALine(system: System, unit: Unit): string {
  const list = (fields: Field[], of: Record<string, unknown>) =>
    changedFields(fields, of)
      .filter((field) => field.name !== "name")
      .map((field) => (isFlag(field) && printed(of[field.name]) === "yes" ? field.name : `${field.name} ${printed(of[field.name])}`));
  const parts = list(system.unit, unit);
  for (const group of groupsOf(system, unit)) {
    parts.push(`${printed(group.name ?? system.groupWord)} (${list(system.group, group).join(", ")})`);
  }
  return parts.length > 0 ? parts.join(", ") : "all stats at their default";
}

/// Nothing if the text can stand in the field; else what is allowed. The library has the last word.
export function problem(field: Field, text: string): string | undefined {
  // In battles a setting may change from round to round: "heavy*2,light".
  if (field.of === "situation" && /[,*]/.test(text)) {
    return text.split(",").map((part) => problem(field, part.replace(/\*\d+$/, ""))).find((one) => one !== undefined);
  }
  if (field.isText || field.words.includes(text)) return undefined;
  if (field.takesAmounts && /^[+-]?\d*d\d+([+-]\d+)?$/i.test(text)) return undefined;
  const value = Number(text);
  const fits =
    text.trim() !== "" && field.least !== undefined && value >= field.least && value <= field.most! && !Number.isNaN(value);
  return fits ? undefined : `must be ${field.allowed}`;
}

/// A setting as a question has it: a number where the text is one.
export function valueOf(text: string): Value {
  return /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : text;
}
