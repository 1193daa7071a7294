// What the page shows is a question, and a question is what stands in the address after #. So a link
// is a question, and opening it asks again.
import { printed, type Settings, type System, type Unit, valueOf } from "./fields";
import type { Value } from "./json";

export interface View {
  command: string;
  title: string;
  of: "units" | "roster" | "sequence";
  options: string[]; // that its question may have
  meetsRosters?: boolean; // the opponents can be a roster
  takesArmies?: boolean; // a side can be several units
}

/// What can be said of the engine. Not all of it has a place on the page; a link may say it.
const engine = ["engine", "time-limit", "trials", "precision", "confidence", "seed"];
/// Of the designers' tables.
const tables = ["show", "rounds", "policy", "budget", "buy", "set", ...engine];

/// Of one outcome: odds of anything, what two facts are together, how lucky it was.
const outcome = ["show", "given", "joint"];

/// In the order of the tabs.
export const views: View[] = [
  { command: "fight", title: "Fight", of: "units", options: [...outcome, "observed", "best", ...engine] },
  { command: "battle", title: "Battle", of: "units", options: [...outcome, "observed", "from", "until", "rounds", "policy", "targets", "activate", "best", "budget", ...engine], takesArmies: true },
  { command: "sequence", title: "Sequence", of: "sequence", options: ["orders", ...outcome, ...engine] },
  { command: "solve", title: "Best play", of: "units", options: ["payoff", "rounds", "until", "targets", "activate", "verify", ...engine], takesArmies: true },
  { command: "explain", title: "Explain", of: "units", options: [] },
  { command: "matrix", title: "Matrix", of: "roster", options: ["battle", "ranking", "targets", "activate", ...tables], meetsRosters: true },
  { command: "sweep", title: "Sweep", of: "units", options: ["vary", ...tables], meetsRosters: true },
  { command: "value", title: "Value", of: "units", options: tables, meetsRosters: true },
  { command: "tune", title: "Tune", of: "units", options: ["vary", "target", ...tables], meetsRosters: true },
];

export const viewOf = (command: string) => views.find((view) => view.command === command) ?? views[0];

/// A step of a sequence: a unit with a situation of its own, or an ability that deals damage.
export interface Step {
  unit?: Unit;
  situation: Settings;
  damage?: string;
}

export const sides = ["attacker", "defender"] as const;
export type SideName = (typeof sides)[number];

/// Several units under a name, by the names that they have in the roster.
export interface Army {
  name: string;
  units: { unit: string; count: number; situation?: Record<string, Value> }[];
}

/// One of several units of a side, with settings of its own attacks.
export interface Member {
  unit: Unit;
  count: number;
  situation: Settings;
}

export interface State {
  command: string;
  system: string;
  attacker: Unit;
  defender: Unit;
  others: Record<SideName, Member[]>; // beside the first unit of a side, where it is several
  lead: Record<SideName, Settings>; // settings of that first unit's own
  by: Step[]; // of a sequence, against `defender`
  against?: Unit[]; // instead of `defender`, where a view can
  meetArmies?: boolean; // a matrix of armies
  everyUnit?: boolean; // `value` of the whole roster
  roster: Unit[];
  armies: Army[]; // of that roster
  situation: Settings;
  options: Record<string, unknown>;
}

/// What is asked first of these units.
export function firstState(system: string, units: Unit[], armies: Army[] = []): State {
  return {
    command: "fight",
    system,
    attacker: units[0],
    defender: units[1] ?? units[0],
    others: { attacker: [], defender: [] },
    lead: { attacker: {}, defender: {} },
    by: [units[0], units[2] ?? units[0]].map((unit) => ({ unit, situation: {} })),
    roster: units,
    armies,
    situation: {},
    options: {},
  };
}

export type Question = Record<string, unknown> & { command: string };

const settingsJson = (settings: Settings) => Object.fromEntries(Object.entries(settings).map(([key, text]) => [key, valueOf(text)]));

