/** Memories, insights and summaries of people in tests, written as rows with the vectors of the fake embedder. */
import { uuidV7 } from "../../src/kernel/ids.ts";
import type { Scope } from "../../src/kernel/types.ts";
import type { Insight, Memory, Summary } from "../../src/memory/ports/types.ts";
import type { Database } from "../../src/store/database.ts";
import { vectorLiteral } from "../../src/store/vector.ts";
import { fakeEmbedder, vectorOf } from "../fakes/embedder.ts";

const DAY_MS = 86_400_000;

interface Written {
  readonly text: string;
  readonly daysAgo?: number;
  /** The embedding model of its vector; null has none. */
  readonly model?: string | null;
}

/** What a person is given, at a moment in ms. */
export function remembering(database: Database, scope: Scope, nowMs: number) {
  const at = (daysAgo: number): string => new Date(nowMs - daysAgo * DAY_MS).toISOString();
  const vectorFor = ({ text, model = fakeEmbedder().model }: Written): [string | null, string | null] =>
    model === null ? [null, null] : [vectorLiteral(vectorOf(text)), model];
  const write = (statement: string, values: readonly (string | number | boolean | null)[]) =>
    database.withUser(scope, (tx) => tx.query(statement, [scope.orgId, scope.userId, ...values]));
  return {
    /** @returns its id */
    memory: async (
      given: Written &
        Partial<Pick<Memory, "type" | "importance" | "uses">> & {
          usedDaysAgo?: number;
          expiresInDays?: number;
          superseded?: boolean;
          source?: Memory["source"];
        },
    ): Promise<string> => {
      const id = uuidV7.next();
      const { type = "semantic", importance = 3, uses = 0, daysAgo = 0, usedDaysAgo, expiresInDays } = given;
      const { source = { type: "flush", id: uuidV7.next() } } = given;
      await write(
        `INSERT INTO memory (org_id, user_id, id, type, text, importance, uses, created_at, last_used_at, expires_at,
           superseded_at, embedding, embedding_model, source_type, source_id)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12::halfvec, $13, $14, $15)`,
        [
          id,
          type,
          given.text,
          importance,
          uses,
          at(daysAgo),
          usedDaysAgo === undefined ? null : at(usedDaysAgo),
          expiresInDays === undefined ? null : at(-expiresInDays),
          given.superseded ? at(0) : null,
          ...vectorFor(given),
          source.type,
          source.id,
        ],
      );
      return id;
    },
    insight: async (
      given: Pick<Written, "text" | "daysAgo"> &
        Partial<Pick<Insight, "category" | "confidence">> & {
          from?: { memory?: string; summary?: string };
          superseded?: boolean;
        },
    ): Promise<string> => {
      const id = uuidV7.next();
      const { category = "goal", confidence = 0.9, daysAgo = 0, from, superseded } = given;
      await write(
        `INSERT INTO insight (org_id, user_id, id, category, text, confidence, said, created_at, superseded_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
        [id, category, given.text, confidence, confidence >= 0.8, at(daysAgo), superseded ? at(0) : null],
      );
      if (from)
        await write(
          "INSERT INTO insight_source (org_id, user_id, id, insight_id, memory_id, summary_id) VALUES ($1, $2, $3, $4, $5, $6)",
          [uuidV7.next(), id, from.memory ?? null, from.summary ?? null],
        );
      return id;
    },
    summary: async (
      given: Written & Partial<Pick<Summary, "level">> & { parent?: string },
    ): Promise<string> => {
      const id = uuidV7.next();
      const { level = 1, daysAgo = 0, parent = null } = given;
      await write(
        `INSERT INTO summary (org_id, user_id, id, level, text, parent_id, from_at, to_at, created_at, embedding, embedding_model)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $7, $7, $8::halfvec, $9)`,
        [id, level, given.text, parent, at(daysAgo), ...vectorFor(given)],
      );
      return id;
    },
  };
}
