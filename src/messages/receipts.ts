/** What Mama says about photos of receipts (SPEC S8), as every language has it. */
import type { IsoDate, Money } from "../kernel/types.ts";

/** Why a picture gave no reading, with what the platform may have had to say. */
export type UnreadPicture =
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
  | "unavailable"
  | "gone";

export interface ReceiptMessages {
  /** The description of a purchase whose receipt names no merchant. */
  readonly nameless: string;
  readonly buttons: Readonly<Record<"recordAnyway" | "moneyIn", string>>;
  /** After a few seconds, when the reading takes its time. */
  readonly readingIt: string;
  /** One clear sentence for each reason. */
  readonly unread: Readonly<Record<UnreadPicture, string>>;
  /** Under a record that was made from the caption alone. */
  readonly fromYourWords: string;
  /** No total, or one of zero, on a receipt of this merchant. */
  howMuch(why: "none" | "zero", merchant: string | null): string;
  twoTotals(totals: readonly Money[]): string;
  /** The caption says one amount, the receipt another. */
  saidAndRead(said: Money, read: Money): string;
  /** The date printed is still to come, or long ago. */
  whichDay(when: "to_come" | "long_ago", printed: IsoDate, today: IsoDate): string;
  /** A negative total. */
  refund(amount: Money, merchant: string | null): string;
  /** The same receipt made this entry before. */
  sameReceipt(line: string): string;
  /** Of several receipts in one message: those whose total was not found, and those that are recorded already. */
  leftOut(left: { readonly noTotal: number; readonly known: number }): string;
  /** An item of a receipt has become a record of its own: both as their lines. */
  moved(item: string, rest: string): string;
}
