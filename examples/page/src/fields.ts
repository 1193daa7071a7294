// The field tables of the systems, and what forms need to know of a field. All of it comes from the
// library's answer to "systems": the page knows no stat by name.
import type { FieldRow, Profile, SystemRow, Value } from "./json";

/// A unit as a question states it: "name", what differs from the defaults, and its groups as a list.
export type Unit = { name: string; note?: string } & Record<string, unknown>;
export type Settings = Record<string, string>;

export interface Field extends FieldRow {
  least: number | undefined; // of numbers
  most: number | undefined;
  none: string | undefined; // a number beside the range that means none
  words: string[];
  takesAmounts: boolean; // "1d6+1"
  takesLists: boolean; // "3,2"
  takesShares: boolean; // "50%"
  isText: boolean;
}

export interface System {
  name: string;
  title: string;
  groupWord: string; // "" where units have no groups
  unit: Field[];
  group: Field[];
  situation: Field[];
  lone: Set<string>; // fields that a unit with groups cannot have
  rare: Set<string>; // fields that stand behind "more" on a card
}

/// "0 to 6, half or none, or an amount such as 1d6+1" in parts; "1 to 6, or 0 for none" likewise.
function fieldOf(row: FieldRow): Field {
  const [all, ...others] = row.allowed.split(/, or (?=an amount|up to|a share)/);
  const none = /, or (-?[\d.]+) for none/.exec(all);
  const plain = none ? all.replace(none[0], "") : all;
  const range = /^(-?[\d.]+) to (-?[\d.]+)/.exec(plain);
  const isText = plain === "any text";
  const rest = range ? plain.slice(range[0].length) : plain;
  const takes = (what: string) => others.some((other) => other.startsWith(what));
  return {
    ...row,
    least: range ? Number(range[1]) : undefined,
    most: range ? Number(range[2]) : undefined,
    none: none?.[1],
    words: isText ? [] : rest.split(/, | or /).filter((word) => word !== ""),
    takesAmounts: takes("an amount"),
    takesLists: takes("up to"),
    takesShares: takes("a share"),
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
    lone: new Set(),
    rare: new Set(),
  };
}

/// What is not printed on cards: neither can a group have it, nor do a third of the example units.
export function rareFields(system: System, examples: Unit[]): Set<string> {
  const ofGroups = new Set(system.group.filter((field) => field.unit !== "points").map((field) => field.name));
  const isPrinted = ({ name }: Field) =>
    system.lone.has(name) || ofGroups.has(name) || 3 * examples.filter((unit) => unit[name] !== undefined).length >= examples.length;
  return new Set(system.unit.filter((field) => !isPrinted(field)).map((field) => field.name));
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

/// The same, in the order of the fields: a unit that is changed and changed back is what it was.
export function inOrder<Values extends Record<string, unknown>>(fields: Field[], values: Values): Values {
  const place = new Map(fields.map((field, i) => [field.name, i]));
  const at = (key: string) => place.get(key) ?? (Array.isArray(values[key]) ? fields.length : -1);
  return Object.fromEntries(Object.entries(values).sort(([x], [y]) => at(x) - at(y))) as Values;
}

export function groupsOf(system: System, unit: Unit): Record<string, unknown>[] {
  const groups = system.groupWord ? unit[system.groupWord] : undefined;
  return Array.isArray(groups) ? (groups as Record<string, unknown>[]) : [];
}

/// What differs from the defaults, in the order of the table.
export function changedFields(fields: Field[], of: Record<string, unknown>): Field[] {
  return fields.filter((field) => of[field.name] !== undefined);
}

/// "hp 2, shield-wall": what these fields are.
export const listOf = (fields: Field[], of: Record<string, unknown>) =>
  fields
    .filter((field) => field.name !== "name")
    .map((field) => (isFlag(field) && printed(of[field.name]) === "yes" ? field.name : `${field.name} ${printed(of[field.name])}`))
    .join(", ");

/// "figures 6, hp 2, …": a unit in a line.
export function inALine(system: System, unit: Unit): string {
  const parts = [listOf(changedFields(system.unit, unit), unit)];
  for (const group of groupsOf(system, unit)) {
    parts.push(`${printed(group.name ?? system.groupWord)} (${listOf(changedFields(system.group, group), group)})`);
  }
  return parts.filter((part) => part !== "").join(", ") || "all stats at their default";
}

const plainNumber = /^-?\d+(\.\d+)?$/;
export const isWhole = (text: string) => /^\d+$/.test(text);

/// Nothing if the text can stand in the field; else what is allowed. No number is guessed from a text
/// that is none, such as 12x or 1e3. The library has the last word.
export function problem(field: Field, text: string): string | undefined {
  const fits = (one: string) => plainNumber.test(one) && field.least !== undefined && Number(one) >= field.least && Number(one) <= field.most!;
  if (field.isText || field.words.includes(text) || text === field.none || fits(text)) return undefined;
  if (field.takesAmounts && /^[+-]?\d*d\d+([+-]\d+)?$/i.test(text)) return undefined;
  if (field.takesLists && text.split(",").length <= 3 && text.split(",").every(fits)) return undefined;
  if (field.takesShares && /^[1-9]\d?%$/.test(text)) return undefined;
  // In battles a setting may change from round to round: "heavy*2,light".
  if (field.of === "situation" && /[,*]/.test(text) && text.split(",").every((part) => !problem(field, part.replace(/\*\d+$/, "")))) return undefined;
  return field.allowed;
}

/// A setting as a question has it: a number where the text is one.
export function valueOf(text: string): Value {
  return plainNumber.test(text) ? Number(text) : text;
}
