/**
 * Digests (SPEC S11): whose week or month is to be looked back at, the figures for it, and the row that makes each of
 * them once. Statements are for many users at once, each for its own rows; they run in the system scope.
 */
import { minorFromDatabase } from "../kernel/money.ts";
import type { ButtonDraft, ChatAddress } from "../kernel/ports.ts";
import type { Currency, Entry, IsoDate, Language, Settings } from "../kernel/types.ts";
import { lastChatOf } from "./last-chat.ts";
import { type EntryRow, entryOf } from "./ledger.ts";
import { wakeSenders } from "./pushes.ts";
import type { Sql, Tx } from "./sql.ts";

/** A look back that nobody has made yet. */
export interface DueDigest extends ChatAddress {
  readonly userId: string;
  readonly orgId: string;
  readonly zone: string;
  readonly currency: Currency;
  /** The language they last wrote in, or the one they chose. */
  readonly language: Language;
  readonly quietHours: Settings["quietHours"];
  readonly kind: "week" | "month";
  /** Today in their zone: the day behind the period. */
  readonly day: IsoDate;
  /** First and last day of the period, and the first of the one before. */
  readonly from: IsoDate;
  readonly to: IsoDate;
  readonly beforeFrom: IsoDate;
}

/** The zones of all who want digests and can be reached. */
export async function digestZones(sql: Sql): Promise<string[]> {
  const rows = await sql.query<{ zone: string }>(
    "SELECT DISTINCT zone FROM app_user WHERE digests AND reachable",
  );
  return rows.map(({ zone }) => zone);
}

/** A zone in which it is the morning, or later in the day. */
export interface ZoneDay {
  readonly zone: string;
  readonly day: IsoDate;
  /** The morning is over: only those whose quiet hours may have held theirs are looked at. */
  readonly late: boolean;
}

/** Where the search goes on. */
export interface DigestCursor {
  readonly userId: string;
  readonly kind: string;
}

const DUE = `
  SELECT d.*, chat.platform, chat.account, chat.chat_key AS "chatKey" FROM (
    SELECT u.id AS "userId", u.org_id AS "orgId", u.zone, u.currency, u.quiet_from, u.quiet_to,
      CASE u.language WHEN 'auto' THEN u.spoken ELSE u.language END AS language, z.day, p.*
    FROM jsonb_to_recordset($1::jsonb) AS z (zone text, day date, late boolean)
    JOIN app_user u ON u.zone = z.zone AND u.digests AND u.reachable AND (NOT z.late OR u.quiet_from IS NOT NULL)
    CROSS JOIN LATERAL (
      SELECT 'week' AS kind, z.day - 7 AS "from", z.day - 1 AS "to", z.day - 14 AS "beforeFrom"
        WHERE extract(isodow FROM z.day) = u.week_start
      UNION ALL
      SELECT 'month', (z.day - interval '1 month')::date, z.day - 1, (z.day - interval '2 months')::date
        WHERE extract(day FROM z.day) = 1
    ) p
    WHERE (u.id, p.kind) > ($2::uuid, $3)
      AND NOT EXISTS (SELECT 1 FROM digest g WHERE g.user_id = u.id AND g.kind = p.kind AND g.period_from = p."from")
    ORDER BY u.id, p.kind LIMIT $4
  ) d LEFT JOIN LATERAL (
    ${lastChatOf('d."userId"')}
  ) chat ON true
  ORDER BY d."userId", d.kind`;

interface DueRow extends Omit<DueDigest, "quietHours" | "platform"> {
  readonly quiet_from: string | null;
  readonly quiet_to: string | null;
  readonly platform: string | null;
}

/** Up to `most` digests behind the cursor that are not made; one without an address has `platform` "". */
export async function dueDigests(
  sql: Sql,
  { zones, after, most }: { zones: readonly ZoneDay[]; after: DigestCursor; most: number },
): Promise<DueDigest[]> {
  const rows = await sql.query<DueRow>(DUE, [JSON.stringify(zones), after.userId, after.kind, most]);
  return rows.map(({ quiet_from: from, quiet_to: to, platform, ...row }) => ({
    ...row,
    platform: platform ?? "",
    quietHours: from && to ? { from, to } : null,
  }));
}

/**
 * Makes digests one's own by the table's key; the transaction that does so writes what they say.
 * @returns those that no other process has
 */
