/**
 * What a message is for: its plan, or what to say when there is nothing to do (SPEC S3).
 *
 *   button ───────────────→ its own plan
 *   answer to a question ─→ the plan of the option it names
 *   text ─→ reader ─→ certain ─→ its plan
 *                 ├─→ likely ──→ a prefilled confirmation, nothing written
 *                 └─→ no ──────→ one short sentence, nothing written
 *
 * Pure but for the look-up of a pressed button; nothing is written here.
 */
import { limits } from "../kernel/limits.ts";
import type { Doubt, ReadItem, Reading } from "../kernel/reading.ts";
import type { Language, Mode, Plan, PlanItem, Source, Verdict } from "../kernel/types.ts";
import { read } from "../language/reader.ts";
import type { Missing } from "../messages/index.ts";
import { entriesMadeBy } from "../store/actions.ts";
import type { WaitingEvent } from "../store/inbox.ts";
import { findButton } from "../store/outbox.ts";
import type { Option } from "../store/pending-question.ts";
import type { Person } from "../store/people.ts";
import type { Sql } from "../store/sql.ts";
import { draftedEntry } from "../tools/record.ts";
import { findTool } from "../tools/registry.ts";
import type { ReplyContext, ReplyDraft } from "../tools/tool.ts";
import { commandPlan } from "./commands.ts";
import { editedPlan } from "./edited.ts";
import { settle } from "./settle.ts";

export interface Decision {
  readonly plan: Plan;
  readonly verdict: Verdict;
  readonly language: Language;
  /** What the person said, where the event's own text is not that: the label of a pressed button. */
  readonly heard?: string | undefined;
  /** The reply when the plan has no items. */
  readonly say: (context: ReplyContext) => ReplyDraft;
}

/** Decides what one event of a person is for. */
export async function decide(event: WaitingEvent, person: Person, sql: Sql): Promise<Decision> {
  switch (event.kind) {
    case "button":
      return pressed(event, person, sql);
    case "photo":
      return nothing("receipt", person.spoken, ({ say }) => ({ text: say.missing("receipts") }));
    case "unsupported":
      return nothing("unclear", person.spoken, ({ say }) => ({ text: say.unsupported(event.text) }));
    case "edited":
      return edited(event, person, sql);
    case "text":
      return text(event, person);
  }
}

/** A decision that does nothing but say something. */
function nothing(
  mode: Mode,
  language: Language,
  say: Decision["say"],
  verdict: Verdict = "certain",
): Decision {
  return { plan: { mode, source: "local", items: [] }, verdict, language, say };
}

function does(
  items: readonly PlanItem[],
  { mode, source, language }: { mode: Mode; source: Source; language: Language },
): Decision {
  return {
    plan: { mode, source, items },
    verdict: "certain",
    language,
    say: ({ say }) => ({ text: say.leftAlone }),
  };
}

async function pressed(event: WaitingEvent, person: Person, sql: Sql): Promise<Decision> {
  const button = await findButton(sql, person.scope, event.text);
  const language = person.spoken;
  const answered = button?.answers && person.pending?.inboxId !== button.inboxId;
  if (!button || answered) return nothing("unclear", language, ({ say }) => ({ text: say.buttonGone }));
  const mode = button.does[0] ? (findTool(button.does[0].tool)?.mode ?? "unclear") : "unclear";
  return { ...does(button.does, { mode, source: "reader", language }), heard: button.label };
}

async function edited(event: WaitingEvent, person: Person, sql: Sql): Promise<Decision> {
  const { spoken: language, scope } = person;
  const messageKey = event.refersTo;
  const made = messageKey === null ? [] : await entriesMadeBy(sql, scope, { chat: event, messageKey });
  if (made.length === 0) return text(event, person);
  const items = editedPlan(made, readFor(event.text, event, person));
  if (!items) return nothing("edit", language, ({ say }) => ({ text: say.editKept }), "no");
  return does(items, { mode: "edit", source: "reader", language });
}

