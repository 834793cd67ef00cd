/** The lock that changes of what is known of a user take before they touch its rows, so that none waits for another in a ring. */
import { MamaError } from "../kernel/errors.ts";
import type { Scope } from "../kernel/types.ts";
import { requireScope } from "./database.ts";
import { first, type Tx } from "./sql.ts";

/** Holds the user's row until the commit, as a count of its version does. @throws MamaError("row_gone") when the user is */
export async function holdUser(tx: Tx, scope: Scope): Promise<void> {
  requireScope(scope);
  const row = await first(tx, "SELECT 1 FROM app_user WHERE org_id = $1 AND id = $2 FOR NO KEY UPDATE", [
    scope.orgId,
    scope.userId,
  ]);
  if (!row) throw new MamaError("row_gone", "the user whose memory is put in order is gone");
}