function stepJson(step: Step): object {
  if (step.damage !== undefined) return { damage: step.damage };
  return Object.keys(step.situation).length > 0 ? { unit: step.unit, situation: settingsJson(step.situation) } : step.unit!;
}

function memberJson({ unit, count, situation }: Member): unknown {
  if (count === 1 && Object.keys(situation).length === 0) return unit;
  return { unit, ...(count === 1 ? {} : { count }), ...(Object.keys(situation).length > 0 ? { situation: settingsJson(situation) } : {}) };
}

/// "Ash Bows*2 with mode=ranged*2,close", as rosters have it.
export function armyText({ name, units }: Army): { name: string; units: string[] } {
  const settings = (of: Record<string, Value>) => Object.entries(of).map(([key, value]) => `${key}=${printed(value)}`).join(",");
  return { name, units: units.map(({ unit, count, situation = {} }) => unit + (count > 1 ? `*${count}` : "") + (Object.keys(situation).length > 0 ? ` with ${settings(situation)}` : "")) };
}

function armiesOfLink(value: unknown): Army[] {
  if (!Array.isArray(value) || value.length > most.units) throw new BadLink("armies is no list");
  return value.map((army: unknown) => {
    const { name, units } = (army ?? {}) as Record<string, unknown>;
    if (typeof name !== "string" || !Array.isArray(units) || units.length > most.units || !units.every(isPlain)) throw new BadLink("an army is no name and units");
    return { name, units: units.map((text) => unitOfArmy(String(text))) };
  });
}

function unitOfArmy(text: string): Army["units"][number] {
  const [, unit, count, settings] = /^(.*?)(?:\*(\d+))?(?: with (\S+=.*))?$/s.exec(text)!;
  // A part without = goes on with the value before it.
  const situation = Object.fromEntries((settings ?? "").split(/,(?=[^,]*=)/).filter((part) => part !== "").map((part) => part.split(/=(.*)/s).slice(0, 2) as [string, string]));
  return { unit, count: Number(count ?? 1), situation };
}

export const isArmy = (state: State, side: SideName) => viewOf(state.command).takesArmies === true && state.others[side].length > 0;

/// The units of a side, the first first.
export const membersOf = (state: State, side: SideName): Member[] => [{ unit: state[side], count: 1, situation: state.lead[side] }, ...state.others[side]];

const sideJson = (state: State, side: SideName) => (isArmy(state, side) ? membersOf(state, side).map(memberJson) : state[side]);

/// Whether the question is about a whole roster.
export const asksRoster = (state: State) => viewOf(state.command).of === "roster" || (state.command === "value" && state.everyUnit === true);

/// The question that the page asks, as `warodds ask` takes it.
export function questionOf(state: State): Question {
  const view = viewOf(state.command);
  const question: Question = { command: state.command, system: state.system };
  const against = view.meetsRosters ? state.against : undefined;
  if (asksRoster(state)) {
    question.units = state.roster;
    if (view.command === "matrix" && state.meetArmies) question.armies = state.armies.map(armyText);
  } else if (view.of === "sequence") {
    question.target = state.defender;
    question.by = state.by.map(stepJson);
  } else {
    question.attacker = sideJson(state, "attacker");
    if (!against) question.defender = sideJson(state, "defender");
  }
  if (against) question.against = against;
  if (Object.keys(state.situation).length > 0) question.situation = settingsJson(state.situation);
  for (const option of view.options) {
    const value = state.options[option];
    if (value !== undefined && value !== "" && value !== false) question[option] = value;
  }
  return question;
}

/// The question with all units in use, and their armies; to a matrix armies are another question.
export const withRoster = (state: State, question: Question): Question => ({
  ...question,
  units: state.roster,
  ...(state.armies.length > 0 && state.command !== "matrix" ? { armies: state.armies.map(armyText) } : {}),
});

