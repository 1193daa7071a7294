// How fast the page is: opening, typing, a matrix; and WebAssembly against the program on one thread.
// Prints a table; run it with `node tests/speed.mjs` on a machine with nothing else to do. The ratios are
// of processor time, so that other programs hardly disturb them.
import { execFileSync, execSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { answered, browsers, file, launch, linkTo, openPage, phone, program, root } from "./browsers.mjs";

const rosters = Object.fromEntries(["arcane-legions", "magewinds", "raiders-of-arcana", "dwethia-skirmish"].map((name) => [name, readFileSync(join(root, "examples", `${name}.toml`), "utf8")]));
const row = (what, ...values) => console.log(`| ${[what, ...values].join(" | ")} |`);
const ms = (value) => `${value.toFixed(value < 10 ? 1 : 0)} ms`;

/// Twelve units: an example roster, and its first units once more, a little stronger.
async function twelve(page) {
  const listed = await page.evaluate((text) => window.warodds.ask({ command: "units", "roster-text": text }), rosters["raiders-of-arcana"]);
  const units = listed.units.map(({ unit, profile }) => ({ name: unit, ...profile }));
  return [...units, ...units.slice(0, 12 - units.length).map((unit) => ({ ...unit, name: `${unit.name} II`, as: unit.as + 1 }))];
}

async function inBrowser(kind) {
  const browser = await launch(kind);
  let page = await openPage(browser, "", phone);
  await page.close();
  const started = Date.now();
  page = await openPage(browser, "", phone);
  await answered(page);
  row(`${kind}: opened to first answer`, ms(Date.now() - started));

  // From a key being typed to its answer being drawn, for a stat of every unit of every example.
  let worst = 0;
  let typed = 0;
  for (const system of Object.keys(rosters)) {
    await page.select("#system", system);
    await answered(page);
    const keys = await page.$$eval("#attacker-choose option", (all) => all.map((one) => one.value).filter((value) => value.includes("/")));
    for (const key of keys) {
      await page.select("#attacker-choose", key);
      await answered(page);
      const took = await page.evaluate(async () => {
        const input = document.querySelector(".unit .stats input[inputmode=numeric]");
        if (!input) return undefined;
        const frame = () => new Promise((settle) => requestAnimationFrame(settle));
        const old = location.hash;
        const from = performance.now();
        input.value = String(Number(input.value) + 1);
        input.dispatchEvent(new Event("input", { bubbles: true }));
        while (location.hash === old || document.querySelector(".answer").dataset.for !== "now") {
          await new Promise((settle) => setTimeout(settle));
          if (performance.now() - from > 5000) return 5000;
        }
        await frame();
        return performance.now() - from;
      });
      if (took === undefined) continue;
      typed++;
      worst = Math.max(worst, took);
    }
  }
  row(`${kind}: a stat typed to its answer drawn, slowest of ${typed} units`, ms(worst));

  const units = await twelve(page);
  const took = await page.evaluate(async (question) => {
    const from = performance.now();
    await window.warodds.ask(question);
    return performance.now() - from;
  }, { command: "matrix", battle: true, system: "raiders-of-arcana", units });
  row(`${kind}: a matrix of ${units.length} units with battles`, ms(took));
  await browser.close();
}

/// The library of the page in Node.js, whose WebAssembly is Chromium's.
async function library() {
  const html = readFileSync(file, "utf8");
  const part = (name) => gunzipSync(Buffer.from(new RegExp(`id="${name}">([^<]*)<`).exec(html)[1], "base64"));
  globalThis.self = globalThis;
  globalThis.location = { href: "" };
  globalThis.importScripts = () => {};
  const create = new Function(`${part("glue").toString()}; return createWarodds;`)();
  const module = await WebAssembly.compile(part("wasm"));
  const of = await create({
    instantiateWasm(imports, done) {
      void WebAssembly.instantiate(module, imports).then(done);
      return {};
    },
    stdin: () => null,
    onProgress() {},
  });
  return (line) => {
    const bytes = Buffer.from(line);
    const place = of._malloc(bytes.length + 1);
    of.HEAPU8.set(bytes, place);
    const reply = of._warodds_ask(place, bytes.length);
    of._free(place);
    return Buffer.from(of.HEAPU8.subarray(reply, reply + of._warodds_reply_length())).toString();
  };
}

const cpu = () => process.cpuUsage().user / 1000;

/// Milliseconds of processor time that the program takes for these lines, without starting.
function ofProgram(lines) {
  const questions = join(tmpdir(), `warodds-speed-${process.pid}.jsonl`);
  writeFileSync(questions, lines.join("\n") + "\n");
  const time = (of) => 1000 * Number(execSync(`bash -c 'TIMEFORMAT=%U; time OMP_NUM_THREADS=1 ${program} ask ${of} >/dev/null' 2>&1`).toString().trim());
  execFileSync("sh", ["-c", `: > ${questions}.empty`]);
  const least = (of) => Math.min(...[0, 1, 2].map(() => time(of)));
  return least(questions) - least(`${questions}.empty`);
}

const repeated = (n, question) => Array.from({ length: n }, (_, i) => JSON.stringify({ ...question(i), threads: 1 }));
const roster = (system) => ({ system, "roster-text": rosters[system] });
const cases = [
  ["exact: a matrix of battles, Dwethia Skirmish", repeated(2, () => ({ command: "matrix", battle: true, ...roster("dwethia-skirmish") }))],
  ["exact: a matrix of battles, Raiders of Arcana", repeated(3, () => ({ command: "matrix", battle: true, ...roster("raiders-of-arcana") }))],
  ["exact: best play for the win, Raiders of Arcana", repeated(1, () => ({ command: "solve", system: "raiders-of-arcana", attacker: "figures=6,cd=2", defender: "figures=8", payoff: "win" }))],
  ["simulated: lineup of 8 and 6 dice", repeated(1, () => ({ command: "fight", system: "arcane-legions", attacker: "red=8", defender: "white=6", engine: "sim", trials: 3e7, "time-limit": 600 }))],
  ["simulated: 30 dice hit, wound, save", repeated(1, () => ({ command: "fight", system: "dwethia-skirmish", attacker: "models=30", defender: "models=30,save=5", engine: "sim", trials: 1e7, "time-limit": 600 }))],
  ["simulated: an attack of 6 dice", repeated(1, () => ({ command: "fight", system: "magewinds", attacker: "power=6,precision=4", defender: "armour=1", engine: "sim", trials: 3e7, "time-limit": 600 }))],
  ["simulated: battles, Raiders of Arcana", repeated(1, () => ({ command: "battle", system: "raiders-of-arcana", attacker: "figures=6", defender: "figures=8", engine: "sim", trials: 2e5, "time-limit": 600 }))],
  ["exact: lineups of 41 to 43 and 50 dice", repeated(3, (i) => ({ command: "fight", system: "arcane-legions", attacker: `red=${41 + i}`, defender: "white=50", engine: "exact", "time-limit": 60 }))],
];

console.log("\n| | |\n|---|---|");
if (!process.argv.includes("--ratios")) for (const kind of browsers) await inBrowser(kind);
console.log("\n| work | program, one thread | page | ratio |\n|---|---|---|---|");
const ask = await library();
for (const [what, lines] of cases) {
  let least = Infinity;
  // The library keeps lineups that it has worked out: those are asked for once.
  for (let turn = 0; turn < (what.includes("lineups") ? 1 : 3); turn++) {
    const from = cpu();
    for (const line of lines) {
      const answer = ask(line);
      if (answer.includes('"error"')) throw new Error(answer);
    }
    least = Math.min(least, cpu() - from);
  }
  const native = ofProgram(lines);
  row(what, ms(native), ms(least), (least / native).toFixed(1));
}
