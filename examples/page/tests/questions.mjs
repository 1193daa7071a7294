// Questions over the four systems, to be put to the page and to the program: fights, battles, best
// plays, the designers' tables, simulations and errors.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "./browsers.mjs";

const systems = ["arcane-legions", "magewinds", "raiders-of-arcana", "dwethia-skirmish"];
const text = (system) => readFileSync(join(root, "examples", `${system}.toml`), "utf8");
const names = (system) => [...text(system).matchAll(/\[\[unit\]\]\s*name = "([^"]+)"/g)].map((match) => match[1]);

const situations = {
  "arcane-legions": [{}, { mode: "ranged" }, { "attacker-side": "grey" }, { "critical-per": "each-three" }, { "defender-losses": "cheapest" }],
  magewinds: [{}, { choice: "heavy" }, { choice: "heavy", reaction: "dodge" }, { cover: true, choice: "heavy" }, { "power-change": "1d6" }],
  "raiders-of-arcana": [{}, { "attacker-attack": "all" }, { "defender-attack": 3 }, { die: 6 }, { "round-up": true }],
  "dwethia-skirmish": [{}, { response: "fire" }, { response: "retreat" }, { order: "attacker-first" }, { mode: "opportunity" }],
};

/// Of one system, with what sets it apart.
function ofSystem(system) {
  const roster = { system, "roster-text": text(system) };
  const units = names(system);
  const list = [];
  const ask = (command, more) => list.push({ command, ...roster, ...more });
  units.forEach((attacker, i) => {
    const defender = units[(i + 1) % units.length];
    const other = units[(i + 3) % units.length];
    for (const situation of situations[system]) ask("fight", { attacker, defender, situation });
    ask("explain", { attacker, defender: other });
    ask("battle", { attacker, defender, rounds: 3 });
    ask("battle", { attacker, defender: other, rounds: 6 });
    ask("solve", { attacker, defender: other });
    ask("fight", { attacker, defender: other, engine: "sim", trials: 20000 + i, seed: 7 * i });
  });
  const [attacker, defender] = units;
  ask("battle", { attacker, defender, engine: "sim", trials: 5000, rounds: 5 });
  ask("check", { attacker, defender, trials: 20000 });
  const third = units[2];
  ask("sequence", { target: defender, by: [attacker, third] });
  ask("sequence", { target: third, by: [attacker, { unit: defender, situation: {} }, { damage: "1d6" }], orders: true });
  ask("sequence", { target: defender, by: [third, attacker], engine: "sim", trials: 5000 });
  ask("matrix", {});
  ask("matrix", { show: ["attacker.kills>=1", "defender.destroyed"] });
  ask("units", {});
  list.push({ command: "systems", system }, { command: "quantities", system });
  return list;
}

const listed = [
  { name: "A", toughness: 6, armour: 1, power: 3, precision: 4 },
  { name: "B", toughness: 4, power: 5, precision: 5, dodge: 1 },
];
const battles = [
  { command: "matrix", battle: true, system: "raiders-of-arcana", "roster-text": text("raiders-of-arcana") },
  { command: "matrix", battle: true, system: "magewinds", "roster-text": text("magewinds") },
  { command: "value", system: "magewinds", attacker: "power=5,precision=5", defender: "toughness=6,armour=1,power=3,precision=4", show: ["win"] },
  { command: "sweep", system: "raiders-of-arcana", attacker: "figures=6,hp=2,cd=2", defender: "figures=12", vary: { "attacker.as": "1..10" }, show: ["win", "rounds.mean"] },
  { command: "tune", system: "raiders-of-arcana", attacker: "figures=6,hp=2", defender: "figures=12", vary: { "defender.figures": "6..14" }, target: { win: 0.5 } },
  { command: "matrix", ranking: true, system: "magewinds", "roster-text": text("designer/magewinds") },
  { command: "matrix", ranking: true, budget: 60, system: "dwethia-skirmish", "roster-text": text("designer/dwethia-skirmish") },
  { command: "value", system: "magewinds", attacker: "power=5,precision=5", against: listed, show: ["win"] },
  { command: "value", system: "magewinds", units: listed },
  { command: "sweep", system: "magewinds", attacker: "power=5,precision=5", against: listed, vary: { "attacker.armour": "0..2" }, show: ["attacker.damage.mean", "win"] },
  { command: "tune", system: "magewinds", attacker: "power=5,precision=5", against: listed, vary: { "attacker.toughness": "4..8" }, target: { win: 0.5 } },
  { command: "prices", system: "dwethia-skirmish", budget: 60, "roster-text": text("designer/dwethia-skirmish") },
  { command: "solve", system: "raiders-of-arcana", attacker: "figures=4,cd=2", defender: "figures=5", payoff: "win", rounds: 5 },
  { command: "battle", system: "raiders-of-arcana", attacker: "figures=4", defender: "figures=5", policy: { attacker: "best" }, rounds: 5 },
];

