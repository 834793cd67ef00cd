/** What the reader drafted, which the model's word does not lose (SPEC S3). */
import type { ReadItem, Reading } from "../kernel/reading.ts";
import { isKind } from "../language/fill.ts";
import type { Classification } from "./classify.ts";

/** The records that the reader found; with a request for advice they come only when they are told plainly. */
export function draftedIn({ mode, items }: Reading): readonly ReadItem[] {
  return isKind(mode) || mode === "coaching" ? items : [];
}

/** Spending that is told while talking: recorded where the reader would have, else asked about beside the advice. */
export function besideTalk(mode: Classification["mode"], reading: Reading): Reading | null {
  if (mode !== "coaching" && mode !== "chat") return null;
  if (reading.mode === "coaching") return reading;
  // What may be wished, planned or asked about is as the model says.
  if (reading.doubts.some((doubt) => doubt !== "unknown_words")) return null;
  return { ...reading, mode: "coaching", verdict: "likely", decidedBy: "model" };
}
