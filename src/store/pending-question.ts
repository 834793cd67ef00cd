/** The one question of a chat that waits for an answer (SPEC S2); any other message lets it lapse. */
import type { ChatAddress } from "../kernel/ports.ts";
import type { RecordInput } from "../kernel/reading.ts";
import type { Currency, DuePeriod, IsoDate, Mode, Money, PlanItem, Scope } from "../kernel/types.ts";
import type { Tx } from "./sql.ts";

/** An answer that the question offers: by button, by number, or by its words. */
export interface Option {
  readonly label: string;
  /** What it stands for, when the label is a number: its words can be typed too. */
  readonly line?: string | undefined;
  readonly does: readonly PlanItem[];
  readonly mode: Mode;
  /** The row that the line shows: it can be named by its amount or its day. */
  readonly row?: (Money & { readonly date: IsoDate }) | undefined;
  /** Set on the two answers to a yes-or-no question. */
  readonly answer?: "yes" | "no" | undefined;
}

/**
 * `asks` is the question in words, for asking it again.
 *
 * - `choice`: one of the options ("which coffee?", "RM45 at KFC, right?");
 * - `complete`: the words that were missing, read together with the text so far ("15" … "lunch");
 * - `change`: what to change about one record, after its Edit button;
 * - `pay`: the amount of a bill that was paid, when the bill has none;
 * - `memories`: a list of them was just shown, so that "no, it's RM6,000" is about one of these;
 * - `receipt`: how much was paid, when the receipt does not say;
 * - `amend`: what to change about items that are not recorded yet, after the Change button of a confirmation.
 */
export type PendingQuestion = { readonly asks?: string | undefined } & (
  | {
      readonly kind: "choice";
      readonly options: readonly Option[];
      /** Something was recorded already, which "undo" takes back; else it only leaves the question. */
      readonly wrote?: boolean | undefined;
    }
  | {
      readonly kind: "complete";
      readonly text: string;
      /** When that was said, ms: "today" is that day, however late the rest comes. */
      readonly askedAtMs: number;
    }
  | {
      readonly kind: "change";
      readonly recordId: string;
      readonly description: string;
      readonly currency: Currency;
      /** Absent means an entry. */
      readonly of?: "reminder" | undefined;
    }
  | {
      readonly kind: "pay";
      readonly period: DuePeriod;
      readonly title: string;
    }
  | { readonly kind: "receipt"; readonly draft: Omit<RecordInput, "amountMinor"> }
  | { readonly kind: "amend"; readonly items: readonly PlanItem[] }
  | {
      readonly kind: "memories";
      /** Of the list: what the next message says instead is asked for. */
      readonly number?: number | undefined;
    }
);

/** A question that waits, and the message it was asked about. */
export interface Asked {
  readonly inboxId: string;
  readonly question: PendingQuestion;
}

/** Asks; whatever was asked before in this chat lapses. */
export async function ask(
  tx: Tx,
  {
    chat,
    scope,
    inboxId,
    question,
    expiresAtMs,
  }: { chat: ChatAddress; scope: Scope; inboxId: string; question: PendingQuestion; expiresAtMs: number },
): Promise<void> {
  await tx.query(
    `INSERT INTO pending_question (platform, account, chat_key, org_id, user_id, inbox_id, question, expires_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
     ON CONFLICT (platform, account, chat_key) DO UPDATE SET org_id = EXCLUDED.org_id, user_id = EXCLUDED.user_id,
       inbox_id = EXCLUDED.inbox_id, question = EXCLUDED.question, expires_at = EXCLUDED.expires_at`,
    [
      chat.platform,
      chat.account,
      chat.chatKey,
      scope.orgId,
      scope.userId,
      inboxId,
      JSON.stringify(question),
      new Date(expiresAtMs).toISOString(),
    ],
  );
}

/** The question is settled, or has lapsed. */
export async function dropQuestion(tx: Tx, scope: Scope, chat: ChatAddress): Promise<void> {
  await tx.query(
    "DELETE FROM pending_question WHERE platform = $1 AND account = $2 AND chat_key = $3 AND user_id = $4",
    [chat.platform, chat.account, chat.chatKey, scope.userId],
  );
}
