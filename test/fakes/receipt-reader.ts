/**
 * A receipt reader whose pictures are the test's: it says what each of them reads as, by its bytes. Real in all else:
 * asynchronous, ended by its signal, and blind to users and chats.
 */
import { createHash } from "node:crypto";
import type {
  ReceiptOutcome,
  ReceiptReader,
  ReceiptReading,
  Unreadable,
} from "../../src/receipts/reading.ts";

/** A receipt in the words of a test; what is left out was not read. */
export interface Printed {
  readonly merchant?: string;
  readonly date?: string;
  readonly totalMinor?: number;
  readonly otherTotalMinor?: number;
  readonly currency?: string;
  readonly category?: string;
  readonly items?: ReceiptReading["items"];
  readonly taxMinor?: number;
  readonly payment?: ReceiptReading["payment"];
  /** Default: merchant, date and total are there. */
  readonly sure?: boolean;
  /** No label says that its total is one. */
  readonly unlikely?: boolean;
  readonly imageHash?: string;
}

export interface FakeReceiptReader extends ReceiptReader {
  /** A picture that reads as this from now on; without bytes of its own it is another file each time. */
  picture(of: Printed | Unreadable, bytes?: Uint8Array): Uint8Array;
  /** The next readings wait for this, first one first. */
  readonly waits: Promise<unknown>[];
  /** How often the next readings of any picture are "busy". */
  busy: number;
  /** How often anything was read. */
  readonly count: () => number;
}

/** So that it is taken for a photo, without notes of a camera, by those who look at the first bytes. */
const JPEG = [0xff, 0xd8, 0xff, 0xda];

function hashOf(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex");
}

export function fakeReceiptReader(): FakeReceiptReader {
  const known = new Map<string, ReceiptOutcome>();
  const waits: Promise<unknown>[] = [];
  let made = 0;
  let count = 0;
  const reader: FakeReceiptReader = {
    waits,
    busy: 0,
    count: () => count,
    picture: (of, given) => {
      made += 1;
      const bytes = given ?? new Uint8Array([...JPEG, ...new TextEncoder().encode(`picture ${made}`)]);
      known.set(hashOf(bytes), outcomeOf(of, hashOf(bytes)));
      return bytes;
    },
    read: async (bytes, signal) => {
      count += 1;
      signal.throwIfAborted();
      const ended = new Promise<never>((_, reject) => {
        signal.addEventListener("abort", () => reject(signal.reason), { once: true });
      });
      ended.catch(() => undefined);
      await Promise.race([waits.shift(), ended]);
      if (reader.busy > 0) {
        reader.busy -= 1;
        return { is: "unreadable", why: "busy" };
      }
      return known.get(hashOf(bytes)) ?? { is: "unreadable", why: "not_a_receipt" };
    },
    hasRoom: () => true,
    close: async () => undefined,
  };
  return reader;
}

function outcomeOf(of: Printed | Unreadable, fileHash: string): ReceiptOutcome {
  if (typeof of === "string") return { is: "unreadable", why: of };
  const { merchant, date, totalMinor, imageHash = fileHash.slice(0, 16) } = of;
  const whole = merchant !== undefined && date !== undefined && totalMinor !== undefined;
  const { sure = whole } = of;
  const read = <T>(value: T | undefined) =>
    value === undefined ? null : { value, confidence: sure ? 0.98 : of.unlikely ? 0.55 : 0.6 };
  return {
    is: "receipt",
    marks: { fileHash, imageHash },
    reading: {
      merchant: read(merchant),
      date: read(date),
      total: read(totalMinor),
      otherTotalMinor: of.otherTotalMinor ?? null,
      currency: of.currency ?? null,
      taxMinor: of.taxMinor ?? null,
      roundingMinor: null,
      payment: of.payment ?? null,
      items: of.items ?? [],
      category: of.category ?? "other",
      sure,
    },
  };
}
