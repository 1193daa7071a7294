// Pinned questions keep their units as they were. Which of them are others now, and the question with the present ones.
import { changedFields, groupsOf, printed, type System, type Unit } from "../fields";
import type { Question } from "../state";

/// The units that a question names.
export function unitsIn(question: Question): Unit[] {
  const found: Unit[] = [];
  exchanged(question, (unit) => {
    found.push(unit);
    return unit;
  });
  return found;
}

const isUnit = (one: unknown): one is Unit => typeof one === "object" && one !== null && typeof (one as Unit).name === "string";

/// The question with other units in their places.
export function exchanged(question: Question, change: (unit: Unit) => Unit): Question {
  const one = (value: unknown): unknown => {
    if (isUnit(value)) return change(value);
    if (typeof value === "object" && value !== null && isUnit((value as { unit?: unknown }).unit)) return { ...value, unit: change((value as { unit: Unit }).unit) };
    return value;
  };
  const places = ["attacker", "defender", "target", "by"].filter((key) => question[key] !== undefined);
  return { ...question, ...Object.fromEntries(places.map((key) => [key, Array.isArray(question[key]) ? (question[key] as unknown[]).map(one) : one(question[key])])) };
}

/// Without what says nothing about how it fights.
const plain = ({ note: _, ...unit }: Unit) => JSON.stringify(Object.entries(unit).sort(([x], [y]) => (x < y ? -1 : 1)));

export const isChanged = (was: Unit, now: Unit) => plain(was) !== plain(now);

/// "cd 2, now 3".
export function changesIn(system: System, was: Unit, now: Unit): string {
  const fields = [...new Set([...changedFields(system.unit, was), ...changedFields(system.unit, now)])];
  const said = (of: Unit, name: string, usual: string) => printed(of[name] ?? usual);
  const parts = fields.map((field) => [field.name, said(was, field.name, field.default), said(now, field.name, field.default)]).filter(([, x, y]) => x !== y).map(([name, x, y]) => `${name} ${x}, now ${y}`);
  if (JSON.stringify(groupsOf(system, was)) !== JSON.stringify(groupsOf(system, now))) parts.push(`another ${system.groupWord}`);
  return parts.join("; ") || "as now";
}
