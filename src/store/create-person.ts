/** First contact: the user behind an identity that nobody has seen before (SPEC S1). */
import { MamaError } from "../kernel/errors.ts";
import type { Scope } from "../kernel/types.ts";
import type { Database } from "./database.ts";
import { setOwner, type WaitingEvent } from "./inbox.ts";
import { findWriter, type Person } from "./people.ts";
import { first } from "./sql.ts";

/**
 * Makes the user behind an identity that was not seen before, in the default organisation, and makes the event
 * theirs. Two processes that meet the same person at once make one user.
 * @returns the person as they are stored now
 */
export async function createPerson(
  database: Database,
  { event, userId, identityId }: { event: WaitingEvent; userId: string; identityId: string },
): Promise<Person> {
  const identity = [event.platform, event.account, event.senderKey] as const;
  return database.withSystem(async (tx) => {
    await tx.query("INSERT INTO app_user (id, org_id) SELECT $1, id FROM org WHERE slug = 'default'", [
      userId,
    ]);
    const made = await first(
      tx,
      `INSERT INTO identity (id, org_id, user_id, platform, account, platform_user_id)
       SELECT $1, org_id, id, $3, $4, $5 FROM app_user WHERE id = $2
       ON CONFLICT (platform, account, platform_user_id) DO NOTHING RETURNING id`,
      [identityId, userId, ...identity],
    );
    if (!made) await tx.query("DELETE FROM app_user WHERE id = $1", [userId]);
    const scope = await first<Scope>(
      tx,
      `SELECT org_id AS "orgId", user_id AS "userId" FROM identity
       WHERE platform = $1 AND account = $2 AND platform_user_id = $3`,
      identity,
    );
    if (scope) await setOwner(tx, event.inboxId, scope);
    const person = await findWriter(tx, event.inboxId);
    if (!person) throw new MamaError("scope_missing", "a user that was just made is not there");
    return person;
  });
}
