/** What a database is to the rest of the store: embedded or a server, with the same doors (SPEC S12). */
import { MamaError } from "../kernel/errors.ts";
import type { Scope } from "../kernel/types.ts";
import type { PrismaClient } from "./generated/client.ts";
import type { SchedulerPool } from "./scheduler-pool.ts";
import type { Sql, Tx } from "./sql.ts";

/** How long a transaction's statements may take; the turn's deadline unless told. */
export interface Within {
  /** Of each statement, ms. The embedded database, which runs in this very thread, cannot stop one. */
  readonly statementMs?: number | undefined;
}

export interface Database {
  /** The system scope: sees all rows. For the inbox, leases, the sender and sweeps; never for a user's question. */
  readonly system: Sql;
  /** Whether this process is the only one that can be using the database. */
  readonly exclusive: boolean;
  /** One transaction in which only this user's rows exist. */
  withUser<T>(scope: Scope, work: (tx: Tx) => Promise<T>, within?: Within): Promise<T>;
  /** One transaction in the system scope. */
  withSystem<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  /** The Prisma client in the system scope, made on first use; for queries beside the path of a message. */
  prisma(): PrismaClient;
  /** Connections for the scheduler's own table, made on first use. */
  schedulerPool(): SchedulerPool;
  close(): Promise<void>;
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** @throws MamaError("scope_missing") when an id is absent: an empty filter must never mean everyone */
export function requireScope({ orgId, userId }: Scope): void {
  if (!UUID.test(orgId) || !UUID.test(userId)) {
    throw new MamaError("scope_missing", "a store call was made without org and user");
  }
}
