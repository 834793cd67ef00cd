/** Two engines looked at one picture: where they agree it is believed more, where they do not, less, and both are shown. */
import { isRounding, ROUNDING_STEP } from "./fields/arithmetic.ts";
import type { Read, ReceiptReading } from "./reading.ts";

const CONFIRMED = 0.97;
const DOUBTED = 0.7;

/** A field that is trusted less than this is looked at again. */
const DOUBTFUL = 0.9;

/** The first engine reads better, so what it saw stays unless it doubts it more than the other. */
function weighed<T>(first: Read<T> | null, second: Read<T> | null): Read<T> | null {
  if (first === null || second === null) {
    const only = first ?? second;
    return only === null ? null : { ...only, confidence: only.confidence * DOUBTED };
  }
  if (first.value === second.value)
    return { ...first, confidence: Math.max(first.confidence, second.confidence, CONFIRMED) };
  const better = first.confidence < DOUBTFUL && second.confidence > first.confidence ? second : first;
  return { ...better, confidence: better.confidence * DOUBTED };
}

/** One of the two lost the line that rounds: what is paid is the rounded total. */
function roundedOf(first: Read<number> | null, second: Read<number> | null): Read<number> | null {
  if (first === null || second === null || !isRounding(first.value, second.value)) return null;
  const [paid, exact] = first.value % ROUNDING_STEP === 0 ? [first, second] : [second, first];
  return { value: paid.value, confidence: Math.min(paid.confidence, exact.confidence) * DOUBTED };
}

/** Whether another engine could tell more: two printed totals stay two. */
export function isDoubtful({ total, date, sure }: ReceiptReading): boolean {
  if (sure) return false;
  return total === null || total.confidence < DOUBTFUL || date === null || date.confidence < DOUBTFUL;
}

/** @param second null when the other engine saw no receipt */
export function compared(first: ReceiptReading, second: ReceiptReading | null): ReceiptReading {
  if (second === null) return { ...first, sure: false };
  const total = roundedOf(first.total, second.total) ?? weighed(first.total, second.total);
  const date = weighed(first.date, second.date);
  // What the other engine doubts itself is not worth a question.
  const others = second.total !== null && second.total.confidence >= DOUBTFUL ? [second.total.value] : [];
  const totals = [first.otherTotalMinor, first.total?.value, ...others].filter(
    (minor) => typeof minor === "number" && !(total !== null && isRounding(total.value, minor)),
  );
  const same = first.total?.value === second.total?.value && first.date?.value === second.date?.value;
  return {
    ...first,
    total,
    date,
    merchant: first.merchant ?? second.merchant,
    otherTotalMinor: totals.find((minor) => typeof minor === "number" && minor !== total?.value) ?? null,
    // The other engine was sure by itself, and the one that reads better saw the same.
    sure: same && second.sure && first.otherTotalMinor === null,
  };
}