const errors = [
  {},
  { command: "fite" },
  { command: "fight" },
  { command: "fight", system: "chess", attacker: "hp=1", defender: "hp=1" },
  { command: "fight", system: "magewinds", attacker: "power=3", defender: "power=bad" },
  { command: "fight", system: "magewinds", attacker: "power=3,precision=1e2", defender: "armour=0x10" },
  { command: "fight", system: "magewinds", attacker: "power=3,precision=4", defender: "armour= 1" },
  { command: "solve", system: "magewinds", attacker: "power=3,precision=4", defender: "armour=1", situation: { "reaction-value": "+1" } },
  { command: "solve", system: "magewinds", attacker: "power=3,precision=4", defender: "armour=1", situation: { "reaction-value": "1e400" } },
  { command: "solve", system: "magewinds", attacker: "power=3,precision=4", defender: "armour=1", situation: { "reaction-value": "nan" } },
  { command: "fight", system: "magewinds", attacker: "power=3,precision=4", defender: "armour=1", trials: 1.5 },
  { command: "fight", system: "magewinds", attacker: "power=3,precision=4", defender: "armour=1", precision: "1e-3x" },
  { command: "fight", system: "magewinds", attacker: "armour=1", defender: "armour=1" },
  { command: "fight", system: "arcane-legions", attacker: "red=10001", defender: "white=1" },
  { command: "fight", system: "dwethia-skirmish", attacker: { name: "<b>x</b>", models: 3 }, defender: { name: "é ✓ 𝄞", modles: 3 } },
  { command: "sequence", system: "magewinds", target: "armour=1", by: [] },
  { command: "sequence", system: "magewinds", target: "armour=1", by: [{ damage: "lots" }] },
  { command: "value", system: "magewinds", attacker: "power=3,precision=4", against: [] },
  { command: "matrix", battle: true, budget: 100, system: "magewinds", units: listed },
  { command: "fight", roster: "nowhere.toml", attacker: "a", defender: "b" },
  { command: "units", "roster-text": "system = \"magewinds\"\n[[unit]]\nname = 3" },
  { command: "units", "roster-text": "system = \"magewinds\"\n[[unit]]\nname = \"A\"\ntoughness = \"x\"" },
  { command: "units", "roster-text": "name;toughness\nA;5\nB;x", system: "magewinds" },
  { command: "units", "roster-text": "[[[" },
  { command: "fight", system: "arcane-legions", attacker: "red=10000", defender: "white=10000", engine: "exact", "time-limit": 0.1 },
  { id: { deep: [1, 2.5, "x"] }, command: "battle", system: "raiders-of-arcana", attacker: "figures=2", defender: "figures=2", rounds: 0 },
];

export const questions = [...systems.flatMap(ofSystem), ...battles, ...errors].map((question, i) => ({ id: i, ...question }));
export const lines = [...questions.map((question) => JSON.stringify(question)), "no JSON", "[1,2]", '{"command":' + "[".repeat(50) + "]".repeat(50) + "}"];
