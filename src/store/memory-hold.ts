/** The lock that changes of what is known of a user take before they touch its rows, so that none waits for another in a ring. */
import { MamaError } from "../kernel/errors.ts";
import type { Scope } from "../kernel/types.ts";
import { requireScope } from "./database.ts";
import { first, type Tx } from "./sql.ts";

/**
 * A row if the user has not had everything forgotten since a turn began, nor since its message was received. It holds a
 * share of the user's row until the commit, which forgetting everything waits for, and looks again at what it waited for.
 * @param parts the parameters of the statement: ids, version and moment; a version that is null is not looked at
 */
export function notForgotten(parts: {
  readonly org: string;
  readonly user: string;
  readonly began: string;
  readonly saidAt: string;
}): string {
  const { org, user, began, saidAt } = parts;
  return `SELECT 1 FROM app_user WHERE org_id = ${org} AND id = ${user} AND (${began}::int IS NULL
    OR forgotten_version <= ${began} AND (forgotten_at IS NULL OR forgotten_at <= ${saidAt}::timestamptz)) FOR KEY SHARE`;
}

/** Holds the user's row until the commit, as a count of its version does. @throws MamaError("row_gone") when the user is */
export async function holdUser(tx: Tx, scope: Scope): Promise<void> {
  requireScope(scope);
  const row = await first(tx, "SELECT 1 FROM app_user WHERE org_id = $1 AND id = $2 FOR NO KEY UPDATE", [
    scope.orgId,
    scope.userId,
  ]);
  if (!row) throw new MamaError("row_gone", "the user whose memory is put in order is gone");
}
