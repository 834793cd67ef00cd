/**
 * The look back at a week and at a month (SPEC S11), in the user's morning. Idempotent: each is made once, by the key of
 * its table, together with the message that says it; one that has nothing to say has its row alone.
 *
 *   zones where it is morning ─→ whose period has ended ─→ ┌ one transaction a batch ────────────┐ ─→ sender
 *                                                          │ row claimed, figures, outbox written │
 *                                                          └─────────────────────────────────────┘
 */
import { DateTime } from "luxon";
import type { Ids } from "../kernel/ids.ts";
import { limits } from "../kernel/limits.ts";
import { isQuietAt } from "../kernel/quiet-hours.ts";
import type { CapState, Entry, Money } from "../kernel/types.ts";
import { type DigestFigures, messagesIn } from "../messages/index.ts";
import { capStatesOf, nearestCap } from "../store/caps.ts";
import type { Database } from "../store/database.ts";
import {
  claimDigests,
  type DigestCursor,
  type DigestMessage,
  type DigestSum,
  type DueDigest,
  digestLargest,
  digestSums,
  digestZones,
  dueDigests,
  writeDigests,
  type ZoneDay,
} from "../store/digests.ts";
import type { Tx } from "../store/sql.ts";

export interface DigestDeps {
  readonly database: Database;
  readonly ids: Ids;
  readonly nowMs: number;
}

const START: DigestCursor = { userId: "00000000-0000-0000-0000-000000000000", kind: "" };

/**
 * Makes every digest that is due at `nowMs`, ms since the epoch.
 * @returns how many messages were written
 */
export async function makeDigests({ database, ids, nowMs }: DigestDeps): Promise<number> {
  const zones = (await digestZones(database.system)).flatMap((zone) => zoneDay(zone, nowMs));
  if (zones.length === 0) return 0;
  let made = 0;
  let after: DigestCursor | undefined = START;
  while (after) {
    const cursor: DigestCursor = after;
    const batch = await database.withSystem((tx) => makeBatch(tx, { zones, cursor, ids, nowMs }));
    made += batch.made;
    after = batch.next;
  }
  return made;
}

/** The day in a zone whose morning has begun. */
function zoneDay(zone: string, nowMs: number): ZoneDay[] {
  const there = DateTime.fromMillis(nowMs, { zone });
  if (!there.isValid || there.hour < limits.digestFromHour) return [];
  return [{ zone, day: there.toFormat("yyyy-MM-dd"), late: there.hour >= limits.digestUntilHour }];
}

interface Batch {
  readonly zones: readonly ZoneDay[];
  readonly cursor: DigestCursor;
  readonly ids: Ids;
  readonly nowMs: number;
}

async function makeBatch(
  tx: Tx,
  { zones, cursor, ids, nowMs }: Batch,
): Promise<{ made: number; next: DigestCursor | undefined }> {
  const found = await dueDigests(tx, { zones, after: cursor, most: limits.digestBatch });
  const next = found.length < limits.digestBatch ? undefined : found.at(-1);
  const due = found.filter((one) => one.platform !== "" && isTime(one, nowMs));
  const ours = due.length === 0 ? [] : await claimDigests(tx, due, nowMs);
  const messages = ours.length === 0 ? [] : await messagesOf(tx, ours, ids);
  if (messages.length > 0) await writeDigests(tx, messages);
  return { made: messages.length, next };
}

const MINUTES = 60;

function minutesOf(time: string): number {
  const [hours = 0, minutes = 0] = time.split(":").map(Number);
  return hours * MINUTES + minutes;
}

/** In the morning, and not in quiet hours; those that begin with quiet hours wait for their end, and have as long then. */
function isTime({ zone, quietHours }: DueDigest, nowMs: number): boolean {
  const now = DateTime.fromMillis(nowMs, { zone }).toFormat("HH:mm");
  const opens = `${String(limits.digestFromHour).padStart(2, "0")}:00`;
  const start = quietHours !== null && isQuietAt(opens, quietHours) ? quietHours.to : opens;
  // Quiet hours that end tomorrow leave nothing of today.
  if (start < opens || isQuietAt(now, quietHours)) return false;
  const long = (limits.digestUntilHour - limits.digestFromHour) * MINUTES;
  return start <= now && minutesOf(now) < minutesOf(start) + long;
}

/** What each of them says; those with nothing to say are left out. */
async function messagesOf(tx: Tx, due: readonly DueDigest[], ids: Ids): Promise<DigestMessage[]> {
  const sums = await digestSums(tx, due);
  const largest = await digestLargest(tx, due);
  // A week and a month that end together end on the same day.
  const days = new Map(due.map(({ userId, to }) => [userId, { userId, date: to }]));
  const caps = await capStatesOf(tx, [...days.values()]);
  return due.flatMap((one) => {
    const isOf = (row: { userId: string; kind: string }) =>
      row.userId === one.userId && row.kind === one.kind;
    const figures = figuresOf(one, {
      sums: sums.filter(isOf),
      largest: largest.find(isOf)?.entry,
      caps: caps.filter(({ userId }) => userId === one.userId),
    });
    if (!figures) return [];
    const { digests } = messagesIn(one.language);
    const stop = { tool: "setting", input: { name: "digests", value: false } };
    return [
      {
        due: one,
        outboxId: ids.next(),
        text: digests.digest(figures),
        buttons: [{ label: digests.stop, does: [stop] }],
      },
    ];
  });
}

interface Found {
  readonly sums: readonly DigestSum[];
  readonly largest: Entry | undefined;
  readonly caps: readonly CapState[];
}

/** @returns null when nothing was spent */
function figuresOf(due: DueDigest, { sums, largest, caps }: Found): DigestFigures | null {
  const spent = sums.filter(({ count }) => count > 0);
  const total = (currency: string, of: "nowMinor" | "beforeMinor"): number =>
    sums.filter((sum) => sum.currency === currency).reduce((sum, row) => sum + row[of], 0);
  const changed = (currency: string, amountMinor: number): Money[] =>
    total(currency, "beforeMinor") === 0 ? [] : [{ amountMinor, currency }];
  // Amounts of two currencies do not compare: the user's own leads.
  const ownFirst = spent.toSorted(
    (one, other) => Number(other.currency === due.currency) - Number(one.currency === due.currency),
  );
  const currencies = [...new Set(ownFirst.map(({ currency }) => currency))];
  const [biggest] = ownFirst;
  if (!biggest) return null;
  const { kind, from, to, day: today } = due;
  const { category, currency, nowMinor, beforeMinor } = biggest;
  return {
    kind,
    today,
    period: { name: kind === "week" ? "range" : "month", from, to },
    totals: currencies.map((code) => ({ currency: code, amountMinor: total(code, "nowMinor") })),
    change: currencies.flatMap((code) => changed(code, total(code, "nowMinor") - total(code, "beforeMinor"))),
    biggest: { category, currency, amountMinor: nowMinor, change: changed(currency, nowMinor - beforeMinor) },
    // The last day's own cap says nothing of a week, nor a week's of a month.
    cap: nearestCap(caps.filter(({ period }) => period === "month" || period === kind)),
    largest,
  };
}
