/**
 * A picture of an album that came when the others were answered already (SPEC S8): it belongs to a receipt that is kept or
 * asked about, or it is a receipt of its own. The person is answered once: what adds nothing is not spoken of.
 */
import type { RecordInput } from "../kernel/reading.ts";
import type { ReceiptNote } from "../kernel/receipt.ts";
import type { PlanItem } from "../kernel/types.ts";
import type { Read, ReceiptReading } from "../receipts/reading.ts";
import type { WaitingEvent } from "../store/inbox.ts";
import type { Option, PendingQuestion } from "../store/pending-question.ts";
import type { Person } from "../store/people.ts";
import { receiptsOfAlbum } from "../store/receipts.ts";
import type { Tx } from "../store/sql.ts";
import { belongTogether, joined, type ReadReceipt } from "./receipt-groups.ts";

/** Either all that the turn does, or the receipts that it goes on with, and the message whose question they answer. */
export interface LateMember {
  readonly items?: readonly PlanItem[] | undefined;
  readonly receipts?: readonly ReadReceipt[] | undefined;
  readonly originId?: string | undefined;
}

/** @param earlier the events of the album that came before */
export async function lateMember(
  tx: Tx,
  event: WaitingEvent,
  {
    person,
    receipts,
    earlier,
  }: { person: Person; receipts: readonly ReadReceipt[]; earlier: readonly string[] },
): Promise<LateMember> {
  const nothing: LateMember = { items: [{ tool: "receipt", input: { says: "nothing" } }] };
  if (receipts.length === 0) return nothing;
  const { scope, pending } = person;
  const kept = await receiptsOfAlbum(tx, scope, { chat: event, albumKey: event.albumKey ?? "" });
  const more: PlanItem[] = [];
  const rest: ReadReceipt[] = [];
  for (const receipt of receipts) {
    const of = kept.find(({ note }) => belongTogether(readFrom(note), receipt));
    const { pictures } = receipt;
    if (of) more.push({ tool: "receipt", input: { says: "more", receiptId: of.id, pictures } });
    else rest.push(receipt);
  }
  if (rest.length === 0) return { items: more };
  const asked = pending && earlier.includes(pending.inboxId) ? askedAbout(pending.question) : null;
  const [first, second] = rest;
  if (asked && first && !second && belongTogether(asked, first)) {
    // Shown or asked about: with nothing new in it, it waits on.
    if (first.reading.total === null || asked.reading.total !== null) return nothing;
    return { receipts: [joined(asked, first)], originId: pending?.inboxId };
  }
  // A part without a total of its own is no receipt of its own.
  const whole = rest.filter(({ reading }) => reading.total !== null);
  return whole.length === 0 ? nothing : { receipts: whole };
}

/** The receipt that a question is about. */
function askedAbout(question: PendingQuestion): ReadReceipt | null {
  const draft =
    question.kind === "receipt"
      ? question.draft
      : question.kind === "choice"
        ? // Options are plan items; those of receipts are records.
          (question.options.flatMap(({ does }: Option) => does)[0]?.input as Partial<RecordInput> | undefined)
        : undefined;
  return draft?.receipt ? readFrom(draft.receipt, draft.category) : null;
}

function readFrom(note: ReceiptNote, category = "other"): ReadReceipt {
  const read = <T>(value: T | null): Read<T> | null => (value === null ? null : { value, confidence: 1 });
  const reading: ReceiptReading = {
    ...note,
    merchant: read(note.merchant),
    date: read(note.boughtOn),
    total: read(note.totalMinor),
    otherTotalMinor: null,
    category,
    sure: false,
  };
  return { reading, pictures: note.pictures };
}
