/**
 * A one-time code from another app: before the turn begins, since a turn sees only its own user's rows, and from
 * here on the sender is another user (SPEC S1).
 *
 *   code ─→ one transaction: code used, identity and all its rows moved, the other app told ─→ the turn, as that user
 *
 * A turn that dies after it finds the code used by its own event, and goes on from there.
 */
import { linkCodeHash, linkCodeIn } from "../kernel/link-code.ts";
import { messagesIn } from "../messages/index.ts";
import type { WaitingEvent } from "../store/inbox.ts";
import { type Joined, joinLedger } from "../store/link-codes.ts";
import { findWriter, type Person } from "../store/people.ts";
import { writePushes } from "../store/pushes.ts";
import type { Tx } from "../store/sql.ts";
import type { Decision } from "./decision.ts";
import type { TurnDeps } from "./turn-parts.ts";

/** What became of the code, and as whom the turn goes on; a null person is still to be made. */
export interface Joining {
  readonly outcome: Joined;
  readonly person: Person | null;
}

/** Uses the code that the event consists of; null when it is about anything else. */
export async function useLinkCode(
  { database, ids }: Pick<TurnDeps, "database" | "ids">,
  event: WaitingEvent,
): Promise<Joining | null> {
  const code = event.kind === "text" ? linkCodeIn(event.text) : null;
  if (code === null) return null;
  return database.withSystem(async (tx) => {
    const outcome = await joinLedger(tx, {
      codeHash: linkCodeHash(code),
      inboxId: event.inboxId,
      identity: event,
      identityId: ids.next(),
      saidAtMs: event.saidAtMs,
    });
    if (outcome.is !== "joined") return { outcome, person: event.person };
    const person = await findWriter(tx, event.inboxId);
    if (person && outcome.anew) await tellTheOther(tx, { event, outcome, person, id: ids.next() });
    return { outcome, person };
  });
}

/** Where the code was asked for they hear that it was used, with a way out: codes can be talked out of people. */
async function tellTheOther(
  tx: Tx,
  {
    event,
    outcome,
    person,
    id,
  }: { event: WaitingEvent; outcome: Extract<Joined, { is: "joined" }>; person: Person; id: string },
): Promise<void> {
  const { settings, spoken, scope } = person;
  const say = messagesIn(settings.language === "auto" ? spoken : settings.language);
  const does = [{ tool: "unlink", input: { identityIds: outcome.identityIds } }];
  await writePushes(tx, [
    {
      id,
      scope,
      to: outcome.askedIn,
      language: say.language,
      text: say.linking.joinedElsewhere(event.platform),
      buttons: [{ label: say.linking.notMe, does }],
      holdMs: 0,
    },
  ]);
}

/** The turn's own reply. */
export function joiningDecision({ outcome }: Joining, { spoken }: Person): Decision {
  return {
    plan: { mode: "settings", source: "reader", items: [] },
    verdict: "certain",
    language: spoken,
    say: ({ say }) => ({
      text: outcome.is === "joined" ? say.linking.joined(outcome.merged) : say.linking.refused[outcome.is],
    }),
  };
}