export async function claimDigests<Due extends DueDigest>(
  tx: Tx,
  due: readonly Due[],
  nowMs: number,
): Promise<Due[]> {
  const rows = await tx.query<{ user_id: string; kind: string }>(
    `INSERT INTO digest (user_id, org_id, kind, period_from, made_at)
     SELECT d."userId", d."orgId", d.kind, d."from", $2
     FROM jsonb_to_recordset($1::jsonb) AS d ("userId" uuid, "orgId" uuid, kind text, "from" date)
     ON CONFLICT (user_id, kind, period_from) DO NOTHING RETURNING user_id, kind`,
    [JSON.stringify(due), new Date(nowMs).toISOString()],
  );
  return due.filter(({ userId, kind }) => rows.some((row) => row.user_id === userId && row.kind === kind));
}

const SPANS = `jsonb_to_recordset($1::jsonb)
  AS s ("userId" uuid, kind text, currency text, "from" date, "to" date, "beforeFrom" date)`;

/** What was spent on one category in the period and in the one before, in minor units of `currency`. */
export interface DigestSum {
  readonly userId: string;
  readonly kind: "week" | "month";
  readonly currency: Currency;
  readonly category: string;
  readonly nowMinor: number;
  readonly beforeMinor: number;
  /** Records in the period. */
  readonly count: number;
}

export async function digestSums(tx: Tx, due: readonly DueDigest[]): Promise<DigestSum[]> {
  const rows = await tx.query<DigestSum & { now: string; before: string; count: string }>(
    `SELECT s."userId", s.kind, e.currency, e.category, count(*) FILTER (WHERE e.spent_on >= s."from") AS count,
       coalesce(sum(e.amount_minor) FILTER (WHERE e.spent_on >= s."from"), 0)::text AS now,
       coalesce(sum(e.amount_minor) FILTER (WHERE e.spent_on < s."from"), 0)::text AS before
     FROM ${SPANS} JOIN ledger_entry e ON e.user_id = s."userId" AND e.kind = 'expense' AND e.deleted_at IS NULL
       AND e.spent_on BETWEEN s."beforeFrom" AND s."to"
     GROUP BY 1, 2, 3, 4 ORDER BY sum(e.amount_minor) FILTER (WHERE e.spent_on >= s."from") DESC NULLS LAST, 4`,
    [JSON.stringify(due)],
  );
  return rows.map(({ now, before, count, ...row }) => ({
    ...row,
    count: Number(count),
    nowMinor: minorFromDatabase(now),
    beforeMinor: minorFromDatabase(before),
  }));
}

/** The largest single expense of each digest's period, of the user's own currency where there is one. */
export async function digestLargest(
  tx: Tx,
  due: readonly DueDigest[],
): Promise<readonly { readonly userId: string; readonly kind: string; readonly entry: Entry }[]> {
  const rows = await tx.query<EntryRow & { userId: string; of: string }>(
    `SELECT DISTINCT ON (s."userId", s.kind) s."userId", s.kind AS of, e.id, e.kind, e.amount_minor, e.currency,
       e.description, e.merchant, e.category, e.spent_on AS date, e.source
     FROM ${SPANS} JOIN ledger_entry e ON e.user_id = s."userId" AND e.kind = 'expense' AND e.deleted_at IS NULL
       AND e.spent_on BETWEEN s."from" AND s."to"
     ORDER BY s."userId", s.kind, (e.currency = s.currency) DESC, e.amount_minor DESC, e.id`,
    [JSON.stringify(due)],
  );
  return rows.map(({ userId, of, ...row }) => ({ userId, kind: of, entry: entryOf(row) }));
}

/** A digest with what it says. */
export interface DigestMessage {
  readonly due: DueDigest;
  readonly outboxId: string;
  readonly text: string;
  readonly buttons: readonly ButtonDraft[];
}

/** Writes the messages to be sent, and notes with each claimed digest which one is its own. */
export async function writeDigests(tx: Tx, messages: readonly DigestMessage[]): Promise<void> {
  const rows = messages.map(({ due, ...message }) => ({ ...due, ...message }));
  await tx.query(
    `WITH said AS (
       SELECT * FROM jsonb_to_recordset($1::jsonb) AS m ("outboxId" uuid, "orgId" uuid, "userId" uuid, platform text,
         account text, "chatKey" text, language text, text text, buttons jsonb, kind text, "from" date)
     ), written AS (
       INSERT INTO outbox (id, org_id, user_id, platform, account, chat_key, kind, language, text, buttons)
       SELECT "outboxId", "orgId", "userId", platform, account, "chatKey", 'digest', language, text, buttons FROM said
     )
     UPDATE digest g SET outbox_id = said."outboxId" FROM said
     WHERE g.user_id = said."userId" AND g.kind = said.kind AND g.period_from = said."from"`,
    [JSON.stringify(rows)],
  );
  await wakeSenders(tx);
}
