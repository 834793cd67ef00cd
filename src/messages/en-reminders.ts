/** English: reminders. */
import { formatMoney } from "../kernel/money.ts";
import type { Doubt } from "../kernel/reading.ts";
import { parseRecurrence } from "../kernel/recurrence.ts";
import type { IsoDate, Reminder } from "../kernel/types.ts";
import { date, WEEKDAYS } from "./en-names.ts";
import { type ReminderMessages, zoneName } from "./reminder-messages.ts";
import { bullets } from "./shared.ts";

function ordinal(day: number): string {
  const teen = day % 100 >= 11 && day % 100 <= 13;
  const ending = teen ? "th" : (["th", "st", "nd", "rd"][day % 10] ?? "th");
  return `${day}${ending}`;
}

function every(count: number, unit: string): string {
  return count === 1 ? `every ${unit}` : `every ${count} ${unit}s`;
}

/** "every month on the 15th". */
function rhythm(recurrence: string): string {
  const rule = parseRecurrence(recurrence);
  switch (rule?.unit) {
    case "day":
      return every(rule.every, "day");
    case "week":
      return rule.every === 1
        ? `every ${WEEKDAYS[rule.weekday]}`
        : `${every(rule.every, "week")} on ${WEEKDAYS[rule.weekday]}`;
    case "month":
      return `${every(rule.every, "month")} on the ${rule.day === 31 ? "last day" : ordinal(rule.day)}`;
    case "year":
      // A leap year has every day of a year; the name of the year is left out.
      return `${every(rule.every, "year")} on ${date(`2024-${two(rule.month)}-${two(rule.day)}`, "2024-01-01").slice(4)}`;
    case undefined:
      return recurrence;
  }
}

function two(number: number): string {
  return String(number).padStart(2, "0");
}

function amountOf({ amountMinor, currency }: Reminder): string {
  return amountMinor === null || currency === null ? "" : ` ${formatMoney({ amountMinor, currency })}`;
}

function line(reminder: Reminder, today: IsoDate): string {
  const { title, recurrence, wallTime, zone, nextDueOn, anchorOn, kind } = reminder;
  const clock = `${wallTime} (${zoneName(zone)})`;
  const when =
    recurrence === null
      ? `${date(nextDueOn ?? anchorOn, today)}, ${clock}`
      : `${rhythm(recurrence)}, ${clock}${nextDueOn === null ? "" : `, next ${date(nextDueOn, today)}`}`;
  return `${title}${amountOf(reminder)} · ${when}${kind === "recurring" ? " · records itself" : ""}`;
}

const UNCLEAR: Readonly<Partial<Record<Doubt, string>>> = {
  no_subject: "What shall I remind you of?",
  bad_date: "When shall I remind you? Text it like “on the 15th”, “every 1st” or “tomorrow 8pm”.",
  no_such_date: "That day does not exist. When shall I remind you?",
  past_date: "That is past already. When shall I remind you?",
  too_often: "Once a day is the most I can do. Text it like “remind me every day at 9am to drink water”.",
  two_amounts: "I see more than one amount. Which is the bill's?",
  negated: "OK, I set no reminder.",
  no_amount: "It needs an amount to record itself. How much is it?",
};

function next(nextDueOn: IsoDate | null, today: IsoDate): string {
  return nextDueOn === null ? "" : ` Next: ${date(nextDueOn, today)}.`;
}

