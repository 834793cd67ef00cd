/**
 * What a text is for, once it has been read (SPEC S3).
 *
 *   certain ─→ its plan
 *   likely ──→ a prefilled confirmation, nothing written
 *   no ──────→ one short sentence, nothing written
 */
import type { CapInput, Doubt, ReadItem, Reading, ReminderInput } from "../kernel/reading.ts";
import type { Mode, PlanItem, Source } from "../kernel/types.ts";
import { categoryOfThing } from "../language/things.ts";
import type { Option } from "../store/pending-question.ts";
import { draftedCap } from "../tools/cap.ts";
import { draftedEntry } from "../tools/record.ts";
import { draftedReminder } from "../tools/reminder.ts";
import { choice, draftOptions, type ReplyContext } from "../tools/tool.ts";
import { commandPlan } from "./commands.ts";
import type { Decision } from "./decision.ts";
import { asksSomething, heardIn } from "./telling.ts";

/** When and where the person is. */
export interface Moment {
  readonly nowMs: number;
  /** IANA zone. */
  readonly zone: string;
}

/** The title of a reminder that says nothing of what it is for. */
const NAMELESS = "bill";

/** @param words the text that was read, for a question that the next message may complete */
export function fromReading(reading: Reading, words: string, moment: Moment): Decision {
  const { mode, verdict, items } = reading;
  if (reading.answer) return says(reading, mode, ({ say }) => ({ text: say.nothingAsked }));
  const heard = heardIn(reading, words, moment);
  if (heard === "secret") return says(reading, "memory", ({ say }) => ({ text: say.memories.secret }));
  if (heard) return advised({ ...reading, mode: heard });
  if (mode === "small_talk") {
    return says(reading, mode, ({ say }) => ({ text: say.smallTalk(reading.smallTalk ?? "ack") }));
  }
  if (wantsAdvice(reading)) return advised(reading);
  const [item] = items;
  if (item?.tool === "command") return fromCommand(item.input.name, reading, moment);
  if (mode === "memory") return ofMemory(reading, words);
  if (mode === "reminder") return fromReminders(reading, words, moment.nowMs);
  if (mode === "cap" && items.length === 0)
    return says(reading, mode, ({ say }) => ({ text: say.caps.noSuch }));
  if (items.length === 0 || verdict === "no") return unclear(reading, words, moment.nowMs);
  if (mode === "question") return does(reading, mode, items);
  if (mode === "edit") return fromEdit(reading);
  if (item?.tool === "uncap") return asking(reading, mode);
  if (verdict === "certain") return does(reading, mode, items);
  if (mode === "settings") return unclear({ ...reading, doubts: ["unknown_setting"] }, words, moment.nowMs);
  return confirm(reading);
}

function ofMemory(reading: Reading, words: string): Decision {
  const { items } = reading;
  if (items.length > 0) return does(reading, "memory", items);
  // "Do you remember my wedding?": what she remembers answers it.
  if (asksSomething(words)) return does(reading, "memory", [{ tool: "memories", input: {} }]);
  return says(reading, "memory", ({ say }) => ({ text: say.memories.how }));
}

/** A correction, a deletion, an undo: of a record, a cap or a reminder, each of which is never taken for another. */
function fromEdit(reading: Reading): Decision {
  const { items } = reading;
  if (decidedByModel(reading) && items.some(({ tool }) => tool === "undo")) return confirmUndo(reading);
  const capEdit = editOfCap(items[0]);
  if (capEdit) return capEdit === "change" ? howToChange(reading) : does(reading, "cap", [capEdit]);
  return asking(reading, "edit");
}

/** Everything that is read, each asked back unless it is certain. */
function asking(reading: Reading, mode: Mode): Decision {
  return does(
    reading,
    mode,
    reading.items.map((item) => toolOf(askIfUnsure(item, reading.verdict), item)),
  );
}

function isOfReminder(item: ReadItem): boolean {
  const edits = item.tool === "delete" || item.tool === "correct" || item.tool === "edit";
  return edits && item.input.target?.kind === "reminder";
}

