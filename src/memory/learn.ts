/** What a block of exchanges adds to what is known: extracted, held against the known, and embedded (SPEC S10.3). */

import type { Clock } from "../kernel/clock.ts";
import { cosine } from "../kernel/cosine.ts";
import { MamaError } from "../kernel/errors.ts";
import type { Ids } from "../kernel/ids.ts";
import type { Scope } from "../kernel/types.ts";
import type { Candidate } from "./candidate.ts";
import { memoryLimits } from "./constants.ts";
import { extractLocally } from "./extract-locally.ts";
import { extractByModel } from "./extraction.ts";
import { addsTo, differ, sameFacts, sameText } from "./guard.ts";
import type { Learned } from "./learned.ts";
import type { Embedder } from "./ports/embedder.ts";
import type { MemoryModel } from "./ports/memory-model.ts";
import type { MemoryStore, NearMemory, NewMemory } from "./ports/memory-store.ts";
import type { Meter } from "./ports/meter.ts";
import type { Scoped } from "./ports/scoped.ts";
import type { Exchange, MemorySource } from "./ports/types.ts";
import type { Vector } from "./ports/vector.ts";

export interface LearnDeps<Tx> {
  readonly database: Scoped<Tx>;
  readonly memories: MemoryStore<Tx>;
  readonly embedder: Embedder;
  readonly model: MemoryModel;
  readonly meter: Meter;
  readonly clock: Clock;
  readonly ids: Ids;
}

export interface Learnt {
  readonly by: "model" | "local";
  readonly fresh: readonly NewMemory[];
  /** Known memories whose place is taken, each with the new one. */
  readonly retired: ReadonlyMap<string, string>;
  /** What insights are made from: the fresh ones, and known ones that were said again. */
  readonly learned: readonly Learned[];
}

export interface LearnRequest {
  readonly scope: Scope;
  readonly exchanges: readonly Exchange[];
  readonly source: MemorySource;
  readonly signal: AbortSignal;
}

/** @throws MamaError with a model_* code of the model, and the signal's reason; an embedder that is away only costs vectors */
export async function learn<Tx>(deps: LearnDeps<Tx>, request: LearnRequest): Promise<Learnt> {
  const { scope, exchanges, signal } = request;
  const { database, memories, embedder, model, clock } = deps;
  const [near = null] = await vectorsOf(embedder, [exchanges.map(({ said }) => said).join("\n")], signal);
  const known = await database.withUser(scope, (tx) =>
    memories.nearest(tx, scope, { near, nowMs: clock.now(), most: memoryLimits.knownShown }),
  );
  const by = model.available() ? "model" : "local";
  const candidates =
    by === "model"
      ? await extractByModel(deps, { scope, exchanges, known, signal })
      : extractLocally(exchanges, byTime(known));
  return { by, ...(await compared(deps, request, { candidates, known })) };
}

/** The latest first: what is put right is what was told last. */
function byTime(known: readonly NearMemory[]): NearMemory[] {
  return [...known].sort((one, other) => other.createdAtMs - one.createdAtMs);
}

/** Holds candidates against what is known: new, more exact, or said again. */
async function compared<Tx>(
  deps: LearnDeps<Tx>,
  { scope, source, signal }: LearnRequest,
  { candidates, known }: { candidates: readonly Candidate[]; known: readonly NearMemory[] },
): Promise<Omit<Learnt, "by">> {
  const texts = candidates.map(({ text }) => text);
  const vectors = await vectorsOf(deps.embedder, texts, signal);
  const nowMs = deps.clock.now();
  const fresh: NewMemory[] = [];
  const learned: Learned[] = [];
  const retired = new Map<string, string>();
  for (const [place, candidate] of candidates.entries()) {
    const vector = vectors[place] ?? null;
    const before = saidBefore(deps.embedder, { candidate, vector }, fresh);
    if (before) {
      deps.meter.count("memory_refused", { kind: "memory", reason: "duplicate" });
      for (const older of candidate.replaces) retired.set(older, before.id);
      continue;
    }
    const twin = await twinOf(deps, scope, { candidate, vector, known });
    if (twin && !addsTo(candidate.text, twin.text)) {
      deps.meter.count("memory_refused", { kind: "memory", reason: "known" });
      // Said again in a flush of its own: that is what supports what was only inferred.
      if (twin.source.id !== source.id) learned.push({ id: twin.id, candidate, again: true });
      continue;
    }
    const id = deps.ids.next();
    const { type, text, importance, expiresAtMs } = candidate;
    fresh.push({ id, type, text, importance, expiresAtMs, source, vector, createdAtMs: nowMs });
    learned.push({ id, candidate, again: false });
    for (const older of [...candidate.replaces, ...(twin ? [twin.id] : [])]) retired.set(older, id);
  }
  return { fresh, learned, retired };
}

/** The one that this block brings already and that says as much: the guard is asked first, as with what is known. */
function saidBefore(
  embedder: Embedder,
  { candidate: { text }, vector }: { candidate: Candidate; vector: Vector | null },
  fresh: readonly NewMemory[],
): NewMemory | undefined {
  if (vector === null) return undefined;
  const near = fresh.flatMap((one) =>
    one.vector && sameFacts(one.text, text)
      ? [{ one, text: one.text, cosine: cosine(vector.values, one.vector.values) }]
      : [],
  );
  const likeness = embedder.similarities?.({ text, vector: vector.values }, near);
  return near.find((row, at) => (likeness?.[at] ?? row.cosine) >= embedder.thresholds.alike)?.one;
}

/** The known memory that says the same, by the guard first, then by text or likeness. */
async function twinOf<Tx>(
  { database, memories, embedder, clock }: LearnDeps<Tx>,
  scope: Scope,
  { candidate, vector, known }: { candidate: Candidate; vector: Vector | null; known: readonly NearMemory[] },
): Promise<NearMemory | undefined> {
  const { text, replaces } = candidate;
  const possible = (one: NearMemory): boolean => !replaces.includes(one.id) && !differ(one.text, text);
  const exact = known.find((one) => possible(one) && sameText(one.text, text));
  if (exact || vector === null) return exact;
  const near = await database.withUser(scope, (tx) =>
    memories.nearest(tx, scope, { near: vector, nowMs: clock.now(), most: memoryLimits.knownShown }),
  );
  const likeness =
    embedder.similarities?.({ text, vector: vector.values }, near) ?? near.map(({ cosine }) => cosine);
  const ranked = near
    .map((memory, place) => ({ memory, likeness: likeness[place] ?? 0 }))
    .filter((one) => one.likeness >= embedder.thresholds.alike && possible(one.memory))
    .sort((one, other) => other.likeness - one.likeness);
  return ranked[0]?.memory;
}

/** Vectors of texts, or nulls while the embedder is away: the re-embedding job makes them later. */
export async function vectorsOf(
  embedder: Embedder,
  texts: readonly string[],
  signal?: AbortSignal,
): Promise<(Vector | null)[]> {
  if (texts.length === 0) return [];
  try {
    const vectors = await embedder.embed(texts, signal);
    return vectors.map((values) => ({ model: embedder.model, values }));
  } catch (error) {
    signal?.throwIfAborted();
    if (!(error instanceof MamaError) || !error.code.startsWith("model_")) throw error;
    return texts.map(() => null);
  }
}
