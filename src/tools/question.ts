/** Questions about money: every figure in an answer comes from a query in this very turn (SPEC S7). */
import { z } from "zod";
import type { QuestionInput } from "../kernel/reading.ts";
import type { Messages } from "../messages/index.ts";
import type { EntryFilter } from "../store/ledger-questions.ts";
import { type Answer, answer } from "./answers.ts";
import { amountMinor, category, date, words } from "./schemas.ts";
import { defineTool, type ReplyContext } from "./tool.ts";

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
  per: z.enum(["day", "week", "month", "entry"]).optional(),
});

/** The rows that a question is about. */
function filterOf(asked: QuestionInput): EntryFilter {
  const { kind, category: one, words, minMinor, maxMinor, period: span } = asked;
  return { kind, category: one, words, minMinor, maxMinor, from: span.from, to: span.to };
}

export const question = defineTool<QuestionInput, Answer>({
  name: "question",
  mode: "question",
  input,
  run: (context, asked) => answer(context, asked, filterOf(asked)),
  reply: (results, context) => ({ text: results.map((result) => word(result, context)).join("\n\n") }),
});

function word(result: Answer, { say, today }: ReplyContext): string {
  const { asked } = result;
  const subject = { kind: asked.kind, category: asked.category, words: asked.words };
  const when = say.period(asked.period, today);
  switch (result.is) {
    case "missing":
      return say.missing(result.what);
    case "total":
      return wordTotal(result, say, when);
    case "list": {
      const lines = result.entries.map((entry) => say.entry(entry, today));
      return result.count === 0
        ? say.nothingFound(subject, when)
        : say.list(subject, when, lines, result.count);
    }
    case "biggest":
      return result.entry
        ? say.biggest(subject, when, say.entry(result.entry, today))
        : say.nothingFound(subject, when);
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
  const { kind, category: one, words } = result.asked;
  const sentence = say.total({ kind, category: one, words }, when, result.totals);
  if (result.categories.length < 2) return sentence;
  const lines = result.categories.map((row) => say.categoryLine(row.category, [row]));
  return [sentence, ...lines.map((line) => `• ${line}`)].join("\n");
}
