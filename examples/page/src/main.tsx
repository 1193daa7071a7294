// Opens the library, asks it what there is, reads the address, shows the page.
import { render } from "preact";
import { App, type Start } from "./app";
import { type Field, rareFields, type System, systemOf, type Unit, unitOf } from "./fields";
import type { AssumedPlay, ErrorAnswer, Profile, QuantityRow, Side, SystemRow, Value } from "./json";
import { Library, NoBrowser, whenReady } from "./library";
import type { Facts, Order } from "./parts/page";
import { exampleRosters, keptRosters, lastAsked, readRoster, type Roster } from "./rosters";
import { BadLink, firstState, type Question, questionOfAddress, sides, stateOf, viewOf } from "./state";

declare global {
  interface Window {
    warodds: { ask: (question: object) => Promise<unknown>; askLine: (line: string) => Promise<string> };
  }
}

const library = new Library();
const aside = new Library(); // for what stands beside the answer
const forPrograms = new Library(); // so that the page does not wait for them

/// For programs: the answer to a question, and the line that answers a line, as `warodds ask` has it.
window.warodds = {
  ask: async (question) => JSON.parse(await forPrograms.ask(JSON.stringify(question))) as unknown,
  askLine: (line) => forPrograms.ask(line),
};

const ask = async <Answer,>(question: object) => JSON.parse(await library.ask(JSON.stringify(question))) as Answer | ErrorAnswer;
const isError = (answer: unknown): answer is ErrorAnswer => typeof answer === "object" && answer !== null && "error" in answer;

/// The names after "Known:" in the error that a wrong name brings.
async function namesOf(question: object): Promise<string[]> {
  const answer = await ask(question);
  const known = isError(answer) ? /Known: (.*)$/.exec(answer.error.message) : null;
  return known ? known[1].split(", ") : [];
}

async function factsOf(system: System, rosters: Roster[]): Promise<Facts> {
  const [attacker, defender] = rosters.find((roster) => roster.system === system.name)!.units;
  const matchup = { system: system.name, attacker, defender };
  // Best play may set every key.
  const all = new Set(system.situation.map((field) => field.name));
  const used: Record<string, Set<string>> = { solve: all };
  const choices: Facts["choices"] = {};
  const sequence = { command: "sequence", system: system.name, target: defender, by: [attacker] };
  for (const question of [{ command: "fight", ...matchup }, { command: "battle", rounds: 1, ...matchup }, sequence]) {
    const answer = await ask<{ situation: Record<string, Value>; assumed?: AssumedPlay }>(question);
    used[question.command] = isError(answer) ? all : new Set(Object.keys(answer.situation));
    if (isError(answer)) continue;
    choices[question.command] = new Map(sides.flatMap((side) => Object.keys(answer.assumed?.keys?.[side] ?? {}).map((key) => [key, side] as const)));
  }
  if (system.groupWord) {
    const unit = { name: "one", [system.groupWord]: [{ name: "some" }] };
    const listed = await ask<{ units: { profile: Profile }[] }>({ command: "units", system: system.name, units: [unit] });
    if (!isError(listed)) {
      const own = new Set(Object.keys(listed.units[0].profile));
      system.lone = new Set(system.unit.map((field) => field.name).filter((name) => !own.has(name)));
    }
  }
  system.rare = rareFields(system, rosters.find((roster) => roster.system === system.name)!.units);
  const quantities = await ask<{ systems: { quantities: QuantityRow[] }[] }>({ command: "quantities", system: system.name });
  const payoffs = await namesOf({ command: "solve", ...matchup, payoff: "?" });
  const ordered = (order: Order) => namesOf({ command: "battle", system: system.name, attacker: [attacker, attacker], defender, [order]: { attacker: "?" } });
  const orders = { targets: await ordered("targets"), activate: await ordered("activate") };
  return { system, used, quantities: isError(quantities) ? [] : quantities.systems[0].quantities, payoffs, choices, orders, sizes: await sizesOf(system, defender) };
}

/// The fields that say how many figures there are: with 3 of them, 3 can be left.
async function sizesOf(system: System, enemy: Unit): Promise<Facts["sizes"]> {
  const isSize = async (unit: Unit) => {
    const answer = await ask<{ attacker_survivors: { pmf: number[] } }>({ command: "battle", rounds: 1, system: system.name, attacker: unit, defender: enemy });
    return !isError(answer) && answer.attacker_survivors.pmf.length === 4;
  };
  const counts = (field: Field) => field.least === 1 && field.default === "1";
  const sizes: Facts["sizes"] = {};
  for (const { name } of system.unit.filter(counts)) if (!sizes.unit && (await isSize({ name: "A", [name]: 3 }))) sizes.unit = name;
  for (const { name } of system.group.filter(counts)) {
    if (!sizes.group && (await isSize({ name: "A", [system.groupWord]: [{ name: "B", [name]: 3 }] }))) sizes.group = name;
  }
  return sizes;
}