/// Of letters, digits, - _ and . alone: whatever else ends a link, or is changed, somewhere.
const encoded = (text: string) =>
  encodeURIComponent(text).replace(/[!'()*~]/g, (mark) => "%" + mark.charCodeAt(0).toString(16).toUpperCase());

export const addressOf = (question: Question) => "#" + encoded(JSON.stringify(question));

/// The question as JSON. Chats put something behind a link, and some encode it once more.
function decoded(address: string): string {
  let text = address.startsWith("{") ? address : address.replace(/[?&].*$/s, "");
  for (let times = 0; times < 3 && (times === 0 || text.startsWith("%")); ++times) {
    const toLastBracket = /^.*(?:\}|%(?:25)*7D)/is.exec(text);
    text = decodeURIComponent(toLastBracket ? toLastBracket[0] : text);
  }
  return text;
}

const most = { link: 500_000, units: 500, keys: 200, text: 2000 };

export class BadLink extends Error {}

function isPlain(value: unknown): value is Value {
  return typeof value === "number" || typeof value === "boolean" || (typeof value === "string" && value.length <= most.text);
}

function settingsOf(value: unknown, what: string): Record<string, Value> {
  if (typeof value !== "object" || value === null || Array.isArray(value)) throw new BadLink(`${what} is not a list of keys`);
  const entries = Object.entries(value);
  if (entries.length > most.keys) throw new BadLink(`${what} has too many keys`);
  for (const [key, one] of entries) {
    if (!isPlain(one)) throw new BadLink(`${what}: ${key.slice(0, 60)} is neither a number nor a text`);
  }
  return Object.fromEntries(entries);
}

/// The unit that a stranger's JSON describes, nothing in it but numbers and texts.
export function unitOfLink(value: unknown, what: string): Unit {
  if (typeof value !== "object" || value === null || Array.isArray(value)) throw new BadLink(`${what} is no unit`);
  const unit: Record<string, unknown> = {};
  const plain: Record<string, unknown> = {};
  for (const [key, one] of Object.entries(value)) {
    if (Array.isArray(one)) {
      if (one.length > most.units) throw new BadLink(`${what}: ${key.slice(0, 60)} is too long a list`);
      unit[key] = one.map((group) => settingsOf(group, what));
    } else {
      plain[key] = one;
    }
  }
  return { name: what, ...settingsOf(plain, what), ...unit } as Unit;
}

function unitsOfLink(value: unknown, what: string): Unit[] {
  if (!Array.isArray(value) || value.length > most.units) throw new BadLink(`${what} is no list of units`);
  return value.map((unit, i) => unitOfLink(unit, `${what} ${i + 1}`));
}

const textsOf = (settings: Record<string, Value>): Settings =>
  Object.fromEntries(Object.entries(settings).map(([key, value]) => [key, typeof value === "boolean" ? (value ? "yes" : "no") : String(value)]));

function stepsOfLink(value: unknown): Step[] {
  if (!Array.isArray(value) || value.length > most.units) throw new BadLink("by is no list of attacks");
  return value.map((step: unknown, i) => {
    const what = `Attack ${i + 1}`;
    if (typeof step !== "object" || step === null) throw new BadLink(`${what} is no attack`);
    const { unit, situation, damage } = step as Record<string, unknown>;
    if (damage !== undefined) {
      if (!isPlain(damage)) throw new BadLink(`${what}: its damage is neither a number nor a text`);
      return { damage: String(damage), situation: {} };
    }
    if (unit === undefined) return { unit: unitOfLink(step, what), situation: {} };
    return { unit: unitOfLink(unit, what), situation: situation === undefined ? {} : textsOf(settingsOf(situation, `${what}: the situation`)) };
  });
}

/// A side of a link: a unit, or a list of them.
function membersOfLink(value: unknown, what: string): Member[] {
  if (!Array.isArray(value)) return [{ unit: unitOfLink(value, what), count: 1, situation: {} }];
  if (value.length === 0 || value.length > most.units) throw new BadLink(`${what} is no list of units`);
  return value.map((one: unknown, i) => {
    const name = `${what} ${i + 1}`;
    if (typeof one !== "object" || one === null || !("unit" in one)) return { unit: unitOfLink(one, name), count: 1, situation: {} };
    const { unit, count = 1, situation } = one as Record<string, unknown>;
    if (typeof count !== "number" || !(count >= 1)) throw new BadLink(`${name}: its count is no number`);
    return { unit: unitOfLink(unit, name), count, situation: situation === undefined ? {} : textsOf(settingsOf(situation, `${name}: the situation`)) };
  });
}

/// A side that is these units.
export function sideOf(side: SideName, members: Member[]): (state: State) => State {
  const [first, ...rest] = members;
  const others = first.count > 1 ? [{ ...first, count: first.count - 1 }, ...rest] : rest;
  return (state) => ({ ...state, [side]: first.unit, others: { ...state.others, [side]: others }, lead: { ...state.lead, [side]: first.situation } });
}

/// The question of an address; nothing where there is none. Throws BadLink.
export function questionOfAddress(hash: string): Question | undefined {
  const text = hash.replace(/^#/, "");
  if (text === "") return undefined;
  if (text.length > most.link) throw new BadLink("it is too long");
  let question: unknown;
  try {
    question = JSON.parse(decoded(text));
  } catch {
    throw new BadLink("it is not a question in JSON");
  }
  if (typeof question !== "object" || question === null || Array.isArray(question)) {
    throw new BadLink("it is not a question in JSON");
  }
  return question as Question;
}

/// The state in which the page asks this question. `before`: what the question does not say.
export function stateOf(question: Question, before: State, systems: System[]): State {
  const view = views.find((one) => one.command === question.command);
  if (!view) throw new BadLink(`it asks for "${String(question.command).slice(0, 60)}", which the page does not show`);
  if (!systems.some((system) => system.name === question.system)) {
    throw new BadLink(`its system is "${String(question.system).slice(0, 60)}"; known: ${systems.map((one) => one.name).join(", ")}`);
  }
  const ofUnits = view.of === "sequence" ? ["target", "by"] : ["attacker", "defender", ...(view.meetsRosters ? ["against"] : [])];
  const known = ["command", "system", "id", "situation", "units", "armies", ...ofUnits, ...view.options];
  const unknown = Object.keys(question).find((key) => !known.includes(key));
  if (unknown !== undefined) throw new BadLink(`it says "${unknown.slice(0, 60)}", which the page does not ask`);
  let state: State = { ...before, command: view.command, system: question.system as string, situation: {}, options: {}, against: undefined };
  for (const side of sides) {
    if (question[side] === undefined) continue;
    const members = membersOfLink(question[side], side === "attacker" ? "Attacker" : "Defender");
    if (members.length > 1 && !view.takesArmies) throw new BadLink(`its ${side} is several units, which ${view.title} does not show`);
    state = sideOf(side, members)(state);
  }
  if (view.of === "sequence" && question.target !== undefined) state.defender = unitOfLink(question.target, "Target");
  if (question.by !== undefined) state.by = stepsOfLink(question.by);
  if (question.units !== undefined) state.roster = unitsOfLink(question.units, "unit");
  if (question.against !== undefined) state.against = unitsOfLink(question.against, "opponent");
  state.meetArmies = view.command === "matrix" && question.armies !== undefined;
  if (question.armies !== undefined) state.armies = armiesOfLink(question.armies);
  else if (question.units !== undefined) state.armies = [];
  state.everyUnit = view.command === "value" && question.units !== undefined && question.attacker === undefined;
  if (question.situation !== undefined) state.situation = textsOf(settingsOf(question.situation, "the situation"));
  for (const option of view.options) {
    const value = question[option];
    if (value === undefined) continue;
    state.options[option] = isPlain(value) ? value : Array.isArray(value) ? value.filter(isPlain) : settingsOf(value, option);
  }
  return state;
}
