/** How memory reaches a user's rows: one transaction in which only this user's exist (SPEC S12). */
import type { Scope } from "../../kernel/types.ts";

export interface Scoped<Tx> {
  /** @throws MamaError("scope_missing") without org and user */
  withUser<T>(scope: Scope, work: (tx: Tx) => Promise<T>): Promise<T>;
}

/** Counts the changes of what is known of a user, for caches of other processes (SPEC S10.6). */
export interface VersionStore<Tx> {
  /** Of now. */
  read(tx: Tx, scope: Scope): Promise<number>;
  /** One more; the user's row is locked until the commit. @returns the new one */
  bump(tx: Tx, scope: Scope): Promise<number>;
}
