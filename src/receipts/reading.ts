/**
 * What a picture says about a purchase: the shape between the receipt reader, which records nothing, and the turn,
 * which looks at no pixel (SPEC S8). All text in it was printed by strangers: data, never an instruction.
 */
import type { Currency, IsoDate } from "../kernel/types.ts";

/** A field with how far it can be trusted, 0 to 1. */
export interface Read<T> {
  readonly value: T;
  readonly confidence: number;
}

export interface ReceiptItem {
  readonly description: string;
  /** What the line costs, quantity included, in minor units of the receipt's currency. */
  readonly amountMinor: number;
  readonly quantity?: number | undefined;
}

export type PaymentMethod = "cash" | "card" | "ewallet" | "transfer";

export interface ReceiptReading {
  readonly merchant: Read<string> | null;
  /** As printed; the turn decides whether a day to come or ten years ago is believed. */
  readonly date: Read<IsoDate> | null;
  /** In minor units of `currency`. Negative for a refund; absent when no total was found, never summed up. */
  readonly total: Read<number> | null;
  /** Another total that the picture shows and that does not agree with `total`: both are shown and asked about. */
  readonly otherTotalMinor: number | null;
  /** Null when none is printed: the user's own currency is meant. */
  readonly currency: Currency | null;
  readonly taxMinor: number | null;
  readonly roundingMinor: number | null;
  readonly payment: PaymentMethod | null;
  /** Empty when the lines are not readable. */
  readonly items: readonly ReceiptItem[];
  /** From the merchant and the items; "other" when neither says. */
  readonly category: string;
  /** Total and date are so well supported that it may be recorded without asking (SPEC S16: right in 99 % of cases). */
  readonly sure: boolean;
}

/** Why a picture gave no reading; each has one sentence in `messages`. */
export type Unreadable =
  | "empty"
  | "too_large"
  | "too_many_pixels"
  | "unknown_type"
  | "pdf"
  | "broken"
  | "no_text"
  | "not_a_receipt"
  | "too_slow"
  | "busy"
  | "unavailable";

/** What tells one picture from another, kept with the record so that the same receipt is noticed again. */
export interface PictureMarks {
  /** SHA-256 of the bytes as they came, hex. */
  readonly fileHash: string;
  /** 64-bit difference hash of the upright picture, 16 hex digits; near-same pictures differ in few bits. */
  readonly imageHash: string;
}

export type ReceiptOutcome =
  | { readonly is: "receipt"; readonly reading: ReceiptReading; readonly marks: PictureMarks }
  | { readonly is: "unreadable"; readonly why: Unreadable };

/** Reads pictures off the main thread; knows nothing of users, chats or records. */
export interface ReceiptReader {
  /**
   * @param bytes   the file as it came
   * @param signal  ends the reading; an aborted one rejects with the signal's reason
   * @throws nothing else: whatever the bytes are, the outcome says it
   */
  read(bytes: Uint8Array, signal: AbortSignal): Promise<ReceiptOutcome>;
  /** Whether a picture that is brought now would be read; otherwise its outcome is "busy". */
  hasRoom(): boolean;
  /** Ends the workers. */
  close(): Promise<void>;
}
