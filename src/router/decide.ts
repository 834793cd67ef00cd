/**
 * What an event is for: its plan, or what to say when there is nothing to do (SPEC S3). Nothing is written here.
 *
 *   button ───────────────→ its own plan
 *   photo ────────────────→ photo.ts
 *   edited message ───────→ the corrections that its new text makes
 *   answer to a question ─→ the plan of the option that it names
 *   any other text ───────→ route.ts ─→ from-reading.ts
 */
import { dayOf, startOfDay } from "../kernel/calendar.ts";
import { limits } from "../kernel/limits.ts";
import type { Log } from "../kernel/log.ts";
import type { Reading, RecordInput } from "../kernel/reading.ts";
import type { Plan, PlanItem } from "../kernel/types.ts";
import { entriesMadeBy } from "../store/actions.ts";
import { earlierOfAlbum, hasToldKind, type WaitingEvent } from "../store/inbox.ts";
import { findButton } from "../store/outbox-buttons.ts";
import type { PendingQuestion } from "../store/pending-question.ts";
import type { Person } from "../store/people.ts";
import { findTool } from "../tools/registry.ts";
import { answering } from "../tools/tool.ts";
import { billDecision, namesBill } from "./bills.ts";
import type { AsUser, Decision } from "./decision.ts";
import { editedPlan } from "./edited.ts";
import { fromReading } from "./from-reading.ts";
import { Hold } from "./hold.ts";
import { photoDecision } from "./photo.ts";
import type { ReadingIt } from "./reading-it.ts";
import type { Recalling } from "./recalling.ts";
import { receiptWords } from "./receipt-words.ts";
import { contextOf, readAs, route, shapeAs } from "./route.ts";
import { settle } from "./settle.ts";
import type { TurnModel } from "./turn-model.ts";
import type { Receipts } from "./turn-parts.ts";

/** What deciding may look at and ask. */
export interface Deciding {
  readonly asUser: AsUser;
  /** Only to read, and no longer than the model may think. */
  readonly reading: AsUser;
  readonly turnModel: TurnModel;
  readonly recalling: Recalling;
  readonly log: Log;
  readonly receipts: Receipts;
  /** Begins to wait for the moment to say that a picture is being read. */
  readingIt(): ReadingIt;
}

/** Decides what one event of a person is for. */
export async function decide(event: WaitingEvent, person: Person, deciding: Deciding): Promise<Decision> {
  const { asUser } = deciding;
  switch (event.kind) {
    case "button":
      return pressed(event, person, asUser);
    case "photo":
      return photo(event, person, deciding);
    case "unsupported":
      return unsupported(event, person, asUser);
    case "edited":
      return edited(event, person, asUser);
    case "text":
      return text(event, person, deciding);
  }
}

async function photo(event: WaitingEvent, person: Person, deciding: Deciding): Promise<Decision> {
  const { receipts, asUser, turnModel, log } = deciding;
  const earlier =
    event.albumKey === null ? [] : await asUser((tx) => earlierOfAlbum(tx, person.scope, event));
  // A picture that comes late may add nothing, and then nothing is to be said.
  const readingIt = earlier.length > 0 ? null : deciding.readingIt();
  const ownCurrency = person.settings.currency;
  try {
    return await photoDecision(event, person, { ...receipts, asUser, turnModel, ownCurrency, log, earlier });
  } catch (error) {
    if (error instanceof Hold && event.holds >= HOLDS_TO_SAY) await readingIt?.now();
    throw error;
  } finally {
    await readingIt?.over();
  }
}

/** By then a picture that keeps the turn waiting has taken some seconds. */
const HOLDS_TO_SAY = 4;

/** A kind that Mama cannot read is told once a day; after that a sentence would be noise (SPEC S2). */
async function unsupported(event: WaitingEvent, person: Person, asUser: AsUser): Promise<Decision> {
  const { zone } = person.settings;
  const sinceMs = startOfDay(dayOf(event.receivedAtMs, zone), zone);
  const told =
    !ALWAYS_TOLD.has(event.text) && (await asUser((tx) => hasToldKind(tx, person.scope, event, sinceMs)));
  return sentence("unclear", person, ({ say }) => ({ text: told ? "" : say.unsupported(event.text) }));
}

/** What may be meant to be read each time. */
const ALWAYS_TOLD: ReadonlySet<string> = new Set(["large_picture", "unread"]);

/** A decision that does nothing but say something, in the language the person last wrote in. */
function sentence(mode: Plan["mode"], { spoken }: Person, say: Decision["say"]): Decision {
  return { plan: { mode, source: "reader", items: [] }, verdict: "certain", language: spoken, say };
}

