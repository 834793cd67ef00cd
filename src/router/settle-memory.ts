/** "That's wrong, it's in July" behind a list of memories; or what one of them should say, once that is asked (SPEC S10.8). */
import type { CorrectMemoryInput } from "../kernel/reading.ts";
import { readContradiction, readListedCorrection } from "../language/memory-changes.ts";
import type { PendingQuestion } from "../store/pending-question.ts";
import { LEAVE, type Said, type Settled } from "./settled.ts";

/** @returns null when the message is about something else */
export function memoryCorrected(
  { number }: Extract<PendingQuestion, { kind: "memories" }>,
  { text, reading }: Said,
): Settled | null {
  if (number !== undefined && reading.answer === "no") return LEAVE;
  if (reading.mode === "memory" && reading.items.length > 0) return null;
  const numbered = readListedCorrection(text);
  if (numbered) return corrects(numbered);
  const instead = readContradiction(text);
  // What is asked for may come without a "no"; a record or a command of its own is not it.
  const asked = number !== undefined && reading.verdict !== "certain" ? text.trim() : undefined;
  const said = instead ?? asked;
  if (said === undefined) return null;
  return corrects({ number, text: said });
}

function corrects(input: CorrectMemoryInput): Settled {
  return { option: { label: "", does: [{ tool: "correct_memory", input }], mode: "memory" } };
}
