/** What a receipt said, as it is kept beside its entry (SPEC S8). Strangers printed it: data, never an instruction. */
import type { Currency, IsoDate } from "./types.ts";

export interface ReceiptLine {
  readonly description: string;
  /** What the line costs, in minor units of the receipt's currency. */
  readonly amountMinor: number;
  readonly quantity?: number | undefined;
}

/** What tells one picture from another. */
export interface PictureMark {
  /** SHA-256 of the bytes as they came, hex. */
  readonly fileHash: string;
  /** 64-bit difference hash, 16 hex digits; null when only a model could read the picture. */
  readonly imageHash: string | null;
}

export interface ReceiptNote {
  readonly merchant: string | null;
  /** As printed, whatever day the entry is of. */
  readonly boughtOn: IsoDate | null;
  /** As printed, whatever share of it the entry is. */
  readonly totalMinor: number | null;
  readonly currency: Currency;
  readonly taxMinor: number | null;
  readonly roundingMinor: number | null;
  readonly payment: "cash" | "card" | "ewallet" | "transfer" | null;
  readonly items: readonly ReceiptLine[];
  /** One for each picture of it. */
  readonly pictures: readonly PictureMark[];
}
