/**
 * Words about a bill (SPEC S5): "paid", "unifi dah bayar", "rent paid 900", "skip", "snooze till tomorrow". They are such
 * only when there is a reminder that they can be about; otherwise the message is what its reading says.
 */
import { limits } from "../kernel/limits.ts";
import type { Reading, RecordInput } from "../kernel/reading.ts";
import { nextOccurrence } from "../kernel/recurrence.ts";
import type { DuePeriod, Mode, PlanItem, Reminder } from "../kernel/types.ts";
import { type BillWords, billWords } from "../language/bills.ts";
import type { Shape } from "../language/shape.ts";
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

/** How a message of this person's reads. */
interface Read {
  readonly reading: Reading;
  /** Reads other words at the same moment. */
  reread(words: string): Reading;
  readonly shape: Shape;
}

type Payment = Pick<RecordInput, "amountMinor" | "currency" | "date" | "description">;

/** What was read as one certain record: its amount and day are those of the payment. */
function paymentIn({ verdict, items }: Reading): Payment | null {
  const [item] = items;
  return verdict === "certain" && items.length === 1 && item?.tool === "expense" ? item.input : null;
}

/** "Paid 350", "dah bayar 350 semalam": an amount of the bill that was told, and no record without one. */
function amountAlone(text: string, { reading, reread, shape }: Read): Payment | null {
  if (shape.amounts !== 1 || shape.words > 0 || reading.mode !== "unclear") return null;
  const { items, doubts } = reread(`bill ${text}`);
  const [item] = items;
  // "Paid already" beside it is no word of a record.
  const plain = doubts.every((doubt) => doubt === "unknown_words");
  return plain && items.length === 1 && item?.tool === "expense" ? item.input : null;
}

/** Whether the words say which bill they are about: then they are no answer to a question about others. */
export function namesBill(text: string): boolean {
  return (billWords(text)?.words.length ?? 0) > 0;
}

/** What a message does to which bills. */
interface Meant {
  readonly said: BillWords;
  /** Of the bill; empty for the one that was told lately. */
  readonly words: readonly string[];
  readonly payment: Payment | null;
  /** The payment is a whole record, with or without a bill. */
  readonly isRecord: boolean;
}

function meantBy(text: string, read: Read): Meant | null {
  const said = billWords(text);
  if (said === undefined) return null;
  const { reading } = read;
  if (said.does !== "paid")
    return reading.verdict === "certain" && reading.mode !== "small_talk"
      ? null
      : { said, words: said.words, payment: null, isRecord: false };
  const record = paymentIn(reading);
  if (record)
    return { said, words: record.description.toLowerCase().split(/\s+/), payment: record, isRecord: true };
  // What is certainly something else, and an amount that was not read for certain, are no bill's words.
  const other = reading.verdict === "certain" && reading.mode !== "small_talk";
  if (other || reading.items.some(({ tool }) => tool === "expense")) return null;
  const payment = amountAlone(text, read);
  return { said, words: payment ? [] : said.words, payment, isRecord: false };
}

/** @returns null when the message is not about a bill that is kept */
export async function billDecision(
  event: WaitingEvent,
  person: Person,
  { asUser, ...read }: Read & { asUser: AsUser },
): Promise<Decision | null> {
  const meant = meantBy(event.text, read);
  if (meant === null) return null;
  const { said, words, payment, isRecord } = meant;
  const found = await asUser((tx) =>
    words.length === 0
      ? toldLately(tx, person, event.receivedAtMs)
      : named(tx, person, { words, does: said.does, nowMs: event.receivedAtMs }),
  );
  const [only, second] = found;
  if (!only) return words.length === 0 && !payment ? nothingWaits(read.reading, said) : null;
  if (isRecord && (second || only.far)) return null;
  const mode: Mode = said.does === "paid" ? "expense" : "reminder";
  const item = (candidate: Candidate): PlanItem => ({
    tool: said.does,
    input: {
      ...candidate.period,
      ...(said.does === "snooze" ? { until: said.until } : {}),
      ...(payment ? paid(payment) : {}),
    },
  });
  const decision = saying(read.reading, mode, ({ say }) => ({ text: say.leftAlone }));
  if (second) return { ...decision, say: which(found, item, mode) };
  if (only.far && said.does === "paid") return { ...decision, say: ahead(only, item(only)) };
  return { ...decision, plan: { ...decision.plan, items: [item(only)] } };
}

function saying({ language }: Reading, mode: Mode, say: Decision["say"]): Decision {
  return { plan: { mode, source: "reader", items: [] }, verdict: "certain", language, say };
}

/** "Paid", "snooze", "skip": words that are about nothing else. What also says a day or asks for a reminder goes its own way. */
function nothingWaits(reading: Reading, { does }: BillWords): Decision | null {
  if (reading.mode !== "unclear" && reading.mode !== "chat") return null;
  return saying(reading, "reminder", ({ say }) => ({
    text: does === "paid" ? say.reminders.nothingToPay : say.reminders.nothingWaits,
  }));
}

function paid({ amountMinor, currency, date }: Payment): object {
  return { amountMinor, currency, date };
}

/** What was pushed a short while ago and waits. */
async function toldLately(tx: Tx, { scope }: Person, nowMs: number): Promise<Candidate[]> {
  const open = await openFirings(tx, scope, limits.mostChoices);
  return open
    .filter(({ toldAtMs }) => toldAtMs >= nowMs - limits.billWordsMs)
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
