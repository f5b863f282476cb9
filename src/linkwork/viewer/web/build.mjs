// Bundles the page's scripts and styles into ../assets. With --check nothing is written: it fails if the assets differ.
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const here = dirname(fileURLToPath(import.meta.url));
const assets = join(here, "..", "assets");
const common = { bundle: true, minify: true, write: false, target: "es2020", legalComments: "none", charset: "utf8", logLevel: "warning" };

async function bundled(entry) {
  const format = entry.endsWith(".css") ? {} : { format: "iife" };
  const result = await build({ ...common, ...format, absWorkingDir: here, entryPoints: [entry] });
  return result.outputFiles[0].text;
}

function licences() {
  const parts = ["three", "uplot", "fflate"].map((name) => {
    const folder = join(here, "node_modules", name);
    const { version, license } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
    const text = readFileSync(join(folder, "LICENSE"), "utf8").trim();
    return `${name} ${version} (${license})\n\n${text}\n`;
  });
  return ["The animation page contains the following libraries.\n", ...parts].join(`\n${"-".repeat(72)}\n\n`);
}

/** What the bundle was made of, so that a change of sources without a new bundle is noticed where there is no Node.js. */
function sources() {
  const names = ["package-lock.json", "build.mjs", ...readdirSync(join(here, "src")).sort().map((name) => `src/${name}`)];
  return names.map((name) => `${createHash("sha256").update(readFileSync(join(here, name))).digest("hex")}  ${name}\n`).join("");
}

const files = {
  "viewer.js": await bundled("src/main.js"),
  "boot.js": await bundled("src/boot.js"),
  "viewer.css": await bundled("src/style.css"),
  "LICENCES.txt": licences(),
  "SOURCES.sha256": sources(),
};

let different = 0;
for (const [name, text] of Object.entries(files)) {
  const path = join(assets, name);
  if (!process.argv.includes("--check")) {
    writeFileSync(path, text);
    console.log(`${name}  ${(text.length / 1024).toFixed(0)} kB`);
  } else if (!existsSync(path) || readFileSync(path, "utf8") !== text) {
    console.error(`${name} is not what its sources give; run: npm run build`);
    different += 1;
  }
}
process.exit(different ? 1 : 0);
