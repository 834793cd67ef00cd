/** Reads the pictures of one event (SPEC S8): by the reader, and by the model where there is one that can see. */
import type { Log } from "../kernel/log.ts";
import type { UnreadPicture } from "../messages/index.ts";
import { asWritten } from "../receipts/as-written.ts";
import type { ReceiptOutcome, ReceiptReader, ReceiptReading } from "../receipts/reading.ts";
import type { WaitingEvent } from "../store/inbox.ts";
import type { KeptPicture } from "../store/pictures.ts";
import { Hold } from "./hold.ts";
import type { ReadReceipt } from "./receipt-groups.ts";
import { compared, fileHashOf, seeReceipt } from "./receipt-vision.ts";
import type { TurnModel } from "./turn-model.ts";

export interface Looking {
  readonly reader: ReceiptReader;
  /** Whether pictures may go to the model. */
  readonly vision: boolean;
  readonly turnModel: TurnModel;
  readonly ownCurrency: string;
  readonly log: Log;
}

/** What came of one picture. */
export type Looked = ({ readonly receipt: ReadReceipt } | { readonly unread: UnreadPicture }) & {
  /** The model's reading is part of it. */
  readonly byModel: boolean;
};

/** How often a picture that the reader had no time for is tried again: about three minutes. */
const BUSY_TRIES = 90;
/** How often one that takes too long, or all of a turn's time, is. */
const LATE_TRIES = 2;
/** The first pause before that, ms. */
const BUSY_MS = 1_000;

/** What the reader could not read, and the model may. */
const FOR_THE_MODEL: ReadonlySet<UnreadPicture> = new Set(["no_text", "not_a_receipt", "unavailable"]);

/** @throws Hold when the reader has no time now */
export async function lookAt(
  kept: readonly KeptPicture[],
  event: WaitingEvent,
  looking: Looking,
): Promise<readonly Looked[]> {
  const { signal } = looking.turnModel;
  try {
    // One after another: an album takes one place in the reader's queue, however many pictures it has.
    const outcomes: (ReceiptOutcome | null)[] = [];
    for (const picture of kept) outcomes.push(await readOne(picture, event, looking));
    return await Promise.all(kept.map((picture, at) => seenAs(picture, outcomes[at] ?? null, looking)));
  } catch (error) {
    if (!signal.aborted || error instanceof Hold) throw error;
    // The turn's time is over: the machine may have less to do in a moment.
    if (event.holds < LATE_TRIES) throw new Hold(event.holds, BUSY_MS);
    return kept.map(() => ({ unread: "busy", byModel: false }));
  }
}

/** Null when there are no bytes. @throws Hold when it may be read later */
async function readOne(
  { bytes }: KeptPicture,
  { holds }: WaitingEvent,
  { reader, turnModel }: Looking,
): Promise<ReceiptOutcome | null> {
  if (bytes === null) return null;
  const outcome = await reader.read(bytes, turnModel.signal);
  const why = outcome.is === "unreadable" ? outcome.why : null;
  const tries = why === "busy" ? BUSY_TRIES : why === "too_slow" ? LATE_TRIES : 0;
  if (holds < tries) throw new Hold(holds, BUSY_MS);
  return outcome;
}

async function seenAs(
  { bytes, failure }: KeptPicture,
  outcome: ReceiptOutcome | null,
  looking: Looking,
): Promise<Looked> {
  if (bytes === null || outcome === null) return { unread: failure ?? "gone", byModel: false };
  return looking.vision ? withSecondReading(outcome, bytes, looking) : alone(outcome);
}

/** From here on a shop has the name that a person would write. */
function named(reading: ReceiptReading): ReceiptReading {
  const { merchant } = reading;
  return { ...reading, merchant: merchant && { ...merchant, value: asWritten(merchant.value) } };
}

function alone(outcome: ReceiptOutcome): Looked {
  if (outcome.is === "unreadable") return { unread: outcome.why, byModel: false };
  return { receipt: { reading: named(outcome.reading), pictures: [outcome.marks] }, byModel: false };
}

async function withSecondReading(
  outcome: ReceiptOutcome,
  bytes: Uint8Array,
  { turnModel, ownCurrency, log }: Looking,
): Promise<Looked> {
  if (outcome.is === "unreadable" && !FOR_THE_MODEL.has(outcome.why)) return alone(outcome);
  const seen = await seeReceipt(turnModel, bytes, { ownCurrency, log });
  if (seen === null) return alone(outcome);
  if (outcome.is === "unreadable") {
    const pictures = [{ fileHash: fileHashOf(bytes), imageHash: null }];
    return { receipt: { reading: named(seen), pictures }, byModel: true };
  }
  const reading = named(compared(outcome.reading, seen));
  return { receipt: { reading, pictures: [outcome.marks] }, byModel: true };
}
