/** Answers to questions, in English. */
import { formatMoney } from "../kernel/money.ts";
import type { QuestionSubject } from "../kernel/question.ts";
import type { Money } from "../kernel/types.ts";
import type { AnswerMessages, ShareSaid, Subject } from "./answer-messages.ts";
import { CATEGORIES, WEEKDAYS } from "./en-names.ts";
import { bullets, isWeekdays, isWeekend, nameOf, sumsOf } from "./shared.ts";

export const moneys = (list: readonly Money[]): string => sumsOf(list, "nothing", " and ");

function bounds({ least, most, strict }: Subject): string {
  if (least && most) return ` from ${formatMoney(least)} to ${formatMoney(most)}`;
  if (least) return strict ? ` over ${formatMoney(least)}` : ` of ${formatMoney(least)} or more`;
  if (most) return strict ? ` under ${formatMoney(most)}` : ` of up to ${formatMoney(most)}`;
  return "";
}

/** Words come before the category, which they are narrower than. */
function named(subject: QuestionSubject): string | undefined {
  return nameOf(subject, CATEGORIES);
}

function without({ except }: Subject): string {
  const names = (except ?? []).flatMap((subject) => named(subject) ?? []);
  return names.length > 0 ? ` without ${names.join(" and ")}` : "";
}

function daysOfWeek({ weekdays }: Subject): string {
  if (!weekdays?.length) return "";
  if (isWeekend(weekdays)) return " on weekends";
  if (isWeekdays(weekdays)) return " on weekdays";
  return ` on ${weekdays.map((day) => `${WEEKDAYS[day]}s`).join(" and ")}`;
}

/** " on food", " from ali": behind a noun or an amount. */
function narrowed(subject: Subject): string {
  const name = named(subject);
  const on = name ? ` ${subject.kind === "income" ? "from" : "on"} ${name}` : "";
  return `${bounds(subject)}${on}${without(subject)}${daysOfWeek(subject)}`;
}

function about(subject: Subject): string {
  return `${subject.kind === "income" ? " of income" : ""}${narrowed(subject)}`;
}

function entries(count: number, kind: Subject["kind"]): string {
  const noun = kind === "expense" ? "expense" : "entry";
  if (count === 1) return `1 ${noun}`;
  return `${count} ${kind === "expense" ? "expenses" : "entries"}`;
}

function changes(difference: readonly Money[]): string {
  const parts = difference
    .filter(({ amountMinor }) => amountMinor !== 0)
    .map((money) => {
      const size = formatMoney({ ...money, amountMinor: Math.abs(money.amountMinor) });
      return `${size} ${money.amountMinor > 0 ? "more" : "less"}`;
    });
  return parts.join(", ");
}

function shareLine({ part, whole, percent, of }: ShareSaid, name: string): string {
  const size = percent === 0 && part.amountMinor > 0 ? "less than 1%" : `${percent}%`;
  const all = { expense: "spending", income: "income", both: "records" }[of];
  return `${size} of your ${all}: ${formatMoney(part)}${name} of ${formatMoney(whole)}`;
}

export const answers: AnswerMessages = {
  total: (subject, when, totals) => {
    if (totals.length === 0) return answers.nothingFound(subject, when);
    const count = totals.reduce((sum, total) => sum + total.count, 0);
    return `${moneys(totals)}${about(subject)} ${when}, in ${entries(count, subject.kind)}.`;
  },
  categoryLine: (category, totals) => `${CATEGORIES[category] ?? category}: ${moneys(totals)}`,
  cut: (shown, count) => `showing ${shown} of ${count}`,
  list: (subject, when, lines, count) => {
    const cut = lines.length < count ? `, ${answers.cut(lines.length, count)}` : "";
    return bullets(`${entries(count, subject.kind)}${about(subject)} ${when}${cut}:`, lines);
  },
  nothingFound: (subject, when) =>
    `${subject.kind === "income" ? "No income" : "Nothing"} recorded${narrowed(subject)} ${when}.`,
  biggest: (subject, when, { lines, smallest }) => {
    const noun = { expense: "expense", income: "income", both: "entry" }[subject.kind];
    const heading = `Your ${smallest ? "smallest" : "biggest"} ${noun}${narrowed(subject)} ${when}`;
    return lines.length === 1 ? `${heading}: ${lines[0]}` : bullets(`${heading}, of each currency:`, lines);
  },
  average: (subject, when, per, averages) =>
    `${moneys(averages)}${about(subject)} per ${per === "entry" ? "record" : per} on average, ${when}.`,
  compare: (subject, sides, difference) => {
    const lines = sides.map((side) => `${side.period}: ${moneys(side.totals)}`);
    const change = changes(difference);
    return `${bullets(`${subject.kind === "income" ? "Income compared" : "Compared"}${narrowed(subject)}:`, lines)}\n${change ? `That is ${change}.` : "That is the same."}`;
  },
  versus: (subject, when, { sides, difference }) => {
    const lines = sides.map((side) => `${named(side.subject) ?? "all"}: ${moneys(side.totals)}`);
    const [first = ""] = sides.flatMap((side) => named(side.subject) ?? []);
    const change = changes(difference);
    const all = { ...subject, category: undefined, words: undefined };
    const heading = `${subject.kind === "income" ? "Income compared" : "Compared"}${narrowed(all)} ${when}:`;
    return `${bullets(heading, lines)}\n${change ? `That is ${change} for ${first}.` : "That is the same."}`;
  },
  share: (subject, when, shares) => {
    if (shares.length === 0) return answers.nothingFound({ kind: subject.kind }, when);
    const lines = shares.map((share) => shareLine(share, narrowed(subject)));
    const [only] = lines;
    return lines.length === 1 ? `${only} ${when}.` : bullets(`${when}:`, lines);
  },
  topDay: (subject, when, lines) => {
    const verb = { expense: "You spent", income: "You got", both: "You recorded" }[subject.kind];
    const heading = `${verb} the most${narrowed(subject)} ${when}`;
    return lines.length === 1 ? `${heading}: ${lines[0]}.` : bullets(`${heading}, of each currency:`, lines);
  },
  net: (when, sides) =>
    sides.length === 0
      ? `Nothing recorded ${when}.`
      : bullets(
          `Money in and out ${when}:`,
          sides.map(
            ({ income, expense, net }) =>
              `in ${formatMoney(income)}, out ${formatMoney(expense)}, left ${formatMoney(net)}`,
          ),
        ),
  paid: (subject, when, { line, last }) => {
    if (line !== null) return `Yes: ${line}`;
    const what = subject.kind === "income" && !named(subject) ? "no income" : "nothing";
    const before = last === null ? "" : ` The last was ${last}.`;
    return `No, ${what}${narrowed(subject)} ${when}.${before}`;
  },
};
