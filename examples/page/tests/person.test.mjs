// The page used as people use it: tapping, typing, pasting, opening links, turning the phone, going
// offline, and getting things wrong.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { after, before, describe, it } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import { address, browsers, desk, faults, file, launch, linkTo, openPage, phone, program, questionOf, root, settled, shots, textOf } from "./browsers.mjs";

mkdirSync(shots, { recursive: true });
const tabs = ["Fight", "Battle", "Sequence", "Best play", "Explain", "Matrix", "Sweep", "Value", "Tune"];

const programSays = (question) => JSON.parse(execFileSync(program, ["ask"], { input: JSON.stringify(question) + "\n", encoding: "utf8" }));

/// Taps what has this text.
async function tap(page, selector, text) {
  const found = await page.evaluateHandle((css, wanted) => [...document.querySelectorAll(css)].find((one) => one.textContent.trim().replace(/\s+/g, " ").startsWith(wanted)), selector, text);
  assert.ok(found.asElement(), `${selector} "${text}" is on the page`);
  await found.asElement().click();
}

async function open(page, title) {
  await tap(page, "nav button", title);
  await page.waitForFunction((wanted) => document.querySelector("nav button[aria-current]")?.textContent === wanted, {}, title);
  await settled(page);
}

const numbers = (page) =>
  page.$$eval(".deals .numbers > div", (boxes) => boxes.map((box) => [box.querySelector("dt").textContent, box.querySelector("dd").textContent]));
const overflow = (page) => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
const errorText = (page) => page.$eval(".answer .error, main > .error", (element) => element.textContent.trim());

