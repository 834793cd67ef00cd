/**
 * A photo becomes an expense (SPEC S8). The pictures are read before there is any transaction; what comes of them is a plan
 * like any other, and a turn that is run again reads what no earlier try has read.
 *
 *   bytes here? ─ no ─→ put off                        ┌─ sure ──→ recorded
 *        └─ each read, by the reader and by the model ─→ receipts ─┼─ unsure → shown, or asked about
 *                         └─ busy ─→ put off           └─ none ──→ its sentence, or what the caption says
 */
import { dayOf } from "../kernel/calendar.ts";
import { limits } from "../kernel/limits.ts";
import type { Language, PlanItem, Verdict } from "../kernel/types.ts";
import { type Caption, readCaption } from "../language/caption.ts";
import { messagesIn, type UnreadPicture } from "../messages/index.ts";
import type { WaitingEvent } from "../store/inbox.ts";
import type { Person } from "../store/people.ts";
import { type KeptPicture, picturesOf } from "../store/pictures.ts";
import { findSameReceipt } from "../store/receipts.ts";
import type { ReceiptInput } from "../tools/receipt.ts";
import type { AsUser, Decision } from "./decision.ts";
import { Hold } from "./hold.ts";
import { lateMember } from "./late-picture.ts";
import { type Looking, lookAt } from "./look-at-picture.ts";
import { type Drafted, draftReceipt, noteOf } from "./receipt-draft.ts";
import { groupReceipts, type ReadReceipt } from "./receipt-groups.ts";
import { contextOf, readAs } from "./route.ts";

/** What a photo is read with. */
export interface PhotoParts extends Looking {
  /** The earlier events of its album, for which it came too late. */
  readonly earlier: readonly string[];
}

/** Puts off an event whose pictures are not here, then again and again until they are. @throws Hold */
function waitFor(kept: readonly KeptPicture[], { holds }: WaitingEvent): void {
  const missing = kept.some(({ here, failure }) => !here && failure === null);
  if (missing && holds < limits.maxHolds) throw new Hold(holds);
}

/**
 * Decides what the pictures of an event are for.
 * @throws Hold when they cannot be read yet
 */
export async function photoDecision(
  event: WaitingEvent,
  person: Person,
  parts: PhotoParts,
): Promise<Decision> {
  const { asUser } = parts;
  const kept = await asUser((tx) => picturesOf(tx, event.inboxId));
  waitFor(kept, event);
  const looked = await lookAt(kept, event, parts);
  const { settings } = person;
  const caption = readCaption(event.text, contextOf(person, event.saidAtMs));
  const language = event.text.trim() === "" ? person.spoken : caption.language;
  const said: SaidOf = {
    caption,
    language,
    person,
    today: dayOf(event.saidAtMs, settings.zone),
    nameless: messagesIn(settings.language === "auto" ? language : settings.language).receipts.nameless,
  };
  const receipts = groupReceipts(looked.flatMap((one) => ("receipt" in one ? [one.receipt] : [])));
  const unread = looked.flatMap((one) => ("unread" in one ? [one.unread] : []));
  const { earlier } = parts;
  const late =
    earlier.length === 0 ? null : await asUser((tx) => lateMember(tx, event, { person, receipts, earlier }));
  const does =
    late?.items ?? (await itemsOf({ event, said, receipts: late?.receipts ?? receipts, unread, asUser }));
  const byModel = looked.some((one) => one.byModel);
  return {
    plan: { mode: "receipt", source: byModel ? "model" : "reader", items: does },
    verdict: verdictOf(does),
    language,
    originId: late?.originId,
    pictures: kept.length,
    say: ({ say }) => ({ text: say.leftAlone }),
  };
}

interface SaidOf {
  readonly caption: Caption;
  readonly language: Language;
  readonly person: Person;
  readonly today: string;
  readonly nameless: string;
}

function verdictOf(items: readonly PlanItem[]): Verdict {
  const asked = items.flatMap(({ tool, input }) =>
    tool === "receipt" ? [(input as ReceiptInput).says] : [],
  );
  if (asked.includes("unread") || asked.includes("how_much")) return "no";
  return items.some(({ tool }) => tool !== "receipt") ? "certain" : "likely";
}

/** The plan: what is recorded, and one question or sentence for the rest. */
async function itemsOf({
  event,
  said,
  receipts,
  unread,
  asUser,
}: {
  event: WaitingEvent;
  said: SaidOf;
  receipts: readonly ReadReceipt[];
  unread: readonly UnreadPicture[];
  asUser: AsUser;
}): Promise<readonly PlanItem[]> {
  const { person } = said;
  if (receipts.length === 0) return fromCaption(event, person, unread);
  const several = receipts.length > 1;
  const caption = several ? { ...said.caption, amounts: [] } : said.caption;
  const drafted: Drafted[] = [];
  for (const receipt of receipts) {
    const note = noteOf(receipt, person.settings);
    const same = await asUser((tx) => findSameReceipt(tx, person.scope, note));
    drafted.push(draftReceipt({ ...said, caption, receipt, same }));
  }
  return several || unread.length > 0 ? together(drafted, unread) : drafted.map(itemOf);
}

function itemOf(drafted: Drafted): PlanItem {
  return drafted.does === "record" ? drafted.item : says(drafted.asks);
}

function says(input: ReceiptInput): PlanItem {
  return { tool: "receipt", input };
}

/** Several receipts get one answer: what is sure, one question about what is likely, and a word about the rest. */
function together(drafted: readonly Drafted[], unread: readonly UnreadPicture[]): readonly PlanItem[] {
  const [first, second] = drafted;
  const blurred = unread.filter((why) => why !== "not_a_receipt").length;
  if (first && !second) return [itemOf(first), ...leftOut(blurred, 0)];
  const asked = drafted.flatMap((one) => (one.does === "ask" ? [one.asks] : []));
  const shown = asked.flatMap((ask) => ("items" in ask && ask.says !== "same" ? ask.items.slice(0, 1) : []));
  const noTotal = asked.filter(({ says: what }) => what === "how_much" || what === "refund").length;
  const known = asked.filter(({ says: what }) => what === "same").length;
  return [
    ...drafted.flatMap((one) => (one.does === "record" ? [one.item] : [])),
    ...leftOut(noTotal + blurred, known),
    ...(shown.length === 0 ? [] : [says({ says: "confirm", items: shown })]),
  ];
}

function leftOut(noTotal: number, known: number): readonly PlanItem[] {
  return noTotal + known === 0 ? [] : [says({ says: "left_out", noTotal, known })];
}

/** Nothing could be read: the caption may be a record by itself ("lunch 15" under a picture of lunch). */
function fromCaption(
  event: WaitingEvent,
  person: Person,
  unread: readonly UnreadPicture[],
): readonly PlanItem[] {
  const { verdict, mode, items } = readAs(person, event.text, event.saidAtMs);
  const records = verdict === "certain" && (mode === "expense" || mode === "income");
  if (records) return [...items, says({ says: "from_words" })];
  return [says({ says: "unread", why: unread.length > 0 ? unread : ["gone"] })];
}
