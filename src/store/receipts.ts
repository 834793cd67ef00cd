/** Receipts (SPEC S8): what a photo said, beside the entry that came of it. Every statement names the user. */
import { areAlike } from "../kernel/alike.ts";
import { limits } from "../kernel/limits.ts";
import { minorFromDatabase } from "../kernel/money.ts";
import type { ChatAddress } from "../kernel/ports.ts";
import type { PictureMark, ReceiptNote } from "../kernel/receipt.ts";
import type { Entry, Scope } from "../kernel/types.ts";
import { COLUMNS, type EntryRow, entryOf } from "./ledger.ts";
import { first, type Tx } from "./sql.ts";

/** A receipt with its live entry. */
export interface KeptReceipt {
  readonly id: string;
  /** The message that brought it. */
  readonly inboxId: string | null;
  readonly entry: Entry;
  readonly note: ReceiptNote;
}

interface ReceiptRow extends EntryRow {
  readonly receipt_id: string;
  readonly receipt_inbox: string | null;
  readonly receipt_merchant: string | null;
  readonly bought_on: string | null;
  readonly total_minor: string | null;
  readonly receipt_currency: string;
  readonly tax_minor: string | null;
  readonly rounding_minor: string | null;
  readonly payment: ReceiptNote["payment"];
  readonly items: ReceiptNote["items"];
  readonly pictures: readonly PictureMark[];
}

/** Of a receipt `r` and its entry `e`. */
const ROW = `${COLUMNS.split(", ")
  .map((column) => `e.${column}`)
  .join(", ")}, r.id AS receipt_id, r.inbox_id AS receipt_inbox,
  r.merchant AS receipt_merchant, r.bought_on, r.total_minor, r.currency AS receipt_currency, r.tax_minor,
  r.rounding_minor, r.payment, r.items, r.pictures`;

/** What was deleted or undone does not count. */
const LIVE =
  "receipt r JOIN ledger_entry e ON e.id = r.entry_id AND e.user_id = r.user_id AND e.deleted_at IS NULL";

function keptOf(row: ReceiptRow): KeptReceipt {
  const { receipt_id: id, receipt_inbox: inboxId, receipt_merchant: merchant, bought_on: boughtOn } = row;
  const { id: entryId, kind, amount_minor, currency, description, category, date, source } = row;
  const minor = (value: string | null) => (value === null ? null : minorFromDatabase(value));
  return {
    id,
    inboxId,
    entry: entryOf({
      id: entryId,
      kind,
      amount_minor,
      currency,
      description,
      merchant: row.merchant,
      category,
      date,
      source,
    }),
    note: {
      merchant,
      boughtOn,
      totalMinor: minor(row.total_minor),
      currency: row.receipt_currency,
      taxMinor: minor(row.tax_minor),
      roundingMinor: minor(row.rounding_minor),
      payment: row.payment,
      items: row.items,
      pictures: row.pictures,
    },
  };
}

/** Keeps what a receipt said beside its entry. */
export async function insertReceipt(
  tx: Tx,
  { orgId, userId }: Scope,
  receipt: { id: string; entryId: string; inboxId: string; note: ReceiptNote; nowMs: number },
): Promise<void> {
  const { note } = receipt;
  await tx.query(
    `INSERT INTO receipt (id, org_id, user_id, entry_id, inbox_id, merchant, bought_on, total_minor, currency, tax_minor,
       rounding_minor, payment, items, pictures, created_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13::jsonb, $14::jsonb, $15)`,
    [
      receipt.id,
      orgId,
      userId,
      receipt.entryId,
      receipt.inboxId,
      note.merchant,
      note.boughtOn,
      note.totalMinor,
      note.currency,
      note.taxMinor,
      note.roundingMinor,
      note.payment,
      JSON.stringify(note.items),
      JSON.stringify(note.pictures),
      new Date(receipt.nowMs).toISOString(),
    ],
  );
}