/**
 * Advice, talk, and questions that no query answers by itself are for the coach. Talk without a model is not: nothing
 * that is known by rule could be said.
 */
function wantsAdvice({ mode, items, decidedBy }: Reading): boolean {
  if (mode === "coaching") return true;
  return decidedBy === "model" && (mode === "chat" || (mode === "question" && items.length === 0));
}

/** Records that are told with the question come first; on the model's word alone they are asked about beside it. */
function advised(reading: Reading): Decision {
  const { mode, items, verdict } = reading;
  const doubtful = items.length > 0 && decidedByModel(reading) && verdict !== "certain";
  if (!doubtful) return { ...does(reading, mode, items), advise: true, asked: reading.asked };
  const { say } = confirm(reading);
  return { ...does(reading, mode, []), advise: true, beside: say };
}

function sourceOf({ decidedBy }: Reading): Source {
  if (decidedBy === "model") return "model";
  return decidedBy === "classifier" ? "local" : "reader";
}

/** Nothing but a sentence. */
function says(reading: Reading, mode: Mode, say: Decision["say"]): Decision {
  const { verdict, language } = reading;
  return { plan: { mode, source: sourceOf(reading), items: [] }, verdict, language, say };
}

function does(reading: Reading, mode: Mode, items: readonly PlanItem[]): Decision {
  const decision = says(reading, mode, ({ say }) => ({ text: say.leftAlone }));
  return { ...decision, plan: { ...decision.plan, items } };
}

/** An edit that was not read with certainty shows the row and asks, even when only one fits. */
function askIfUnsure(item: ReadItem, verdict: Reading["verdict"]): PlanItem {
  const unsure =
    verdict !== "certain" && (item.tool === "correct" || item.tool === "delete" || item.tool === "uncap");
  return unsure ? { tool: item.tool, input: { ...item.input, ask: true } } : item;
}

/** "Delete the food one, the cap": an edit whose words name a cap, and never a record of the same name. */
function editOfCap(item: ReadItem | undefined): PlanItem | "change" | undefined {
  if ((item?.tool !== "delete" && item?.tool !== "correct") || item.input.target.kind !== "cap")
    return undefined;
  if (item.tool === "correct") return "change";
  const category = categoryOfThing(item.input.target.words.join(" "), [])?.category;
  return { tool: "uncap", input: { category, ask: true } };
}

function howToChange(reading: Reading): Decision {
  return says({ ...reading, verdict: "no" }, "cap", ({ say }) => ({ text: say.caps.howToChange }));
}

const TOOLS_OF_REMINDERS: Readonly<Partial<Record<ReadItem["tool"], string>>> = {
  correct: "change_reminder",
  delete: "cancel_reminder",
  edit: "edit_reminder",
};

/** Reminders are changed and cancelled by tools of their own. */
function toolOf(item: PlanItem, edit: ReadItem): PlanItem {
  const own = isOfReminder(edit) ? TOOLS_OF_REMINDERS[edit.tool] : undefined;
  return own === undefined ? item : { ...item, tool: own };
}

/** Set when it is certain; shown and asked when it is likely; a question when something is missing or cannot be. */
function fromReminders(reading: Reading, words: string, askedAtMs: number): Decision {
  const { mode, verdict, items } = reading;
  if (items.length > 0 && items.every(isWhole)) {
    if (verdict === "certain") return does(reading, mode, items);
    if (!reading.doubts.some((doubt) => ASKED_BACK.includes(doubt))) return confirm(reading);
  }
  const doubt = doubtAbout(reading);
  return says({ ...reading, verdict: "no" }, mode, ({ say, settings }) => {
    const asks = say.reminders.unclear(doubt, settings.zone);
    const completes = doubt !== "negated" && doubt !== "too_often";
    return {
      text: asks,
      question: completes ? { kind: "complete", text: words, askedAtMs, asks } : undefined,
    };
  });
}

