/** The pieces that several tools' schemas are made of. They say in zod what kernel/reading.ts says in types. */
import { z } from "zod";
import { isDate } from "../kernel/calendar.ts";
import { limits } from "../kernel/limits.ts";
import { isCurrency, maxAmountMinor } from "../kernel/money.ts";
import type { Change, Target } from "../kernel/reading.ts";
import type { PictureMark, ReceiptNote } from "../kernel/receipt.ts";
import { parseRecurrence } from "../kernel/recurrence.ts";

export const currency = z.string().refine(isCurrency, "must be an ISO 4217 code");
export const date = z.string().refine(isDate, "must be a day that exists, YYYY-MM-DD");
export const wallTime = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, "must be a time, HH:MM");
export const recurrence = z
  .string()
  .refine(
    (written) => parseRecurrence(written) !== null,
    "must be written as daily, weekly:MO, monthly:31, yearly:12-25",
  );
export const amountMinor = z.int().positive();
export const description = z.string().trim().min(1).max(limits.maxDescriptionCharacters);
/** A long one is cut, not refused: it came from a person's own words. */
export const category = z
  .string()
  .trim()
  .min(1)
  .transform((name) => name.slice(0, 40).trim().toWellFormed());
/** Words to search for. One message bounds them; a person who writes many is answered, not refused. */
export const words = z
  .array(z.string().min(1).max(limits.maxMessageCharacters))
  .max(limits.maxMessageCharacters);

/** Whether an amount is within the bound of SPEC S4 for its currency. */
export function withinBound(value: { amountMinor: number; currency: string }): boolean {
  return value.amountMinor <= maxAmountMinor(value.currency);
}

export const target: z.ZodType<Target> = z.object({
  words,
  kind: z.enum(["expense", "income", "reminder", "cap"]).optional(),
  date: date.optional(),
  amountMinor: amountMinor.optional(),
  currency: currency.optional(),
  recordId: z.uuid().optional(),
  latest: z.int().positive().max(limits.mostLatest).optional(),
});

export const change: z.ZodType<Change> = z.object({
  amountMinor: amountMinor.optional(),
  currency: currency.optional(),
  category: category.optional(),
  description: description.optional(),
  merchant: z.string().max(limits.maxDescriptionCharacters).nullable().optional(),
  date: date.optional(),
  kind: z.enum(["expense", "income"]).optional(),
  time: wallTime.optional(),
  recurrence: recurrence.optional(),
});

const minor = z.int().nullable();
const hash = (digits: number) => z.string().regex(new RegExp(`^[0-9a-f]{${digits}}$`));

export const pictures: z.ZodType<readonly PictureMark[]> = z.array(
  z.object({ fileHash: hash(64), imageHash: hash(16).nullable() }),
);

export const receiptNote: z.ZodType<ReceiptNote> = z.object({
  merchant: z.string().max(limits.merchantCharacters).nullable(),
  boughtOn: date.nullable(),
  totalMinor: minor,
  currency,
  taxMinor: minor,
  roundingMinor: minor,
  payment: z.enum(["cash", "card", "ewallet", "transfer"]).nullable(),
  items: z
    .array(z.object({ description, amountMinor: z.int(), quantity: z.number().optional() }))
    .max(limits.receiptItems),
  pictures,
});
