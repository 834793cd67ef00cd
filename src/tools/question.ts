/** Questions about money: every figure in an answer comes from a query in this very turn (SPEC S7). */
import { z } from "zod";
import type { QuestionInput } from "../kernel/reading.ts";
import type { IsoDate } from "../kernel/types.ts";
import type { Messages, Subject } from "../messages/index.ts";
import type { EntryFilter } from "../store/ledger-questions.ts";
import { type Answer, type Asking, answer } from "./answers.ts";
import { wordReminders } from "./reminder-answers.ts";
import { amountMinor, category, currency, date, words } from "./schemas.ts";
import { defineTool } from "./tool.ts";

const period = z.object({
  name: z.enum([
    "today",
    "yesterday",
    "day",
    "this_week",
    "last_week",
    "this_month",
    "last_month",
    "month",
    "this_year",
    "last_year",
    "year",
    "range",
    "all",
  ]),
  from: date,
  to: date,
});

const input: z.ZodType<QuestionInput> = z.object({
  ask: z.enum([
    "total",
    "list",
    "count",
    "average",
    "biggest",
    "compare",
    "net",
    "paid_already",
    "search",
    "cap_left",
    "caps",
    "due",
    "reminders",
  ]),
  kind: z.enum(["expense", "income", "both"]),
  category: category.optional(),
  words: words.optional(),
  period,
  against: period.optional(),
  limit: z.int().min(1).max(100).optional(),
  minMinor: amountMinor.optional(),
  maxMinor: amountMinor.optional(),
  currency: currency.optional(),
  per: z.enum(["day", "week", "month", "entry"]).optional(),
});

/** The rows that a question is about. */
function filterOf(asked: QuestionInput): EntryFilter {
  const { kind, category: one, words, minMinor, maxMinor, currency: of, period: span } = asked;
  return { kind, category: one, words, minMinor, maxMinor, currency: of, from: span.from, to: span.to };
}

/** What the reply says the figures are about: all that narrowed them down. */
function subjectOf({ kind, category: one, words, minMinor, maxMinor, currency: of }: QuestionInput): Subject {
  const bound = (amount: number | undefined) =>
    amount !== undefined && of !== undefined ? { amountMinor: amount, currency: of } : undefined;
  return { kind, category: one, words, least: bound(minMinor), most: bound(maxMinor) };
}

export const question = defineTool<QuestionInput, Answer>({
  name: "question",
  mode: "question",
  input,
  run: answerQuestion,
  reply: (results, { say, today }) => ({
    text: results.map((result) => wordAnswer(result, say, today)).join("\n\n"),
  }),
});

/** Answers one question from the database. */
export function answerQuestion(context: Asking, asked: QuestionInput): Promise<Answer> {
  return answer(context, asked, filterOf(asked));
}

/** The answer as a sentence or a list. */
export function wordAnswer(result: Answer, say: Messages, today: IsoDate): string {
  const { asked } = result;
  const subject = subjectOf(asked);
  const when = say.period(asked.period, today);
  switch (result.is) {
    case "missing":
      return say.missing(result.what);
    case "reminders":
    case "due":
      return wordReminders(result, say, { today, when: asked.period.name === "all" ? "" : when });
    case "total":
      return wordTotal(result, say, when);
    case "list": {
      const lines = result.entries.map((entry) => say.entry(entry, today));
      return result.count === 0
        ? say.nothingFound(subject, when)
        : say.list(subject, when, lines, result.count);
    }
    case "biggest":
      return result.entries.length === 0
        ? say.nothingFound(subject, when)
        : say.biggest(
            subject,
            when,
            result.entries.map((entry) => say.entry(entry, today)),
          );
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
    case "net":
      return say.net(when, result.sides);
    case "paid":
      return say.paid(subject, result.entry && say.entry(result.entry, today));
  }
}

/** A total, and where it went when it is made of several categories. */
function wordTotal(result: Extract<Answer, { is: "total" }>, say: Messages, when: string): string {
  const sentence = say.total(subjectOf(result.asked), when, result.totals);
  if (result.categories.length < 2) return sentence;
  const lines = result.categories.map((row) => say.categoryLine(row.category, [row]));
  return [sentence, ...lines.map((line) => `• ${line}`)].join("\n");
}
