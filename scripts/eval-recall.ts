/**
 * Scores the recall of memories (SPEC S15): each query is put to all the statements of one user, and the place of the
 * true one is what counts. The ranking is the embedder's own similarity, which recall uses too.
 */

import { z } from "zod";
import { cosine } from "../src/kernel/cosine.ts";
import type { Embedded, Embedder } from "../src/memory/ports/embedder.ts";

/** One memory and a message that should bring it to mind. */
export interface Pair {
  readonly memory: string;
  readonly query: string;
  readonly lang: string;
}

const pair = z.object({ memory: z.string(), query: z.string(), lang: z.string().default("-") });

/**
 * @param content JSON lines; empty lines are skipped
 * @throws Error naming the line and what is wrong with it
 */
export function parsePairs(content: string): Pair[] {
  return content.split("\n").flatMap((line, index) => {
    if (line.trim() === "") return [];
    try {
      return [pair.parse(JSON.parse(line))];
    } catch {
      throw new Error(`line ${index + 1} is no {"memory","query","lang"}`);
    }
  });
}

/** @throws Error when the file is no JSON array of texts */
export function parseDistractors(content: string): string[] {
  try {
    return z.array(z.string()).parse(JSON.parse(content));
  } catch {
    throw new Error("is no JSON array of statements");
  }
}

/** Texts with their vectors. */
export async function embedded(embedder: Embedder, texts: readonly string[]): Promise<Embedded[]> {
  const vectors = await embedder.embed(texts);
  return texts.map((text, at) => ({ text, vector: vectors[at] ?? new Float32Array(embedder.dimensions) }));
}

/** A statement that was found, with its similarity. */
export interface Found {
  readonly index: number;
  readonly similarity: number;
}

/** The statements, the most alike first. */
export function ranked(embedder: Embedder, query: Embedded, statements: readonly Embedded[]): Found[] {
  if (embedder.similarities === undefined)
    throw new Error("this embedder leaves the ranking to the database");
  return embedder
    .similarities(
      query,
      statements.map(({ text, vector }) => ({ text, cosine: cosine(query.vector, vector) })),
    )
    .map((similarity, index) => ({ index, similarity }))
    .sort((a, b) => b.similarity - a.similarity);
}

/** Fractions; `offTopicFires` of the off-topic messages, the rest of the pairs. */
export interface RecallSummary {
  readonly n: number;
  readonly recallAt1: number;
  readonly recallAt5: number;
  readonly offTopicFires: number;
}

/** One pair, with the place of its memory (0 is the first) and what was found in front. */
export interface ScoredPair {
  readonly pair: Pair;
  readonly place: number;
  readonly similarity: number;
  readonly first: string;
}

const rounded = (value: number): number => Math.round(value * 10_000) / 10_000;
const share = <T>(of: readonly T[], is: (one: T) => boolean): number =>
  of.length === 0 ? 0 : rounded(of.filter(is).length / of.length);

export interface RecallEval {
  readonly summary: RecallSummary;
  readonly scored: readonly ScoredPair[];
  /** The off-topic messages for which something counted as close enough, with the closest statement. */
  readonly fires: readonly {
    readonly message: string;
    readonly statement: string;
    readonly similarity: number;
  }[];
}

/**
 * @param distractors statements that answer none of the queries, stored beside the memories
 * @param offTopic messages that should bring nothing to mind
 */
export async function evalRecall(
  embedder: Embedder,
  pairs: readonly Pair[],
  {
    distractors,
    offTopic,
  }: { readonly distractors: readonly string[]; readonly offTopic: readonly string[] },
): Promise<RecallEval> {
  const texts = [...new Set([...pairs.map(({ memory }) => memory), ...distractors])];
  const statements = await embedded(embedder, texts);
  const queries = await embedded(
    embedder,
    pairs.map(({ query }) => query),
  );
  const scored = pairs.map((one, at): ScoredPair => {
    const found = ranked(embedder, queries[at] as Embedded, statements);
    const place = found.findIndex(({ index }) => texts[index] === one.memory);
    return {
      pair: one,
      place,
      similarity: found[place]?.similarity ?? 0,
      first: texts[found[0]?.index ?? 0] ?? "",
    };
  });
  const fires = (await embedded(embedder, offTopic)).flatMap((message) => {
    const [first] = ranked(embedder, message, statements);
    if (first === undefined || first.similarity < embedder.thresholds.close) return [];
    return [
      { message: message.text, statement: texts[first.index] ?? "", similarity: rounded(first.similarity) },
    ];
  });
  const summary = {
    n: pairs.length,
    recallAt1: share(scored, ({ place }) => place < 1),
    recallAt5: share(scored, ({ place }) => place < 5),
    offTopicFires: offTopic.length === 0 ? 0 : rounded(fires.length / offTopic.length),
  };
  return { summary, scored, fires };
}
