// @ts-check
/**
 * The process that looks at pictures: what a picture can do to it, it does to nobody else. It knows no person and no
 * secret. Plain JavaScript, since a process does not inherit what makes Node read TypeScript.
 */

import { differenceHash, turned } from "./grey.mjs";
import { decoded, UnreadablePicture } from "./picture.mjs";

/** @import { Answer, EngineName, Job, OcrEngine, Seen } from "./port.ts" */

const THREADS = Number(process.argv[2] ?? 2);

/** @type {Map<EngineName, Promise<OcrEngine | undefined>>} */
const engines = new Map();

/** @param {EngineName} name */
async function load(name) {
  try {
    if (name === "paddle") return await (await import("./paddle.mjs")).paddleEngine(THREADS);
    return await (await import("./tesseract.mjs")).tesseractEngine();
  } catch {
    return undefined;
  }
}

/** Loaded with the first picture that wants it. @param {EngineName} name */
function engineOf(name) {
  const engine = engines.get(name) ?? load(name);
  engines.set(name, engine);
  return engine;
}

/** @param {Job} job @returns {Promise<Seen>} */
async function look({ bytes, kind, engine: wanted, turn }) {
  const picture = await decoded(bytes, kind);
  const engine = (await engineOf(wanted)) ?? (await engineOf("tesseract"));
  if (engine === undefined) throw new UnreadablePicture("unavailable");
  const page = await engine.read(picture, turn);
  const imageHash = await differenceHash(await turned(picture, page.turned), page.words);
  return { ...page, engine: engine.name, imageHash };
}

/** @param {Job} job @returns {Promise<Answer>} */
async function answer(job) {
  const { id } = job;
  try {
    return { id, seen: await look(job), residentBytes: process.memoryUsage.rss() };
  } catch (error) {
    const unreadable = error instanceof UnreadablePicture ? error.why : "broken";
    return { id, unreadable, residentBytes: process.memoryUsage.rss() };
  }
}

process.on("message", async (/** @type {Job} */ job) => {
  process.send?.(await answer(job));
});
// Whoever asked is gone, however it went.
process.on("disconnect", () => process.exit());
// All that it is made of is there; whoever dies before this cannot run here at all.
process.send?.({ ready: true });
