/** English. */
import { formatMoney } from "../kernel/money.ts";
import type { Doubt } from "../kernel/reading.ts";
import type { Settings } from "../kernel/types.ts";
import { advice } from "./en-advice.ts";
import { answers, moneys } from "./en-answers.ts";
import { caps } from "./en-caps.ts";
import { digests } from "./en-digests.ts";
import { edits } from "./en-edits.ts";
import { linking } from "./en-linking.ts";
import { memories } from "./en-memories.ts";
import { CATEGORIES, day, during, period, WEEKDAYS } from "./en-names.ts";
import { platform } from "./en-platform.ts";
import { receipts } from "./en-receipts.ts";
import { reminders } from "./en-reminders.ts";
import type { Messages, Missing } from "./messages.ts";
import { bullets, changedTo, LANGUAGE_SET, numbered, thingOf } from "./shared.ts";

const DOUBTS: Readonly<Partial<Record<Doubt, string>>> = {
  no_amount: "How much was it? Text it like “lunch 15”.",
  bad_amount: "I can't read that amount. Could you write it like 24.70 or 1,250.50?",
  negative_amount:
    "Is that money out or money back? Text it like “lunch 15”, or “refund 15” for money you got.",
  amount_out_of_range: "That amount is outside what I can keep (up to one billion). Could you check it?",
  two_amounts: "I see more than one amount. Which is it? Text it like “kfc 25”.",
  two_currencies: "I see two currencies. Which is it? Text it like “coffee S$6.50”.",
  bad_date: "I don't know that day. Could you write it like 5/3 or “last Friday”?",
  no_such_date: "I don't know that day. Could you write it like 5/3 or “last Friday”?",
  unknown_setting:
    "I can set your time zone, currency, language, first day of the week and quiet hours. Which one?",
  unknown_command: "There is no such command. /help lists what I can do.",
  future: "That sounds like something still to come, so I haven't recorded it. Text me when it is paid.",
  negated: "I haven't recorded anything. Text me when you do spend, like “lunch 15”.",
  hypothetical: "I haven't recorded that. Text me when it is spent, like “lunch 15”.",
  someone_else: "Was that your own money? If so, text it like “lunch 15”.",
};

const MISSING: Readonly<Record<Missing, string>> = {
  export: "I can't make an export yet.",
  erase: "I can't erase everything by command yet. “undo” and “delete the coffee” do work.",
};

function settingsText(settings: Settings): string {
  const quiet = settings.quietHours ? `${settings.quietHours.from} to ${settings.quietHours.to}` : "none";
  const language = { auto: "the one you write in", en: "English", ms: "Malay" }[settings.language];
  return bullets("Your settings:", [
    `time zone: ${settings.zone}`,
    `currency: ${settings.currency}`,
    `language: ${language}`,
    `week starts on: ${WEEKDAYS[settings.weekStart]}`,
    `quiet hours: ${quiet}`,
    digests.setting(settings.digests),
  ]);
}