for (const kind of browsers) {
  describe(`the page in ${kind}`, () => {
    let browser;
    let page;
    const downloads = mkdtempSync(join(tmpdir(), "warodds-page-"));
    before(async () => {
      browser = await launch(kind, downloads);
      page = await openPage(browser, "", phone);
    });
    after(async () => {
      await browser?.close();
      rmSync(downloads, { recursive: true, force: true });
    });
    const fresh = async (hash = "", viewport = phone) => {
      await page.close();
      page = await openPage(browser, hash, viewport);
      await settled(page);
      return page;
    };
    const downloaded = async (name) => {
      for (let i = 0; i < 100; i++) {
        const there = readdirSync(downloads).includes(name) ? readFileSync(join(downloads, name)) : "";
        if (there.length > 0) return there;
        await pause(100);
      }
      throw new Error(`${name} was not downloaded; there is ${readdirSync(downloads).join(", ")}`);
    };

    it("answers at once, and after one tap in another system, with the numbers of the README", async () => {
      await fresh();
      assert.ok((await numbers(page)).length > 3);
      await page.select("#system", "raiders-of-arcana");
      await page.waitForFunction(() => document.querySelector(".answer h2")?.textContent === "Human Warriors deals");
      await settled(page);
      const shown = Object.fromEntries((await numbers(page)).slice(0, 4));
      assert.deepEqual(shown, { hits: "2.400", damage: "1.680", kills: "1.680", "destroys Goblin Mob": "0 %" });
      assert.match(await textOf(page, "footer"), /warodds \d+\.\d+\.\d+/);
    });

    it("asks for nothing outside itself and keeps no cookie", async () => {
      const foreign = page.requests.filter((url) => !/^(blob|data):/.test(url) && !url.startsWith(address));
      assert.deepEqual(foreign, []);
      assert.equal(await page.evaluate(() => document.cookie), "");
    });

    it("answers while one types a stat", async () => {
      await fresh();
      await page.select("#system", "raiders-of-arcana");
      await page.waitForFunction(() => document.querySelector(".answer h2")?.textContent === "Human Warriors deals");
      const before = (await numbers(page))[0][1];
      await page.click("#attacker-cd", { count: 3 });
      await page.keyboard.type("9");
      await page.waitForFunction((old) => (document.querySelector(".deals .numbers dd")?.textContent ?? old) !== old, {}, before);
      const question = await questionOf(page);
      assert.equal(question.attacker.cd, 9);
      const mean = programSays(question).attacker_deals.hits.mean;
      assert.ok(Math.abs(Number((await numbers(page))[0][1]) - mean) <= 0.005);
    });

    it("says at the field what is allowed, and shows no answer and no link to what is not", async () => {
      const address = await page.evaluate(() => location.hash);
      const shownAnswer = () => page.$eval(".answer > div:last-child", (element) => getComputedStyle(element).opacity);
      for (const [typed, field] of [["999", "cd"], ["12x", "as"], ["1e3", "db"], ["10001", "figures"], [" ", "hp"]]) {
        await page.$eval(`#attacker-${field}`, (input, text) => {
          input.value = text;
          input.dispatchEvent(new Event("input", { bubbles: true }));
        }, typed);
        await page.waitForSelector(`#attacker-${field}-wrong`);
        assert.match(await textOf(page, `#attacker-${field}-wrong`), /\d+ to \d+/);
        assert.equal(await page.$eval(`#attacker-${field}`, (input) => input.getAttribute("aria-invalid")), "true");
        assert.match(await textOf(page, ".answer .error"), new RegExp(`^Fix ${field}: \\d+ to \\d+`));
        assert.ok(Number(await shownAnswer()) < 0.5, typed);
        assert.equal(await textOf(page, ".bar"), "");
        assert.equal(await page.evaluate(() => location.hash), address);
        await page.click(`#attacker-${field}`, { count: 3 });
        await page.keyboard.type(JSON.parse(decodeURIComponent(address.slice(1))).attacker[field]?.toString() ?? "5");
        await page.waitForFunction(() => !document.querySelector(".answer .error"));
      }
      assert.equal(await shownAnswer(), "1");
    });

    it("shows a unit as its card: every stat is there and filled, and a new one changes nothing until one types", async () => {
      await fresh();
      for (const system of ["arcane-legions", "magewinds", "raiders-of-arcana", "dwethia-skirmish"]) {
        await page.select("#system", system);
        await settled(page);
        const { fields } = programSays({ command: "systems", system }).systems[0];
        await page.click("#attacker-new");
        await page.waitForFunction(() => document.activeElement?.matches(".stats input"));
        await settled(page);
        const shown = await page.$$eval("section.unit.of-attacker .stats input, section.unit.of-attacker .stats select", (all) => all.map((one) => [one.id, one.type === "checkbox" ? (one.checked ? "yes" : "no") : one.value]));
        const wanted = fields.filter((field) => field.of === "unit");
        assert.deepEqual(shown.map(([id, value]) => `${id.replace(/^attacker-(rare-)?/, "")}=${value}`).sort(), wanted.map((field) => `${field.name}=${field.default}`).sort());
        assert.equal(await page.evaluate(() => document.activeElement.selectionEnd - document.activeElement.selectionStart === document.activeElement.value.length), true);
        const question = await questionOf(page);
        if (!(await page.$(".answer .error"))) assert.deepEqual(question.attacker, { name: "Attacker" });
      }
    });

    it("opens a link and shows the same answer", async () => {
      const question = { command: "battle", system: "raiders-of-arcana", attacker: { name: "Oathbound", figures: 6, hp: 2, cd: 2, as: 6, db: 2, arm: 5 }, defender: { name: "Pit Goblins", figures: 13, as: 6, arm: 4 } };
      await fresh(linkTo(question));
      assert.match(await textOf(page, ".shares"), /Oathbound wins 73\.09 %/);
      assert.match(await textOf(page, ".shares"), /Pit Goblins wins 26\.85 %/);
      assert.deepEqual(await questionOf(page), question);
    });

    it("opens a link whose units are texts of a roster", async () => {
      const text = readFileSync(join(root, "examples/magewinds.toml"), "utf8");
      await fresh(linkTo({ command: "fight", "roster-text": text, system: "magewinds", attacker: "wiz", defender: "Guardian,armour=3", situation: { choice: "heavy", cover: true } }));
      assert.equal(await textOf(page, ".answer h2"), "Wizard deals");
      const question = { command: "fight", "roster-text": text, attacker: "wiz", defender: "Guardian,armour=3", situation: { choice: "heavy", cover: true } };
      assert.equal((await numbers(page))[0][1], String(programSays(question).attacker_deals.hits.mean));
    });

    it("opens the link and the file that the program writes", async () => {
      const line = ["battle", "Human", "Goblin,fatigue=0", "--set", "attacker.fatigue=0", "--roster", join(root, "examples/raiders-of-arcana.toml"), "--page"];
      const link = execFileSync(program, [...line, address, "--format", "link"], { encoding: "utf8" }).trim();
      await fresh(link.slice(address.length));
      assert.match(await textOf(page, ".shares"), /Human Warriors wins 84\.16 %/);
      const written = join(downloads, "asked.html");
      execFileSync(program, [...line, new URL(address).pathname, "--format", "html", "--output", written]);
      await page.goto(`file://${written}`);
      await page.waitForSelector("html[data-ready]");
      await settled(page);
      assert.match(await textOf(page, ".shares"), /Human Warriors wins 84\.16 %/);
    });

    it("opens the links of sequences, of whole rosters and of rosters against rosters", async () => {
      const roster = (name) => ["--roster", join(root, `examples/${name}.toml`)];
      const linked = async (line) => {
        const link = execFileSync(program, [...line, "--format", "link", "--page", address], { encoding: "utf8" }).trim();
        await fresh(link.slice(address.length));
        assert.deepEqual(await page.$$eval(".answer .error, main > .error", (all) => all.map((one) => one.textContent)), []);
        return JSON.parse(execFileSync(program, [...line, "--format", "json"], { encoding: "utf8" }));
      };
      const percent = (p) => `${(100 * p).toFixed(2)} %`;
      const sequence = await linked(["sequence", "Iron Cohort", "--by", "Dune Archers with mode=ranged", "--by", "Arena Champions", "--by", "damage=1d6", "--orders", ...roster("arcane-legions")]);
      assert.ok((await textOf(page, ".answer")).includes(`Iron Cohort is destroyed with ${percent(sequence.destroyed)}`));
      const best = sequence.orders[0];
      assert.ok((await textOf(page, ".answer")).includes(best.order.join(", ")));
      assert.equal(await page.$eval("#by-2-damage", (input) => input.value), "1d6");
      const value = await linked(["value", "Wizard", "--against", join(root, "examples/magewinds.toml"), "--show", "win", ...roster("magewinds")]);
      assert.ok((await textOf(page, ".answer")).includes(`probability that Wizard wins is ${percent(value.base[0])}`));
      assert.equal(await page.$("#defender-choose"), null);
      const all = await linked(["value", "--show", "win", "--with", "choice=heavy", ...roster("magewinds")]);
      assert.equal((await page.$$(".answer figure")).length, all.units.length);
      const ranked = await linked(["matrix", "--ranking", "--budget", "60", ...roster("designer/dwethia-skirmish")]);
      const names = await page.$$eval(".answer tbody tr td:nth-of-type(1)", (cells) => cells.map((cell) => cell.textContent));
      assert.deepEqual(names, ranked.ranking.map((row) => row.unit));
    });

    it("says who falls where the owner can choose", async () => {
      await fresh();
      await page.select("#system", "arcane-legions");
      await open(page, "Best play");
      const question = await questionOf(page);
      const { policy } = programSays(question);
      assert.ok(policy.length > 10);
      assert.match(await textOf(page, ".advice"), new RegExp(`All ${policy.length} decisions|500 of`));
      assert.ok((await textOf(page, ".advice li")).includes(Object.keys(policy[0].falls[0].figures)[0]));
    });

    it("puts a unit against a roster, and adds steps to a sequence", async () => {
      await fresh();
      await page.select("#system", "magewinds");
      await open(page, "Value");
      await page.select("#option-against", "0");
      await page.waitForFunction(() => !document.querySelector("#defender-choose"));
      const question = await questionOf(page);
      assert.equal(question.against.length, 8);
      assert.equal(question.defender, undefined);
      await page.click("#option-every");
      await page.waitForFunction(() => document.querySelectorAll(".answer figure").length === 8);
      await open(page, "Sequence");
      await page.select("#another-attack", "damage");
      await page.waitForSelector("#by-2-damage");
      await settled(page);
      await page.select("#another-attack", "0/0");
      await page.waitForSelector("#by-3-choose");
      const asked = await questionOf(page);
      assert.equal(asked.by.length, 4);
      assert.deepEqual(asked.by[2], { damage: "1d6" });
      const { destroyed } = programSays(asked);
      const percent = destroyed > 0.9999 ? "over 99.99 %" : `${(100 * destroyed).toFixed(2)} %`;
      assert.ok((await textOf(page, ".answer")).includes(`is destroyed with ${percent}`), percent);
    });

    it("takes a roster that is pasted, keeps it, and gives it back", async () => {
      await fresh();
      await tap(page, ".rosters > summary", "Rosters");
      await page.focus("#roster-text");
      await page.$eval("#roster-text", (area) => { area.value = 'system = "raiders-of-arcana"\n[[unit]]\nname = "Pasted \\"A\\""\nfigures = 4\n[[unit]]\nname = "Pasted B"\nshield-wall = true\n'; });
      await tap(page, ".rosters button", "Read it");
      await page.waitForFunction(() => document.querySelector(".answer h2")?.textContent === 'Pasted "A" deals');
      await fresh();
      await page.select("#system", "raiders-of-arcana");
      await page.waitForFunction(() => [...document.querySelectorAll("#attacker-choose option")].some((one) => one.textContent === "Pasted B"));
      await tap(page, ".rosters > summary", "Rosters");
      await tap(page, ".rosters button", "Export pasted");
      const exported = (await downloaded("raiders-of-arcana-pasted.toml")).toString();
      const listed = programSays({ command: "units", "roster-text": exported });
      assert.deepEqual(listed.units.map((unit) => unit.unit), ['Pasted "A"', "Pasted B"]);
      assert.equal(listed.units[1].profile["shield-wall"], true);
    });

    it("says what is wrong with a file that is dropped or opened", async () => {
      const bad = join(downloads, "bad.toml");
      writeFileSync(bad, 'system = "magewinds"\n[[unit]]\nname = "A"\ntoughness = "lots"\n');
      await (await page.$("#roster-file")).uploadFile(bad);
      await page.waitForSelector(".rosters .error");
      assert.match(await textOf(page, ".rosters .error"), /bad\.toml:4.*toughness is lots but must be a whole number/);
      await page.evaluate(() => {
        const data = new DataTransfer();
        data.items.add(new File([new Uint8Array([0, 255, 1, 2])], "picture.png"));
        document.querySelector(".rosters").dispatchEvent(new DragEvent("drop", { dataTransfer: data, bubbles: true, cancelable: true }));
      });
      await page.waitForFunction(() => /picture\.png/.test(document.querySelector(".rosters .error")?.textContent ?? ""));
      const good = join(downloads, "good.csv");
      writeFileSync(good, "system;name;toughness;power;precision\nmagewinds;From a sheet;5;4;4\nmagewinds;Another;7;3;5\n");
      await (await page.$("#roster-file")).uploadFile(good);
      await page.waitForFunction(() => document.querySelector(".answer h2")?.textContent === "From a sheet deals");
    });

    it("executes nothing of hostile names and links", async () => {
      const name = '<img src=x onerror="globalThis.hacked=1"><script>globalThis.hacked=1</script>';
      await fresh(linkTo({ command: "fight", system: "magewinds", attacker: { name, power: 3, precision: 4 }, defender: { name: "</script><b>", armour: 1 } }));
      assert.equal(await textOf(page, ".answer h2"), `${name} deals`);
      for (const title of tabs) await open(page, title);
      const rubbish = ["#%", "#{}", "#[1]", "#null", "#" + "x".repeat(5000), linkTo({ command: "fight", system: "magewinds", attacker: { name: { toString: 1 } } }),
        linkTo({ command: "fight", system: "__proto__" }), linkTo({ command: ["a"], system: 1 }), linkTo({ command: "matrix", system: "magewinds", units: [[]] }),
        '#{"command":"fight","system":"magewinds","attacker":{"__proto__":{"x":1},"name":"A"}}', linkTo({ command: "sweep", system: "magewinds", vary: 3 }),
        linkTo({ command: "sequence", system: "magewinds", by: [{ damage: {} }] }), linkTo({ command: "sequence", system: "magewinds", by: [3] }),
        linkTo({ command: "value", system: "magewinds", against: "a.toml" }), linkTo({ command: "prices", system: "magewinds" }),
        linkTo({ command: "fight", system: "magewinds", attacker: { name: "A", attack: [[]] } }), linkTo({ command: "matrix", system: "magewinds", units: [] })];
      for (const hash of rubbish) {
        await fresh(hash);
        assert.match(await errorText(page), /./, hash);
        assert.deepEqual(page.troubles.filter((text) => !/Content-Security|favicon/.test(text)), [], hash);
      }
      assert.equal(await page.evaluate(() => globalThis.hacked), undefined);
    });

    it("reads a link that a chat has changed", async () => {
      const fighter = (name) => ({ name, power: 3, precision: 4 });
      const link = linkTo({ command: "fight", system: "magewinds", attacker: fighter("It's (50%) *A*~! & {co}?"), defender: fighter("B") });
      const ends = ["", ")", "**", ".", "?utm_source=chat", "&fbclid=%7Bx%7D", "%E2%80%A6"];
      for (const hash of [...ends.map((end) => link + end), "#" + encodeURIComponent(link.slice(1)), "#" + encodeURIComponent(link.slice(1)) + "?x=1"]) {
        await fresh(hash);
        assert.equal(await textOf(page, ".answer h2"), "It's (50%) *A*~! & {co}? deals", hash);
        assert.match(await page.evaluate(() => location.hash), /^#[A-Za-z0-9._%-]+$/);
      }
    });

    it("shows how far long work has come, stops it on demand, and goes on", async () => {
      const attacker = { name: "A", power: 30, precision: 4 };
      await page.close();
      page = await openPage(browser, linkTo({ command: "fight", system: "magewinds", attacker, defender: { name: "B" }, engine: "sim", trials: 1e9, "time-limit": 600 }), phone);
      await page.waitForFunction(() => /of 1,000,000,000 trials/.test(document.querySelector(".waiting")?.textContent ?? ""), { timeout: 60_000 });
      await page.waitForSelector(".waiting button", { visible: true }); // short work shows none
      await tap(page, ".waiting button", "Stop");
      await page.waitForFunction(() => /Stopped/.test(document.querySelector(".answer .error")?.textContent ?? ""));
      await open(page, "Explain");
      assert.match(await textOf(page, ".answer table"), /power 30 = 30 d6/);
    });

    it("goes on without a network", async () => {
      if (kind !== "chromium") return; // Firefox's driver cannot cut it
      await fresh();
      await page.setOfflineMode(true);
      await open(page, "Battle");
      assert.match(await textOf(page, ".shares"), /%/);
      await page.reload();
      await page.waitForSelector("html[data-ready]");
      await page.setOfflineMode(false);
    });

    it("once served, opens without its server", async () => {
      if (kind !== "chromium") return; // a headless Firefox keeps no service worker
      const types = { html: "text/html", js: "text/javascript", webmanifest: "application/manifest+json" };
      const server = createServer((request, answer) => {
        const name = basename(new URL(request.url, "http://localhost").pathname);
        const there = readdirSync(dirname(file)).includes(name);
        answer.writeHead(there ? 200 : 404, { "content-type": types[name.split(".").pop()] ?? "text/plain" });
        answer.end(there ? readFileSync(join(dirname(file), name)) : "");
      });
      await new Promise((settle) => server.listen(0, "127.0.0.1", settle));
      const where = `http://127.0.0.1:${server.address().port}/warodds.html`;
      const served = await openPage(browser, "", phone, where);
      await served.evaluate(() => navigator.serviceWorker.ready);
      const manifest = await served.evaluate(() => document.querySelector("link[rel=manifest]").href);
      assert.equal(JSON.parse((await (await fetch(manifest)).text())).start_url, "warodds.html");
      assert.deepEqual(served.requests.filter((url) => !url.startsWith("blob:") && !url.startsWith("data:") && new URL(url).origin !== new URL(where).origin), []);
      server.closeAllConnections();
      await new Promise((settle) => server.close(settle));
      await served.reload();
      await served.waitForSelector("html[data-ready]", { timeout: 60_000 });
      await settled(served);
      assert.deepEqual(served.troubles.filter((text) => !/ERR_CONNECTION|Failed to load/.test(text)), []);
      await served.close();
    });

    it("can be used with the keyboard alone", async () => {
      await fresh();
      await page.evaluate(() => document.body.focus());
      const seen = [];
      for (let i = 0; i < 14; i++) {
        await page.keyboard.press("Tab");
        seen.push(await page.evaluate(() => document.activeElement.id || document.activeElement.textContent.trim().slice(0, 20)));
      }
      assert.ok(seen.includes("system") && seen.includes("Battle") && seen.includes("attacker-choose"), seen.join("; "));
      await page.focus("nav button:nth-of-type(2)");
      await page.keyboard.press("Enter");
      await page.waitForSelector(".shares");
      const ring = await page.evaluate(() => getComputedStyle(document.activeElement).outlineStyle);
      assert.notEqual(ring, "none");
    });

    it("fits the phone, also when it is turned, and the desk; axe finds nothing", async () => {
      for (const [name, viewport] of [["phone", phone], ["desk", desk]]) {
        await fresh("", viewport);
        await page.select("#system", "raiders-of-arcana");
        for (const title of tabs) {
          await open(page, title);
          await page.evaluate(() => window.scrollTo(0, 0));
          await page.screenshot({ path: join(shots, `${kind}-${name}-${title.replace(" ", "-").toLowerCase()}.png`), fullPage: true });
          assert.equal(await overflow(page), 0, `${title} on the ${name}`);
          await page.$$eval("details", (all) => all.forEach((one) => { one.open = true; }));
          assert.deepEqual(await faults(page), [], `${title} on the ${name}`);
          assert.equal(await overflow(page), 0, `${title} on the ${name}, all unfolded`);
          await page.$$eval("details", (all) => all.forEach((one) => { one.open = false; }));
        }
      }
      await page.setViewport({ width: 740, height: 360 });
      for (const title of tabs) {
        await open(page, title);
        assert.equal(await overflow(page), 0, `${title} on a turned phone`);
      }
    });

    it("has a dark face, in which axe finds nothing", async () => {
      if (kind !== "chromium") return; // the other's driver cannot switch it
      await page.emulateMediaFeatures([{ name: "prefers-color-scheme", value: "dark" }]);
      for (const title of tabs) {
        await open(page, title);
        assert.deepEqual(await faults(page), [], title);
      }
      await page.setViewport(phone);
      await open(page, "Battle");
      await page.screenshot({ path: join(shots, "chromium-phone-dark.png") });
      await page.emulateMediaFeatures([]);
    });

    it("sorts the matrix, opens its cells, and gives tables and charts as files", async () => {
      await fresh("", desk);
      await page.select("#system", "magewinds");
      await open(page, "Matrix");
      await page.select("#matrix-order", "mean");
      const names = await page.$$eval(".heat tbody th", (all) => all.map((one) => one.textContent));
      const means = await page.$$eval(".heat tbody tr", (rows) => rows.map((row) => [...row.querySelectorAll("td button")].map((cell) => Number(cell.lastChild.textContent.replace("<", ""))).reduce((sum, one) => sum + one, 0)));
      assert.equal(names.length, 8);
      for (let i = 1; i < means.length; i++) assert.ok(means[i - 1] >= means[i] - 1, means.join());
      await tap(page, ".answer .tools button", "CSV (,)");
      const csv = (await downloaded("probability-that-the-row-wins-rows-attack-columns.csv")).toString();
      const answer = programSays({ command: "matrix", battle: true, "roster-text": readFileSync(join(root, "examples/magewinds.toml"), "utf8") });
      const rows = csv.trimEnd().split("\r\n").map((row) => row.split(","));
      assert.equal(rows.length, 9);
      for (const row of rows.slice(1)) {
        row.slice(1).forEach((text, c) => assert.equal(Number(text), answer.matrix[answer.rows.indexOf(row[0])][c][0]));
      }
      await tap(page, ".answer .tools button", "Chart as SVG");
      assert.match((await downloaded("matrix-win.svg")).toString(), /^<svg[^>]*xmlns="http:\/\/www.w3.org\/2000\/svg"/);
      await tap(page, ".answer .tools button", "Chart as PNG");
      assert.deepEqual([...(await downloaded("matrix-win.png")).subarray(1, 4)], [...Buffer.from("PNG")]);
      const label = await page.$eval(".heat tbody tr:nth-child(2) td:nth-of-type(3) button", (button) => { button.click(); return button.textContent; });
      await page.waitForSelector(".shares");
      await settled(page);
      assert.ok((await textOf(page, ".shares")).includes(`${label.split(" against ")[0]} wins`), label);
    });

    it("says so where there is no WebAssembly, or none with vectors", async () => {
      const other = await browser.newPage();
      await other.evaluateOnNewDocument(() => { delete globalThis.WebAssembly; });
      await other.goto(address);
      await other.waitForSelector("#page .error");
      assert.match(await textOf(other, "#page .error"), /no WebAssembly/);
      await other.close();
      const old = await browser.newPage();
      await old.evaluateOnNewDocument(() => { globalThis.WebAssembly.validate = () => false; });
      await old.goto(address);
      await old.waitForSelector("#page .error");
      assert.match(await textOf(old, "#page .error"), /no WebAssembly with vectors.*warodds-plain\.html/);
      await old.close();
    });
  });
}
