/**
 * The end of a turn, in one statement: effects, history, the reply to be sent, and the event done. It is the
 * last statement before the commit, and it checks that the chat is still ours. Where the reply takes longer than the
 * plan, the plan is applied before it, in the same way.
 */
import { MamaError } from "../kernel/errors.ts";
import type { ButtonDraft } from "../kernel/ports.ts";
import type { Language, Plan, Scope, Verdict } from "../kernel/types.ts";
import type { ActionDraft } from "./actions.ts";
import type { WaitingEvent } from "./inbox.ts";
import type { Lease } from "./leases.ts";
import { notForgotten } from "./memory-hold.ts";
import { first, type SqlValue, type Tx } from "./sql.ts";

export interface TurnEnd {
  readonly scope: Scope;
  readonly event: WaitingEvent;
  readonly lease: Lease;
  /**
   * The version of what was known of the person when the turn began: what they had forgotten since is not said again.
   * Null for the turn that forgets.
   */
  readonly began: number | null;
  /** What the person said, for the history. */
  readonly heard: string;
  readonly plan: Plan;
  readonly verdict: Verdict;
  /** In the order of the plan; the position of each is unique within the turn. */
  readonly effects: readonly ActionDraft[];
  /** Without a text nothing is said, and nothing of the turn enters the conversation. */
  readonly reply: {
    readonly text: string;
    readonly language: Language;
    readonly buttons: readonly ButtonDraft[];
    /** The platform's id of the message whose place it takes. */
    readonly replaces?: string | null | undefined;
  };
  /** Ids for the reply's outbox row and for the two messages of the history. */
  readonly ids: { readonly outbox: string; readonly user: string; readonly mama: string };
}

const EFFECT_COLUMNS = `id, org_id, user_id, inbox_id, position, platform, account, chat_key, kind, op, record_id,
  before, after, is_undo, at`;
const EFFECT_ROWS = `SELECT e.id, $6::uuid, $7::uuid, $8::uuid, e.position, $1, $2, $3, e.kind, e.op, e."recordId",
  e.before, e.after, coalesce(e."isUndo", false), $13::timestamptz
  FROM jsonb_to_recordset($14::jsonb) AS e (id uuid, position smallint, kind text, op text, "recordId" uuid,
    before jsonb, after jsonb, "isUndo" boolean)`;

/**
 * `held` locks the lease's row until the commit, so that nobody can take the chat over in between; an event
 * that is done already, or not its user's, is not touched, and then nothing of the turn may stand. Effects wait
 * for that: those of a turn that lost its chat would meet the same effects of the one that has it.
 */
const SETTLE = `
  WITH held AS (
    SELECT 1 FROM chat_lease WHERE platform = $1 AND account = $2 AND chat_key = $3 AND owner = $4 AND fence = $5
    FOR SHARE
  ), done AS (
    UPDATE inbox SET state = 'done', mode = $9, source = $10, verdict = $11, plan = $12::jsonb
    WHERE id = $8 AND user_id = $7 AND state = 'pending' AND EXISTS (SELECT 1 FROM held) RETURNING id
  ), effects AS (
    INSERT INTO action (${EFFECT_COLUMNS})
    ${EFFECT_ROWS}
    WHERE EXISTS (SELECT 1 FROM done)
  ), own AS (
    ${notForgotten({ org: "$6", user: "$7", began: "$23", saidAt: "$13" })}
  ), said AS (
    INSERT INTO message (id, org_id, user_id, platform, account, chat_key, inbox_id, role, text, mode, at)
    SELECT line.id, $6, $7, $1, $2, $3, $8, line.role, line.text, $9, $13
    FROM (VALUES ($15::uuid, 'user', $16::text), ($17::uuid, 'mama', $18::text)) AS line (id, role, text)
    WHERE $18 <> '' AND EXISTS (SELECT 1 FROM own)
  ), reply AS (
    INSERT INTO outbox (id, org_id, user_id, platform, account, chat_key, inbox_id, kind, language, text, buttons, replaces)
    SELECT $19::uuid, $6, $7, $1, $2, $3, $8, 'reply', $20, $18, $21::jsonb, $22 WHERE $18 <> ''
  )
  SELECT EXISTS (SELECT 1 FROM held) AS held, EXISTS (SELECT 1 FROM done) AS done`;

/** What of a turn is applied before its reply is known. */
export type TurnPlan = Pick<TurnEnd, "scope" | "event" | "lease" | "plan" | "verdict" | "effects">;

/** As in SETTLE, but the event stays: its reply is to come. */
const APPLY = `
  WITH held AS (
    SELECT 1 FROM chat_lease WHERE platform = $1 AND account = $2 AND chat_key = $3 AND owner = $4 AND fence = $5
    FOR SHARE
  ), applied AS (
    UPDATE inbox SET applied_at = $13, mode = $9, source = $10, verdict = $11, plan = $12::jsonb
    WHERE id = $8 AND user_id = $7 AND state = 'pending' AND applied_at IS NULL AND EXISTS (SELECT 1 FROM held)
    RETURNING id
  ), effects AS (
    INSERT INTO action (${EFFECT_COLUMNS})
    ${EFFECT_ROWS}
    WHERE EXISTS (SELECT 1 FROM applied)
  )
  SELECT EXISTS (SELECT 1 FROM held) AS held, EXISTS (SELECT 1 FROM applied) AS done`;

/** The parameters that both statements begin with. */
function applied({ event, lease, scope, plan, verdict, effects }: TurnPlan): SqlValue[] {
  return [
    event.platform,
    event.account,
    event.chatKey,
    lease.owner,
    lease.fence,
    scope.orgId,
    scope.userId,
    event.inboxId,
    plan.mode,
    plan.source,
    verdict,
    JSON.stringify(plan.items),
    new Date(event.receivedAtMs).toISOString(),
    JSON.stringify(effects.map((effect, position) => ({ ...effect, position }))),
  ];
}

function requireOurs(settled: { held: boolean; done: boolean } | null): void {
  if (!settled?.held) {
    throw new MamaError("lease_lost", "another process has taken over this chat", { retryable: true });
  }
  if (!settled.done) throw new MamaError("row_gone", "the event of this turn is not its user's to finish");
}

/**
 * Applies a plan whose reply is still to come; the caller's transaction must commit right after. A turn that finds its
 * plan applied must not come here again.
 * @throws as settleTurn
 */
export async function applyPlan(tx: Tx, turn: TurnPlan): Promise<void> {
  requireOurs(await first<{ held: boolean; done: boolean }>(tx, APPLY, applied(turn)));
}

/**
 * Settles a turn; the caller's transaction must commit right after.
 * @throws MamaError("lease_lost") when another process took the chat over, ("row_gone") when the event is not
 *         this user's to finish; either way the transaction must not commit
 */
export async function settleTurn(tx: Tx, turn: TurnEnd): Promise<void> {
  const { reply, ids } = turn;
  const settled = await first<{ held: boolean; done: boolean }>(tx, SETTLE, [
    ...applied(turn),
    ids.user,
    turn.heard,
    ids.mama,
    reply.text,
    ids.outbox,
    reply.language,
    JSON.stringify(reply.buttons),
    reply.replaces ?? null,
    turn.began,
  ]);
  requireOurs(settled);
}
