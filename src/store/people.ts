/** Users, their identities on platforms, and their settings (SPEC S1). */
import type { ChatAddress } from "../kernel/ports.ts";
import type { Language, Scope, Settings, Weekday } from "../kernel/types.ts";
import { lastChatOf } from "./last-chat.ts";
import type { Asked } from "./pending-question.ts";
import { first, type Sql, type Tx } from "./sql.ts";

/** A person as a turn needs to know them. */
export interface Person {
  readonly scope: Scope;
  readonly settings: Settings;
  readonly ownCategories: readonly string[];
  /** What their corrections taught: phrase → category. */
  readonly rules: Readonly<Record<string, string>>;
  /** What Mama last asked in this chat and has not been answered, unless it has lapsed. */
  readonly pending: Asked | null;
  /** Whether they have any spending cap: without one nobody asks for their state. */
  readonly capped: boolean;
  /** False until their first message has been handled. */
  readonly known: boolean;
  readonly reachable: boolean;
  /** The language they last wrote in. */
  readonly spoken: Language;
  /** Counts up with every change to what is remembered of them (SPEC S10.6). */
  readonly memoryVersion: number;
}

/** The columns of `personColumns`; all null when there is no such user yet. */
export interface PersonRow extends SettingsRow {
  readonly org_id: string | null;
  readonly user_id: string | null;
  readonly reachable: boolean;
  readonly spoken: Language;
  readonly own_categories: string[];
  readonly rules: Record<string, string> | null;
  readonly pending: Asked | null;
  readonly capped: boolean;
  readonly known: boolean;
  readonly memory_version: number;
}

interface SettingsRow {
  zone: string;
  currency: string;
  language: Settings["language"];
  week_start: number;
  quiet_from: string | null;
  quiet_to: string | null;
  digests: boolean;
}

const SETTINGS = "zone, currency, language, week_start, quiet_from, quiet_to, digests";

function settingsOf(row: SettingsRow): Settings {
  return {
    zone: row.zone,
    currency: row.currency,
    language: row.language,
    weekStart: row.week_start as Weekday,
    quietHours: row.quiet_from && row.quiet_to ? { from: row.quiet_from, to: row.quiet_to } : null,
    digests: row.digests,
  };
}

/** What to select about the writer of an event. `event` and `user` are aliases of inbox and app_user. */
export function personColumns(event: string, user: string): string {
  return `${user}.org_id, ${user}.id AS user_id, ${user}.zone, ${user}.currency, ${user}.language, ${user}.week_start,
    ${user}.quiet_from, ${user}.quiet_to, ${user}.digests, ${user}.reachable, ${user}.spoken, ${user}.memory_version,
    ARRAY(SELECT name FROM user_category c WHERE c.user_id = ${user}.id ORDER BY name) AS own_categories,
    (SELECT jsonb_object_agg(r.phrase, r.category) FROM category_rule r WHERE r.user_id = ${user}.id) AS rules,
    (SELECT jsonb_build_object('inboxId', q.inbox_id, 'question', q.question) FROM pending_question q
       WHERE q.platform = ${event}.platform AND q.account = ${event}.account
       AND q.chat_key = ${event}.chat_key AND q.user_id = ${user}.id AND q.expires_at > ${event}.received_at) AS pending,
    EXISTS (SELECT 1 FROM cap k WHERE k.user_id = ${user}.id AND k.deleted_at IS NULL) AS capped,
    EXISTS (SELECT 1 FROM message m WHERE m.user_id = ${user}.id) AS known`;
}

/** The person of a row with `personColumns`; null on first contact. */
export function personOf(row: PersonRow): Person | null {
  if (row.org_id === null || row.user_id === null) return null;
  return {
    scope: { orgId: row.org_id, userId: row.user_id },
    settings: settingsOf(row),
    ownCategories: row.own_categories,
    rules: row.rules ?? {},
    pending: row.pending,
    capped: row.capped,
    known: row.known,
    reachable: row.reachable,
    spoken: row.spoken,
    memoryVersion: row.memory_version,
  };
}

