/**
 * Words about a bill (SPEC S5): "paid", "unifi dah bayar", "rent paid 900", "skip", "snooze till tomorrow". They are such
 * only when there is a reminder that they can be about; otherwise the message is what its reading says.
 */
import { limits } from "../kernel/limits.ts";
import type { Reading } from "../kernel/reading.ts";
import { nextOccurrence } from "../kernel/recurrence.ts";
import type { DuePeriod, Mode, PlanItem, Reminder } from "../kernel/types.ts";
import { type BillWords, billWords } from "../language/bills.ts";
import { firingsOf, openFirings } from "../store/due-periods.ts";
import type { WaitingEvent } from "../store/inbox.ts";
import type { Option } from "../store/pending-question.ts";
import type { Person } from "../store/people.ts";
import { findReminders } from "../store/reminders.ts";
import type { Tx } from "../store/sql.ts";
import { answering } from "../tools/tool.ts";
import type { AsUser, Decision } from "./decision.ts";

/** A bill that the words may be about, and the period that they would close. */
interface Candidate {
  readonly title: string;
  readonly period: DuePeriod;
  /** Not told yet, and longer away than half of its rhythm: was it paid ahead? */
  readonly far: boolean;
  /** The latest period, when it is paid. */
  readonly paidOn: string | null;
}

/** What was read as one certain record: its amount and day are those of the payment. */
function paymentIn({ verdict, items }: Reading) {
  const [item] = items;
  return verdict === "certain" && items.length === 1 && item?.tool === "expense" ? item.input : null;
}

/** @returns null when the message is not about a bill that is kept */
export async function billDecision(
  event: WaitingEvent,
  person: Person,
  { reading, asUser }: { reading: Reading; asUser: AsUser },
): Promise<Decision | null> {
  const said = billWords(event.text);
  if (said === undefined) return null;
  const payment = paymentIn(reading);
  const nothingElse = reading.verdict !== "certain" || reading.mode === "small_talk";
  if (!nothingElse && !(payment && said.does === "paid")) return null;
  // An amount that was not read for certain is no part of a bill's words.
  if (said.does === "paid" && !payment && reading.items.some(({ tool }) => tool === "expense")) return null;
  const words = payment ? payment.description.toLowerCase().split(/\s+/) : said.words;
  const found = await asUser((tx) =>
    words.length === 0
      ? toldLately(tx, person, event.receivedAtMs)
      : named(tx, person, { words, does: said.does, nowMs: event.receivedAtMs }),
  );
  const [only, second] = found;
  if (!only && said.does !== "paid" && words.length === 0) return nothingWaits(reading);
  if (!only || (payment && (second || only.far))) return null;
  const mode: Mode = said.does === "paid" ? "expense" : "reminder";
  const item = (candidate: Candidate): PlanItem => ({
    tool: said.does,
    input: {
      ...candidate.period,
      ...(said.does === "snooze" ? { until: said.until } : {}),
      ...(payment ? paid(payment) : {}),
    },
  });
  const decision: Decision = {
    plan: { mode, source: "reader", items: [] },
    verdict: "certain",
    language: reading.language,
    say: ({ say }) => ({ text: say.leftAlone }),
  };
  if (second) return { ...decision, say: which(found, item, mode) };
  if (only.far && said.does === "paid") return { ...decision, say: ahead(only, item(only)) };
  return { ...decision, plan: { ...decision.plan, items: [item(only)] } };
}

/** "Snooze", "skip": words that are about nothing else. What also says a day or asks for a reminder goes its own way. */
function nothingWaits({ verdict, language, mode }: Reading): Decision | null {
  if (mode !== "unclear" && mode !== "chat") return null;
  const plan = { mode: "reminder" as const, source: "reader" as const, items: [] };
  return { plan, verdict, language, say: ({ say }) => ({ text: say.reminders.nothingWaits }) };
}

function paid({ amountMinor, currency, date }: NonNullable<ReturnType<typeof paymentIn>>): object {
  return { amountMinor, currency, date };
}

/** What was pushed a short while ago and waits. */
async function toldLately(tx: Tx, { scope }: Person, nowMs: number): Promise<Candidate[]> {
  const open = await openFirings(tx, scope, limits.mostChoices);
  return open
    .filter(({ dueAtMs }) => dueAtMs >= nowMs - limits.billWordsMs)
    .map(({ title, reminderId, dueOn, dueAtMs }) => ({
      title,
      period: { reminderId, dueOn, dueAtMs },
      far: false,
      paidOn: null,
    }));
}

async function named(
  tx: Tx,
  { scope }: Person,
  { words, does, nowMs }: { words: readonly string[]; does: BillWords["does"]; nowMs: number },
): Promise<Candidate[]> {
  const reminders = await findReminders(tx, scope, { target: { words }, most: limits.mostChoices });
  const candidates: Candidate[] = [];
  for (const reminder of reminders) {
    // What records itself is not paid by hand.
    if (reminder.kind === "recurring") continue;
    const candidate = await candidateOf(tx, scope, { reminder, does, nowMs });
    if (candidate) candidates.push(candidate);
  }
  return candidates;
}

/** The period that waits; when none does, the one that comes, which can be paid or skipped ahead. */
async function candidateOf(
  tx: Tx,
  scope: Person["scope"],
  { reminder, does, nowMs }: { reminder: Reminder; does: BillWords["does"]; nowMs: number },
): Promise<Candidate | null> {
  const { id, title, nextDueOn, nextDueAtMs } = reminder;
  const [latest] = await firingsOf(tx, scope, id, 1);
  if (latest?.state === "open") {
    const { dueOn, dueAtMs } = latest;
    return { title, period: { reminderId: id, dueOn, dueAtMs }, far: false, paidOn: null };
  }
  if (does === "snooze" || nextDueOn === null || nextDueAtMs === null) return null;
  const behind = nextOccurrence(reminder, nextDueAtMs);
  const far = behind !== null && nextDueAtMs - nowMs > (behind.atMs - nextDueAtMs) / 2;
  const paidOn = latest?.state === "paid" ? latest.dueOn : null;
  return { title, period: { reminderId: id, dueOn: nextDueOn, dueAtMs: nextDueAtMs }, far, paidOn };
}

/** Several bills fit: which one? */
function which(
  found: readonly Candidate[],
  item: (candidate: Candidate) => PlanItem,
  mode: Mode,
): Decision["say"] {
  return ({ say, today }) => {
    const lines = found.map(({ title, period }) => `${title} · ${say.day(period.dueOn, today)}`);
    const options: Option[] = found.map((candidate, position) => ({
      label: String(position + 1),
      line: lines[position],
      does: [item(candidate)],
      mode,
    }));
    return {
      text: say.whichOne(lines),
      buttons: answering(options),
      question: { kind: "choice", options, asks: say.whichOne(lines) },
    };
  };
}

/** Its next period is a good while away: was that one paid? */
function ahead({ title, period, paidOn }: Candidate, item: PlanItem): Decision["say"] {
  return ({ say, today }) => {
    const options: Option[] = [
      { label: say.buttons.yes, does: [item], mode: "expense", answer: "yes" },
      { label: say.buttons.no, does: [], mode: "unclear", answer: "no" },
    ];
    const text = say.reminders.askAhead(title, period.dueOn, paidOn, today);
    return { text, buttons: answering(options), question: { kind: "choice", options, asks: text } };
  };
}
