/**
 * Which mode a text is for (SPEC S3): certain first, then the model, and without one what the local brain made of it.
 *
 *   text ─ reader ─→ certain ─────────────────────────────→ as read, no model call
 *               └─→ a guess ─┬─ the small model ─→ its plan, checked
 *                            └─ no model, away, budget spent ─→ as read, to be confirmed
 */
import { dayOf } from "../kernel/calendar.ts";
import { MamaError } from "../kernel/errors.ts";
import { limits } from "../kernel/limits.ts";
import type { Log } from "../kernel/log.ts";
import type { Doubt, ReaderContext, Reading } from "../kernel/reading.ts";
import { isLate } from "../kernel/within.ts";
import { saidIn } from "../language/said-in.ts";
import { type Shape, shapeOf } from "../language/shape.ts";
import { understand } from "../language/understand.ts";
import { recentMessages } from "../store/conversation.ts";
import type { WaitingEvent } from "../store/inbox.ts";
import type { Person } from "../store/people.ts";
import { classify } from "./classify.ts";
import type { AsUser } from "./decision.ts";
import { readingFrom } from "./from-classification.ts";
import type { Recalling } from "./recalling.ts";
import type { TurnModel } from "./turn-model.ts";

/** What cannot be an amount or a day is refused by rule, and not bent by a model (SPEC S4). */
const REFUSED: readonly Doubt[] = [
  "bad_amount",
  "negative_amount",
  "amount_out_of_range",
  "no_such_date",
  "too_long",
  "unknown_command",
  "empty",
];

/** How words of this person's are read at a moment. */
export function contextOf(
  { settings, ownCategories, rules, known, spoken }: Person,
  nowMs: number,
): ReaderContext {
  return { nowMs, settings, ownCategories, rules, spoken: known ? spoken : undefined };
}

/** Reads words as this person's at a moment. */
export function readAs(person: Person, words: string, nowMs: number): Reading {
  return understand(words, contextOf(person, nowMs));
}

/** How much of a record a text of this person's holds. */
export function shapeAs(person: Person, words: string, nowMs: number): Shape {
  return shapeOf(words, contextOf(person, nowMs));
}

interface Routing {
  readonly reading: Reading;
  readonly asUser: AsUser;
  readonly turnModel: TurnModel;
  readonly recalling: Recalling;
  readonly log: Log;
}

/** What is likely to end with the coach: then the message is embedded beside its classification, which costs no time. */
const FOR_THE_COACH: readonly Reading["mode"][] = ["coaching", "chat", "question", "unclear"];

/** @param reading what the local brain made of the event's text */
export async function route(
  event: WaitingEvent,
  person: Person,
  { reading, asUser, turnModel, recalling, log }: Routing,
): Promise<Reading> {
  if (!needsModel(reading) || !turnModel.model.available("small")) return reading;
  if (FOR_THE_COACH.includes(reading.mode)) recalling.begin();
  const { settings, ownCategories, scope } = person;
  const today = dayOf(event.saidAtMs, settings.zone);
  try {
    const history = await asUser((tx) =>
      recentMessages(tx, scope, { chat: event, most: limits.routeHistory }),
    );
    const said = saidIn(event.text, contextOf(person, event.saidAtMs));
    const answer = await classify(turnModel, {
      text: event.text,
      reading,
      settings,
      ownCategories,
      today,
      history,
    });
    // What the reader found is a better answer than none, where the coach cannot ask.
    const unanswered = answer.mode === "question" && !turnModel.model.available("main");
    if (unanswered && reading.mode === "question") return reading;
    return (
      readingFrom(answer, {
        text: event.text,
        reading,
        said,
        today,
        currency: settings.currency,
        ownCategories,
      }) ?? reading
    );
  } catch (error) {
    if (!isLate(error) && !(error instanceof MamaError && error.code.startsWith("model_"))) throw error;
    log.warn({ err: error, inboxId: event.inboxId }, "the reader decides without the model");
    return reading;
  }
}

function needsModel({ verdict, doubts, answer, items, decidedBy }: Reading): boolean {
  if (verdict === "certain" || answer !== undefined || items[0]?.tool === "command") return false;
  // An edit that was found by its words is asked back anyway, with the rows shown.
  if (items[0]?.tool === "undo" && decidedBy === undefined) return false;
  return !doubts.some((doubt) => REFUSED.includes(doubt));
}