export const reminders: ReminderMessages = {
  buttons: {
    paid: "Paid",
    hour: "Snooze 1 h",
    tonight: "Tonight",
    tomorrow: "Tomorrow",
    skip: "Skip",
  },
  line,
  set: (reminder, today, moved) => {
    const passed = moved ? `\n${reminder.wallTime} has passed today, so it is the next time.` : "";
    return `Reminder set: ${line(reminder, today)}${passed}`;
  },
  exists: (reminder, today) => `You have that one already: ${line(reminder, today)}`,
  confirm: (lines) => (lines.length === 1 ? `${lines[0]}, right?` : bullets("Shall I set these?", lines)),
  changed: (after, today, was) => {
    const parts: string[] = [];
    if (amountOf(was) !== amountOf(after)) parts.push(amountOf(was).trim() || "no amount");
    if (
      was.recurrence !== after.recurrence ||
      was.wallTime !== after.wallTime ||
      was.anchorOn !== after.anchorOn
    )
      parts.push(
        `${was.recurrence === null ? date(was.anchorOn, today) : rhythm(was.recurrence)}, ${was.wallTime}`,
      );
    if (was.title !== after.title) parts.push(was.title);
    return `Reminder changed: ${line(after, today)}${parts.length > 0 ? ` (was ${parts.join(", ")})` : ""}`;
  },
  unchanged: (reminder, today) => `It is already ${line(reminder, today)}.`,
  cancelled: (reminder, today) => `Reminder cancelled: ${line(reminder, today)}`,
  takenBack: (op, reminder, today) =>
    ({
      create: `the reminder ${reminder.title} is removed`,
      update: `back to ${line(reminder, today)}`,
      delete: `the reminder ${line(reminder, today)} is back`,
    })[op],
  editWhat: (reminder, today) =>
    `${line(reminder, today)}\nWhat should it be? Text a new day, a time, or an amount.`,
  confirmChange: (reminder, after, today) =>
    after
      ? `Change ${line(reminder, today)} to ${line(after, today)}?`
      : `Cancel the reminder ${line(reminder, today)}?`,
  isItThis: (words, shown) => `“${words.join(" ")}” is a reminder: ${shown}. Is it the one you mean?`,
  cancelAll: (lines, left) =>
    bullets(
      left
        ? `Cancel these ${lines.length} reminders? There are more, which stay; ask once more for them.`
        : "Cancel these reminders?",
      lines,
    ),
  nothingWaits: "No reminder is waiting, so there is nothing to snooze or skip.",
  nothingToPay: "No bill is waiting to be paid. If you paid something, text it like “rent 900”.",
  notFound: (words) =>
    words.length > 0
      ? `I find no reminder of “${words.join(" ")}”. “my reminders” lists them.`
      : "You have no reminder to change.",
  gone: "That reminder is gone already, so there is nothing to change.",
  unclear: (doubt, zone) =>
    doubt === "unknown_setting"
      ? `I keep reminders on your own clock (${zoneName(zone)}). What time is that there?`
      : (UNCLEAR[doubt ?? "bad_date"] ??
        "I didn't get that reminder. Text it like “remind me to pay rent every 1st”."),
  list: (lines, count) => {
    if (count === 0) return "You have no reminders. “remind me to pay rent every 1st” sets one.";
    const cut = lines.length < count ? `, showing ${lines.length} of ${count}` : "";
    return bullets(`${count === 1 ? "1 reminder" : `${count} reminders`}${cut}:`, lines);
  },
  due: (open, coming, { count, when, today }) => {
    const waiting = open.map(({ title, dueOn }) => `${title}, due since ${date(dueOn, today)}`);
    const cut = coming.length < count ? `, showing ${coming.length} of ${count}` : "";
    const span = when || "in the next month";
    const parts = [
      ...(waiting.length > 0 ? [bullets("Not paid yet:", waiting)] : []),
      ...(coming.length > 0 ? [bullets(`Coming up ${span}${cut}:`, coming)] : []),
    ];
    return parts.length > 0 ? parts.join("\n") : `Nothing is due ${span}.`;
  },
  paid: ({ title, dueOn, nextDueOn }, entry, today) => {
    const heading = entry.kind === "income" ? "Money in" : "Recorded";
    return `${heading}: ${formatMoney(entry)} ${entry.description} · ${entry.category.replaceAll("_", " ")}\n${title} of ${date(dueOn, today)} is paid.${next(nextDueOn, today)}`;
  },
  skipped: ({ title, dueOn, nextDueOn }, today) =>
    `Skipped ${title} of ${date(dueOn, today)}.${next(nextDueOn, today)}`,
  howMuch: (title) => `How much was ${title}?`,
  closed: (title, state, dueOn, today) => {
    const what = { paid: "paid", recorded: "recorded", skipped: "skipped", missed: "over", open: "open" }[
      state
    ];
    return `${title} of ${date(dueOn, today)} is ${what} already, so nothing has changed.`;
  },
  askAhead: (title, nextDueOn, paidOn, today) => {
    const before = paidOn === null ? "" : `${title} of ${date(paidOn, today)} is paid already. `;
    return `${before}The next ${title} is due ${date(nextDueOn, today)}. Did you pay that one ahead?`;
  },
  snoozed: (title, { on, time }, today) =>
    `OK, I'll remind you of ${title} again ${on === today ? "today" : date(on, today)} at ${time}.`,
  nothingToSnooze: (title) => `${title} is not waiting any more, so there is nothing to snooze.`,
  reopened: (title, dueOn, today) => `${title} of ${date(dueOn, today)} is open again`,
  moved: (count) =>
    count === 1
      ? "Your reminder keeps its clock time there."
      : `Your ${count} reminders keep their clock times there.`,
};
