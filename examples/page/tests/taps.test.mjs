// How many taps it takes a player to an answer, on a phone. A choice from a list is two: one opens it, one
// chooses. Typing is none; what is typed replaces what is selected.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { after, before, describe, it } from "node:test";
import { answered, browsers, launch, openPage, phone, program, questionOf, settled, textOf } from "./browsers.mjs";

const programSays = (question) => JSON.parse(execFileSync(program, ["ask"], { input: JSON.stringify(question) + "\n", encoding: "utf8" }));
const percent = (p) => `${(100 * p).toFixed(2)} %`;

for (const kind of browsers) {
  describe(`taps in ${kind}`, () => {
    let browser;
    let page;
    let taps;
    before(async () => {
      browser = await launch(kind);
    });
    after(() => browser?.close());

    const begin = async (system) => {
      await page?.close();
      page = await openPage(browser, "", phone);
      await page.select("#system", system);
      await answered(page);
      taps = 0;
    };
    const tap = async (selector) => {
      taps++;
      await page.$eval(selector, (element) => element.scrollIntoView({ block: "center" }));
      await page.click(selector);
    };
    const tapTab = async (title) => {
      const at = await page.$$eval("nav button", (all, wanted) => all.findIndex((one) => one.textContent === wanted), title);
      await tap(`nav button:nth-of-type(${at + 1})`);
      await answered(page);
    };
    const choose = async (selector, text) => {
      taps += 2;
      const value = await page.$eval(selector, (select, wanted) => [...select.options].find((one) => one.textContent.trim() === wanted)?.value, text);
      assert.notEqual(value, undefined, `${selector} has ${text}`);
      await page.select(selector, value);
      await answered(page);
    };
    const asked = () => questionOf(page);
    /// The answer in a line is on the screen, without scrolling.
    const onFirstScreen = async () => {
      const { top, bottom } = await page.$eval(".bar", (bar) => ({ top: bar.getBoundingClientRect().top, bottom: bar.getBoundingClientRect().bottom }));
      assert.ok(top >= 0 && bottom <= phone.height + 1, `${top} to ${bottom}`);
    };

    const cards = {
      "raiders-of-arcana": [{ figures: 5, hp: 2, cd: 3, as: 6, db: 1, str: 1, arm: 6, fatigue: 6 }, { figures: 9, hp: 1, cd: 2, as: 4, db: 2, str: 2, arm: 4, fatigue: 7 }],
      "dwethia-skirmish": [
        { models: 7, aggression: 2, martial: 4, integrity: 1, strength: 4, defence: 2, wounds: 2, save: 5, ignore: 6, perception: 4, "ranged-strength": 2, shots: 1 },
        { models: 9, aggression: 1, martial: 5, integrity: 2, strength: 2, defence: 4, wounds: 1, save: 6, ignore: 5, perception: 5, "ranged-strength": 3, shots: 2 },
      ],
    };
    for (const [system, [attacker, defender]] of Object.entries(cards)) {
      it(`types the own stats of two units of ${system} with 30 taps or fewer`, async () => {
        await begin(system);
        for (const [side, card] of [["attacker", attacker], ["defender", defender]]) {
          await tap(`#${side}-new`);
          // The first stat has the focus as soon as the form is drawn.
          const first = await (await page.waitForFunction(() => document.activeElement.matches("input") && document.activeElement.id)).jsonValue();
          for (const [stat, value] of Object.entries(card)) {
            if (first !== `${side}-${stat}`) await tap(`#${side}-${stat}`);
            await page.keyboard.type(String(value));
          }
        }
        const question = await asked();
        const { attacker_deals: deals, ...sides } = programSays(question);
        for (const [side, card] of [["attacker", attacker], ["defender", defender]]) {
          assert.deepEqual(Object.fromEntries(Object.keys(card).map((stat) => [stat, sides[side].profile[stat]])), card);
        }
        assert.match(await textOf(page, ".bar"), new RegExp(`Attacker deals ${deals.damage.mean.toFixed(3)} damage`));
        await onFirstScreen();
        assert.ok(taps <= 30, `${taps} taps`);
      });
    }

    it("finds the best order of three chargers with 8 taps", async () => {
      await begin("arcane-legions");
      await tapTab("Sequence");
      await choose("#by-0-choose", "Fire Lancers");
      await choose("#by-1-choose", "Arena Champions");
      await choose("#another-attack", "Dune Raiders");
      await tap("#option-orders");
      const question = await asked();
      assert.equal(question.by.length, 3);
      const [best] = programSays(question).orders;
      assert.equal(await textOf(page, ".bar"), `${question.target.name} destroyed ${percent(best.destroyed)} in the best order: ${best.order.join(", ")}`);
      await onFirstScreen();
      assert.ok(taps <= 8, `${taps} taps`);
    });

    it("takes cover with 2 taps", async () => {
      await begin("magewinds");
      await tap(".situation > summary");
      await tap("#situation-cover");
      await page.waitForFunction(() => /cover/.test(decodeURIComponent(location.hash)));
      assert.deepEqual((await asked()).situation, { cover: "yes" });
      assert.ok(taps <= 2, `${taps} taps`);
    });

    it("sets three units against three with 12 taps", async () => {
      await begin("dwethia-skirmish");
      await choose("#attacker-choose", "River Pikes");
      await choose("#attacker-another", "Ash Bows");
      await choose("#attacker-another", "Oak Shields");
      await choose("#defender-choose", "Shambling Dead");
      await choose("#defender-another", "Shambling Dead");
      await choose("#defender-another", "Champions of the Void");
      const question = await asked();
      assert.equal(question.command, "battle");
      assert.deepEqual([question.attacker.length, question.defender.length], [3, 3]);
      const { win } = programSays({ ...question, engine: "sim", trials: 20_000 });
      const shown = await textOf(page, ".bar");
      const p = typeof win.attacker === "number" ? win.attacker : win.attacker.p;
      // Such a battle is simulated: how many trials there is time for differs.
      const [, won] = /^River Pikes \+ Ash Bows \+ Oak Shields wins ([\d.]+) %/.exec(shown);
      assert.ok(Math.abs(Number(won) / 100 - p) < 0.01, `${shown}: ${p}`);
      await onFirstScreen();
      assert.ok(taps <= 12, `${taps} taps`);
    });
  });
}
