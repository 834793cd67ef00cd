/** What is heard in a text that the reader finds nothing to do in: a need for help, a secret, news of their life (SPEC S9, S10.2). */
import { topicOf } from "../coach/topic.ts";
import type { Reading } from "../kernel/reading.ts";
import type { Mode } from "../kernel/types.ts";
import { clausesOf } from "../memory/clauses.ts";
import { memoryLimits } from "../memory/constants.ts";
import { extractLocally } from "../memory/extract-locally.ts";
import { holdsSecret } from "../memory/secrets.ts";

/** Modes of which a text that asks for nothing may be. */
const NOTHING_TO_DO: ReadonlySet<Mode> = new Set(["unclear", "small_talk", "chat", "settings", "memory"]);

interface When {
  readonly nowMs: number;
  /** IANA zone. */
  readonly zone: string;
}

/** Whether a text is a question, by its mark or its words. */
export function asksSomething(words: string): boolean {
  return (
    /\?\s*$/.test(words) || clausesOf(words.slice(0, memoryLimits.extractedInTurn)).some(({ asks }) => asks)
  );
}

/** Whether there is something about the person in these words. */
export function isNews(words: string, { nowMs, zone }: When): boolean {
  return (
    extractLocally([{ said: words.slice(0, memoryLimits.extractedInTurn), saidAtMs: nowMs, zone }], [])
      .length > 0
  );
}

/** Whether a text that asks for nothing tells what is worth knowing: "I'm a teacher", "baby girl arrived yesterday". */
function tells({ mode, verdict, items, doubts, decidedBy }: Reading, words: string, when: When): boolean {
  if (items.length > 0 || verdict === "certain" || !NOTHING_TO_DO.has(mode)) return false;
  // "Thanks mama" is what the reader says it is; and what was bought for how much is asked first.
  if (mode === "small_talk" && decidedBy !== "classifier") return false;
  if (doubts.includes("no_amount") || doubts.includes("no_subject")) return false;
  return isNews(words, when);
}

/**
 * @returns coaching when they may be in danger, "secret" when they give one away, chat when they tell of themselves;
 *          undefined when it is none of these
 */
export function heardIn(
  reading: Reading,
  words: string,
  when: When,
): Extract<Mode, "coaching" | "chat"> | "secret" | undefined {
  const unplaced = reading.items.length === 0 && UNPLACED.has(reading.mode);
  if (unplaced && needsHelp(words)) return "coaching";
  if (unplaced && holdsSecret(words)) return "secret";
  return tells(reading, words, when) ? "chat" : undefined;
}

/** Modes in which nothing that is to be done was found. */
const UNPLACED: ReadonlySet<Mode> = new Set(["unclear", "small_talk", "chat", "question"]);

/** Somebody in danger, or in a swindler's hands, is told where help is, however little else was understood (SPEC S9). */
function needsHelp(words: string): boolean {
  const topic = topicOf(words);
  return topic === "crisis" || topic === "scam";
}
