/** English: what Mama says by herself about reminders. */
import { formatMoney } from "../kernel/money.ts";
import { day } from "./en-names.ts";
import type { DueMoment, Pushes, Reminded } from "./pushes.ts";
import { bullets } from "./shared.ts";

const named = ({ title, amount }: Reminded): string => (amount ? `${title} · ${formatMoney(amount)}` : title);

const on = (date: string, today: string): string => {
  const named = day(date, today);
  return named === "today" || named === "yesterday" ? named : `on ${named}`;
};

/** "at 09:00", "at 09:00 yesterday". */
const at = (due: DueMoment, today: string): string =>
  due.on === today ? `at ${due.time}` : `at ${due.time} ${on(due.on, today)}`;

export const pushes: Pushes = {
  buttons: {
    paid: "Paid",
    hour: "Snooze 1 h",
    tonight: "Tonight",
    tomorrow: "Tomorrow",
    skip: "Skip",
  },
  due: (what) => `Reminder: ${named(what)}`,
  late: (what, due, today) => `Reminder: ${named(what)} (was due ${at(due, today)})`,
  nudge: (what, due, today) => `Still open from ${day(due.on, today)}: ${named(what)}. Is it paid?`,
  snoozed: (what) => `Back as you asked: ${named(what)}`,
  recorded: (lines) =>
    lines.length === 1
      ? `Recorded for you, as every time: ${lines[0]}`
      : bullets("Recorded for you, as every time:", lines),
  missed: (what, due, today) =>
    `I was away when this came due, sorry: ${named(what)} (was due ${at(due, today)})`,
  missedBefore: (count, last, today) =>
    count === 1
      ? `I missed the one before, ${on(last, today)}. Sorry!`
      : `I missed ${count} before this one, the last ${on(last, today)}. Sorry!`,
};
