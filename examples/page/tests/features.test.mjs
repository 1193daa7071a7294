// What players do besides asking: going back, going on, keeping and deleting, setting beside each other,
// stepping through a battle, noting luck, opening spreadsheets.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import { strToU8, zipSync } from "fflate";
import { browsers, faults, launch, linkTo, openPage, phone, program, questionOf, settled, textOf } from "./browsers.mjs";

const programSays = (question) => JSON.parse(execFileSync(program, ["ask", "--files", "/"], { input: JSON.stringify(question) + "\n", encoding: "utf8" }));
const percent = (p) => (p > 0.9999 ? "over 99.99 %" : `${(100 * p).toFixed(2)} %`);
const human = { name: "Human Warriors", figures: 6, hp: 2, cd: 2, db: 2 };
const goblins = { name: "Goblin Mob", figures: 12, as: 6, arm: 4 };
const battle = { command: "battle", system: "raiders-of-arcana", attacker: human, defender: goblins };

for (const kind of browsers) {
  describe(`features in ${kind}`, () => {
    let browser;
    let page;
    const folder = mkdtempSync(join(tmpdir(), "warodds-sheets-"));
    before(async () => {
      browser = await launch(kind);
    });
    after(async () => {
      await browser?.close();
      rmSync(folder, { recursive: true, force: true });
    });

    const fresh = async (question) => {
      await page?.close();
      page = await openPage(browser, question ? linkTo(question) : "", phone);
      await settled(page);
    };
    const asked = () => questionOf(page);
    const press = async (selector, text) => {
      const found = await page.evaluateHandle((css, wanted) => [...document.querySelectorAll(css)].find((one) => one.textContent.trim().replace(/\s+/g, " ").startsWith(wanted)), selector, text);
      assert.ok(found.asElement(), `${selector} "${text}" is on the page`);
      await found.evaluate((element) => element.scrollIntoView({ block: "center" }));
      await found.asElement().click();
      await settled(page);
    };
    const replace = async (selector, text) => {
      await page.$eval(selector, (element) => element.scrollIntoView({ block: "center" }));
      await page.click(selector, { count: 3 });
      await page.keyboard.type(text);
      await settled(page);
    };

    it("goes back view by view and question by question, while what is typed in one field is one", async () => {
      await fresh(battle);
      await replace("#attacker-cd", "12");
      await press("nav button", "Fight");
      await page.select("#defender-choose", "0/2");
      await settled(page);
      const defender = (await asked()).defender.name;
      await page.goBack();
      await settled(page);
      assert.deepEqual([(await asked()).command, (await asked()).defender.name], ["fight", "Goblin Mob"], defender);
      await page.goBack();
      await settled(page);
      assert.deepEqual([(await asked()).command, (await asked()).attacker.cd], ["battle", 12]);
      await page.goBack();
      await settled(page);
      assert.deepEqual(await asked(), battle);
      assert.equal(await page.$eval("#attacker-cd", (input) => input.value), "2");
    });

    it("opens without a link what was last asked, and keeps changes when systems are switched", async () => {
      await fresh(battle);
      await replace("#attacker-cd", "3");
      await page.select("#system", "magewinds");
      await settled(page);
      await page.select("#system", "raiders-of-arcana");
      await settled(page);
      assert.equal((await asked()).attacker.cd, 3);
      const wanted = await asked();
      await page.evaluate(() => { window.name = "goes on"; });
      await page.evaluate(() => history.replaceState(null, "", location.pathname));
      await page.reload();
      await page.waitForSelector("html[data-ready]");
      assert.deepEqual(await asked(), wanted);
      await page.evaluate(() => { window.name = ""; });
    });

    it("shows what is assumed, lets both play their best with one tap, and puts both answers beside each other", async () => {
      await fresh(battle);
      assert.match(await textOf(page, ".assumed"), /^Assumed: both put half of their dice into attack\./);
      const best = programSays({ ...battle, policy: { attacker: "best", defender: "best" } });
      const plain = programSays(battle);
      await page.waitForFunction(() => /As assumed, and both at their best/.test(document.querySelector(".answer").textContent));
      const beside = await page.$$eval(".answer tbody tr", (rows) => rows.map((row) => row.textContent));
      assert.ok(beside.some((row) => row.includes(percent(plain.win.attacker)) && row.includes(percent(best.win.attacker))), beside.join("\n"));
      await press(".assumed button", "Let both play");
      assert.deepEqual((await asked()).policy, { attacker: "best", defender: "best" });
      assert.ok((await textOf(page, ".shares")).includes(percent(best.win.attacker)));
    });

    it("sets up to four setups beside each other, in one table of differences and one chart", async () => {
      await fresh({ command: "fight", system: "magewinds", attacker: { name: "Wizard", power: 6, precision: 5 }, defender: { name: "Guardian", toughness: 7, armour: 1 } });
      await page.evaluate(() => localStorage.removeItem("warodds-pins"));
      await press("header button", "Pin");
      await page.click(".situation > summary");
      await page.click("#situation-cover");
      await settled(page);
      await page.waitForFunction(() => /−/.test(document.querySelector(".pinned table")?.textContent ?? ""));
      const question = await asked();
      const [plain, cover] = [{ ...question, situation: undefined }, question].map((one) => programSays(one).attacker_deals.damage.mean);
      const row = await page.$$eval(".pinned tbody tr", (rows) => rows.map((one) => one.textContent).find((text) => text.startsWith("damage by Wizard")));
      assert.ok(row.includes(plain.toFixed(3)) && row.includes(`${cover.toFixed(3)} (−${(plain - cover).toFixed(3)})`), row);
      assert.equal((await page.$$(".pinned figure path.line")).length, 2);
      assert.deepEqual(await faults(page), []);
      for (let i = 0; i < 4; i++) await press("header button", "Pin");
      assert.equal((await page.$$(".pinned .list li")).length, 4);
      await page.evaluate(() => localStorage.removeItem("warodds-pins"));
    });

    it("steps through a battle from where it stands, and undoes a step", async () => {
      await fresh({ ...battle, attacker: { ...human, fatigue: 12 } });
      const at = async () => textOf(page, ".shares");
      const before = await at();
      await page.click(".stepping > summary");
      await replace("#from-attacker\\.survivors", "3");
      await replace("#from-defender\\.survivors", "9");
      await press(".stepping button", "Next round");
      const question = await asked();
      assert.equal(question.from, "attacker.survivors=3, defender.survivors=9, rounds=1");
      assert.deepEqual(question.attacker, { ...human, fatigue: 12 });
      const { win } = programSays(question);
      // It breaks off by the rounds that were fought, which a battle of what is left knows nothing of.
      const { win: alone } = programSays({ ...question, from: undefined, attacker: { ...question.attacker, figures: 3 }, defender: { ...goblins, figures: 9 } });
      assert.notEqual(percent(win.attacker), percent(alone.attacker));
      assert.ok((await at()).includes(percent(win.attacker)), await at());
      assert.equal(await page.$eval("#from-rounds", (input) => input.value), "2");
      await replace("#from-defender\\.survivors", "13");
      assert.match(await textOf(page, "#from-defender\\.survivors-wrong"), /0 to 12/);
      assert.equal(await page.$eval(".stepping .row button", (button) => button.disabled), true);
      await replace("#from-defender\\.survivors", "4");
      await replace("#from-attacker\\.hit-points-left", "5");
      await press(".stepping button", "Next round");
      assert.equal((await asked()).from, "attacker.survivors=3, defender.survivors=4, attacker.hit-points-left=5, rounds=2");
      assert.ok((await at()).includes(percent(programSays(await asked()).win.attacker)));
      await press(".stepping button", "Undo");
      await press(".stepping button", "Undo");
      assert.equal(await at(), before);
    });

    it("steps through a battle of several units by what is left of them", async () => {
      await fresh({ ...battle, attacker: [human, { ...human, name: "Guard", figures: 3 }] });
      await page.click(".stepping > summary");
      await replace("#left-attacker-2", "1");
      await press(".stepping button", "Next round");
      assert.equal((await asked()).attacker[1].figures, 1);
      await press(".stepping button", "Undo");
      assert.equal((await asked()).attacker[1].figures, 3);
    });

    it("changes each assumed choice with one tap, from the sentence above the answer", async () => {
      const wizard = { name: "Wizard", toughness: 6, armour: 1, dodge: 2, attack: [{ name: "Knife", "light.power": 3, "light.precision": 6, "heavy.power": 4, "heavy.precision": 4 }, { name: "Shot", power: 5, precision: 4 }] };
      await fresh({ command: "battle", system: "magewinds", attacker: wizard, defender: { name: "Guardian", toughness: 7, armour: 2, dodge: 2, "light.power": 3, "light.precision": 6, "heavy.power": 4, "heavy.precision": 4 } });
      const pressed = () => page.$$eval('.choice button[aria-pressed="true"]', (all) => all.map((one) => `${one.parentElement.getAttribute("aria-label")} ${one.textContent}`));
      assert.deepEqual(await pressed(), ["Wizard: attack Knife", "Wizard: choice light", "Wizard: reaction in the attack back none", "Guardian: choice in the attack back light", "Guardian: reaction none"]);
      await press('.choice[aria-label="Guardian: reaction"] button', "dodge");
      assert.deepEqual((await asked()).situation, { reaction: "dodge" });
      assert.doesNotMatch(await textOf(page, ".assumed"), /Guardian plays light attacks and never reacts/);
      await press('.choice[aria-label="Wizard: choice"] button', "heavy");
      // The attack back is as the attack where nothing else is said of it.
      assert.ok((await pressed()).includes("Guardian: choice in the attack back heavy"), (await pressed()).join("; "));
      await press('.choice[aria-label="Guardian: choice in the attack back"] button', "light");
      assert.deepEqual((await asked()).situation, { reaction: "dodge", choice: "heavy", "reply.choice": "light" });
      await press('.choice[aria-label="Guardian: reaction"] button', "none");
      assert.deepEqual((await asked()).situation, { choice: "heavy", "reply.choice": "light" });
      // A shot is neither light nor heavy: that is refused, and one tap goes back.
      await press('.choice[aria-label="Wizard: attack"] button', "Shot");
      assert.match(await textOf(page, ".answer .error"), /Shot/);
      await press(".answer .error button", "Back to the answer before");
      assert.deepEqual((await asked()).situation, { choice: "heavy", "reply.choice": "light" });
      await press('.choice[aria-label="Wizard: choice"] button', "light");
      await press('.choice[aria-label="Wizard: attack"] button', "Shot");
      assert.equal((await asked()).situation.attack, "Shot");
      // Losses and rerolls.
      const legion = { name: "Legion", "attack-rerolls": 2, figure: [{ name: "Man", count: 4, red: 1, white: 1 }, { name: "Captain", hp: 2, red: 2 }] };
      await fresh({ command: "fight", system: "arcane-legions", attacker: legion, defender: { name: "Foe", red: 4, white: 4 } });
      await press('.choice[aria-label="Legion: losses"] button', "cheapest");
      await press('.choice[aria-label="Legion: reroll below"] button', "best");
      const question = await asked();
      assert.equal(question.situation["attacker-losses"], "cheapest");
      assert.equal(question.attacker["reroll-below"], "best");
    });

    it("puts a fight as assumed beside the same at both sides' best", async () => {
      for (const question of [
        { command: "fight", system: "raiders-of-arcana", attacker: { name: "A", figures: 5, cd: 3, as: 4, db: 4, arm: 5 }, defender: { name: "B", figures: 6, cd: 2, as: 7, db: 3, arm: 7, hp: 2 } },
        { command: "fight", system: "magewinds", attacker: { name: "A", attack: [{ name: "Knife", "light.power": 3, "light.precision": 6, "heavy.power": 6, "heavy.precision": 5 }, { name: "Shot", power: 5, precision: 4 }] }, defender: { name: "B", toughness: 7, armour: 2, dodge: 2, deflect: 2 } },
      ]) {
        await fresh(question);
        await page.waitForFunction(() => /damage by A/.test(document.querySelector(".scrolls.bare tbody")?.textContent ?? ""));
        const rows = Object.fromEntries(await page.$$eval(".scrolls.bare tbody tr", (all) => all.map((one) => [one.querySelector("th").textContent, [...one.querySelectorAll("td")].map((cell) => cell.textContent)])));
        const oneAttack = question.system === "magewinds" ? { "attacker-actions": 1, "defender-actions": 1 } : {};
        const solved = programSays({ ...question, command: "solve", situation: oneAttack });
        assert.equal(rows["worth to A, in damage"][1].split(" ")[0], solved.value.toFixed(3));
        assert.ok(solved.attacker.length + solved.defender.length > 2, "somebody mixes");
        // What is dealt is that of all pairs of choices, each as often as it comes about.
        const set = { "raiders-of-arcana": [(choice) => ({ "attacker-attack": choice }), (choice) => ({ "defender-attack": choice })], magewinds: [(choice) => (choice === "Shot" ? { attack: choice } : { attack: "Knife", choice: choice.replace("Knife: ", "") }), (choice) => ({ reaction: choice })] }[question.system];
        let dealt = 0;
        for (const one of solved.attacker) for (const other of solved.defender) dealt += one.p * other.p * programSays({ ...question, situation: { ...set[0](one.choice), ...set[1](other.choice) } }).attacker_deals.damage.mean;
        const [plain, best] = rows["damage by A"];
        assert.equal(Number(plain), Number(programSays(question).attacker_deals.damage.mean.toFixed(3)));
        assert.ok(Math.abs(Number(best.split(" ")[0]) - dealt) <= 0.0006, `${dealt}: ${best}`);
      }
    });

    it("lets sides of several units play their best, and says so where that cannot be had", async () => {
      const bows = { name: "Bows", models: 3, aggression: 1, martial: 2, strength: 2, defence: 3, wounds: 1 };
      const dead = { name: "Dead", models: 4, aggression: 1, martial: 2, strength: 3, defence: 2, wounds: 1 };
      const armies = { command: "battle", system: "dwethia-skirmish", attacker: [{ ...bows, martial: 4 }, bows], defender: [{ ...dead, name: "Ghouls", strength: 4 }, dead] };
      await fresh(armies);
      await page.waitForFunction(() => /both at their best/.test(document.querySelector(".scrolls.bare")?.textContent ?? ""));
      await press(".assumed button", "Let both play their best");
      const best = { attacker: "best", defender: "best" };
      assert.deepEqual([(await asked()).targets, (await asked()).activate], [best, best]);
      const { win } = programSays(await asked());
      assert.ok((await textOf(page, ".shares")).includes(percent(win.attacker)));
      await press(".assumed button", "Play as assumed");
      assert.equal((await asked()).targets, undefined);
      await page.select("#assumed-targets-attacker", "best");
      await settled(page);
      assert.equal((await asked()).targets.attacker, "best");
      await press("nav button", "Best play");
      const solved = programSays(await asked());
      assert.equal((await asked()).attacker.length, 2);
      assert.match(await textOf(page, ".advice .say"), new RegExp(`^Now: ${solved.first.unit} first, at ${solved.first.target} \\(then it depends\\)`));
      assert.match(await textOf(page, ".answer"), new RegExp(`is worth ${percent(solved.value)} to`));
      assert.deepEqual(await faults(page), []);
      // Too many for it.
      const many = (one) => [1, 2, 3, 4, 5].map((i) => ({ ...one, name: `${one.name} ${i}`, models: 30, martial: 1 + (i % 3) }));
      await fresh({ ...armies, attacker: many(bows), defender: many(dead), engine: "sim", trials: 1000 });
      await page.waitForFunction(() => /If both play their best: \S+/.test(document.querySelector(".answer").textContent));
    });

    it("steps to later decisions of best play, and tells both sides' mixes there", async () => {
      const question = { command: "solve", system: "magewinds", attacker: { name: "Wizard", "light.power": 3, "light.precision": 6, "heavy.power": 6, "heavy.precision": 5 }, defender: { name: "Guardian", toughness: 7, armour: 2, dodge: 2, deflect: 2 } };
      await fresh(question);
      const { plan, decisions, payoff_meaning: meaning } = programSays(question);
      assert.ok((await textOf(page, ".answer")).includes(`(${meaning})`));
      assert.match(await textOf(page, ".advice .say"), /then it depends/);
      assert.match(await textOf(page, ".later summary"), new RegExp(`Later decisions: ${decisions - 1} of them`));
      await page.click(".later > summary");
      await page.select("#later-turns", "1/1");
      await page.select("#later-damage-defender", "4");
      const wanted = plan.find(({ turns, damage_taken: taken }) => turns.attacker === 1 && turns.defender === 1 && taken.defender === 4);
      const shown = await page.$$eval(".later .advice", (all) => all.map((one) => one.textContent));
      for (const [i, side] of ["attacker", "defender"].entries()) {
        for (const { in_words: words } of wanted[side]) assert.ok(shown[i].includes(words), `${words}: ${shown[i]}`);
        if (wanted[side].length > 1) for (const { p } of wanted[side]) assert.ok(shown[i].includes(percent(p)), shown[i]);
      }
      assert.ok([...wanted.attacker, ...wanted.defender].length > 2);
      assert.deepEqual(await faults(page), []);
    });

    it("keeps the units of a pin as they were, says so, and takes the present ones with one tap", async () => {
      await fresh({ ...battle, command: "fight" });
      await page.evaluate(() => localStorage.removeItem("warodds-pins"));
      await fresh({ ...battle, command: "fight" });
      await press("header button", "Pin");
      assert.equal(await page.$(".as-were"), null);
      await replace("#attacker-cd", "3");
      assert.match(await textOf(page, ".as-were"), /^Human Warriors as it was \(cd 2, now 3\)\./);
      const question = await asked();
      const mean = (cd) => programSays({ ...question, attacker: { ...question.attacker, cd } }).attacker_deals.damage.mean.toFixed(3);
      const row = () => page.$$eval(".pinned tbody tr", (all) => all.map((one) => one.textContent).find((text) => text.startsWith("damage by Human")) ?? "");
      await page.waitForFunction(() => [...document.querySelectorAll(".pinned tbody tr")].some((one) => one.textContent.startsWith("damage by Human")));
      assert.ok((await row()).includes(mean(2)) && (await row()).includes(mean(3)), await row());
      await press(".as-were button", "With the present one");
      assert.equal(await page.$(".as-were"), null);
      await replace("#attacker-cd", "4");
      await page.waitForFunction((wanted) => [...document.querySelectorAll(".pinned tbody tr")].some((one) => one.textContent.includes(wanted)), {}, mean(4));
      assert.ok((await row()).includes(mean(3)), await row());
      assert.deepEqual(await faults(page), []);
      await page.evaluate(() => localStorage.removeItem("warodds-pins"));
    });

    it("carries all units and armies in a link, offers them there, and keeps them on demand", async () => {
      await fresh();
      await page.select("#system", "raiders-of-arcana");
      await settled(page);
      await page.click(".rosters > summary");
      await page.type("#roster-text", 'system = "raiders-of-arcana"\nunit = [{name = "Wolf", cd = 3}, {name = "Bear", hp = 4}]\n[[army]]\nname = "Pack"\nunits = ["Wolf*3", "Bear"]\n');
      await press(".rosters button", "Read it");
      await page.evaluate(() => { Object.defineProperty(navigator, "clipboard", { configurable: true, value: { writeText: async (text) => { window.copied = text; } } }); });
      await press(".rosters button", "Copy link with all units");
      const link = await page.evaluate(() => window.copied.replace(/^[^#]*/, ""));
      const sent = JSON.parse(decodeURIComponent(link.slice(1)));
      assert.deepEqual(sent.armies, [{ name: "Pack", units: ["Wolf*3", "Bear"] }]);
      assert.equal(programSays(sent).error, undefined);
      await press(".rosters button", "Delete pasted");
      await page.close();
      page = await openPage(browser, link, phone);
      await settled(page);
      const offered = await page.$$eval("#defender-choose option", (all) => all.map((one) => one.textContent));
      assert.ok(offered.includes("Bear"), offered.join());
      assert.ok((await page.$$eval("#attacker-another option", (all) => all.map((one) => one.textContent))).includes("Pack"));
      await page.click(".rosters > summary");
      await press(".rosters button", "Keep the units of the link");
      assert.match(await textOf(page, ".rosters .list"), /From a link 2 units/);
      assert.match(await textOf(page, ".rosters .list"), /army Pack/);
      await press(".rosters button", "Delete From a link");
    });

    it("tells the odds of anything, under a condition, two facts together, and how lucky it was", async () => {
      await fresh({ ...battle, command: "fight" });
      await page.click(".events > summary");
      await page.select("#event-fact", "attacker.kills");
      await replace("#event-number", "3");
      await press(".events button", "Show its odds");
      const question = await asked();
      assert.deepEqual(question.show, ["attacker.kills >= 3"]);
      await page.select("#joint-down", "attacker.kills");
      await settled(page);
      assert.equal((await asked()).joint, "attacker.kills,defender.kills");
      const answer = programSays(await asked());
      assert.ok((await textOf(page, ".answer")).includes(percent(answer.show["attacker.kills >= 3"])));
      assert.equal(await page.$eval(".joint tbody td", (cell) => cell.textContent), (100 * answer.joint.pmf[0][0]).toFixed(2));
      await page.click(".happened > summary");
      await replace("#happened-attacker\\.kills", "0");
      await replace("#happened-defender\\.kills", "2");
      const lucky = programSays(await asked());
      assert.ok((await textOf(page, ".answer")).includes(`luckier than in ${percent(lucky.observed_sum.percentile)} of such games`));
    });

    it("says of an evening what the program says of a log: the luck, and whether the dice were fair", async () => {
      await fresh({ ...battle, command: "fight", observed: "attacker.kills=0, defender.kills=2" });
      await page.evaluate(() => localStorage.removeItem("warodds-log"));
      await fresh({ ...battle, command: "fight", observed: "attacker.kills=0, defender.kills=2" });
      await page.click(".luck-log > summary");
      await replace("#luck-player", "Ada");
      await press(".luck-log button", "Note this one");
      assert.match(await textOf(page, ".luck-log"), /1 noted/);
      await press(".asks button", "⇅");
      await page.click(".happened > summary");
      await replace("#happened-attacker\\.kills", "2");
      await replace("#happened-defender\\.kills", "0");
      await replace("#luck-player", "Ben");
      await press(".luck-log button", "Note this one");
      await page.waitForFunction(() => /2 noted/.test(document.querySelector(".luck-log").textContent) && document.querySelectorAll(".luck-log path.line").length === 1);
      const row = { command: "fight", system: battle.system };
      const rows = [
        { ...row, player: "Ada", attacker: human, defender: goblins, observed: "attacker.kills=0, defender.kills=2" },
        { ...row, player: "Ben", attacker: goblins, defender: human, observed: "attacker.kills=2, defender.kills=0" },
      ];
      const log = join(folder, "evening.jsonl");
      writeFileSync(log, rows.map((one) => JSON.stringify(one) + "\n").join(""));
      const text = execFileSync(program, ["log", log], { encoding: "utf8" }).replace(/\s+/g, " ");
      const made = /have made ([\d.]+) of 1, at most ([\d.]+) \(after (\d) of them\); those on (bad luck|luck) of Ada/.exec(text);
      const shown = (await textOf(page, ".luck-log")).replace(/\s+/g, " ");
      assert.ok(shown.includes(`Bets on loaded dice have made ${Number(made[1])} of 1, at most ${Number(made[2])} (after ${made[3]} of them); those on ${made[4]} of Ada have done best.`), `${made[0]}: ${shown.slice(-900)}`);
      const fair = text.includes("not enough against fair dice");
      assert.ok(shown.includes(fair ? "Not enough against fair dice" : "these may be loaded"), shown.slice(-900));
      const { game } = programSays({ command: "log", log: [log] });
      for (const { player, happened, difference } of game) {
        const line = await page.$$eval(".luck-log tbody tr", (all, who) => all.map((one) => [...one.children].map((cell) => cell.textContent)).find((cells) => cells[0] === who), player);
        assert.deepEqual([line[3], line[5]], [String(happened), Math.abs(difference) >= 10 ? difference.toFixed(2) : difference.toFixed(3)]);
      }
      assert.deepEqual(await faults(page), []);
      await press(".luck-log button", "Undo the last");
      await page.waitForFunction(() => /1 noted/.test(document.querySelector(".luck-log").textContent));
      await page.evaluate(() => localStorage.removeItem("warodds-log"));
    });

    it("keeps units and armies, deletes them one by one, and undoes it", async () => {
      await fresh(battle);
      await press("section.unit.of-attacker button", "Keep");
      await page.select("#attacker-another", "unit 0/1");
      await settled(page);
      await press(".asks button", "Keep the attacker as an army");
      await page.$$eval(".asks details", (all) => all.forEach((one) => { one.open = true; }));
      assert.deepEqual(await faults(page), []);
      assert.equal(await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth), 0);
      await page.click(".rosters > summary");
      const listed = () => page.$$eval(".rosters .list .list li", (all) => all.map((one) => one.textContent.replace(/ ×$/, "")));
      const all = await listed();
      assert.ok(all.includes("Human Warriors") && all.some((one) => one.startsWith("army Human Warriors + ")), all.join("; "));
      await page.click(".rosters .list .list li button");
      await settled(page);
      assert.equal((await listed()).length, all.length - 1);
      await press(".rosters button", "Undo");
      assert.deepEqual(await listed(), all);
      await press(".rosters button", "Delete My units");
      await settled(page);
      assert.deepEqual(await listed(), []);
    });

    it("sets armies against each other, and opens the battle of a cell", async () => {
      await fresh();
      await page.select("#system", "dwethia-skirmish");
      await settled(page);
      await press("nav button", "Matrix");
      await page.click("#option-armies");
      await page.waitForFunction(() => document.querySelectorAll(".heat tbody tr").length === 2);
      const { rows, matrix } = programSays(await asked());
      assert.deepEqual(await page.$$eval(".heat tbody th", (all) => all.map((one) => one.textContent)), rows);
      await page.click(".heat tbody tr:nth-child(1) td:nth-of-type(2) button");
      await page.waitForSelector(".shares");
      assert.ok((await asked()).attacker.length > 1);
      assert.ok((await textOf(page, ".shares")).includes(percent(matrix[0][1][0])));
      await page.goBack();
      await page.waitForSelector(".heat");
      assert.equal(await page.$eval("#option-armies", (box) => box.checked), true);
    });

    it("opens spreadsheets, and says what to choose where one does not say its system", async () => {
      await fresh();
      await page.select("#system", "raiders-of-arcana");
      await settled(page);
      await page.click(".rosters > summary");
      const shared = ["name", "hp", "Wolf"].map((text) => `<si><t>${text}</t></si>`).join("");
      const xlsx = zipSync({
        "xl/sharedStrings.xml": strToU8(`<sst xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">${shared}</sst>`),
        "xl/worksheets/sheet1.xml": strToU8('<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData><row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1" t="s"><v>1</v></c><c r="C1" t="inlineStr"><is><t>shield-wall</t></is></c></row><row r="2"><c r="A2" t="s"><v>2</v></c><c r="B2"><v>3</v></c><c r="C2" t="b"><v>1</v></c></row></sheetData></worksheet>'),
      });
      const ods = zipSync({
        "content.xml": strToU8('<office:document-content xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0" xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0"><office:body><office:spreadsheet><table:table><table:table-row><table:table-cell><text:p>name</text:p></table:table-cell><table:table-cell><text:p>hp</text:p></table:table-cell><table:table-cell table:number-columns-repeated="1000"/></table:table-row><table:table-row><table:table-cell><text:p>Bear, grey</text:p></table:table-cell><table:table-cell office:value="4"><text:p>4,0</text:p></table:table-cell></table:table-row></table:table></office:spreadsheet></office:body></office:document-content>'),
      });
      for (const [name, content, unit] of [["wolves.xlsx", xlsx, "Wolf"], ["bears.ods", ods, "Bear, grey"]]) {
        writeFileSync(join(folder, name), content);
        await (await page.$("#roster-file")).uploadFile(join(folder, name));
        await page.waitForFunction((wanted) => document.querySelector(".answer h2")?.textContent === `${wanted} deals`, {}, unit);
      }
      writeFileSync(join(folder, "broken.xlsx"), "no sheet");
      await (await page.$("#roster-file")).uploadFile(join(folder, "broken.xlsx"));
      await page.waitForSelector(".rosters .error");
      assert.match(await textOf(page, ".rosters .error"), /broken\.xlsx: it cannot be unpacked/);
      await page.select("#system", "magewinds");
      writeFileSync(join(folder, "army.csv"), "name,figures,cd\nWolf,5,2\n");
      await (await page.$("#roster-file")).uploadFile(join(folder, "army.csv"));
      await page.waitForFunction(() => /choose Raiders of Arcana above/.test(document.querySelector(".rosters .error")?.textContent ?? ""));
    });

    it("tells the value of a bar that is tapped, and of the next with an arrow key", async () => {
      await fresh({ ...battle, command: "fight" });
      const { pmf } = programSays({ ...battle, command: "fight" }).attacker_deals.damage;
      const chart = await page.$(".deals .drawing");
      await chart.focus();
      await page.keyboard.press("ArrowRight");
      assert.ok((await textOf(page, ".deals .readout")).startsWith(`0: ${percent(pmf[0])}`));
      await page.keyboard.press("ArrowRight");
      assert.ok((await textOf(page, ".deals .readout")).startsWith(`1: ${percent(pmf[1])}`));
      const box = await chart.boundingBox();
      await page.mouse.click(box.x + box.width - 20, box.y + box.height / 2);
      assert.match(await textOf(page, ".deals .readout"), /or more/);
      assert.ok(!(await textOf(page, ".deals .readout")).startsWith("1:"));
    });
  });
}
