/**
 * TypeScript as Node can run it: one file instead of some three hundred, made anew from the sources in a quarter of a
 * second. Loading them one by one through a hook takes ten times as long, and a build step is one that gets forgotten.
 */
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { build, stop } from "esbuild";

const ROOT = fileURLToPath(new URL("..", import.meta.url));

/** What an older source led to may still be loaded by a process that runs; not a day later. */
const KEEP_MS = 24 * 3_600_000;

/** JSON.parse reads the word lists in a fraction of the time that a literal takes. */
const parsedJson = {
  name: "parsed-json",
  setup: ({ onLoad }) => {
    onLoad({ filter: /\.json$/ }, async ({ path }) => {
      const compact = JSON.stringify(JSON.parse(await readFile(path, "utf8")));
      return { contents: `module.exports = JSON.parse(${JSON.stringify(compact)})`, loader: "js" };
    });
  },
};

/** What an embedder and a receipt reader look for lies beside their own source, not beside the bundle. */
const ownPlace = {
  name: "own-place",
  setup: ({ onLoad }) => {
    onLoad({ filter: /\/src\/(embedding|receipts)\/[^/]*\.ts$/ }, async ({ path }) => {
      const source = await readFile(path, "utf8");
      const url = JSON.stringify(pathToFileURL(path).href);
      return { contents: source.replaceAll("import.meta.url", url), loader: "ts" };
    });
  },
};

/**
 * Bundles a file with all that it imports but packages. Names say what is in them, so that any number of processes may
 * do so at the same time, and one that runs keeps its own.
 * @param {string} entry a path from the root of the repository
 * @returns {Promise<string>} the URL to import
 */
export async function bundle(entry) {
  const outdir = join(ROOT, "node_modules/.cache/mama", basename(entry, ".ts"));
  const { outputFiles, metafile } = await build({
    absWorkingDir: ROOT,
    entryPoints: [entry],
    outdir,
    entryNames: "[name]-[hash]",
    chunkNames: "[name]-[hash]",
    bundle: true,
    splitting: true,
    packages: "external",
    format: "esm",
    platform: "node",
    target: "node20",
    sourcemap: "linked",
    sourcesContent: false,
    // Other sources look for their files from where they are themselves: one folder below the root.
    define: { "import.meta.url": JSON.stringify(pathToFileURL(join(ROOT, "src/main.ts")).href) },
    plugins: [parsedJson, ownPlace],
    write: false,
    metafile: true,
  });
  // Its own process would stay as long as this one.
  await stop();
  mkdirSync(outdir, { recursive: true });
  const fresh = outputFiles.filter(({ path }) => !existsSync(path));
  if (fresh.length > 0) removeOld(outdir);
  for (const { path, contents } of fresh) {
    const unfinished = `${path}.${process.pid}`;
    writeFileSync(unfinished, contents);
    renameSync(unfinished, path);
  }
  const [path] = Object.entries(metafile.outputs).find(([, { entryPoint }]) => entryPoint === entry);
  return pathToFileURL(join(ROOT, path)).href;
}

function removeOld(directory) {
  for (const name of readdirSync(directory)) {
    const path = join(directory, name);
    if (Date.now() - statSync(path).mtimeMs > KEEP_MS) rmSync(path);
  }
}
