/** The form in which the outcome of a reading is kept while the turn that wants it goes on. */
import { z } from "zod";
import type { ReceiptOutcome } from "./reading.ts";

const read = <T extends z.ZodType>(value: T) => z.object({ value, confidence: z.number() }).nullable();
const minor = z.int().nullable();

const reading = z.object({
  merchant: read(z.string()),
  date: read(z.iso.date()),
  total: read(z.int()),
  otherTotalMinor: minor,
  currency: z.string().nullable(),
  taxMinor: minor,
  roundingMinor: minor,
  payment: z.enum(["cash", "card", "ewallet", "transfer"]).nullable(),
  items: z.array(
    z.object({ description: z.string(), amountMinor: z.int(), quantity: z.number().optional() }),
  ),
  category: z.string(),
  sure: z.boolean(),
});

const outcome = z.discriminatedUnion("is", [
  z.object({
    is: z.literal("receipt"),
    reading,
    marks: z.object({ fileHash: z.string(), imageHash: z.string() }),
  }),
  z.object({
    is: z.literal("unreadable"),
    why: z.enum([
      "empty",
      "too_large",
      "too_many_pixels",
      "unknown_type",
      "pdf",
      "broken",
      "no_text",
      "not_a_receipt",
    ]),
  }),
]) satisfies z.ZodType<ReceiptOutcome>;

/** @returns null when it is none, or no final one: "busy" is worth another try, and so is what an older version kept */
export function keptOutcome(kept: unknown): ReceiptOutcome | null {
  const parsed = outcome.safeParse(kept);
  return parsed.success ? parsed.data : null;
}
