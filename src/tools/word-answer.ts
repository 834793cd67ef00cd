/** An answer as a sentence or a list, in the person's language. */
import { limits } from "../kernel/limits.ts";
import { formatMoney } from "../kernel/money.ts";
import type { QuestionInput } from "../kernel/question.ts";
import type { IsoDate } from "../kernel/types.ts";
import type { Messages, Subject } from "../messages/index.ts";
import type { Answer, Stretch } from "./answer.ts";
import { cappedCategory } from "./cap-answers.ts";
import { wordReminders } from "./reminder-answers.ts";

type Of<Is extends Answer["is"]> = Extract<Answer, { is: Is }>;

/** What the reply says the figures are about: all that narrowed them down. */
function subjectOf(asked: QuestionInput): Subject {
  const { kind, category, words, except, weekdays, strict, currency } = asked;
  const bound = (amountMinor: number | undefined) =>
    amountMinor !== undefined && currency !== undefined ? { amountMinor, currency } : undefined;
  const [least, most] = [bound(asked.minMinor), bound(asked.maxMinor)];
  return { kind, category, words, except, weekdays, strict, least, most };
}

/** The answer as a sentence or a list. */
export function wordAnswer(result: Answer, say: Messages, today: IsoDate): string {
  const subject = subjectOf(result.asked);
  const when = say.during(result.asked.period, today);
  switch (result.is) {
    case "reminders":
    case "due":
      return wordReminders(result, say, { today, when: result.asked.period.name === "all" ? "" : when });
    case "caps":
      return say.caps.list(result.states, cappedCategory(result.asked), today);
    case "total":
      return wordTotal(result, say, when);
    case "days":
      return wordDays(result, { say, when, today });
    case "top_day":
      return result.days.length === 0
        ? say.nothingFound(subject, when)
        : say.topDay(subject, when, daysOf(result.days, ", ", { say, today }));
    case "list":
    case "biggest":
      return wordEntries(result, { say, when, today });
    case "average":
      return result.averages.length === 0
        ? say.nothingFound(subject, when)
        : say.average(subject, when, result.per, result.averages);
    case "compare":
      return say.compare(
        subject,
        result.sides.map((side) => ({ period: say.period(side.period, today), totals: side.totals })),
        result.difference,
      );
    case "versus":
      return say.versus(subject, when, result);
    case "share": {
      const of = result.asked.of ?? result.asked.kind;
      return say.share(
        subject,
        when,
        result.shares.map((share) => ({ ...share, of })),
      );
    }
    case "net":
      return say.net(when, result.sides);
    case "paid": {
      const [line, last] = [result.entry, result.last].map((entry) => entry && say.entry(entry, today));
      return say.paid(subject, when, { line: line ?? null, last: last ?? null });
    }
  }
}

interface Words {
  readonly say: Messages;
  readonly when: string;
  readonly today: IsoDate;
}

function wordEntries(result: Of<"list" | "biggest">, { say, when, today }: Words): string {
  const subject = subjectOf(result.asked);
  const lines = result.entries.map((entry) => say.entry(entry, today));
  if (lines.length === 0) return say.nothingFound(subject, when);
  return result.is === "list"
    ? say.list(subject, when, lines, result.count)
    : say.biggest(subject, when, { lines, smallest: result.asked.ask === "smallest" });
}

/** A heading and its lines; cut ones say so in the heading's place of the full stop. */
function withLines(
  sentence: string,
  lines: readonly string[],
  { say, most = limits.listRows }: { say: Messages; most?: number | undefined },
): string {
  const shown = lines.slice(0, most);
  const heading =
    shown.length < lines.length
      ? `${sentence.replace(/\.$/, "")}, ${say.cut(shown.length, lines.length)}:`
      : sentence;
  return [heading, ...shown.map((line) => `• ${line}`)].join("\n");
}

/** A total, and where it went when it is made of several categories; those of each currency together. */
function wordTotal(result: Of<"total">, say: Messages, when: string): string {
  const { asked, totals, categories } = result;
  const sentence = say.total(subjectOf(asked), when, totals);
  const least = asked.per === "category" ? 1 : 2;
  if (categories.length < least) return sentence;
  const currencies = [...new Set(totals.map(({ currency }) => currency))];
  const most = asked.per === "category" ? asked.limit : undefined;
  const linesIn = (currency: string): string[] =>
    categories.filter((row) => row.currency === currency).map((row) => say.categoryLine(row.category, [row]));
  if (currencies.length < 2)
    return withLines(sentence, linesIn(currencies[0] ?? ""), { say, most: most ?? categories.length });
  const parts = currencies.map((currency) =>
    withLines(`${currency}:`, linesIn(currency), { say, most: most ?? categories.length }),
  );
  return [sentence, ...parts].join("\n");
}

/** "Tue 10 Mar: RM22.00" */
function daysOf(
  days: readonly Stretch[],
  between: string,
  { say, today }: { readonly say: Messages; readonly today: IsoDate },
): readonly string[] {
  return days.map((day) => `${say.period(day.period, today)}${between}${formatMoney(day)}`);
}

function wordDays(result: Of<"days">, words: Words): string {
  const sentence = words.say.total(subjectOf(result.asked), words.when, result.totals);
  return withLines(sentence, daysOf(result.days, ": ", words), words);
}
