// All of it with the keyboard alone: what a player does on the page, from two own units to the luck of an evening.
import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { browsers, desk, launch, openPage, phone, questionOf, settled, textOf } from "./browsers.mjs";

for (const kind of browsers) {
  describe(`keys in ${kind}`, () => {
    let browser;
    let page;
    before(async () => {
      browser = await launch(kind);
    });
    after(() => browser?.close());

    const asked = () => questionOf(page);
    /// Presses Tab, or Shift and Tab, until that has the focus; it must show that it has.
    const to = async (selector, text = "") => {
      const where = () =>
        page.evaluate(
          (css, begins) => {
            const wanted = [...document.querySelectorAll(css)].find((one) => one.textContent.trim().replace(/\s+/g, " ").startsWith(begins) && one.getClientRects().length > 0);
            const at = document.activeElement;
            if (!wanted) return "nowhere";
            if (wanted === at) return getComputedStyle(at).outlineStyle === "none" ? "unseen" : "here";
            return at === document.body || at.compareDocumentPosition(wanted) & Node.DOCUMENT_POSITION_FOLLOWING ? "after" : "before";
          },
          selector,
          text,
        );
      for (let i = 0; i < 300; i++) {
        const at = await where();
        if (at === "here") return;
        assert.ok(at === "after" || at === "before", `${selector} "${text}" is ${at}`);
        if (at === "before") await page.keyboard.down("Shift");
        await page.keyboard.press("Tab");
        if (at === "before") await page.keyboard.up("Shift");
      }
      assert.fail(`${selector} "${text}" cannot be reached`);
    };
    const press = async (selector, text) => {
      await to(selector, text);
      await page.keyboard.press("Enter");
      await settled(page);
    };
    const type = async (selector, text) => {
      await to(selector);
      await page.keyboard.type(text);
      await settled(page);
    };

    for (const [name, viewport] of [["a phone", phone], ["a desk", desk]]) {
      it(`goes from two own units to the luck of an evening on ${name}`, async () => {
        page = await openPage(browser, "", viewport);
        await page.evaluate(() => ["warodds-pins", "warodds-log"].forEach((kept) => localStorage.removeItem(kept)));
        await page.reload();
        await page.waitForSelector("html[data-ready]");
        await settled(page);
        await type("#system", "Raiders");
        // Two units, stat by stat, as their cards have them.
        const cards = { attacker: [5, 3, 6, 1, 1, 5, 2, 9], defender: [9, 2, 7, 2, 0, 4, 1, 8] };
        for (const [side, card] of Object.entries(cards)) {
          await press(`#${side}-new`);
          for (const [i, stat] of card.entries()) {
            if (i > 0) await page.keyboard.press("Tab");
            await page.keyboard.type(String(stat));
          }
        }
        const { attacker, defender } = await asked();
        assert.deepEqual(attacker, { name: "Attacker", figures: 5, cd: 3, as: 6, db: 1, str: 1, hp: 2, fatigue: 9 });
        assert.deepEqual(defender, { name: "Defender", figures: 9, cd: 2, as: 7, db: 2, arm: 4, fatigue: 8 });
        // The situation, and what is assumed.
        await press(".situation > summary");
        await to("#situation-round-up");
        await page.keyboard.press(" ");
        assert.deepEqual((await asked()).situation, { "round-up": "yes" });
        await press(".choice button", "all");
        assert.equal((await asked()).situation["attacker-attack"], "all");
        await press(".choice button", "half");
        assert.equal((await asked()).situation["attacker-attack"], undefined);
        // Pinned, and changed.
        await press("header button", "Pin");
        await to("#attacker-cd");
        await page.keyboard.press("ArrowUp");
        assert.equal((await asked()).attacker.cd, 4);
        await page.waitForFunction(() => document.querySelectorAll(".pinned figure path.line").length === 2);
        await press(".pinned .remove");
        // Both answers.
        await press("nav button", "Battle");
        await page.waitForFunction(() => /both at their best/.test(document.querySelector(".scrolls.bare")?.textContent ?? ""));
        await press(".assumed button", "Let both play their best");
        assert.deepEqual((await asked()).policy, { attacker: "best", defender: "best" });
        await press(".assumed button", "Play as assumed");
        // At the table.
        await press(".stepping > summary");
        await type("#from-defender\\.survivors", "6");
        await press(".stepping button", "Next round");
        assert.match((await asked()).from, /defender\.survivors=6, rounds=1$/);
        await press(".stepping button", "Undo");
        // Sides of several units.
        await type("#attacker-another", "O");
        assert.deepEqual((await asked()).attacker.map((unit) => unit.name), ["Attacker", "Orc Ravagers"]);
        await press(".beside button", "Remove");
        // Luck.
        await press("nav button", "Fight");
        await press(".happened > summary");
        await type("#happened-attacker\\.kills", "2");
        await type("#happened-defender\\.kills", "0");
        assert.equal((await asked()).observed, "attacker.kills=2, defender.kills=0");
        await press(".luck-log > summary");
        await press(".luck-log button", "Note this one");
        await page.waitForFunction(() => /Were the dice fair\? Bets/.test(document.querySelector(".luck-log").textContent));
        await press(".luck-log button", "Undo the last");
        assert.match(await textOf(page, ".luck-log summary"), /0 noted/);
        // A roster against itself, sorted; a chart, value by value.
        await press("nav button", "Matrix");
        await press(".heat button");
        await press("nav button", "Fight");
        await to(".deals .drawing");
        await page.keyboard.press("ArrowRight");
        assert.match(await textOf(page, ".deals .readout"), /or more/);
        assert.deepEqual(page.troubles, []);
        await page.close();
      });
    }
  });
}
