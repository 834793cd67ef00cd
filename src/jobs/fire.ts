/**
 * Fires what is due (SPEC S5): reminders, recurring records, nudges and snoozes. Any number of processes may do so at
 * once; each batch is one transaction of its own, so that a crash leaves all of it or none.
 *
 *   claim ─→ plan (due.ts) ─→ firing rows, once each ─→ entries, pushes (push.ts) ─→ advance ─→ commit, senders woken
 */
import type { Clock } from "../kernel/clock.ts";
import type { Ids } from "../kernel/ids.ts";
import { limits } from "../kernel/limits.ts";
import type { Database } from "../store/database.ts";
import { isPassing } from "../store/failures.ts";
import {
  advance,
  cancelSettled,
  claimDue,
  endWhenSilent,
  type FiringDraft,
  insertFirings,
  linkFirings,
  type MissedRow,
  unsaidMissed,
} from "../store/firings.ts";
import { type PushDraft, writePushes } from "../store/pushes.ts";
import { writeRecorded } from "../store/recorded.ts";
import type { Tx } from "../store/sql.ts";
import { claimWakes, setNudges, type Wake } from "../store/wakes.ts";
import { type DuePlan, nudgeAt, planDue } from "./due.ts";
import { duePush } from "./push.ts";
import { recordedPushes, recordingOf } from "./recording.ts";

export interface FireOptions {
  readonly database: Database;
  readonly clock: Clock;
  readonly ids: Ids;
  /** Called after each batch that wrote something to be sent. */
  readonly onPush?: (() => void) | undefined;
  /** No further batch is begun once it is aborted. */
  readonly signal?: AbortSignal | undefined;
}

export interface Fired {
  /** Pushes of due moments, on time or late. */
  fired: number;
  nudged: number;
  snoozed: number;
  /** Entries of recurring records. */
  recorded: number;
  /** Moments that passed without a push. */
  missed: number;
}

/** @returns what was fired in this call, when nothing is due any more, or the time of one run is over */
export async function fireDue(options: FireOptions): Promise<Fired> {
  const { database, onPush, signal } = options;
  const total: Fired = { fired: 0, nudged: 0, snoozed: 0, recorded: 0, missed: 0 };
  const until = performance.now() + limits.jobRunMs;
  const over = (): boolean => signal?.aborted === true || performance.now() > until;
  for (const batch of [fireReminders, fireWakes]) {
    for (;;) {
      if (over()) return total;
      const did = await passing(() =>
        database.withSystem(async (tx) => {
          await endWhenSilent(tx);
          return batch(tx, options);
        }),
      );
      if (did === null) break;
      for (const key of Object.keys(total) as (keyof Fired)[]) total[key] += did[key] ?? 0;
      onPush?.();
    }
  }
  await cancelSettled(database.system);
  return total;
}

/** A bill that is paid in the very moment of its push may stand in its way once (a deadlock, which the server ends). */
async function passing<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!isPassing(error)) throw error;
    return work();
  }
}

/** One batch of due reminders; null when there was none. */
async function fireReminders(tx: Tx, { clock, ids }: FireOptions): Promise<Partial<Fired> | null> {
  const nowMs = clock.now();
  const reminders = await claimDue(tx, nowMs, limits.firingBatch);
  if (reminders.length === 0) return null;
  const plans = reminders.map((reminder) => planDue(reminder, nowMs));
  const drafts = plans.map((plan) => ({ plan, firings: firingsOf(plan, ids, nowMs) }));
  const written = await insertFirings(
    tx,
    drafts.flatMap(({ firings }) => firings),
    nowMs,
  );
  const done = drafts.map(({ plan, firings }) => ({
    plan,
    firings: firings.filter(({ id }) => written.has(id)),
  }));
  const recordings = done.flatMap(
    ({ plan, firings }) => recordingOf(plan.reminder, firings, ids, nowMs) ?? [],
  );
  const pushed = await pushDue(tx, done, { ids, nowMs });
  await writeRecorded(
    tx,
    recordings.map(({ draft }) => draft),
    nowMs,
  );
  await writePushes(tx, [...pushed.pushes, ...(await recordedPushes(tx, recordings, nowMs))]);
  await linkFirings(tx, [...pushed.links, ...recordings.flatMap(({ links }) => links)]);
  await advance(
    tx,
    plans.map(({ reminder, next }) => ({ reminderId: reminder.reminderId, next })),
  );
  return {
    fired: pushed.pushes.length,
    recorded: recordings.reduce((sum, { links }) => sum + links.length, 0),
    missed: done.flatMap(({ firings }) => firings.filter(({ state }) => state === "missed")).length,
  };
}