/** A decision that was made by the person's own hand: a button, an option, an edit. */
function chosen(mode: Plan["mode"], person: Person, items: readonly PlanItem[]): Decision {
  return { ...sentence(mode, person, leftAlone), plan: { mode, source: "reader", items } };
}

/** What is said when an answer does nothing: "no". */
const leftAlone: Decision["say"] = ({ say }) => ({ text: say.leftAlone });

async function pressed(event: WaitingEvent, person: Person, asUser: AsUser): Promise<Decision> {
  const button = await asUser((tx) => findButton(tx, person.scope, event.text));
  const lapsed = button?.answers && person.pending?.inboxId !== button.inboxId;
  // A stored plan may be older than the code: a tool that is gone makes a button that no longer works.
  const works = button?.does.every(({ tool }) => findTool(tool) !== undefined);
  if (!button || lapsed || !works)
    return sentence("unclear", person, ({ say }) => ({ text: say.buttonGone }));
  const [first] = button.does;
  const mode = isOfReceipt(first) ? "receipt" : ((first && findTool(first.tool)?.mode) ?? "unclear");
  const originId = button.answers && button.inboxId ? button.inboxId : undefined;
  return { ...chosen(mode, person, button.does), heard: button.label, originId };
}

/** A record that came from a photo stays one of a receipt, however it is agreed to. */
function isOfReceipt(item: PlanItem | undefined): boolean {
  return (item?.input as Partial<RecordInput> | undefined)?.receipt !== undefined;
}

async function edited(event: WaitingEvent, person: Person, asUser: AsUser): Promise<Decision> {
  const messageKey = event.refersTo ?? "";
  const made = await asUser((tx) => entriesMadeBy(tx, person.scope, { chat: event, messageKey }));
  // "Yesterday" in a message is the day before it was sent, however much later it is edited.
  const saidAtMs = made[0]?.saidAtMs ?? event.saidAtMs;
  const items = editedPlan(made, readAs(person, event.text, saidAtMs));
  if (items) return chosen(made.length > 0 ? "edit" : "expense", person, items);
  return sentence("edit", person, ({ say }) => ({ text: made.length > 0 ? say.editKept : say.editNothing }));
}

async function text(event: WaitingEvent, person: Person, deciding: Deciding): Promise<Decision> {
  if (event.text.length > limits.maxMessageCharacters) {
    return sentence("unclear", person, ({ say }) => ({ text: say.tooLong }));
  }
  const moment = { nowMs: event.saidAtMs, zone: person.settings.zone };
  const reading = readAs(person, event.text, event.saidAtMs);
  const settled = answered(event, person, reading);
  if (!settled) {
    const context = contextOf(person, event.saidAtMs);
    const about = await receiptWords(event, person, { reading, context, asUser: deciding.asUser });
    if (about) return about;
  }
  if (!settled || namesBill(event.text)) {
    const bill = await billDecision(event, person, {
      reading,
      reread: (words) => readAs(person, words, event.receivedAtMs),
      shape: shapeAs(person, event.text, event.receivedAtMs),
      asUser: deciding.asUser,
    });
    if (bill) return bill;
  }
  if (!settled) {
    return fromReading(
      await route(event, person, { ...deciding, asUser: deciding.reading, reading }),
      event.text,
      moment,
    );
  }
  if ("again" in settled) return askedAgain(settled.again, reading, person);
  const originId = person.pending?.inboxId;
  // "Ya" and "2" tell no language.
  if ("option" in settled) return { ...chosen(settled.option.mode, person, settled.option.does), originId };
  return { ...fromReading(settled.reading, settled.text, moment), originId };
}

function answered(event: WaitingEvent, person: Person, reading: Reading): ReturnType<typeof settle> {
  if (!person.pending) return null;
  return settle(person.pending.question, {
    text: event.text,
    reading,
    reread: (words, saidAtMs = event.saidAtMs) => readAs(person, words, saidAtMs),
    shape: (words) => shapeAs(person, words, event.saidAtMs),
    ownCurrency: person.settings.currency,
  });
}

/** "Hmm", or words that tell no row from the others: the question waits on, and is said once more. */
function askedAgain(question: PendingQuestion, { mode }: Reading, person: Person): Decision {
  const held = mode === "small_talk";
  return sentence(held ? "small_talk" : "unclear", person, ({ say }) => ({
    text: held || question.asks === undefined ? say.edits.noRush(question.asks) : question.asks,
    buttons: question.kind === "choice" ? answering(question.options) : [],
    question,
  }));
}
