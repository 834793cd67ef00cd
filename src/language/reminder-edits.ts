/** Changing a reminder by talking (SPEC S5): "change the rent reminder to the 5th", "tukar peringatan unifi ke RM159". */
import { weekdayOf } from "../kernel/calendar.ts";
import { limits } from "../kernel/limits.ts";
import type { Change, Doubt, Reading } from "../kernel/reading.ts";
import overrides from "./data/overrides.json" with { type: "json" };
import type { Message } from "./message.ts";
import { has, type Piece } from "./pieces.ts";
import { readingOf } from "./reading-of.ts";
import { writeRecurrence } from "./recurrences.ts";
import { hasUnknownWords, targetOf } from "./targets.ts";
import { resolveWhen } from "./when.ts";

const MOST_PIECES = 16;
const ANYMORE = new Set(overrides.anymoreWords);

function firstWord(pieces: readonly Piece[]): Piece | undefined {
  return pieces.find((piece) => piece.kind === "word" && !has(piece, "particle") && !has(piece, "ask"));
}

function isReminder(piece: Piece): boolean {
  return has(piece, "kindReminder") || has(piece, "reminderNoun");
}

/** "Make it 8pm": only what reminds has a time. */
function isTimeOnly(pieces: readonly Piece[], first: Piece): boolean {
  const rest = pieces.filter((piece) => piece !== first && piece.kind !== "mark" && piece.date === undefined);
  const pointing = rest.every(
    (piece) =>
      has(piece, "lastOne") || has(piece, "pointing") || has(piece, "newLead") || has(piece, "particle"),
  );
  const day = pieces.some(({ date }) => date?.when !== undefined || date?.rhythm !== undefined);
  return pointing && !day && pieces.some(({ date }) => date?.time !== undefined);
}

interface NewSchedule {
  readonly change: Change;
  readonly doubts: readonly Doubt[];
}

/** The day, time and rhythm that are named. */
function scheduleIn({ pieces, today }: Message): NewSchedule {
  const time = pieces.find(({ date }) => date?.time !== undefined)?.date?.time;
  const rhythm = pieces.find(({ date }) => date?.rhythm !== undefined)?.date?.rhythm;
  const when = pieces.find(({ date }) => date?.when !== undefined)?.date?.when;
  if (rhythm !== undefined) {
    const day = { weekday: weekdayOf(today), day: Number(today.slice(8)), month: Number(today.slice(5, 7)) };
    const written = writeRecurrence(rhythm, when, day);
    if (written === null) return { change: { time }, doubts: ["bad_date"] };
    return { change: { time, recurrence: written.recurrence }, doubts: written.sure ? [] : ["bad_date"] };
  }
  if (when === undefined) return { change: { time }, doubts: [] };
  const day = resolveWhen(when, today, "future");
  if (day === null) return { change: { time }, doubts: ["no_such_date"] };
  return { change: { time, date: day.date }, doubts: day.sure ? [] : ["bad_date"] };
}

/** "Don't remind me about gym anymore", "jangan ingatkan pasal gym lagi": no new one, and an end of what there is. */
export function readReminderEnd(message: Message): Reading | undefined {
  const { pieces, language } = message;
  const at = pieces.findIndex((piece) => has(piece, "remind"));
  const verb = pieces[at];
  const not = pieces[at - 1];
  if (verb === undefined || has(verb, "reminderNoun") || not === undefined || !has(not, "negation"))
    return undefined;
  // With a day or money in it, it is about a reminder that is not to be set.
  if (pieces.some((piece) => piece.date !== undefined || piece.kind === "amount")) return undefined;
  const rest = pieces.filter((piece) => piece !== verb && piece !== not && !ANYMORE.has(piece.lower));
  const { words } = targetOf(rest, message);
  const latest = words.length === 0 ? limits.mostLatest : undefined;
  const target = { words, kind: "reminder" as const, latest };
  // Without an "anymore" it may be about one that is only thought of.
  const ends = pieces.some(({ lower }) => ANYMORE.has(lower));
  const doubts: Doubt[] = ends ? [] : ["negated"];
  return readingOf("edit", [{ tool: "delete", input: { target } }], { language, doubts });
}

/** The message as a change of a reminder, or undefined. */
export function readReminderChange(message: Message): Reading | undefined {
  const { pieces, language } = message;
  const first = firstWord(pieces);
  if (first === undefined || pieces.length > MOST_PIECES || !has(first, "edit")) return undefined;
  const named = pieces.some(isReminder);
  if (named ? has(first, "remind") : !isTimeOnly(pieces, first)) return undefined;
  const schedule = scheduleIn(message);
  const amounts = pieces.filter((piece) => piece.kind === "amount");
  const [amount] = amounts;
  const change: Change = {
    ...schedule.change,
    amountMinor: amount?.amount?.amountMinor,
    currency: amount?.amount?.explicit === true ? amount.amount.currency : undefined,
  };
  const rest = pieces.filter(
    (piece) => piece !== first && piece.date === undefined && piece.kind !== "amount",
  );
  const target = { words: targetOf(rest, message).words, kind: "reminder" as const };
  const doubts: Doubt[] = [...schedule.doubts];
  if (amounts.length > 1) doubts.push("two_amounts");
  if (amount?.amount?.soft !== undefined) doubts.push(amount.amount.soft);
  for (const { doubt } of pieces) if (doubt !== undefined) doubts.push(doubt);
  if (hasUnknownWords(rest)) doubts.push("unknown_words");
  // Nothing to change it to: what was meant is asked.
  if (Object.values(change).every((value) => value === undefined))
    return readingOf("edit", [], { language, doubts: doubts.length > 0 ? doubts : ["bad_date"] });
  return readingOf("edit", [{ tool: "correct", input: { target, change } }], { language, doubts });
}