/// What a battle that is asked for its units need not answer.
const notAsked = { show: undefined, given: undefined, joint: undefined, observed: undefined, from: undefined, until: undefined, policy: undefined, best: undefined, payoff: undefined, verify: undefined };

/// A question in which units stand as texts, as on a command line: the library says what they are.
async function withUnits(question: Question, systems: System[]): Promise<Question> {
  const { "roster-text": text, ...rest } = question;
  const resolved: Question = { ...rest, command: question.command };
  if (typeof text === "string") {
    const roster = await readRoster(library, systems, "roster", text, String(question.system));
    resolved.system = roster.system;
    resolved.units ??= roster.units;
  }
  const isText = (side: unknown): boolean => typeof side === "string" || (Array.isArray(side) && side.some((one) => isText((one as { unit?: unknown })?.unit ?? one)));
  // Several units, or an army: a battle says which.
  if (viewOf(question.command).takesArmies && (isText(resolved.attacker) || isText(resolved.defender))) {
    const answer = await ask<{ system: string; attacker: Side; defender: Side }>({ ...question, command: "battle", situation: question.command === "battle" ? question.situation : undefined, rounds: 1, engine: "sim", trials: 1, ...notAsked });
    if (isError(answer)) throw new BadLink(answer.error.message);
    const system = systems.find((one) => one.name === answer.system)!;
    for (const side of sides) {
      const units = (answer[side].units ?? [answer[side]]).map(({ unit, profile, situation }: NonNullable<Side["units"]>[number]) => ({ unit: unitOf(system, unit, profile), ...(situation ? { situation } : {}) }));
      resolved[side] = units.length === 1 ? units[0].unit : units;
    }
    resolved.system = answer.system;
    delete resolved.armies;
  }
  for (const side of ["attacker", "defender", ...(question.command === "sequence" ? ["target"] : [])]) {
    if (typeof resolved[side] !== "string") continue;
    const matchup = { command: "explain", system: resolved.system, units: resolved.units, attacker: resolved[side], defender: resolved[side] };
    const answer = await ask<{ system: string; attacker: { unit: string; profile: Profile } }>(matchup);
    if (isError(answer)) throw new BadLink(answer.error.message);
    const system = systems.find((one) => one.name === answer.system)!;
    resolved[side] = unitOf(system, answer.attacker.unit, answer.attacker.profile);
  }
  return resolved;
}

/// A question that the file was written with.
function questionInside(): Question | undefined {
  const text = document.getElementById("question")?.textContent?.trim();
  return text ? (JSON.parse(text) as Question) : undefined;
}

const firstOf = ({ system, units, armies }: Roster) => firstState(system, units, armies);

async function open(): Promise<Start> {
  const answer = await ask<{ version: string; systems: SystemRow[] }>({ command: "systems" });
  if (isError(answer)) throw new Error(answer.error.message);
  const systems = answer.systems.map(systemOf);
  const builtIn = await exampleRosters(library, systems);
  const rosters = [...builtIn, ...keptRosters().filter((one) => systems.some((system) => system.name === one.system))];
  const facts: Facts[] = [];
  for (const system of systems) facts.push(await factsOf(system, builtIn));

  const first = (system: string) => firstOf(rosters.find((roster) => roster.system === system)!);
  const opened = async (question: Question) => {
    const resolved = await withUnits(question, systems);
    const known = systems.some((system) => system.name === resolved.system);
    return stateOf(resolved, first(known ? String(resolved.system) : builtIn[0].system), systems);
  };
  let state = first(builtIn[0].system);
  let complaint = "";
  try {
    const question = questionOfAddress(location.hash) ?? questionInside();
    if (question) state = await opened(question);
    else state = await opened(questionOfAddress(lastAsked()) ?? { command: "fight", system: state.system }).catch(() => state);
  } catch (problem) {
    complaint = `This link cannot be opened: ${(problem as Error).message}. The page shows something else.`;
  }
  return { library, aside, version: answer.version, facts, rosters, state, complaint };
}

/// Installed to the home screen, the page opens without a network. Only a server can do that.
function serveOffline(): void {
  if (!location.protocol.startsWith("http") || !("serviceWorker" in navigator)) return;
  const link = document.createElement("link");
  link.rel = "manifest";
  link.href = "warodds.webmanifest";
  document.head.append(link);
  navigator.serviceWorker.register("warodds-offline.js").catch(() => {});
}

const place = document.getElementById("page")!;

async function show(): Promise<void> {
  try {
    await whenReady;
    const start = await open();
    place.textContent = "";
    render(<App {...start} />, place);
    document.documentElement.dataset.ready = "yes";
  } catch (error) {
    const message = document.createElement("p");
    message.className = "error";
    message.setAttribute("role", "alert");
    message.textContent = error instanceof NoBrowser ? error.message : `The page could not be opened: ${String(error)}`;
    place.replaceChildren(message);
  }
}

void show();
serveOffline();
