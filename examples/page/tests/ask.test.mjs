// `await warodds.ask(question)` gives what `warodds ask` gives, to the last byte. Only the p-values of `check`
// rest on logarithms and powers of the C library, whose last digit is its own: they agree to 1e-12.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { after, before, describe, it } from "node:test";
import { address, browsers, desk, launch, openPage, pages, program } from "./browsers.mjs";
import { lines, questions } from "./questions.mjs";

/// The program's answers; it ends with 2 because some questions are bad.
function answersOfProgram() {
  try {
    return execFileSync(program, ["ask"], { input: lines.join("\n") + "\n", maxBuffer: 1 << 28, encoding: "utf8" });
  } catch (error) {
    assert.equal(error.status, 2);
    return error.stdout;
  }
}
const hasPValues = ({ command }) => command === "check";

/// The same texts and keys in the same order, and numbers that are near enough.
function nearly(page, program) {
  if (typeof page === "number" && typeof program === "number") return Math.abs(page - program) <= 1e-12 * Math.max(1, Math.abs(program));
  if (typeof page !== "object" || page === null || program === null || typeof program !== "object") return page === program;
  const keys = Object.keys(page);
  return keys.join("\n") === Object.keys(program).join("\n") && keys.every((key) => nearly(page[key], program[key]));
}

const short = (line) => line.replace(/"roster-text":"(\\.|[^"])*"/, "…").slice(0, 300);

/// Where two lines part.
function firstDifference(page, program) {
  let at = 0;
  while (at < page.length && page[at] === program[at]) at++;
  const from = Math.max(at - 90, 0);
  return `  page:    …${page.slice(from, at + 60)}\n  program: …${program.slice(from, at + 60)}`;
}
const expected = answersOfProgram().trimEnd().split("\n");

it("has at least 200 questions over the four systems, errors among them", () => {
  assert.equal(expected.length, lines.length);
  assert.ok(questions.length >= 200);
  assert.ok(expected.filter((line) => line.includes('"error"')).length >= 20);
  for (const system of ["arcane-legions", "magewinds", "raiders-of-arcana", "dwethia-skirmish"]) {
    const answered = expected.filter((line) => line.includes(`"system":"${system}"`) && !line.includes('"error"'));
    assert.ok(answered.length >= 50, `${system}: ${answered.length}`);
  }
});

for (const kind of browsers) {
  for (const name of pages) {
    describe(`${name} in ${kind}`, () => {
      let browser;
      let page;
      before(async () => {
        browser = await launch(kind);
        page = await openPage(browser, "", desk, address.replace("warodds.html", name));
      });
      after(() => browser?.close());

      it("gives the bytes of the program", async () => {
        const different = [];
        for (let i = 0; i < lines.length; i++) {
          const line = await page.evaluate((text) => window.warodds.askLine(text), lines[i]);
          const same = line === expected[i] || (questions[i] && hasPValues(questions[i]) && nearly(JSON.parse(line), JSON.parse(expected[i])));
          if (!same) different.push(`${short(lines[i])}\n${firstDifference(line, expected[i])}`);
        }
        assert.equal(different.length, 0, `${different.length} differ\n${different.slice(0, 20).join("\n")}`);
      });

      it("gives the answer object", async () => {
        for (const i of [0, 7, 60, 120, 180, questions.length - 1]) {
          const answer = await page.evaluate((question) => window.warodds.ask(question), questions[i]);
          if (!hasPValues(questions[i])) assert.deepEqual(answer, JSON.parse(expected[i]));
          else assert.ok(nearly(answer, JSON.parse(expected[i])));
        }
      });
    });
  }
}