function text(event: WaitingEvent, person: Person): Decision {
  if (event.text.length > limits.maxMessageCharacters) {
    return nothing("unclear", person.spoken, ({ say }) => ({ text: say.tooLong }));
  }
  const reading = readFor(event.text, event, person);
  const reread = (words: string): Reading => readFor(words, event, person);
  const ownCurrency = person.settings.currency;
  const settled =
    person.pending && settle(person.pending.question, { text: event.text, reading, reread, ownCurrency });
  const moment = { nowMs: event.receivedAtMs, zone: person.settings.zone };
  if (!settled) return fromReading(reading, event.text, moment);
  // "Ya" and "2" tell no language.
  if ("option" in settled) return fromOption(settled.option, person.spoken);
  return fromReading(settled.reading, settled.text, moment);
}

function readFor(words: string, event: WaitingEvent, person: Person): Reading {
  const { settings, ownCategories, rules, known } = person;
  const spoken = known ? person.spoken : undefined;
  return read(words, { nowMs: event.receivedAtMs, settings, ownCategories, rules, spoken });
}

function fromOption({ does: items, mode }: Option, language: Language): Decision {
  return does(items, { mode, source: "reader", language });
}

/** Parts of Mama that are to come; until then she says so. */
const TO_COME: Readonly<Partial<Record<Mode, Missing>>> = {
  reminder: "reminders",
  cap: "caps",
  receipt: "receipts",
  memory: "memories",
  coaching: "coaching",
};

interface Moment {
  readonly nowMs: number;
  readonly zone: string;
}

function fromReading(reading: Reading, words: string, moment: Moment): Decision {
  const { mode, verdict, language, items, doubts } = reading;
  const missing = TO_COME[mode];
  if (missing) return nothing(mode, language, ({ say }) => ({ text: say.missing(missing) }), verdict);
  if (mode === "small_talk") {
    return nothing(
      mode,
      language,
      ({ say }) => ({ text: say.smallTalk(reading.smallTalk ?? "ack") }),
      verdict,
    );
  }
  const [item] = items;
  if (item?.tool === "command") return fromCommand(item.input.name, reading.language, moment);
  if (items.length === 0 || verdict === "no") return unclear(reading, words);
  if (mode === "question") return does(items, { mode, source: "reader", language });
  if (mode === "edit")
    return does(
      items.map((edit) => askIfUnsure(edit, verdict)),
      { mode, source: "reader", language },
    );
  if (verdict === "certain")
    return does(items.slice(0, limits.maxItemsPerMessage), { mode, source: "reader", language });
  return mode === "settings"
    ? unclear({ ...reading, doubts: ["unknown_setting", ...doubts] }, words)
    : confirm(reading);
}

/** An edit that was not read with certainty shows the row and asks, even when only one fits. */
function askIfUnsure(item: ReadItem, verdict: Verdict): PlanItem {
  const unsure = verdict !== "certain" && (item.tool === "correct" || item.tool === "delete");
  return unsure ? { tool: item.tool, input: { ...item.input, ask: true } } : item;
}

function fromCommand(name: string, language: Language, moment: Moment): Decision {
  const plan = commandPlan(name, moment);
  if ("items" in plan) return does(plan.items, { mode: plan.mode, source: "reader", language });
  return nothing(plan.mode, language, ({ say }) => ({ text: plan.text(say) }));
}

/** One short question back; nothing is written. A missing subject can be said in the next message. */
function unclear({ language, doubts, mode }: Reading, words: string): Decision {
  const doubt: Doubt | undefined = doubts[0];
  return nothing(
    mode === "edit" || mode === "settings" ? mode : "unclear",
    language,
    ({ say }) => ({
      text: say.unclear(doubt),
      question:
        doubt === "no_subject" || doubt === "no_amount" ? { kind: "complete", text: words } : undefined,
    }),
    "no",
  );
}

/** Shows what was read and asks: Yes writes it, No and any other message do not (SPEC S3). */
function confirm({ items, mode, language }: Reading): Decision {
  return nothing(
    mode,
    language,
    ({ say, today }) => {
      const lines = items.map((item) => say.entry(draftedEntry(item), today));
      const options: Option[] = [
        { label: say.buttons.yes, does: items, mode, answer: "yes" },
        { label: say.buttons.change, does: [{ tool: "amend", input: { items } }], mode: "edit" },
        { label: say.buttons.no, does: [], mode: "unclear", answer: "no" },
      ];
      return { text: say.confirm(lines), buttons: options, question: { kind: "choice", options } };
    },
    "likely",
  );
}
