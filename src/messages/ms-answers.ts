/** Answers to questions, in Malay. */
import { formatMoney } from "../kernel/money.ts";
import type { QuestionSubject } from "../kernel/question.ts";
import type { Money } from "../kernel/types.ts";
import type { AnswerMessages, ShareSaid, Subject } from "./answer-messages.ts";
import { CATEGORIES, WEEKDAYS } from "./ms-names.ts";
import { bullets, isWeekdays, isWeekend, nameOf, sumsOf } from "./shared.ts";

export const moneys = (list: readonly Money[]): string => sumsOf(list, "tiada", " dan ");

function bounds({ least, most, strict }: Subject): string {
  if (least && most) return ` daripada ${formatMoney(least)} hingga ${formatMoney(most)}`;
  if (least) return strict ? ` melebihi ${formatMoney(least)}` : ` ${formatMoney(least)} ke atas`;
  if (most) return strict ? ` kurang daripada ${formatMoney(most)}` : ` hingga ${formatMoney(most)}`;
  return "";
}

function named(subject: QuestionSubject): string | undefined {
  return nameOf(subject, CATEGORIES);
}

function without({ except }: Subject): string {
  const names = (except ?? []).flatMap((subject) => named(subject) ?? []);
  return names.length > 0 ? ` tanpa ${names.join(" dan ")}` : "";
}

function daysOfWeek({ weekdays }: Subject): string {
  if (!weekdays?.length) return "";
  if (isWeekend(weekdays)) return " pada hujung minggu";
  if (isWeekdays(weekdays)) return " pada hari bekerja";
  return ` pada hari ${weekdays.map((day) => WEEKDAYS[day]).join(" dan ")}`;
}

/** " untuk makanan", " daripada ali": behind a noun or an amount. */
function narrowed(subject: Subject): string {
  const name = named(subject);
  const on = name ? ` ${subject.kind === "income" ? "daripada" : "untuk"} ${name}` : "";
  return `${bounds(subject)}${on}${without(subject)}${daysOfWeek(subject)}`;
}

function about(subject: Subject): string {
  return `${subject.kind === "income" ? " pendapatan" : ""}${narrowed(subject)}`;
}

function changes(difference: readonly Money[]): string {
  const parts = difference
    .filter(({ amountMinor }) => amountMinor !== 0)
    .map((money) => {
      const size = formatMoney({ ...money, amountMinor: Math.abs(money.amountMinor) });
      return `${money.amountMinor > 0 ? "lebih" : "kurang"} ${size}`;
    });
  return parts.join(", ");
}

function shareLine({ part, whole, percent, of }: ShareSaid, name: string): string {
  const size = percent === 0 && part.amountMinor > 0 ? "Kurang daripada 1%" : `${percent}%`;
  const all = { expense: "belanja", income: "pendapatan", both: "rekod" }[of];
  return `${size} daripada ${all} awak: ${formatMoney(part)}${name} daripada ${formatMoney(whole)}`;
}

export const answers: AnswerMessages = {
  total: (subject, when, totals) => {
    if (totals.length === 0) return answers.nothingFound(subject, when);
    const count = totals.reduce((sum, total) => sum + total.count, 0);
    return `${moneys(totals)}${about(subject)} ${when}, dalam ${count} rekod.`;
  },
  categoryLine: (category, totals) => `${CATEGORIES[category] ?? category}: ${moneys(totals)}`,
  cut: (shown, count) => `tunjuk ${shown} daripada ${count}`,
  list: (subject, when, lines, count) => {
    const cut = lines.length < count ? `, ${answers.cut(lines.length, count)}` : "";
    return bullets(`${count} rekod${about(subject)} ${when}${cut}:`, lines);
  },
  nothingFound: (subject, when) => `Tiada rekod${about(subject)} ${when}.`,
  biggest: (subject, when, { lines, smallest }) => {
    const noun = { expense: "Belanja", income: "Pendapatan", both: "Rekod" }[subject.kind];
    const heading = `${noun} paling ${smallest ? "kecil" : "besar"}${narrowed(subject)} ${when}`;
    return lines.length === 1 ? `${heading}: ${lines[0]}` : bullets(`${heading}, setiap mata wang:`, lines);
  },
  average: (subject, when, per, averages) => {
    const unit = { day: "sehari", week: "seminggu", month: "sebulan", entry: "setiap rekod" }[per];
    return `Purata ${moneys(averages)}${about(subject)} ${unit}, ${when}.`;
  },
  compare: (subject, sides, difference) => {
    const lines = sides.map((side) => `${side.period}: ${moneys(side.totals)}`);
    const change = changes(difference);
    return `${bullets(`Perbandingan${about(subject)}:`, lines)}\n${change ? `Jadi ${change}.` : "Sama sahaja."}`;
  },
  versus: (subject, when, { sides, difference }) => {
    const lines = sides.map((side) => `${named(side.subject) ?? "semua"}: ${moneys(side.totals)}`);
    const [first = ""] = sides.flatMap((side) => named(side.subject) ?? []);
    const change = changes(difference);
    const all = { ...subject, category: undefined, words: undefined };
    return `${bullets(`Perbandingan${about(all)} ${when}:`, lines)}\n${change ? `Jadi ${first} ${change}.` : "Sama sahaja."}`;
  },
  share: (subject, when, shares) => {
    if (shares.length === 0) return answers.nothingFound({ kind: subject.kind }, when);
    const lines = shares.map((share) => shareLine(share, narrowed(subject)));
    const [only] = lines;
    return lines.length === 1 ? `${only} ${when}.` : bullets(`${when}:`, lines);
  },
  topDay: (subject, when, lines) => {
    const noun = { expense: "Belanja", income: "Pendapatan", both: "Rekod" }[subject.kind];
    const heading = `${noun} paling banyak${narrowed(subject)} ${when}`;
    return lines.length === 1 ? `${heading}: ${lines[0]}.` : bullets(`${heading}, setiap mata wang:`, lines);
  },
  net: (when, sides) =>
    sides.length === 0
      ? `Tiada rekod ${when}.`
      : bullets(
          `Duit masuk dan keluar ${when}:`,
          sides.map(
            ({ income, expense, net }) =>
              `masuk ${formatMoney(income)}, keluar ${formatMoney(expense)}, baki ${formatMoney(net)}`,
          ),
        ),
  paid: (subject, when, { line, last }) => {
    if (line !== null) return `Sudah: ${line}`;
    const before = last === null ? "" : ` Yang terakhir: ${last}.`;
    return `Belum, tiada rekod${about(subject)} ${when}.${before}`;
  },
};