/** More pictures of a receipt that is kept already. */
export async function addPictures(
  tx: Tx,
  { userId }: Scope,
  id: string,
  pictures: readonly PictureMark[],
): Promise<void> {
  await tx.query("UPDATE receipt SET pictures = pictures || $3::jsonb WHERE user_id = $1 AND id = $2", [
    userId,
    id,
    JSON.stringify(pictures),
  ]);
}

/** The same file, or pictures that differ in a few bits of their hashes; those of one till on two days do, too. */
const SAME_PICTURE = `EXISTS (
  SELECT 1 FROM jsonb_to_recordset(r.pictures) AS was ("fileHash" text, "imageHash" text),
    jsonb_to_recordset($2::jsonb) AS new ("fileHash" text, "imageHash" text)
  WHERE was."fileHash" = new."fileHash"
    OR (bit_count((('x' || was."imageHash")::bit(64)) # (('x' || new."imageHash")::bit(64))) <= $5
      AND (r.bought_on = $3) IS NOT FALSE))`;

/** Of one day and total; more than these are not one receipt in many pictures. */
const MOST_ALIKE = 20;

/**
 * The live entry that this receipt made before, the latest first: by its file, by its picture, or by day, total and
 * merchant, as far as two pictures of one receipt read alike; null when there is none.
 */
export async function findSameReceipt(
  tx: Tx,
  { userId }: Scope,
  { pictures, merchant, boughtOn, totalMinor, currency }: ReceiptNote,
): Promise<KeptReceipt | null> {
  const rows = await tx.query<ReceiptRow & { same_picture: boolean }>(
    `SELECT * FROM (
       SELECT ${ROW}, r.created_at AS kept_at, ${SAME_PICTURE} AS same_picture,
         r.bought_on = $3 AND r.total_minor = $4 AND r.currency = $6 AS same_purchase
       FROM ${LIVE} WHERE r.user_id = $1) kept
     WHERE same_picture OR same_purchase ORDER BY kept_at DESC, receipt_id DESC LIMIT $7`,
    [userId, JSON.stringify(pictures), boughtOn, totalMinor, limits.samePictureBits, currency, MOST_ALIKE],
  );
  const row = rows.find(
    (kept) =>
      kept.same_picture ||
      areAlike(kept.receipt_merchant ?? merchant ?? "", merchant ?? kept.receipt_merchant ?? ""),
  );
  return row ? keptOf(row) : null;
}

/** The live receipts that earlier pictures of an album made. */
export async function receiptsOfAlbum(
  tx: Tx,
  { userId }: Scope,
  { chat, albumKey }: { chat: ChatAddress; albumKey: string },
): Promise<KeptReceipt[]> {
  const rows = await tx.query<ReceiptRow>(
    `SELECT ${ROW} FROM ${LIVE} JOIN inbox i ON i.id = r.inbox_id
     WHERE r.user_id = $1 AND i.platform = $2 AND i.account = $3 AND i.chat_key = $4 AND i.album_key = $5
     ORDER BY r.id`,
    [userId, chat.platform, chat.account, chat.chatKey, albumKey],
  );
  return rows.map(keptOf);
}

/** The receipt of the latest live record, when that is one and not older than `sinceMs`. */
export async function latestReceipt(tx: Tx, { userId }: Scope, sinceMs: number): Promise<KeptReceipt | null> {
  const row = await first<ReceiptRow>(
    tx,
    `SELECT ${ROW} FROM ${LIVE}
     WHERE r.user_id = $1 AND e.created_at >= $2 AND r.inbox_id = (
       SELECT inbox_id FROM ledger_entry WHERE user_id = $1 AND deleted_at IS NULL ORDER BY id DESC LIMIT 1)
     ORDER BY r.id DESC LIMIT 1`,
    [userId, new Date(sinceMs).toISOString()],
  );
  return row && keptOf(row);
}
