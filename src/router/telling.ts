/** News that somebody tells of themselves (SPEC S10.2): conversation, even where the reader makes nothing of it. */
import type { Reading } from "../kernel/reading.ts";
import type { Mode } from "../kernel/types.ts";
import { extractLocally } from "../memory/extract-locally.ts";

/** Modes in which nothing that is to be done was found. */
const NOTHING_TO_DO: ReadonlySet<Mode> = new Set(["unclear", "small_talk", "chat", "settings", "memory"]);
/** News is short; what is longer is for the coach to make something of. */
const CHARACTERS = 600;

interface When {
  readonly nowMs: number;
  /** IANA zone. */
  readonly zone: string;
}

/** Whether there is something about the person in these words. */
export function isNews(words: string, { nowMs, zone }: When): boolean {
  return extractLocally([{ said: words.slice(0, CHARACTERS), saidAtMs: nowMs, zone }], []).length > 0;
}

/** Whether a text that asks for nothing tells what is worth knowing: "I'm a teacher", "baby girl arrived yesterday". */
export function tells(
  { mode, verdict, items, doubts, decidedBy }: Reading,
  words: string,
  when: When,
): boolean {
  if (items.length > 0 || verdict === "certain" || !NOTHING_TO_DO.has(mode)) return false;
  // "Thanks mama" is what the reader says it is; and what was bought for how much is asked first.
  if (mode === "small_talk" && decidedBy !== "classifier") return false;
  if (doubts.includes("no_amount") || doubts.includes("no_subject")) return false;
  return isNews(words, when);
}
