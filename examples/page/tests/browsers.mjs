// Debian's browsers, headless, with the page opened as a file.
import { existsSync, readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import puppeteer from "puppeteer-core";

const here = dirname(fileURLToPath(import.meta.url));
export const root = resolve(here, "..", "..", "..");
export const file = process.env.WARODDS_PAGE ?? join(root, "build", "page", "warodds.html");
export const program = process.env.WARODDS ?? join(root, "build", "release", "warodds");
export const address = pathToFileURL(file).href;
export const shots = join(dirname(file), "screenshots");

for (const needed of [file, program]) {
  if (!existsSync(needed)) throw new Error(`${needed} is not there: build the presets page and release first`);
}

export const phone = { width: 360, height: 740, isMobile: false };
export const desk = { width: 1280, height: 800 };

const kinds = {
  chromium: { browser: "chrome", executablePath: "/usr/bin/chromium", args: ["--no-sandbox", "--disable-gpu"] },
  firefox: { browser: "firefox", executablePath: "/usr/bin/firefox-esr" },
};
/// What is tried, and in what; of both, only some when .ci/page says so.
export const browsers = process.env.WARODDS_BROWSERS?.split(",") ?? Object.keys(kinds);
export const pages = process.env.WARODDS_PAGES?.split(",") ?? ["warodds.html", "warodds-plain.html"];

/// What the page saves goes to the folder `downloads`.
export const launch = (kind, downloads) =>
  puppeteer.launch({
    headless: true,
    protocolTimeout: 300_000,
    ...kinds[kind],
    ...(downloads && kind === "chromium" ? { downloadBehavior: { policy: "allow", downloadPath: downloads } } : {}),
    ...(downloads && kind === "firefox"
      ? { extraPrefsFirefox: { "browser.download.dir": downloads, "browser.download.folderList": 2, "browser.download.alwaysOpenPanel": false } }
      : {}),
  });

/// A page that is ready to be asked. What goes wrong in it is kept in `page.troubles`; every address
/// that it asks for in `page.requests`. It begins as the page of somebody who has asked nothing yet.
export async function openPage(browser, hash = "", viewport = desk, where = address) {
  const page = await browser.newPage();
  await page.evaluateOnNewDocument(() => {
    // Not removed from storage: the page before, which is closing, may still write it.
    const kept = Storage.prototype.getItem;
    Storage.prototype.getItem = function (key) {
      return key === "warodds-last" && window.name !== "goes on" ? null : kept.call(this, key);
    };
  });
  page.troubles = [];
  page.requests = [];
  page.on("pageerror", (error) => page.troubles.push(String(error)));
  page.on("console", (message) => message.type() === "error" && page.troubles.push(message.text()));
  page.on("request", (request) => page.requests.push(request.url()));
  await page.setViewport(viewport);
  await page.goto(where + hash, { timeout: 120_000 });
  await page.waitForSelector("html[data-ready]", { timeout: 120_000 });
  return page;
}

/// Waits until the answer in sight is the answer to what is asked.
export const answered = (page) => page.waitForSelector(".answer[data-for=now]", { timeout: 60_000 });

const nextFrame = (page) => page.evaluate(() => new Promise((settle) => requestAnimationFrame(() => setTimeout(settle))));
/// What was done is asked and answered, and the address, which follows a frame behind, has it.
export const settled = async (page) => {
  await nextFrame(page);
  await answered(page);
  await nextFrame(page);
};

/// What is asked, as the address has it.
export const questionOf = async (page) => {
  await settled(page);
  return JSON.parse(decodeURIComponent((await page.evaluate(() => location.hash)).slice(1)));
};

/// The text of what is there, or will be in a moment.
export const textOf = async (page, selector) => (await page.waitForSelector(selector)).evaluate((element) => element.textContent);
export const linkTo = (question) => "#" + encodeURIComponent(JSON.stringify(question));

const axe = readFileSync(join(here, "..", "node_modules", "axe-core", "axe.min.js"), "utf8");

/// What axe has against the page as it is.
export async function faults(page) {
  await page.evaluate(axe);
  const { violations } = await page.evaluate(() => globalThis.axe.run(document, { runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"] }));
  return violations.map((one) => `${one.id}: ${one.nodes.map((node) => node.target.join(" ") + " " + (node.failureSummary ?? "").replace(/\s+/g, " ").slice(0, 160)).slice(0, 3).join(" | ")}`);
}
