/**
 * Scores recall on the conversations of LoCoMo (SPEC S15): locomo10.json of snap-research, which is licensed for
 * non-commercial use and is not in this repository. Each conversation's turns are the memories, each question of the
 * categories 1 to 4 the query, and the turns named as its evidence the truth.
 */
import { z } from "zod";
import type { Embedder } from "../src/memory/ports/embedder.ts";
import { embedded, ranked } from "./eval-recall.ts";

const turn = z.object({
  speaker: z.string(),
  dia_id: z.string(),
  text: z.string(),
  /** What a picture that was sent along shows. */
  blip_caption: z.string().optional(),
});
const sample = z.object({
  conversation: z.record(z.string(), z.unknown()),
  qa: z.array(
    z.object({ question: z.string(), evidence: z.array(z.string()).default([]), category: z.number() }),
  ),
});

export interface Conversation {
  readonly turns: readonly { readonly id: string; readonly text: string }[];
  /** Questions with the ids of the turns that answer them, at least one each. */
  readonly questions: readonly { readonly question: string; readonly evidence: readonly string[] }[];
}

/** Sessions are keys of the conversation: "session_1", beside "session_1_date_time". */
function turnsOf(conversation: Readonly<Record<string, unknown>>): Conversation["turns"] {
  return Object.entries(conversation)
    .filter(([key, value]) => /^session_\d+$/.test(key) && Array.isArray(value))
    .flatMap(([, session]) => z.array(turn).parse(session))
    .map(({ speaker, dia_id, text, blip_caption }) => ({
      id: dia_id,
      text: `${speaker}: ${text}${blip_caption === undefined ? "" : ` (a picture of ${blip_caption})`}`,
    }));
}

/** @throws Error when the file is not of that form */
export function parseLocomo(content: string): Conversation[] {
  return z
    .array(sample)
    .parse(JSON.parse(content))
    .map(({ conversation, qa }) => {
      const turns = turnsOf(conversation);
      const known = new Set(turns.map(({ id }) => id));
      const questions = qa
        .filter(({ category }) => category >= 1 && category <= 4)
        // Some evidence is written as "D8:6; D9:17".
        .map(({ question, evidence }) => ({
          question,
          evidence: [...new Set(evidence.flatMap((ids) => ids.match(/D\d+:\d+/g) ?? []))].filter((id) =>
            known.has(id),
          ),
        }))
        .filter(({ evidence }) => evidence.length > 0);
      return { turns, questions };
    });
}

/** Means over the questions: the share of the evidence among the first 5 and 10, and one by the place of the first of it. */
export interface LocomoSummary {
  readonly n: number;
  readonly recallAt5: number;
  readonly recallAt10: number;
  readonly mrr: number;
}

export async function evalLocomo(
  embedder: Embedder,
  conversations: readonly Conversation[],
): Promise<LocomoSummary> {
  const sums = { n: 0, recallAt5: 0, recallAt10: 0, mrr: 0 };
  for (const { turns, questions } of conversations) {
    const statements = await embedded(
      embedder,
      turns.map(({ text }) => text),
    );
    const queries = await embedded(
      embedder,
      questions.map(({ question }) => question),
    );
    for (const [at, { evidence }] of questions.entries()) {
      const query = queries[at];
      if (query === undefined) continue;
      const places = ranked(embedder, query, statements).flatMap(({ index }, place) =>
        evidence.includes(turns[index]?.id ?? "") ? [place] : [],
      );
      sums.n += 1;
      sums.recallAt5 += places.filter((place) => place < 5).length / evidence.length;
      sums.recallAt10 += places.filter((place) => place < 10).length / evidence.length;
      sums.mrr += 1 / ((places[0] ?? Number.POSITIVE_INFINITY) + 1);
    }
  }
  const mean = (sum: number): number => (sums.n === 0 ? 0 : Math.round((sum / sums.n) * 10_000) / 10_000);
  return {
    n: sums.n,
    recallAt5: mean(sums.recallAt5),
    recallAt10: mean(sums.recallAt10),
    mrr: mean(sums.mrr),
  };
}
