/**
 * What a text means, by the reader and the classifier together (SPEC S14): all there is without a model.
 *
 *   text ─ reader ─→ certain ──────────────────────→ as read
 *               └─→ a guess, or nothing ─ classifier ─→ not sure enough, or the same mode → as read
 *                                                └─→ another mode, prefilled where it can be, never certain
 */
import { limits } from "../kernel/limits.ts";
import type { ReaderContext, Reading } from "../kernel/reading.ts";
import type { Mode } from "../kernel/types.ts";
import { classify, type Guess } from "./classifier.ts";
import { featuresOf } from "./features.ts";
import { fill, isKind } from "./fill.ts";
import type { Tag } from "./lexicon.ts";
import { type Message, messageOf } from "./message.ts";
import { normalise } from "./normalise.ts";
import { read } from "./reader.ts";
import { tokenise } from "./tokens.ts";

/** How likely a mode must be when the reader saw nothing that it knows. */
const ENOUGH = 0.4;
/** How likely, when either way it is a record that is asked about. */
const EQUAL = 0.7;
/** How likely it must be to stand against the reader's own cue words. */
const STRONG = 0.65;

/** Verbs with which money goes out: what the reader saw of them counts more than how a message sounds. */
const PAID: readonly Tag[] = ["spend", "give", "repay"];

/**
 * Reads one text with all that works without a network. Pure, never throws, and never certain where `read` is not.
 * The amounts and days of a record are only ever what the reader parsed: the classifier can take a guessed record
 * back, say that the money went the other way, or have one asked about that the reader held back.
 * @param text    the message as the platform gave it
 * @param context the instant, the user's settings and their own categories
 */
export function understand(text: string, context: ReaderContext): Reading {
  const reading = read(text, context);
  if (reading.verdict === "certain" || text.length > limits.maxMessageCharacters) return reading;
  const message = messageOf(tokenise(normalise(text)), context);
  if (message.tokens.length === 0) return reading;
  const guess = classify(featuresOf(message, reading));
  return (outweighs(guess, reading, message) && readAs(guess.mode, message, reading)) || reading;
}

/** Whether the reader saw little that tells what the message is for: nothing, or a word of worry ("duit", "job"). */
function isOpen({ mode, verdict, doubts }: Reading): boolean {
  if (verdict !== "no") return false;
  return mode === "chat" || mode === "unclear" || (mode === "coaching" && doubts.length === 0);
}

function outweighs({ mode, probability }: Guess, reading: Reading, { tags }: Message): boolean {
  // A guessed record is asked about anyway, with more to answer than "what do you mean?".
  // "/foo bar" is no talk. "No lunch today 15": what did not happen is no correction of what did, unless it says what it was instead.
  if (reading.doubts.includes("unknown_command")) return false;
  if (mode === "edit" && reading.doubts.includes("negated")) return false;
  if (mode === reading.mode || (mode === "unclear" && isKind(reading.mode))) return false;
  // Either way a record is asked about, so which way the money went is a question between equals.
  const paid = PAID.some((tag) => tags.has(tag)) && !tags.has("receive") && !tags.has("sell");
  const equals = isKind(mode) && isKind(reading.mode) && !(mode === "income" && paid);
  if (equals) return probability >= EQUAL;
  return probability >= (isOpen(reading) ? ENOUGH : STRONG);
}

/** @returns undefined for a record with nothing to show */
function readAs(mode: Mode, message: Message, reading: Reading): Reading | undefined {
  const { items, doubts } = fill(mode, message);
  if (isKind(mode) && items.length === 0) return undefined;
  return {
    mode,
    verdict: items.length > 0 ? "likely" : "no",
    language: reading.language,
    items,
    doubts: [...new Set([...doubts, ...reading.doubts, "unknown_words" as const])],
    decidedBy: "classifier",
  };
}