/** What is not shown for confirmation, since it could not be meant. */
const ASKED_BACK: readonly Doubt[] = [
  "negated",
  "no_such_date",
  "two_amounts",
  "unknown_setting",
  "too_often",
];

/** Nothing is missing: a subject, a day, and an amount where it is to record itself. */
function isWhole(item: ReadItem): boolean {
  return item.tool === "reminder" && missingIn(item.input) === undefined;
}

function missingIn({
  title,
  date,
  recurrence,
  recordsItself,
  amountMinor,
}: ReminderInput): Doubt | undefined {
  if (title === NAMELESS) return "no_subject";
  if (date === undefined && recurrence === undefined) return "bad_date";
  return recordsItself && amountMinor === undefined ? "no_amount" : undefined;
}

function doubtAbout({ items, doubts }: Reading): Doubt | undefined {
  const [item] = items;
  const missing = item?.tool === "reminder" ? missingIn(item.input) : undefined;
  const back = doubts.find((doubt) => ASKED_BACK.includes(doubt));
  return back ?? (doubts.includes("past_date") ? "past_date" : (missing ?? doubts[0]));
}

function fromCommand(name: string, reading: Reading, moment: Moment): Decision {
  const plan = commandPlan(name, moment);
  if ("items" in plan) return does(reading, plan.mode, plan.items);
  return says(reading, plan.mode, ({ say }) => ({ text: plan.text(say) }));
}

/** One short question back; nothing is written. A missing word can be said in the next message. */
function unclear(reading: Reading, words: string, askedAtMs: number): Decision {
  const { doubts, mode } = reading;
  // "16?": what it was for is asked, whatever else it may have been.
  const [first] = doubts;
  const doubt = first === "question" && doubts.includes("no_subject") ? "no_subject" : first;
  const kept = mode === "edit" || mode === "settings" ? mode : "unclear";
  return says({ ...reading, verdict: "no" }, kept, ({ say }) => {
    const asks = say.unclear(doubt);
    const completes = kept === "unclear" && (doubt === "no_subject" || doubt === "no_amount");
    return {
      text: asks,
      question: completes ? { kind: "complete", text: words, askedAtMs, asks } : undefined,
    };
  });
}

function decidedByModel({ decidedBy }: Reading): boolean {
  return decidedBy === "model";
}

/** Nothing is taken back on the model's word alone (SPEC S12). */
function confirmUndo(reading: Reading): Decision {
  return says({ ...reading, verdict: "likely" }, "edit", ({ say }) => {
    const options: Option[] = [
      { label: say.buttons.yes, does: [{ tool: "undo", input: {} }], mode: "edit", answer: "yes" },
      { label: say.buttons.no, does: [], mode: "unclear", answer: "no" },
    ];
    return choice(say.confirmUndo, options);
  });
}

/** Shows what was read and asks: Yes writes it; No and any other message do not. */
function confirm(reading: Reading): Decision {
  const { items, mode } = reading;
  return says({ ...reading, verdict: "likely" }, mode, (context) => {
    const { say, settings } = context;
    const lines = items.map((item) => draftLine(item, context));
    const options = draftOptions(items, mode, context).filter(
      // A day or a time says nothing of which of several reminders it is for.
      ({ does }) => !(mode === "reminder" && items.length > 1 && does[0]?.tool === "amend"),
    );
    // A moment that is past cannot be confirmed.
    if (lines.includes(null)) return { text: say.reminders.unclear("past_date", settings.zone) };
    const shown = lines.filter((line) => line !== null);
    const asks = mode === "reminder" ? say.reminders.confirm(shown) : say.confirm(shown);
    return choice(asks, options);
  });
}

/** What an item would make, in a line; null when it can make nothing. */
function draftLine(item: PlanItem, context: ReplyContext): string | null {
  const { say, today } = context;
  if (item.tool === "cap") return say.caps.cap(draftedCap(item.input as CapInput));
  if (item.tool !== "reminder") return say.entry(draftedEntry(item), today);
  const draft = draftedReminder(item.input, context);
  return draft && say.reminders.line(draft.reminder, today);
}
