// What the program prints in words is on the page: what is assumed, what best play comes to, who is ahead,
// why nothing is decided, under which condition it is, what is bought, what comes nearest.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import { address, answered, browsers, desk, launch, openPage, program, root } from "./browsers.mjs";

const roster = (name) => ["--roster", join(root, `examples/${name}.toml`)];
const lines = [
  ["fight", "Human Warriors", "Goblin Mob", ...roster("raiders-of-arcana")],
  ["fight", "Wizard", "Guardian", ...roster("magewinds")],
  ["fight", "Iron Cohort", "Dune Archers", ...roster("arcane-legions")],
  ["fight", "Oak Shields", "Ash Bows", ...roster("dwethia-skirmish")],
  ["fight", "Human Warriors", "Goblin Mob", "--given", "defender.kills = 0", ...roster("raiders-of-arcana")],
  ["fight", "Human Warriors", "Goblin Mob", "--observed", "attacker.kills=0, defender.kills=2", ...roster("raiders-of-arcana")],
  ["battle", "Human Warriors", "Goblin Mob", ...roster("raiders-of-arcana")],
  ["battle", "Wizard", "Guardian", ...roster("magewinds")],
  ["battle", "Wizard", "Guardian", "--with", "cover=yes", "--with", "reaction=dodge", "--with", "choice=heavy", ...roster("magewinds")],
  ["battle", "Oak Shields", "River Pikes", "--rounds", "2", ...roster("dwethia-skirmish")],
  ["battle", "Iron March", "Tomb Host", ...roster("arcane-legions")],
  ["battle", "Human Warriors,points=100,fatigue=0", "Goblin Mob,points=70,fatigue=0", "--until", "attacker.survivors <= 3", ...roster("raiders-of-arcana")],
  ["sequence", "Iron Cohort", "--by", "Arena Champions", "--by", "damage=1d6", "--orders", ...roster("arcane-legions")],
  ["solve", "Wizard", "Guardian", "--with", "reaction=dodge", ...roster("magewinds")],
  ["solve", "Human Warriors", "Goblin Mob", ...roster("raiders-of-arcana")],
  ["solve", "Oak Shields + Ash Bows", "Shambling Dead + Oak Shields", ...roster("dwethia-skirmish")],
  ["battle", "Human Warriors", "Goblin Mob", "--from", "attacker.survivors=4, rounds=1", ...roster("raiders-of-arcana")],
  ["tune", "Human Warriors", "Goblin Mob", "--vary", "attacker.as=3..8", "--target", "win=0.5", ...roster("raiders-of-arcana")],
];

/// The text in one line each sentence, however it was broken.
const joined = (text) => text.replace(/\n {2,}(?=\S)/g, " ").replace(/[ \n]+/g, " ");

/// Sentences, and numbers with what they are of, that a text of the program has.
function sentences(text, answer) {
  const flat = joined(text);
  const found = [];
  const assumed = /assumed: (.*?)(?= if both play| given | \S+: | attack: | attacker: | {2}|$)/.exec(text.replace(/\n {2}(?=\S)/g, " ").split("\n").find((line) => line.startsWith("assumed:")) ?? "");
  if (assumed) found.push(`Assumed: ${assumed[1].trim()}`);
  for (const remark of answer.remarks ?? []) {
    assert.ok(flat.includes(remark.replace(/ +/g, " ")), remark);
    found.push(remark);
  }
  for (const [, p] of text.matchAll(/^ +(?:\S.*) ahead +([\d.]+ %)$/gm)) found.push(p);
  const given = /^given (.*) \(([\d.]+ %)\)/m.exec(text);
  if (given) found.push(`Given ${given[1]} (${given[2]}): all that follows is of these outcomes`);
  const known = /^known: (.*)$/m.exec(text);
  if (known) found.push(`Known: ${known[1]}`);
  if (answer.payoff_meaning) {
    assert.ok(flat.includes(`best play for ${answer.payoff}: ${answer.payoff_meaning}`), text);
    found.push(answer.payoff_meaning);
  }
  if (answer.from) {
    assert.ok(flat.includes(`from where it stands: ${answer.from}`), text);
    found.push(`From where it stands: ${answer.from.replace("attacker.", `${answer.attacker.unit}: `)}`);
  }
  if (answer.first) {
    assert.ok(flat.includes(`first: ${answer.first.unit}, at ${answer.first.target}`), text);
    found.push(`Now: ${answer.first.unit} first, at ${answer.first.target}`);
  }
  const until = /^until, after a round, (.*)$/m.exec(text);
  if (until) found.push(`Until, after a round, ${until[1]}`);
  const luckier = /was luckier than in ([\d.]+ %) of such games, a tie counting one half/.exec(flat);
  if (luckier) found.push(`was luckier than in ${luckier[1]} of such games, a tie counting one half`);
  const per = /destroyed for each point: (\S.*?) [\d.]+, (\S.*?) [\d.]+$/m.exec(text);
  if (per) found.push("Destroyed for each point");
  if (/comes nearest|nearest/.test(flat)) found.push("comes nearest");
  return found;
}

for (const kind of browsers) {
  describe(`sentences in ${kind}`, () => {
    let browser;
    before(async () => {
      browser = await launch(kind);
    });
    after(() => browser?.close());

    for (const line of lines) {
      it(`says what the program says: ${line.filter((part) => !part.startsWith("/") && part !== "--roster").join(" ")}`, async () => {
        const all = line[0] === "tune" ? line : [...line, "--long"]; // the page has all digits
        const text = execFileSync(program, all, { encoding: "utf8" });
        const answer = JSON.parse(execFileSync(program, [...line, "--format", "json"], { encoding: "utf8" }));
        const link = execFileSync(program, [...line, "--format", "link", "--page", address], { encoding: "utf8" }).trim();
        const page = await openPage(browser, link.slice(address.length), desk);
        await answered(page);
        const shown = (await page.$eval(".answer", (element) => element.textContent)).replace(/\s+/g, " ");
        for (const sentence of sentences(text, answer)) assert.ok(shown.includes(sentence.replace(/\s+/g, " ")), `"${sentence}" is in ${shown.slice(0, 900)}`);
        await page.close();
      });
    }
  });
}
