/**
 * The buffer (SPEC S10.2): what was said to the coach waits, with the answer, until a flush looks at it.
 *
 *   turn's own transaction ─→ add ─→ committed ─→ added ─→ (five are there?) ─→ flush, in a job
 */
import type { Mode, Scope } from "../kernel/types.ts";
import type { BufferStore } from "./ports/buffer-store.ts";
import type { Exchange } from "./ports/types.ts";

export interface Buffer<Tx> {
  /** Adds the exchange of a turn, in the turn's transaction; nothing for modes that are not conversation. */
  add(
    tx: Tx,
    scope: Scope,
    turn: {
      readonly mode: Mode;
      readonly exchange: Exchange;
      /** The version of what was known when the turn began. */
      readonly began: number;
    },
  ): Promise<void>;
  /** That transaction has committed. */
  added(mode: Mode): void;
}

/** Modes whose exchanges may hold what is worth knowing; records, questions, settings and small talk do not. */
const BUFFERED: ReadonlySet<Mode> = new Set<Mode>(["coaching", "chat"]);

/** @param wake is told that something was added: five may be there */
export function createBuffer<Tx>(store: Pick<BufferStore<Tx>, "add">, wake: () => void): Buffer<Tx> {
  return {
    add: async (tx, scope, { mode, exchange, began }) => {
      if (BUFFERED.has(mode) && exchange.said.trim() !== "") await store.add(tx, scope, exchange, began);
    },
    added: (mode) => {
      if (BUFFERED.has(mode)) wake();
    },
  };
}
