// Rosters: the examples that the page carries, and those of the user, which the browser keeps. They
// are read by the library, so that its errors are the page's errors.
import { type System, type Unit, unitOf } from "./fields";
import type { ErrorAnswer, Profile } from "./json";
import { printed } from "./fields";
import { type Army, armyText, type Member } from "./state";
import type { Library } from "./library";

export interface Roster {
  name: string;
  system: string;
  units: Unit[];
  armies?: Army[];
  builtIn?: boolean;
}

const place = "warodds-rosters";
const placeOfLast = "warodds-last";

/// The texts of the example rosters, by name.
function examples(): Record<string, string> {
  return JSON.parse(document.getElementById("examples")!.textContent!) as Record<string, string>;
}

export class BadRoster extends Error {}

/// The roster that a text in TOML or CSV is. Throws BadRoster with the library's message.
export async function readRoster(library: Library, systems: System[], name: string, text: string, assumed: string): Promise<Roster> {
  const ask = async (question: object) =>
    JSON.parse(await library.ask(JSON.stringify(question))) as
      | { system: string; units: { unit: string; note: string; profile: Profile }[]; armies?: Army[] }
      | ErrorAnswer;
  const question = { command: "units", "roster-text": text };
  let answer = await ask(question);
  // A spreadsheet may leave the system to whoever reads it.
  if ("error" in answer && /system/.test(answer.error.message)) {
    const other = await ask({ ...question, system: assumed });
    if ("error" in other && !/^\s*system\s*=/m.test(text)) {
      const others: string[] = [];
      for (const one of systems) if (!("error" in (await ask({ ...question, system: one.name })))) others.push(one.title);
      if (others.length > 0) throw new BadRoster(`${name} does not say of which system it is, and it is none of ${systems.find((one) => one.name === assumed)?.title}: choose ${others.join(" or ")} above, and open it again.`);
    }
    answer = other;
  }
  if ("error" in answer) {
    const message = answer.error.message.replaceAll("roster-text", name);
    throw new BadRoster(/--system/.test(message) ? `${name} does not say of which system it is: choose the system above, and open it again.` : message);
  }
  const system = systems.find((one) => one.name === (answer as { system: string }).system)!;
  const units = answer.units.map((unit) => unitOf(system, unit.unit, unit.profile, unit.note));
  if (units.length === 0) throw new BadRoster(`${name}: there is no unit in it`);
  return { name, system: system.name, units, ...(answer.armies && answer.armies.length > 0 ? { armies: answer.armies } : {}) };
}

/// The units of an army of a roster; none where the roster has lost one of them.
export function membersOfArmy(all: Unit[], army: Army): Member[] {
  const members = army.units.map(({ unit, count, situation = {} }) => ({
    unit: all.find((one) => one.name === unit),
    count,
    situation: Object.fromEntries(Object.entries(situation).map(([key, value]) => [key, printed(value)])),
  }));
  return members.every((one): one is Member => one.unit !== undefined) ? members : [];
}

export async function exampleRosters(library: Library, systems: System[]): Promise<Roster[]> {
  const rosters: Roster[] = [];
  for (const [name, text] of Object.entries(examples())) {
    rosters.push({ ...(await readRoster(library, systems, `${name}.toml`, text, name)), name: "Examples", builtIn: true });
  }
  return rosters;
}

/// What the browser kept. What cannot be read is left alone.
export function keptRosters(): Roster[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(place) ?? "[]");
    const isRoster = (one: Roster) =>
      typeof one?.name === "string" && typeof one.system === "string" && Array.isArray(one.units) &&
      one.units.every((unit) => typeof unit?.name === "string");
    return Array.isArray(kept) ? kept.filter(isRoster) : [];
  } catch {
    return [];
  }
}

/// The address of what was last asked: a page that is opened without one goes on there.
export function lastAsked(): string {
  try {
    return localStorage.getItem(placeOfLast) ?? "";
  } catch {
    return "";
  }
}

export function keepLast(address: string): void {
  try {
    localStorage.setItem(placeOfLast, address);
  } catch {
    // Nothing is kept where the browser does not like it.
  }
}

/// False where the browser refuses to keep anything.
export function keep(rosters: Roster[]): boolean {
  try {
    localStorage.setItem(place, JSON.stringify(rosters.filter((roster) => !roster.builtIn)));
    return true;
  } catch {
    return false;
  }
}

/// The roster as a TOML file, which every command reads. The escapes of JSON are those of TOML.
export function toToml(system: string, units: Unit[], armies: Army[] = []): string {
  const quoted = (text: unknown) => JSON.stringify(String(text)).replaceAll("\x7f", "\\u007f");
  const value = (of: unknown) => (typeof of === "string" ? quoted(of) : String(of));
  const lines = [`system = ${quoted(system)}`];
  for (const unit of units) {
    lines.push("", "[[unit]]");
    for (const [key, of] of Object.entries(unit)) if (!Array.isArray(of)) lines.push(`${key} = ${value(of)}`);
    for (const [word, groups] of Object.entries(unit)) {
      if (!Array.isArray(groups)) continue;
      for (const group of groups as Record<string, unknown>[]) {
        lines.push(`[[unit.${word}]]`);
        for (const [key, of] of Object.entries(group)) lines.push(`${key} = ${value(of)}`);
      }
    }
  }
  for (const army of armies) lines.push("", "[[army]]", `name = ${quoted(army.name)}`, `units = [${armyText(army).units.map(quoted).join(", ")}]`);
  return lines.join("\n") + "\n";
}