export const en: Messages = {
  language: "en",
  category: (name) => CATEGORIES[name] ?? name,
  weekday: (weekday) => WEEKDAYS[weekday],
  day,
  period,
  during,
  entry: (entry, today) =>
    [
      `${formatMoney(entry)} ${thingOf(entry, "at")}`,
      CATEGORIES[entry.category] ?? entry.category,
      ...(entry.date === today ? [] : [day(entry.date, today)]),
    ].join(" · "),
  buttons: {
    undo: "Undo",
    edit: "Edit",
    yes: "Yes",
    change: "Change",
    no: "No",
    removeOne: "Remove one",
    keepBoth: "Keep both",
  },

  welcome:
    "Hi, I'm Mama. Text me what you spend and I keep it:\n“lunch 15” or “grab 12, kopi 3.50”.\nThen ask me “how much today?”",
  help: bullets("What you can text me:", [
    "“lunch 15”, “petrol RM60 yesterday”, “grab 12, kopi 3.50”",
    "a photo of a receipt, with words if you like: “split 3”, “for mum”",
    "“gaji masuk 3500” for money in",
    "“how much on food this month?”, “show my expenses today”",
    "“actually RM18”, “that was groceries”, “delete the coffee”, “undo”",
    "“my rules” for what you taught me, “use SGD”, “I'm in London now”, “settings”",
    "/today, /month, /undo, /settings, /help",
    "Malay works too: “makan 15”, “berapa belanja minggu ni?”",
  ]),
  smallTalk: (kind) =>
    ({
      greeting: "Hi! What did you spend today? Text it like “lunch 15”.",
      thanks: "You're welcome!",
      bye: "Bye, take care!",
      praise: "Thank you, that's kind.",
      ack: "👍",
      who_are_you: "I'm Mama, your money coach. Text me what you spend, and ask me where it went.",
      how_are_you: "I'm well, thank you. How is your money today?",
    })[kind],
  unclear: (doubt, amount) => {
    if (doubt === "no_subject" || (doubt === undefined && amount))
      return `${amount ?? "That amount"}: what was it for?`;
    return (
      DOUBTS[doubt ?? "empty"] ?? "I didn't get that. Text me what you spent, like “lunch 15”, or “help”."
    );
  },
  missing: (what) => MISSING[what],
  linking,
  unsupported: (kind) => platform.unreadable[kind] ?? platform.unreadable.other,

  recorded: (list, today, together) => {
    const [only] = list;
    if (list.length === 1 && only) {
      return `${only.kind === "income" ? "Money in" : "Recorded"}: ${en.entry(only, today)}`;
    }
    const heading = list.every(({ kind }) => kind === "income") ? "Money in" : "Recorded";
    const rows = bullets(
      `${heading}, ${list.length} items:`,
      list.map((entry) => en.entry(entry, today)),
    );
    return `${rows}\nTogether ${moneys(together)}`;
  },
  sameTwice: "Same one twice? I have one just like it from a moment ago.",
  confirm: (lines) =>
    lines.length === 1 ? `${lines[0]}, right?` : `${bullets("Shall I record these?", lines)}`,
  nothingAsked: "I have no question open, so nothing has changed. “undo” takes back the last record.",
  heard:
    "Thank you for telling me. Ask me how to plan for it whenever you like; what you spend, just text me.",
  leftAlone: "OK, I leave it as it is.",
  editWhat: (entry, today) =>
    entry
      ? `${en.entry(entry, today)}\nWhat should it be? Text a new amount, a category, or a day.`
      : "OK, text it again the way it should be.",
  undone: (lines) => {
    if (lines.length === 1) return `Undone: ${lines[0]}`;
    return bullets(`Undone, ${lines.length} items:`, lines);
  },
  takenBack: (op, entry, today) => {
    const line = en.entry(entry, today);
    return { create: `${line} is removed`, update: `back to ${line}`, delete: `${line} is back` }[op];
  },
  confirmUndo: "Shall I take back your last record?",
  nothingToUndo: "There is nothing to undo from the last 24 hours.",
  corrected: (after, before, today, newCategory) => {
    const was: string[] = [];
    if (after.amountMinor !== before.amountMinor || after.currency !== before.currency)
      was.push(formatMoney(before));
    if (after.category !== before.category) was.push(en.category(before.category));
    if (after.date !== before.date) was.push(day(before.date, today));
    if (after.description !== before.description) was.push(before.description);
    const note = newCategory ? `\n“${after.category}” is a new category of yours.` : "";
    return `Changed: ${en.entry(after, today)}${was.length > 0 ? ` (was ${was.join(", ")})` : ""}${note}`;
  },
  unchanged: (entry, today) => `It is already ${en.entry(entry, today)}.`,
  deleted: (entry, today) => `Deleted: ${en.entry(entry, today)}`,
  editKept:
    "I saw your edit but could not read it for sure, so the record stays as it was. “actually RM18” changes it.",
  editNothing: "I saw your edit. Nothing was recorded from that message, so there is nothing to change.",
  recordGone: "That record is gone already, so there is nothing to change.",
  buttonGone: "That button no longer works. Text me what you want instead.",
  notFound: (words) =>
    words.length > 0
      ? `I find no record of “${words.join(" ")}”. “show my expenses” lists them.`
      : "There is no record to change yet.",
  confirmEdit: (entry, change, today) => {
    const line = en.entry(entry, today);
    return change ? `Change ${line} to ${changedTo(change, en, today)}?` : `Delete ${line}?`;
  },
  whichOne: (lines) => numbered("Which one?", lines),

  settings: settingsText,
  settingChanged: (name, settings, nowThere) => {
    const sentences: Record<string, string> = {
      zone: `Time zone is now ${settings.zone}, where it is ${nowThere}.`,
      currency: `Amounts without a currency are now ${settings.currency}. What is recorded stays as it is.`,
      language: LANGUAGE_SET[settings.language],
      weekStart: `Your week now starts on ${WEEKDAYS[settings.weekStart]}.`,
      quietHours: settings.quietHours
        ? `Quiet hours: ${settings.quietHours.from} to ${settings.quietHours.to}.`
        : "No quiet hours.",
    };
    if (name === "digests") return digests.changed(settings.digests);
    return sentences[name] ?? settingsText(settings);
  },
  settingUnknown: (name, value) =>
    name === "zone"
      ? `I don't know the time zone “${value}”. Write it like Asia/Singapore.`
      : `I don't know “${value}”. A currency is three letters, like MYR or SGD.`,

  rules: (rules) =>
    rules.length === 0
      ? "I have learned no categories from you yet. Correct one (“that was groceries”) and I keep to it."
      : numbered(
          "What you taught me:",
          rules.map(({ phrase, category }) => `${phrase} → ${en.category(category)}`),
        ),
  ruleForgotten: ({ phrase, category }) =>
    `OK, ${phrase} no longer goes to ${en.category(category)} by itself.`,
  ruleUnknown: (phrase) => `I have no rule for “${phrase}”. “my rules” lists them.`,

  ...answers,

  edits,
  memories,
  caps,
  digests,
  platform,
  advice,
  receipts,
  reminders,

  slowDown: "You're fast! Give me a moment, I'm still working through your messages.",
  setAside:
    "Sorry, something went wrong with that message and I could not handle it. Nothing was recorded from it.",
  tooSlow: "I could not look that up in time. Please ask me again in a moment.",
  answerFailed: "I kept what you recorded, but I could not answer the rest. “undo” takes the records back.",
  tooLong: "That is too long for me to read at once. Could you send it in shorter pieces?",
  inCaseYouMissedIt: "In case you missed it:",
};
