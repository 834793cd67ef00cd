/** Questions about money: every figure in an answer comes from a query in this very turn (SPEC S7). */
import { z } from "zod";
import type { QuestionInput } from "../kernel/question.ts";
import type { EntryFilter } from "../store/ledger-questions.ts";
import type { Answer, Asking } from "./answer.ts";
import { answer } from "./answers.ts";
import { amountMinor, category, currency, date, words } from "./schemas.ts";
import { defineTool } from "./tool.ts";
import { wordAnswer } from "./word-answer.ts";

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

const subject = { category: category.optional(), words: words.optional() };

const input: z.ZodType<QuestionInput> = z.object({
  ask: z.enum([
    "total",
    "list",
    "count",
    "average",
    "biggest",
    "smallest",
    "compare",
    "share",
    "top_day",
    "net",
    "paid_already",
    "search",
    "cap_left",
    "caps",
    "due",
    "reminders",
  ]),
  kind: z.enum(["expense", "income", "both"]),
  ...subject,
  period,
  against: period.optional(),
  other: z.object(subject).optional(),
  except: z.array(z.object(subject)).max(10).optional(),
  weekdays: z
    .array(z.literal([1, 2, 3, 4, 5, 6, 7]))
    .max(7)
    .optional(),
  of: z.literal("income").optional(),
  limit: z.int().min(1).max(100).optional(),
  minMinor: amountMinor.optional(),
  maxMinor: amountMinor.optional(),
  strict: z.boolean().optional(),
  currency: currency.optional(),
  per: z.enum(["day", "week", "month", "entry", "category"]).optional(),
});

/** The rows that a question is about. */
function filterOf(asked: QuestionInput): EntryFilter {
  const { kind, category: one, words, period: span, weekdays, except = [], strict } = asked;
  const step = strict ? 1 : 0;
  return {
    kind,
    category: one,
    words,
    weekdays,
    minMinor: asked.minMinor === undefined ? undefined : asked.minMinor + step,
    maxMinor: asked.maxMinor === undefined ? undefined : asked.maxMinor - step,
    currency: asked.currency,
    from: span.from,
    to: span.to,
    // Words are narrower than the category they are in, which the reply does not name then.
    exceptCategories: except.flatMap((left) => (left.words?.length ? [] : (left.category ?? []))),
    exceptWords: except.flatMap((left) => (left.words?.length ? [left.words] : [])),
  };
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
