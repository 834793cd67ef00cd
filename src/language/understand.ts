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
import { readCap } from "./caps.ts";
import { classify, type Guess } from "./classifier.ts";
import { featuresOf } from "./features.ts";
import { type Message, messageOf } from "./message.ts";
import { normalise } from "./normalise.ts";
import { readQuestion } from "./questions.ts";
import { read } from "./reader.ts";
import { reminderFrom } from "./reminders.ts";
import { tokenise } from "./tokens.ts";

/** How likely a mode must be when the reader saw nothing that it knows. */
const ENOUGH = 0.6;
/** How likely it must be to stand against the reader's own cue words. */
const STRONG = 0.8;

/**
 * Reads one text with all that works without a network. Pure, never throws, and never certain where `read` is not.
 * A record is only ever what the reader parsed: the classifier can take a guessed one back, not make one.
 * @param text    the message as the platform gave it
 * @param context the instant, the user's settings and their own categories
 */
export function understand(text: string, context: ReaderContext): Reading {
  const reading = read(text, context);
  if (reading.verdict === "certain" || text.length > limits.maxMessageCharacters) return reading;
  const message = messageOf(tokenise(normalise(text)), context);
  if (message.tokens.length === 0) return reading;
  const guess = classify(featuresOf(message, reading));
  return outweighs(guess, reading) ? readAs(guess.mode, message, reading) : reading;
}

/** Whether the reader saw little that tells what the message is for: nothing, or a word of worry ("duit", "job"). */
function isOpen({ mode, verdict, doubts }: Reading): boolean {
  if (verdict !== "no") return false;
  return mode === "chat" || mode === "unclear" || (mode === "coaching" && doubts.length === 0);
}

function outweighs({ mode, probability }: Guess, reading: Reading): boolean {
  if (mode === reading.mode || mode === "expense" || mode === "income") return false;
  return probability >= (isOpen(reading) ? ENOUGH : STRONG);
}

/** The message read for one mode, although its cue words are missing; undefined when nothing can be filled in. */
function filled(mode: Mode, message: Message): Reading | undefined {
  switch (mode) {
    case "reminder":
      return reminderFrom(message, false);
    case "cap":
      return readCap(message, true);
    case "question":
      return readQuestion(message) ?? readQuestion(onlyKnown(message), "total");
    default:
      return undefined;
  }
}

/** Words that nobody knows are no search words when it is not even certain that something is asked. */
function onlyKnown(message: Message): Message {
  const pieces = message.pieces.filter(
    (piece) => piece.kind !== "word" || piece.tags.length > 0 || piece.senses !== undefined,
  );
  return { ...message, pieces };
}

function readAs(mode: Mode, message: Message, { language, doubts }: Reading): Reading {
  const { items = [], doubts: own = [] } = filled(mode, message) ?? {};
  return {
    mode,
    verdict: items.length > 0 ? "likely" : "no",
    language,
    items,
    doubts: [...new Set([...own, ...doubts, "unknown_words" as const])],
    decidedBy: "classifier",
  };
}
