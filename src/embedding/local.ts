/**
 * The embedder that needs no key and no network (SPEC S10.6, S14): sentence vectors whose weights come with an npm
 * package, made in one worker thread, and a similarity that also looks at the words.
 *
 *   text ─ Malay as English (gloss.ts) ─ queue ─ thread ─ worker ─→ centred vector
 */
import { createHash } from "node:crypto";
import { limits } from "../kernel/limits.ts";
import type { Candidate, Embedded, Embedder } from "../memory/ports/embedder.ts";
import gloss from "./data/gloss.json" with { type: "json" };
import mean from "./data/mean.json" with { type: "json" };
import { inEnglish } from "./gloss.ts";
import type { matches } from "./match.ts";
import { EmbeddingQueue } from "./queue.ts";
import { EmbeddingThread } from "./thread.ts";
import { centred, nothing } from "./vectors.ts";

/** Raised when the way from a text to what the model reads changes. */
const READING = 1;
const glossVersion = createHash("sha256").update(JSON.stringify(gloss)).digest("hex").slice(0, 6);
const MODEL = `use-lite-0.2.0/mean-${mean.version}/gloss-${glossVersion}/${READING}`;

/** Share of the sentence vectors in a similarity; the rest is the words'. */
const SENTENCE = 0.3;

/**
 * `close` keeps 19 in 20 of the true memories that are within the first five, and fires for one off-topic message in four.
 * Two that differ in one word ("mother", "father") may be `alike`: whoever merges looks at the words.
 */
const THRESHOLDS = { close: 0.32, alike: 0.7 };

/** The words' part: a great deal of data, loaded beside the first text that is embedded. */
let words: typeof matches | undefined;
let loading: Promise<void> | undefined;

function loadWords(): Promise<void> {
  loading ??= import("./match.ts").then((module) => {
    words = module.matches;
  });
  return loading;
}

/** By the sentences alone until the words are loaded, which they are once anything was embedded. */
function similarities({ text }: Embedded, candidates: readonly Candidate[]): number[] {
  const met = words?.(
    text,
    candidates.map((candidate) => candidate.text),
  );
  return candidates.map(
    ({ cosine }, at) => SENTENCE * Math.max(0, cosine) + (1 - SENTENCE) * (met?.[at] ?? 0),
  );
}

const WORKER = new URL("worker.mjs", import.meta.url);

/** What the model reads of a text: at least a letter or a digit, at most a paragraph, memories as their person would say them. */
function readable(text: string): string {
  const said = inEnglish(text.slice(0, limits.embeddedCharacters))
    .replace(/\bthe user's\b/gi, "my")
    .replace(/\bthe user\b/gi, "I");
  const cut = said.replace(/\s+/g, " ").trim();
  return /[\p{L}\p{N}]/u.test(cut) ? cut : "";
}

/** Starts nothing: the thread comes with the first text, and never keeps the process alive when it has nothing to do. */
export function localEmbedder({ worker = WORKER, patienceMs = limits.embeddingPatienceMs } = {}): Embedder {
  const thread = new EmbeddingThread(worker, patienceMs);
  const queue = new EmbeddingQueue(
    async (texts) => centred(await thread.run(texts), texts.length),
    limits.embeddingQueue,
  );
  return {
    model: MODEL,
    dimensions: limits.embeddingDimensions,
    thresholds: THRESHOLDS,
    embed: async (texts, signal) => {
      const read = texts.map(readable);
      const [vectors] = await Promise.all([
        queue.embed(
          read.filter((text) => text !== ""),
          signal,
        ),
        loadWords(),
      ]);
      let next = 0;
      return read.map((text) => {
        if (text === "") return nothing();
        next += 1;
        return vectors[next - 1] ?? nothing();
      });
    },
    similarities,
    // What is being loaded must not outlive who asked for it.
    close: async () => void (await Promise.allSettled([thread.close(), loading])),
  };
}
