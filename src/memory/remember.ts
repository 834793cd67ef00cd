/** "Remember that …" works at once (SPEC S10.3): the statement is there before the reply is sent. */
import type { Ids } from "../kernel/ids.ts";
import type { Scope } from "../kernel/types.ts";
import { absolute } from "./absolute.ts";
import { shortened, toldOutright } from "./extract-locally.ts";
import { sameText } from "./guard.ts";
import type { MemoryStore } from "./ports/memory-store.ts";
import type { VersionStore } from "./ports/scoped.ts";
import type { Memory } from "./ports/types.ts";
import { plainStatement } from "./statement.ts";

export interface Telling {
  /** The message, with its "remember that". */
  readonly said: string;
  readonly inboxId: string;
  readonly saidAtMs: number;
  /** IANA zone. */
  readonly zone: string;
}

/**
 * Keeps what somebody asks to be remembered, in the turn's own transaction; its vector is made by the re-embedding job.
 * @returns the memory as it is kept, the one that says so already, or null when nothing is asked for
 */
export async function remember<Tx>(
  tx: Tx,
  {
    memories,
    version,
    ids,
  }: {
    readonly memories: Pick<MemoryStore<Tx>, "insert" | "nearest">;
    readonly version: VersionStore<Tx>;
    readonly ids: Ids;
  },
  { scope, telling }: { readonly scope: Scope; readonly telling: Telling },
): Promise<Memory | null> {
  const { said, inboxId, saidAtMs, zone } = telling;
  const told = toldOutright(plainStatement(said));
  if (told === null) return null;
  const text = shortened(absolute(told.text, { saidAtMs, zone }));
  const known = await memories.nearest(tx, scope, { near: null, nowMs: saidAtMs, most: 500 });
  const same = known.find((one) => sameText(one.text, text));
  if (same) return same;
  const memory = {
    id: ids.next(),
    type: told.type,
    text,
    importance: told.importance,
    expiresAtMs: null,
    source: { type: "told", id: inboxId },
    createdAtMs: saidAtMs,
  } as const;
  await memories.insert(tx, scope, [{ ...memory, vector: null }]);
  await version.bump(tx, scope);
  return { ...memory, uses: 0, lastUsedAtMs: null };
}
