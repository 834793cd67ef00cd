/**
 * The buffer's rows (SPEC S10.2). A transaction is opaque here: it is passed through. Claims run on the database's
 * time, moments of the person's day (`nowMs`) on the clock port.
 */
import type { Scope } from "../../kernel/types.ts";
import type { Exchange } from "./types.ts";

/** An exchange in the hands of a flush. */
export interface ClaimedExchange extends Exchange {
  /** Claims so far, this one included. */
  readonly attempts: number;
}

export interface BufferStore<Tx> {
  /**
   * Adds an exchange in the turn's own transaction; one of the same message is there already and stays as it is. What
   * was said before the person had everything forgotten, or in a turn that began before that, is not added.
   * @param began the version of what was known when the turn began
   */
  add(tx: Tx, scope: Scope, exchange: Exchange, began: number): Promise<void>;

  /**
   * Users whose buffer is to be flushed, the longest waiting first: it holds `flushAt`, or nothing came since
   * `quietSinceMs`, or a flush of it failed or died. Sees all users; texts stay where they are.
   */
  due(at: {
    readonly nowMs: number;
    readonly quietSinceMs: number;
    readonly flushAt: number;
    readonly most: number;
  }): Promise<Scope[]>;

  /**
   * Claims the oldest waiting exchanges of this user, oldest first; none while another flush of the same user holds
   * its claim, so that one user's flushes come one after another.
   */
  claim(
    tx: Tx,
    scope: Scope,
    claim: {
      readonly flushId: string;
      readonly nowMs: number;
      readonly holdMs: number;
      readonly most: number;
    },
  ): Promise<ClaimedExchange[]>;

  /**
   * Ends the flush: its exchanges are flushed and their text is emptied.
   * @returns how many were still its own; fewer than were claimed means that the transaction must not commit
   */
  finish(tx: Tx, scope: Scope, flush: { readonly flushId: string; readonly nowMs: number }): Promise<number>;

  /** Lets the exchanges of a flush go after a failure, until `nextTryAtMs`. */
  retry(
    tx: Tx,
    scope: Scope,
    flush: { readonly flushId: string; readonly nextTryAtMs: number },
  ): Promise<void>;

  /** Lets them go as if they had not been claimed: the flush was not to blame. */
  giveBack(tx: Tx, scope: Scope, flushId: string): Promise<void>;

  /** Gives them up; their text stays until retention takes it. @returns how many */
  fail(tx: Tx, scope: Scope, flushId: string): Promise<number>;
}
