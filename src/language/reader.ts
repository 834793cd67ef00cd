/**
 * The deterministic reader (SPEC S3, S14): what runs first on every text, and alone when there is no model.
 *
 *   text ─ normalise ─ tokens ─ pieces ─→ one mode after another, the narrow ones first ─→ Reading
 *
 * Certain means that every piece had a part to play; anything left over makes it a guess.
 */
import { limits } from "../kernel/limits.ts";
import type { Doubt, ReaderContext, ReadItem, Reading } from "../kernel/reading.ts";
import { readCap } from "./caps.ts";
import { readAdvice, readWorry } from "./coaching.ts";
import { readCommand } from "./commands.ts";
import { readCorrection } from "./corrections.ts";
import { languageWithout } from "./detect-language.ts";
import { readDigestSetting } from "./digest-setting.ts";
import { readDelete, readEdit, readUndo } from "./edits.ts";
import { readMemory } from "./memory.ts";
import { type Message, messageOf } from "./message.ts";
import { normalise } from "./normalise.ts";
import { readBoundSearch, readQuestion } from "./questions.ts";
import { notMine, readingOf } from "./reading-of.ts";
import { readRecordThenQuestion } from "./record-then-question.ts";
import { type ReadRecord, recordsOf } from "./records.ts";
import { readReminderChange, readReminderEnd } from "./reminder-edits.ts";
import { readImpliedReminder, readReminder } from "./reminders.ts";
import { readRules } from "./rules.ts";
import { readSettings } from "./settings.ts";
import { readSmallTalk } from "./small-talk.ts";
import { tokenise } from "./tokens.ts";
import { readUncap } from "./uncap.ts";

/** Doubts with which nothing can be prefilled. */
const BLOCKING: readonly Doubt[] = [
  "no_amount",
  "no_subject",
  "bad_amount",
  "negative_amount",
  "amount_out_of_range",
  "two_amounts",
  "two_currencies",
  "no_such_date",
  "hypothetical",
  "future",
  "negated",
  "someone_else",
];

/**
 * Reads one text. Pure: the same text in the same context gives the same reading. Never throws, whatever the
 * text, and takes time in proportion to its length.
 * @param text    the message as the platform gave it
 * @param context the instant, the user's settings and their own categories
 */
export function read(text: string, context: ReaderContext): Reading {
  const preferred = languageWithout(context);
  if (text.length > limits.maxMessageCharacters) return notMine("unclear", preferred, ["too_long"]);
  const plain = normalise(text);
  const tokens = tokenise(plain);
  if (tokens.length === 0) return notMine("unclear", preferred, ["empty"]);
  const message = messageOf(tokens, context);
  return (
    readCommand(plain, message) ??
    readSmallTalk(message) ??
    readDigestSetting(message) ??
    readSettings(message) ??
    readRules(message) ??
    readUncap(message) ??
    readMemory(message) ??
    readUndo(message) ??
    readMoney(message)
  );
}

/** What is about money or nothing: a certain record first, then everything that has a cue word, then guesses. */
function readMoney(message: Message): Reading {
  const records = message.pieces.some((piece) => piece.kind === "amount") ? recordsOf(message) : [];
  const record = records.length > 0 ? recordReading(records, message) : undefined;
  if (record?.verdict === "certain") return record;
  const ending = message.tags.has("reminderNoun") ? readDelete(message) : undefined;
  return (
    ending ??
    readRecordThenQuestion(message) ??
    readReminderEnd(message) ??
    readReminder(message) ??
    readDelete(message) ??
    readBoundSearch(message) ??
    readReminderChange(message) ??
    readCap(message) ??
    readCorrection(message) ??
    readEdit(message) ??
    readAdvice(message) ??
    readQuestion(message) ??
    readImpliedReminder(message) ??
    readWorry(message) ??
    record ??
    leftOver(message)
  );
}

function itemOf({ kind, input }: ReadRecord): readonly ReadItem[] {
  return input === undefined ? [] : [{ tool: kind, input }];
}

/** The records as a reading: all items or none, since half of a message is worse than a question. */
function recordReading(records: readonly ReadRecord[], { language, tags }: Message): Reading {
  const doubts = records.flatMap((record) => record.doubts);
  const tooMany = records.length > limits.maxItemsPerMessage;
  const blocked = doubts.some((doubt) => isBlocking(doubt, records));
  if (blocked || tooMany) return notMine("unclear", language, tooMany ? ["too_long", ...doubts] : doubts);
  const mode = records.every((record) => record.kind === "income") ? "income" : "expense";
  // Money that came in between purchases is told in so many words, or asked about.
  const mixed = mode === "expense" && records.some((record) => record.kind === "income");
  if (mixed && !tags.has("receive") && !tags.has("sell")) doubts.push("unknown_words");
  return readingOf(mode, records.flatMap(itemOf), { language, doubts });
}

/** A soft amount ("12,50") can be prefilled; one that could not be read cannot. */
function isBlocking(doubt: Doubt, records: readonly ReadRecord[]): boolean {
  if (doubt === "bad_amount") return records.some((record) => record.input === undefined);
  return BLOCKING.includes(doubt);
}

function leftOver({ pieces, language }: Message): Reading {
  const doubts = pieces.flatMap((piece) => piece.doubt ?? []);
  const words = pieces.filter((piece) => piece.kind === "word").length;
  if (doubts.length > 0 || words === 0)
    return notMine("unclear", language, doubts.length > 0 ? doubts : ["no_amount"]);
  const things = pieces.filter((piece) => piece.senses !== undefined).length;
  if (words <= 3 && things > 0) return notMine("unclear", language, ["no_amount"]);
  return notMine(words <= 2 ? "unclear" : "chat", language, ["unknown_words"]);
}
