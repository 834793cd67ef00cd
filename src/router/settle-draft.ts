/**
 * Answers to "X, right?": what is shown is not recorded yet, and an answer may change it first (SPEC S3).
 *
 *   yes ────────────────────→ recorded
 *   yes, and a change ──────→ recorded with it: "yes but 33", "ya, makanan"
 *   a change alone ─────────→ shown again: "no, 20", "food", "semalam", "only the first", "tanpa blip"
 */
import { sameNumberIn } from "../kernel/money.ts";
import type {
  Change,
  CorrectInput,
  ReadItem,
  Reading,
  RecordInput,
  ReminderInput,
} from "../kernel/reading.ts";
import type { PlanItem } from "../kernel/types.ts";
import { readChoice, readSaying, readSubset, withoutBut } from "../language/choices.ts";
import type { Option } from "../store/pending-question.ts";
import { correctionIn } from "./settle-change.ts";
import { amendedReminder } from "./settle-reminder.ts";
import { LEAVE, type Said, type Settled } from "./settled.ts";

/** A day, a category, an amount: more words than that are a message of their own. */
const MOST_BARE_WORDS = 3;

/** What a confirmation shows, which its Change button would change. */
export function draftsOf(options: readonly Option[]): readonly PlanItem[] | null {
  const change = changeOption(options)?.does[0];
  return change ? (change.input as { items: readonly PlanItem[] }).items : null;
}

function changeOption(options: readonly Option[]): Option | undefined {
  return options.find(({ does }) => does.some(({ tool }) => tool === "amend"));
}

/** @param drafts what `options` show, which is not recorded yet */
export function drafted(options: readonly Option[], drafts: readonly PlanItem[], said: Said): Settled | null {
  const change = changeOption(options);
  if (change && readSaying(said.text) === "change") return { option: change };
  const reminder = reminderIn(drafts);
  if (reminder) return redraftedReminder(reminder, said);
  const some = subset(drafts, said);
  if (some) return some;
  const agreed = afterAnswer(said, "yes");
  if (agreed) return agreedTo(drafts, agreed);
  const refused = afterAnswer(said, "no");
  if (refused) return amended(drafts, refused);
  if (said.reading.items[0]?.tool === "correct") return amended(drafts, said);
  return bareChange(drafts, said);
}

function reminderIn(drafts: readonly PlanItem[]): PlanItem | undefined {
  return drafts.length === 1 ? drafts.find(({ tool }) => tool === "reminder") : undefined;
}

/** "No, every 5th", "8pm": the reminder as it would be now. */
function redraftedReminder(reminder: PlanItem, said: Said): Settled | null {
  const behind = afterAnswer(said, "no") ?? afterAnswer(said, "yes");
  if (behind) return amendedReminder(reminder, behind);
  const short = said.text.trim().split(/\s+/).length <= MOST_BARE_WORDS;
  return short || said.reading.items[0]?.tool === "correct" ? amendedReminder(reminder, said) : null;
}

/** "Yes but 33", "no, 20": what is said behind the answer, read by itself. */
function afterAnswer(said: Said, answer: "yes" | "no"): Said | null {
  const [first = "", ...rest] = said.text.trim().split(/[\s,]+/);
  const text = withoutBut(rest.join(" "));
  if (text === "" || said.reading.items[0]?.tool === "correct") return null;
  const { answer: begins, okay } = said.reread(first);
  const said1st = begins ?? (okay ? "yes" : undefined);
  return said1st === answer ? { ...said, text, reading: said.reread(text) } : null;
}

/** A yes with a change that is certain is the person's own word: it is recorded, and can be undone. */
function agreedTo(drafts: readonly PlanItem[], said: Said): Settled | null {
  const settled = amended(drafts, said);
  if (!settled || !("reading" in settled) || correctionIn(said)?.verdict !== "certain") return settled;
  return { ...settled, reading: { ...settled.reading, verdict: "certain" } };
}

/** "Food", "semalam", "usd", "20": it says what one field should be, and nothing else. */
function bareChange(drafts: readonly PlanItem[], said: Said): Settled | null {
  if (said.text.trim().split(/\s+/).length > MOST_BARE_WORDS) return null;
  const correction = correctionIn({ ...said, reading: said.reread(`change it to ${said.text}`) });
  if (correction?.verdict !== "certain" || correction.input.change.description !== undefined) return null;
  const record = said.reading.items[0]?.tool === "expense" || said.reading.items[0]?.tool === "income";
  if (record && said.reading.verdict === "certain") return null;
  return amendedWith(drafts, correction.input, said);
}

