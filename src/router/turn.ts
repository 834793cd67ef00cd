/**
 * One turn: one inbound event and all that answers it (SPEC S2).
 *
 *   event ─→ who wrote ─→ decide ─→ ┌ one transaction ───────────────────────────────┐ ─→ sender
 *                                   │ tools, pending question; then at once: effects, │
 *                                   │ history, reply to send, event done, lease ours? │
 *                                   └─────────────────────────────────────────────────┘
 *
 * Before the transaction commits nothing has happened; after it, everything has, the reply to be sent
 * included. So a crash anywhere loses nothing and doubles nothing, and a turn that was applied is never
 * planned again: its event is done.
 */
import { limits } from "../kernel/limits.ts";
import { within } from "../kernel/within.ts";
import type { ActionDraft } from "../store/actions.ts";
import { createPerson } from "../store/create-person.ts";
import type { WaitingEvent } from "../store/inbox.ts";
import type { Lease } from "../store/leases.ts";
import { pictureRead } from "../store/pictures.ts";
import type { Tx } from "../store/sql.ts";
import { resumed, withAdvice } from "./advised.ts";
import { decide } from "./decide.ts";
import type { AsUser, Decision } from "./decision.ts";
import { Hold } from "./hold.ts";
import { joiningDecision, useLinkCode } from "./joining.ts";
import { sayReadingIt } from "./reading-it.ts";
import { openRecalling } from "./recalling.ts";
import { openTurnModel } from "./turn-model.ts";
import { apply, contextOf, settle, type Turn, type TurnDeps, toolContext } from "./turn-parts.ts";

/**
 * Handles one event to its end: afterwards its records, history and reply are committed.
 * @throws MamaError("lease_lost") when another process took the chat over: nothing was written
 */
export async function handleEvent(deps: TurnDeps, event: WaitingEvent, lease: Lease): Promise<void> {
  const { database, ids, log, brain, turnMs = limits.turnDeadlineMs } = deps;
  const modelMs = Math.ceil(Math.max(turnMs - limits.turnReserveMs, turnMs / 2));
  const signal = AbortSignal.timeout(modelMs);
  const lastMs = Math.ceil((modelMs + turnMs) / 2);
  const lastSignal = AbortSignal.timeout(lastMs);
  const joining = await useLinkCode(deps, event);
  const person =
    joining?.person ??
    event.person ??
    (await createPerson(database, { event, userId: ids.next(), identityId: ids.next() }));
  const asUser: AsUser = (work) => database.withUser(person.scope, work);
  const readingUntil = (end: AbortSignal, forMs: number): AsUser => {
    const endsAt = performance.now() + forMs;
    return (work) => {
      const leftMs = Math.max(1, Math.ceil(endsAt - performance.now()));
      return within(end, database.withUser(person.scope, work, { statementMs: leftMs }));
    };
  };
  const [reading, readingLast] = [readingUntil(signal, modelMs), readingUntil(lastSignal, lastMs)];
  const { model, metrics, dailyTokens } = brain;
  const { inboxId, receivedAtMs: nowMs } = event;
  const turnModel = await openTurnModel({
    model,
    metrics,
    dailyTokens,
    ids,
    signal,
    person,
    inboxId,
    nowMs,
    asUser,
  });
  const recalling = openRecalling({ memory: brain.memory, metrics, log, event, person, turnModel });
  const turn: Turn = { deps, event, lease, person, turnModel, recalling, asUser, reading, readingLast };
  const decided = async (): Promise<Decision> => {
    if (joining) return joiningDecision(joining, person);
    if (event.applied) return resumed(event, event.applied, person);
    return decide(event, person, {
      asUser,
      reading,
      turnModel,
      recalling,
      log,
      receipts: brain.receipts,
      readingIt: () => sayReadingIt(deps, event, person),
    });
  };
  try {
    const decision = await decided();
    await (decision.advise ? withAdvice(turn, decision) : atOnce(turn, decision));
    if (decision.plan.mode === "memory" && decision.plan.items.length > 0) recalling.told();
    metrics.count("routed", { source: decision.plan.source, mode: decision.plan.mode });
  } finally {
    recalling.end();
    await turnModel.save().catch((error: unknown) => log.warn({ err: error }, "usage could not be booked"));
  }
}

/** Everything in one transaction: records, reply, event done. */
async function atOnce({ deps, event, lease, person }: Turn, decision: Decision): Promise<void> {
  await deps.database.withUser(person.scope, async (tx) => {
    await picturesDone(tx, { deps, event }, decision);
    const effects: ActionDraft[] = [];
    const context = toolContext(tx, { event, person, deps, effects, originId: decision.originId });
    const reply = await apply(context, decision, contextOf(event, person, decision), {
      capped: person.capped,
      effects,
    });
    await settle(tx, { deps, event, lease, person }, { decision, effects, reply });
  });
}

/** What was read goes with what came of it. A picture that joined its album meanwhile is read with the others first. */
async function picturesDone(
  tx: Tx,
  { deps, event }: Pick<Turn, "deps" | "event">,
  { pictures: many }: Decision,
): Promise<void> {
  if (many === undefined) return;
  const { keep } = deps.brain.receipts;
  if (!(await pictureRead(tx, event.inboxId, { many, keep }))) throw new Hold(event.holds);
}
