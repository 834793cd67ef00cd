/** The version of what is known of a user (SPEC S10.6): every change counts it up in its own transaction. */
import { MamaError } from "../kernel/errors.ts";
import type { Scope } from "../kernel/types.ts";
import type { VersionStore } from "../memory/ports/scoped.ts";
import { requireScope } from "./database.ts";
import { first, type Tx } from "./sql.ts";

/** The present version. @throws MamaError("row_gone") when the user is */
export async function memoryVersion(tx: Tx, scope: Scope): Promise<number> {
  requireScope(scope);
  return versionOf(
    await first<Row>(tx, "SELECT memory_version FROM app_user WHERE org_id = $1 AND id = $2", [
      scope.orgId,
      scope.userId,
    ]),
  );
}

/**
 * Counts a change; the user's row is locked until the commit, so that changes of one user come one after another.
 * @returns the new version
 * @throws MamaError("row_gone") when the user is
 */
export async function bumpMemoryVersion(tx: Tx, scope: Scope): Promise<number> {
  requireScope(scope);
  return versionOf(
    await first<Row>(
      tx,
      "UPDATE app_user SET memory_version = memory_version + 1 WHERE org_id = $1 AND id = $2 RETURNING memory_version",
      [scope.orgId, scope.userId],
    ),
  );
}

interface Row {
  readonly memory_version: number;
}

function versionOf(row: Row | null): number {
  if (!row) throw new MamaError("row_gone", "the user whose memory changed is gone");
  return row.memory_version;
}

export const versionStore: VersionStore<Tx> = { read: memoryVersion, bump: bumpMemoryVersion };