/** Only what was named changes; a bare amount is in the currency that the item has. */
function withChange(
  before: RecordInput,
  { amountMinor, kind: _, merchant, ...rest }: Change,
  ownCurrency: string,
): RecordInput {
  const named = Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== undefined));
  const after: RecordInput = {
    ...before,
    ...named,
    ...(merchant === undefined ? {} : { merchant: merchant ?? undefined }),
  };
  if (amountMinor === undefined) {
    if (rest.currency === undefined) return after;
    // "It was usd": the same number of another money.
    const same = sameNumberIn(before, rest.currency);
    return same === null ? before : { ...after, amountMinor: same };
  }
  if (rest.currency !== undefined) return { ...after, amountMinor };
  const same = sameNumberIn({ amountMinor, currency: ownCurrency }, before.currency);
  return { ...after, amountMinor: same ?? amountMinor };
}

/** After a Change button, or "no, 20": the items as they would be now, to be confirmed again. */
export function amended(items: readonly PlanItem[], said: Said): Settled | null {
  const reminder = reminderIn(items);
  if (reminder) return amendedReminder(reminder, said);
  const { reading } = said;
  if (reading.verdict === "certain" && reading.mode !== "edit" && !isBare(said)) return null;
  const correction = correctionIn(said);
  return correction && amendedWith(items, correction.input, said);
}

/** "Yesterday" and "today" alone ask something, and here they answer. */
function isBare({ text, reading }: Said): boolean {
  return (
    text.trim().split(/\s+/).length <= MOST_BARE_WORDS &&
    reading.items.every(({ tool }) => tool !== "expense" && tool !== "income")
  );
}

function amendedWith(
  items: readonly PlanItem[],
  { target, change }: CorrectInput,
  said: Said,
): Settled | null {
  const at = placeOf(items, target);
  const item = items[at];
  if (!item) return null;
  // The item was checked by its tool when it was shown, and is checked again when it is run.
  const before = item.input as RecordInput;
  const changed = withChange(before, change, said.ownCurrency);
  // A category that the person named by itself is a lesson, as after a correction.
  const taught = change.category !== undefined && change.description === undefined && item.tool === "expense";
  const input: RecordInput = taught ? { ...changed, teaches: true } : changed;
  const amendedItem = { tool: change.kind ?? item.tool, input } as ReadItem;
  return shown(items.with(at, amendedItem) as readonly ReadItem[], said);
}

/** What names a draft, lower case: a record by what it was and its category, a reminder by its title, a cap by its category. */
function wordsOf({ input }: PlanItem): string {
  const { description, title, category } = input as Partial<RecordInput & ReminderInput>;
  return [description, title, category].join(" ").trim().toLowerCase();
}

/** Which draft is meant: the only one, or the one that has the words. */
function placeOf(
  items: readonly PlanItem[],
  { words, date, amountMinor, recordId }: CorrectInput["target"],
): number {
  if (recordId !== undefined) return -1;
  const named = words.length > 0 || date !== undefined || amountMinor !== undefined;
  if (!named) return items.length === 1 ? 0 : -1;
  const fitting = items.flatMap((item, place) => {
    const draft = item.input as RecordInput;
    const has = words.every((word) => wordsOf(item).includes(word));
    const same =
      (date ?? draft.date) === draft.date && (amountMinor ?? draft.amountMinor) === draft.amountMinor;
    return has && same ? [place] : [];
  });
  return fitting.length === 1 ? (fitting[0] ?? -1) : -1;
}

function shown(items: readonly ReadItem[], { reading, text }: Said): Settled {
  const ofReceipt = items.some(({ input }) => "receipt" in input && input.receipt !== undefined);
  const kind = items.every(({ tool }) => tool === "income") ? "income" : "expense";
  const mode = ofReceipt ? "receipt" : kind;
  const whole: Reading = { mode, verdict: "likely", language: reading.language, doubts: [], items };
  return { reading: whole, text };
}

/** "Only the first", "tanpa blip": some of the drafts, shown again; none of them is a no. */
function subset(drafts: readonly PlanItem[], said: Said): Settled | null {
  const wanted = readSubset(said.text);
  if (!wanted || wanted.words === "") return null;
  const places = readChoice(wanted.words, drafts.length) ?? named(drafts, wanted.words);
  if (places.length === 0) return null;
  const kept = drafts.filter((_, place) => places.includes(place) === wanted.keep);
  if (kept.length === 0) return LEAVE;
  return kept.length === drafts.length ? null : shown(kept as readonly ReadItem[], said);
}

/** The drafts whose description has all of the words; a word that none has makes it another message. */
function named(drafts: readonly PlanItem[], words: string): readonly number[] {
  const parts = words.split(/ (?:and|dan|n|&) /).map((part) => part.split(" "));
  const descriptions = drafts.map((draft) => wordsOf(draft).split(" "));
  const found = parts.map((part) =>
    descriptions.flatMap((has, place) => (part.every((word) => has.includes(word)) ? [place] : [])),
  );
  return found.some((places) => places.length === 0) ? [] : found.flat();
}