/** The firing rows of a plan, oldest first. */
function firingsOf(
  { reminder, push, missed, record, tooLate }: DuePlan,
  ids: Ids,
  nowMs: number,
): FiringDraft[] {
  const rows: FiringDraft[] = [];
  const add = (due: FiringDraft["due"], state: FiringDraft["state"], nudgeAtMs: number | null): void => {
    rows.push({ id: ids.next(), reminder, due, kind: "due", state, nudgeAtMs });
  };
  for (const due of missed) add(due, "missed", null);
  for (const due of record) add(due, "recorded", null);
  if (push) add(push, "open", tooLate ? null : nudgeAt(reminder, push, nowMs));
  return rows;
}

interface Links {
  readonly firingId: string;
  readonly outboxId: string | null;
  readonly entryId?: string | undefined;
}

/** The pushes of what is open now; each mentions what was missed before it, once. */
async function pushDue(
  tx: Tx,
  done: readonly { plan: DuePlan; firings: readonly FiringDraft[] }[],
  { ids, nowMs }: { ids: Ids; nowMs: number },
): Promise<{ pushes: PushDraft[]; links: Links[] }> {
  const open = done.flatMap(({ plan, firings }) => {
    const firing = firings.find(({ state }) => state === "open");
    return firing ? [{ plan, firing }] : [];
  });
  const missed =
    open.length === 0
      ? new Map<string, MissedRow[]>()
      : await unsaidMissed(
          tx,
          open.map(({ plan }) => plan.reminder),
        );
  const pushes: PushDraft[] = [];
  const links: Links[] = [];
  for (const { plan, firing } of open) {
    const { reminder, tooLate } = plan;
    const before = missed.get(reminder.reminderId) ?? [];
    const occasion = { kind: tooLate ? ("missed" as const) : ("due" as const), before };
    const push = duePush(reminder, { id: ids.next(), due: firing.due, occasion, nowMs });
    if (!push) continue;
    pushes.push(push);
    links.push(
      ...[firing.id, ...before.map(({ firingId }) => firingId)].map((firingId) => ({
        firingId,
        outboxId: push.id,
      })),
    );
  }
  return { pushes, links };
}

/** One batch of nudges and ended snoozes; null when there was none. */
async function fireWakes(tx: Tx, { clock, ids }: FireOptions): Promise<Partial<Fired> | null> {
  const nowMs = clock.now();
  const wakes = await claimWakes(tx, nowMs, limits.firingBatch);
  if (wakes.length === 0) return null;
  const told = wakes.filter((wake) => isTold(wake, nowMs));
  const drafts = told.map(({ reminder, kind, snoozes }): FiringDraft => {
    const name = kind === "nudge" ? kind : `snooze ${snoozes + 1}`;
    return { id: ids.next(), reminder, due: reminder.due, kind: name, state: "open", nudgeAtMs: null };
  });
  const written = await insertFirings(tx, drafts, nowMs);
  const pushes: PushDraft[] = [];
  const links: Links[] = [];
  for (const [position, { reminder, kind }] of told.entries()) {
    const firing = drafts[position];
    if (!firing || !written.has(firing.id)) continue;
    const push = duePush(reminder, { id: ids.next(), due: reminder.due, occasion: { kind }, nowMs });
    if (!push) continue;
    pushes.push(push);
    links.push({ firingId: firing.id, outboxId: push.id });
  }
  await writePushes(tx, pushes);
  await linkFirings(tx, links);
  await setNudges(
    tx,
    wakes.map(({ firingId, kind, open, nudged, reminder }) => ({
      firingId,
      nudgeAtMs: open && kind === "snooze" && !nudged ? nudgeAt(reminder, reminder.due, nowMs) : null,
    })),
  );
  const nudged = told.filter(({ kind }) => kind === "nudge").length;
  return { nudged, snoozed: told.length - nudged };
}

/** A snooze was asked for, so it is kept however late; a nudge that is a day late is let be. */
function isTold({ open, kind, atMs, reminder }: Wake, nowMs: number): boolean {
  if (!open || reminder.to === null) return false;
  return kind === "snooze" || nowMs - atMs <= limits.tooLateAfterMs;
}
