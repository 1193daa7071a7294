// What players do besides asking: going back, going on, keeping and deleting, setting beside each other,
// stepping through a battle, noting luck, opening spreadsheets.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import { strToU8, zipSync } from "fflate";
import { answered, browsers, faults, launch, linkTo, openPage, phone, program, textOf } from "./browsers.mjs";

const programSays = (question) => JSON.parse(execFileSync(program, ["ask"], { input: JSON.stringify(question) + "\n", encoding: "utf8" }));
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

    const settled = async () => {
      await page.evaluate(() => new Promise((settle) => requestAnimationFrame(() => setTimeout(settle))));
      await answered(page);
    };
    const fresh = async (question) => {
      await page?.close();
      page = await openPage(browser, question ? linkTo(question) : "", phone);
      await settled();
    };
    const asked = async () => {
      await settled();
      return JSON.parse(decodeURIComponent((await page.evaluate(() => location.hash)).slice(1)));
    };
    const press = async (selector, text) => {
      const found = await page.evaluateHandle((css, wanted) => [...document.querySelectorAll(css)].find((one) => one.textContent.trim().replace(/\s+/g, " ").startsWith(wanted)), selector, text);
      assert.ok(found.asElement(), `${selector} "${text}" is on the page`);
      await found.evaluate((element) => element.scrollIntoView({ block: "center" }));
      await found.asElement().click();
      await settled();
    };
    const replace = async (selector, text) => {
      await page.$eval(selector, (element) => element.scrollIntoView({ block: "center" }));
      await page.click(selector, { count: 3 });
      await page.keyboard.type(text);
      await settled();
    };

    it("goes back view by view and question by question, while what is typed in one field is one", async () => {
      await fresh(battle);
      await replace("#attacker-cd", "12");
      await press("nav button", "Fight");
      await page.select("#defender-choose", "0/2");
      await settled();
      const defender = (await asked()).defender.name;
      await page.goBack();
      await settled();
      assert.deepEqual([(await asked()).command, (await asked()).defender.name], ["fight", "Goblin Mob"], defender);
      await page.goBack();
      await settled();
      assert.deepEqual([(await asked()).command, (await asked()).attacker.cd], ["battle", 12]);
      await page.goBack();
      await settled();
      assert.deepEqual(await asked(), battle);
      assert.equal(await page.$eval("#attacker-cd", (input) => input.value), "2");
    });

    it("opens without a link what was last asked, and keeps changes when systems are switched", async () => {
      await fresh(battle);
      await replace("#attacker-cd", "3");
      await page.select("#system", "magewinds");
      await settled();
      await page.select("#system", "raiders-of-arcana");
      await settled();
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
      await settled();
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

    it("steps through a battle at the table, and undoes a step", async () => {
      await fresh(battle);
      const at = async () => textOf(page, ".shares");
      const before = await at();
      await page.click(".stepping > summary");
      await replace("#left-attacker", "3");
      await replace("#left-defender", "9");
      await press(".stepping button", "Next round");
      const { win } = programSays({ ...battle, attacker: { ...human, figures: 3 }, defender: { ...goblins, figures: 9 } });
      assert.ok((await at()).includes(percent(win.attacker)), await at());
      await press(".stepping button", "Undo");
      assert.equal(await at(), before);
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
      await settled();
      assert.equal((await asked()).joint, "attacker.kills,defender.kills");
      const answer = programSays(await asked());
      assert.ok((await textOf(page, ".answer")).includes(percent(answer.show["attacker.kills >= 3"])));
      assert.equal(await page.$eval(".joint tbody td", (cell) => cell.textContent), (100 * answer.joint.pmf[0][0]).toFixed(2));
      await page.click(".happened > summary");
      await replace("#happened-attacker\\.kills", "0");
      await replace("#happened-defender\\.kills", "2");
      const lucky = programSays(await asked());
      assert.ok((await textOf(page, ".answer")).includes(`luckier than in ${percent(lucky.observed_sum.percentile)} of such games`));
      await page.click(".luck-log > summary");
      await press(".luck-log button", "Note this one");
      assert.match(await textOf(page, ".luck-log"), /1 noted/);
      assert.deepEqual(await faults(page), []);
      await press(".luck-log button", "Undo the last");
    });

    it("keeps units and armies, deletes them one by one, and undoes it", async () => {
      await fresh(battle);
      await press("section.unit.of-attacker button", "Keep");
      await page.select("#attacker-another", "unit 0/1");
      await settled();
      await press(".asks button", "Keep the attacker as an army");
      await page.$$eval(".asks details", (all) => all.forEach((one) => { one.open = true; }));
      assert.deepEqual(await faults(page), []);
      assert.equal(await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth), 0);
      await page.click(".rosters > summary");
      const listed = () => page.$$eval(".rosters .list .list li", (all) => all.map((one) => one.textContent.replace(/ ×$/, "")));
      const all = await listed();
      assert.ok(all.includes("Human Warriors") && all.some((one) => one.startsWith("army Human Warriors + ")), all.join("; "));
      await page.click(".rosters .list .list li button");
      await settled();
      assert.equal((await listed()).length, all.length - 1);
      await press(".rosters button", "Undo");
      assert.deepEqual(await listed(), all);
      await press(".rosters button", "Delete My units");
      await settled();
      assert.deepEqual(await listed(), []);
    });

    it("sets armies against each other, and opens the battle of a cell", async () => {
      await fresh();
      await page.select("#system", "dwethia-skirmish");
      await settled();
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
      await settled();
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
