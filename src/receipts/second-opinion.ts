/** Two engines looked at one picture: where they agree it is believed more, where they do not, less, and both are shown. */
import type { Read, ReceiptReading } from "./reading.ts";

const CONFIRMED = 0.97;
const DOUBTED = 0.7;

function weighed<T>(first: Read<T> | null, second: Read<T> | null): Read<T> | null {
  if (first === null || second === null) return first ?? (second && { ...second, confidence: second.confidence * DOUBTED });
  if (first.value === second.value) return { ...first, confidence: Math.max(first.confidence, CONFIRMED) };
  return { ...first, confidence: first.confidence * DOUBTED };
}

/**
 * The first engine reads better, so its fields stay; the second fills what it did not find.
 * @param first may be null when the first saw no receipt
 */
export function compared(first: ReceiptReading | null, second: ReceiptReading | null): ReceiptReading | null {
  if (first === null || second === null) return first ?? (second && { ...second, sure: false });
  const differs = first.total !== null && second.total !== null && first.total.value !== second.total.value;
  return {
    ...first,
    total: weighed(first.total, second.total),
    date: weighed(first.date, second.date),
    merchant: first.merchant ?? second.merchant,
    otherTotalMinor: first.otherTotalMinor ?? (differs ? (second.total?.value ?? null) : null),
    // What one engine alone was not sure of, two that agree by the same doubtful rule do not make certain.
    sure: false,
  };
}
