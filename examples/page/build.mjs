// Puts the page together: one file of HTML with the program, its worker, the library as WebAssembly,
// the example rosters and the licences. Called by CMake:
//
//   node build.mjs KIND LIBRARY OUTPUT      KIND: vectors or plain; LIBRARY: what emscripten wrote,
//                                           without .js and .wasm
import { build } from "esbuild";
import { createHash } from "node:crypto";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";

const here = dirname(fileURLToPath(import.meta.url));
const [kind, library, output] = process.argv.slice(2);
const read = (...path) => readFileSync(join(here, ...path), "utf8");

async function bundle(entry) {
  const result = await build({
    entryPoints: [join(here, "src", entry)],
    bundle: true,
    minify: true,
    write: false,
    format: "iife",
    target: "es2020",
    jsx: "automatic",
    jsxImportSource: "preact",
    legalComments: "none",
    charset: "ascii",
  });
  return result.outputFiles[0].text;
}

/// In a script element nothing may look like the end of it, or like a comment in HTML.
const inScript = (text) => text.replaceAll("</", "<\\/").replaceAll("<!--", "<\\!--");
const packed = (bytes) => gzipSync(bytes, { level: 9 }).toString("base64");
const hash = (text) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;

/// The example rosters, by the name of their system.
function examples() {
  const folder = join(here, "..");
  const rosters = readdirSync(folder).filter((name) => name.endsWith(".toml")).sort();
  return Object.fromEntries(rosters.map((name) => [basename(name, ".toml"), readFileSync(join(folder, name), "utf8")]));
}

/// Of everything that ends up in the page. Debian keeps those of the C++ libraries.
function licences() {
  const texts = [["warodds", read("..", "..", "LICENSE")]];
  const lock = JSON.parse(read("package-lock.json"));
  for (const [path, entry] of Object.entries(lock.packages)) {
    if (path === "" || entry.dev || entry.optional) continue;
    const file = readdirSync(join(here, path)).find((name) => /^licen[sc]e/i.test(name));
    texts.push([`${path.replace(/^.*node_modules\//, "")} ${entry.version} (${entry.license})`, file ? read(path, file) : ""]);
  }
  for (const name of ["libtomlplusplus-dev", "nlohmann-json3-dev"]) {
    texts.push([name, readFileSync(`/usr/share/doc/${name}/copyright`, "utf8")]);
  }
  texts.push(["musl", readFileSync("/usr/share/emscripten/system/lib/libc/musl/COPYRIGHT", "utf8")]);
  texts.push(["{fmt}", "MIT, with an exception for what is compiled with it; https://github.com/fmtlib/fmt"]);
  texts.push(["Eigen", "Mozilla Public License 2.0, https://www.mozilla.org/MPL/2.0/; source: https://eigen.tuxfamily.org"]);
  texts.push(["Boost", "Boost Software License 1.0, https://www.boost.org/LICENSE_1_0.txt"]);
  texts.push(["Emscripten, libc++, compiler-rt", "MIT, and Apache License 2.0 with LLVM exceptions; https://emscripten.org"]);
  return texts.map(([name, text]) => `${name}\n\n${text.trim()}\n`).join("\n\n");
}

const main = inScript(await bundle("main.tsx"));
const style = read("src", "style.css").replace(/\/\*[^]*?\*\//g, "").replace(/\n\s*/g, "\n").trim();
const policy = [
  "default-src 'none'",
  `script-src ${hash(main)} 'wasm-unsafe-eval' blob:`,
  `style-src ${hash(style)}`,
  "img-src data: blob:",
  "worker-src blob: 'self'",
  "manifest-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
].join("; ");

const parts = {
  kind,
  policy,
  style,
  main,
  licences: inScript(licences()),
  examples: inScript(JSON.stringify(examples())),
  worker: packed(await bundle("worker.ts")),
  glue: packed(readFileSync(`${library}.js`)),
  wasm: packed(readFileSync(`${library}.wasm`)),
};
const html = read("src", "page.html").replace(/@([a-z-]+)@/g, (_, name) => parts[name]);
writeFileSync(output, html);

// Beside it, for whoever serves it: what an installed page needs.
const folder = dirname(output);
for (const name of ["warodds.webmanifest", "warodds-offline.js"]) writeFileSync(join(folder, name), read("src", name));

const size = Buffer.byteLength(html);
const zipped = gzipSync(html, { level: 9 }).length;
console.log(`${basename(output)}: ${(size / 1e6).toFixed(2)} MB, ${(zipped / 1e6).toFixed(2)} MB gzipped`);
if (size > 3e6 || zipped > 1.75e6) {
  console.error("The page is too large: at most 3 MB, 1.75 MB gzipped");
  process.exit(1);
}
