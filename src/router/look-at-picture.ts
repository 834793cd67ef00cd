/** Reads the pictures of one event (SPEC S8): by the reader, and by the model where there is one that can see. */
import type { Log } from "../kernel/log.ts";
import type { UnreadPicture } from "../messages/index.ts";
import { asWritten } from "../receipts/as-written.ts";
import { keptOutcome } from "../receipts/kept-outcome.ts";
import type { ReceiptOutcome, ReceiptReader, ReceiptReading } from "../receipts/reading.ts";
import type { WaitingEvent } from "../store/inbox.ts";
import { bytesOf, type KeptPicture, keepSeen } from "../store/pictures.ts";
import type { AsUser } from "./decision.ts";
import { Hold } from "./hold.ts";
import type { ReadReceipt } from "./receipt-groups.ts";
import { compared, fileHashOf, seeReceipt } from "./receipt-vision.ts";
import type { TurnModel } from "./turn-model.ts";

export interface Looking {
  readonly asUser: AsUser;
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
/** How often one that takes too long, or all of a turn's time, is; each that was read buys the album one more try. */
const LATE_TRIES = 2;
/** The first pause before that, ms. */
const BUSY_MS = 1_000;

const BUSY: ReceiptOutcome = { is: "unreadable", why: "busy" };

/** What the reader could not read, and the model may. */
const FOR_THE_MODEL: ReadonlySet<UnreadPicture> = new Set(["no_text", "not_a_receipt", "unavailable"]);

/** @throws Hold when the reader has no time now */
export async function lookAt(
  kept: readonly KeptPicture[],
  event: WaitingEvent,
  looking: Looking,
): Promise<readonly Looked[]> {
  const { signal } = looking.turnModel;
  const outcomes = kept.map(({ seen }) => keptOutcome(seen));
  try {
    // One after another: an album takes one place in the reader's queue, however many pictures it has.
    for (const [at, picture] of kept.entries()) outcomes[at] ??= await readOne(picture, event, looking);
    return await Promise.all(
      kept.map((picture, at) => seenAs(picture, { outcome: outcomes[at] ?? null, event, looking })),
    );
  } catch (error) {
    if (!signal.aborted || error instanceof Hold) throw error;
    // The turn's time is over: the machine may have less to do in a moment, and a long album goes on where it was.
    const read = outcomes.filter((outcome) => outcome !== null).length;
    if (event.holds < LATE_TRIES + read) throw new Hold(event.holds, BUSY_MS);
    return kept.map((picture, at) => (picture.here ? alone(outcomes[at] ?? BUSY) : absent(picture)));
  }
}

/**
 * Null when there are no bytes. What is read is kept until the turn is done, however often it has to run.
 * @throws Hold when it may be read later
 */
async function readOne(
  { here, position }: KeptPicture,
  { inboxId, holds }: WaitingEvent,
  { asUser, reader, turnModel }: Looking,
): Promise<ReceiptOutcome | null> {
  if (!here) return null;
  // Asked first: a picture that has to wait is not fetched from the database each time.
  const bytes = reader.hasRoom() ? await asUser((tx) => bytesOf(tx, inboxId, position)) : undefined;
  if (bytes === null) return null;
  const outcome = bytes === undefined ? BUSY : await reader.read(bytes, turnModel.signal);
  const why = outcome.is === "unreadable" ? outcome.why : null;
  const tries = why === "busy" ? BUSY_TRIES : why === "too_slow" ? LATE_TRIES : 0;
  if (holds < tries) throw new Hold(holds, BUSY_MS);
  if (keptOutcome(outcome)) await asUser((tx) => keepSeen(tx, inboxId, position, outcome));
  return outcome;
}

function absent({ failure }: Pick<KeptPicture, "failure">): Looked {
  return { unread: failure ?? "gone", byModel: false };
}

async function seenAs(
  { here, position, failure }: KeptPicture,
  { outcome, event, looking }: { outcome: ReceiptOutcome | null; event: WaitingEvent; looking: Looking },
): Promise<Looked> {
  if (!here || outcome === null) return absent({ failure });
  const forTheModel = outcome.is === "receipt" || FOR_THE_MODEL.has(outcome.why);
  if (!looking.vision || !forTheModel) return alone(outcome);
  const bytes = await looking.asUser((tx) => bytesOf(tx, event.inboxId, position));
  return bytes === null ? alone(outcome) : withSecondReading(outcome, bytes, looking);
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
  const seen = await seeReceipt(turnModel, bytes, { ownCurrency, log });
  if (seen === null) return alone(outcome);
  if (outcome.is === "unreadable") {
    const pictures = [{ fileHash: fileHashOf(bytes), imageHash: null }];
    return { receipt: { reading: named(seen), pictures }, byModel: true };
  }
  const reading = named(compared(outcome.reading, seen));
  return { receipt: { reading, pictures: [outcome.marks] }, byModel: true };
}
