/** Two engines looked at one picture: where they agree it is believed more, where they do not, less, and both are shown. */
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

/** Whether another engine could tell more: two printed totals stay two. */
export function isDoubtful({ total, date, sure }: ReceiptReading): boolean {
  if (sure) return false;
  return total === null || total.confidence < DOUBTFUL || date === null || date.confidence < DOUBTFUL;
}

/** @param second null when the other engine saw no receipt */
export function compared(first: ReceiptReading, second: ReceiptReading | null): ReceiptReading {
  if (second === null) return { ...first, sure: false };
  const total = weighed(first.total, second.total);
  const date = weighed(first.date, second.date);
  // What the other engine doubts itself is not worth a question.
  const others = second.total !== null && second.total.confidence >= DOUBTFUL ? [second.total.value] : [];
  const totals = [first.otherTotalMinor, first.total?.value, ...others];
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