/** Who wrote an event, as they are stored now; null when it is nobody's yet. System scope. */
export async function findWriter(tx: Tx, inboxId: string): Promise<Person | null> {
  const row = await first<PersonRow>(
    tx,
    `SELECT ${personColumns("i", "u")} FROM inbox i JOIN app_user u ON u.id = i.user_id WHERE i.id = $1`,
    [inboxId],
  );
  return row && personOf(row);
}

/** Makes the default organisation when there is none; any number of processes may do so at once. */
export async function ensureDefaultOrg(sql: Sql, id: string): Promise<void> {
  await sql.query(
    "INSERT INTO org (id, slug, name) VALUES ($1, 'default', 'Default') ON CONFLICT (slug) DO NOTHING",
    [id],
  );
}

/** Changes settings and returns them as they are stored now. */
export async function saveSettings(tx: Tx, scope: Scope, settings: Settings): Promise<Settings> {
  const row = await first<SettingsRow>(
    tx,
    `UPDATE app_user SET zone = $2, currency = $3, language = $4, week_start = $5, quiet_from = $6, quiet_to = $7, digests = $8
     WHERE id = $1 RETURNING ${SETTINGS}`,
    [
      scope.userId,
      settings.zone,
      settings.currency,
      settings.language,
      settings.weekStart,
      settings.quietHours?.from ?? null,
      settings.quietHours?.to ?? null,
      settings.digests,
    ],
  );
  return row ? settingsOf(row) : settings;
}

/** Whose day it is: the user's IANA zone. */
export async function zoneOf(tx: Tx, scope: Scope): Promise<string> {
  const row = await first<{ zone: string }>(tx, "SELECT zone FROM app_user WHERE org_id = $1 AND id = $2", [
    scope.orgId,
    scope.userId,
  ]);
  return row?.zone ?? "UTC";
}

/** The user wrote: they can be reached, and this is their language. */
export async function noteContact(tx: Tx, scope: Scope, spoken: Language): Promise<void> {
  await tx.query("UPDATE app_user SET reachable = true, spoken = $2 WHERE id = $1", [scope.userId, spoken]);
}

/** The user whose private chat this is; null when it is nobody's. */
export async function userOfChat(
  tx: Tx,
  { platform, account, chatKey }: ChatAddress,
): Promise<string | null> {
  const row = await first<{ userId: string }>(
    tx,
    `SELECT user_id AS "userId" FROM identity WHERE platform = $1 AND account = $2 AND platform_user_id = $3`,
    [platform, account, chatKey],
  );
  return row?.userId ?? null;
}

/** The platform delivers to this user again. */
export async function markReachable(tx: Tx, userId: string): Promise<void> {
  await tx.query("UPDATE app_user SET reachable = true WHERE id = $1", [userId]);
}

/**
 * The platform will not deliver to this chat any more: its user cannot be reached, unless they write elsewhere by now.
 * @returns whether they cannot
 */
export async function markUnreachable(
  tx: Tx,
  userId: string,
  { platform, account, chatKey }: ChatAddress,
): Promise<boolean> {
  const rows = await tx.query(
    `UPDATE app_user SET reachable = false WHERE id = $1 AND coalesce((
       SELECT (l.platform, l.account, l.chat_key) = ($2::text, $3::text, $4::text) FROM (${lastChatOf("app_user.id")}) l), true)
     RETURNING id`,
    [userId, platform, account, chatKey],
  );
  return rows.length > 0;
}

/** Makes a category of the user's own; nothing changes when it is there. */
export async function addOwnCategory(tx: Tx, scope: Scope, name: string): Promise<void> {
  await tx.query(
    "INSERT INTO user_category (org_id, user_id, name) VALUES ($1, $2, $3) ON CONFLICT (user_id, name) DO NOTHING",
    [scope.orgId, scope.userId, name],
  );
}
