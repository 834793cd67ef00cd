/**
 * "Remember that …" works at once (SPEC S10.3): the statement, with its insight, is there before the reply is sent. Nothing
 * but SQL is awaited: the vector is made afterwards.
 */
import type { Ids } from "../kernel/ids.ts";
import type { Scope } from "../kernel/types.ts";
import { memoryLimits } from "./constants.ts";
import { toldOutright } from "./extract-locally.ts";
import { sameText } from "./guard.ts";
import { applyInsights, planInsights } from "./insights.ts";
import { insightsLocally } from "./learned.ts";
import type { InsightStore } from "./ports/insight-store.ts";
import type { MemoryStore } from "./ports/memory-store.ts";
import type { Meter } from "./ports/meter.ts";
import type { VersionStore } from "./ports/scoped.ts";
import { keepWithinQuota, type QuotaStore } from "./quota.ts";
import { holdsSecret } from "./secrets.ts";
import { plainStatement } from "./statement.ts";

export interface RememberDeps<Tx> {
  readonly memories: MemoryStore<Tx>;
  readonly insights: InsightStore<Tx>;
  readonly quota: QuotaStore<Tx>;
  readonly version: VersionStore<Tx>;
  readonly meter: Meter;
  readonly ids: Ids;
}

export interface Telling {
  /** What is to be remembered, in the person's words, without the "remember that". */
  readonly told: string;
  readonly inboxId: string;
  readonly saidAtMs: number;
  /** IANA zone. */
  readonly zone: string;
}

/** A secret, or nothing that is a word: it is not kept. */
export interface Refused {
  readonly refused: "secret" | "empty";
}

export interface Remembered {
  readonly id: string;
  /** As it is kept. */
  readonly text: string;
  /** It was there already, and nothing changed. */
  readonly known: boolean;
}

/**
 * Keeps what somebody asks to be remembered, in the turn's own transaction; it may take the place of what it ends. It is
 * cleaned and bounded as what a model writes is, and counted when it is refused.
 */
export async function remember<Tx>(
  tx: Tx,
  deps: RememberDeps<Tx>,
  { scope, telling }: { readonly scope: Scope; readonly telling: Telling },
): Promise<Remembered | Refused> {
  const { inboxId, saidAtMs: nowMs } = telling;
  const told = plainStatement(telling.told.slice(0, memoryLimits.extractedCharacters));
  const refused = /\p{L}/u.test(told) ? (holdsSecret(told) ? "secret" : undefined) : "empty";
  if (refused) {
    deps.meter.count("memory_refused", { kind: "memory", reason: refused });
    return { refused };
  }
  const most = memoryLimits.memoriesPerUser;
  const known = await deps.memories.nearest(tx, scope, { near: null, nowMs, most });
  const candidate = toldOutright(told, { at: telling, known });
  const { type, text, importance, replaces } = candidate;
  const same = known.find((one) => sameText(one.text, text));
  if (same) return { id: same.id, text: same.text, known: true };
  const id = deps.ids.next();
  await deps.version.bump(tx, scope);
  const source = { type: "told", id: inboxId } as const;
  await deps.memories.insert(tx, scope, [
    { id, type, text, importance, expiresAtMs: null, source, vector: null, createdAtMs: nowMs },
  ]);
  await deps.memories.supersede(tx, scope, { ids: replaces, by: id, nowMs });
  const plan = await planInsights(
    { ...deps, embedder: null, model: null },
    {
      scope,
      candidates: insightsLocally([{ id, candidate, again: false }]),
      live: await deps.insights.live(tx, scope),
      retired: new Map(replaces.map((older) => [older, id])),
      nowMs,
      signal: NEVER,
    },
  );
  await applyInsights(tx, deps, { scope, plan, nowMs });
  await keepWithinQuota({ quota: deps.quota, nowMs }, tx, scope);
  return { id, text, known: false };
}

/** Nobody is asked, so that there is nothing to abort. */
const NEVER = new AbortController().signal;
