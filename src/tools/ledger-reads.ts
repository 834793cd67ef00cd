/**
 * The ledger for the model: what a person can ask in words (tools/question.ts), it can ask as a function. Both are
 * answered by the same queries.
 */
import { z } from "zod";
import type { Period, QuestionInput } from "../kernel/question.ts";
import type { Entry } from "../kernel/types.ts";
import { namedPeriod } from "../language/periods.ts";
import type { Total } from "../store/ledger-questions.ts";
import type { Answer } from "./answer.ts";
import { answerQuestion } from "./question.ts";
import { defineReadTool, type Read, type ReadContext, shortText, shown } from "./read-tool.ts";
import { date } from "./schemas.ts";
import { wordAnswer } from "./word-answer.ts";

const NAMES = [
  "today",
  "yesterday",
  "this_week",
  "last_week",
  "this_month",
  "last_month",
  "this_year",
  "last_year",
  "all",
] as const;

const period = z
  .object({
    name: z.enum(NAMES).optional().describe("a period by its name, or from and to instead"),
    from: date.optional().describe("first day, YYYY-MM-DD"),
    to: date.optional().describe("last day, YYYY-MM-DD, included"),
  })
  .describe("which days, in the user's own calendar; the month so far when empty");

const about = {
  kind: z.enum(["expense", "income", "both"]).optional().describe("expense when left out"),
  category: shortText.optional().describe("one category by its name"),
  words: z.array(shortText).max(5).optional().describe("words the description or merchant must contain"),
  exceptCategories: z.array(shortText).max(5).optional().describe("categories to leave out"),
  exceptWords: z.array(shortText).max(5).optional().describe("leave out records with any of these words"),
  period,
};

interface About {
  readonly kind?: QuestionInput["kind"] | undefined;
  readonly category?: string | undefined;
  readonly words?: readonly string[] | undefined;
  readonly exceptCategories?: readonly string[] | undefined;
  readonly exceptWords?: readonly string[] | undefined;
  readonly period: z.output<typeof period>;
}

function periodOf({ name, from, to }: z.output<typeof period>, { today, settings }: ReadContext): Period {
  if (from !== undefined || to !== undefined) {
    const [first = today, last = today] = [from ?? to ?? today, to ?? today].sort();
    return { name: "range", from: first, to: last };
  }
  return namedPeriod(name ?? "this_month", { today, weekStart: settings.weekStart });
}

function questionOf(ask: QuestionInput["ask"], input: About, context: ReadContext): QuestionInput {
  const { kind = "expense", category, words, exceptCategories = [], exceptWords = [] } = input;
  const except = [
    ...exceptCategories.map((name) => ({ category: name.toLowerCase() })),
    ...exceptWords.map((word) => ({ words: [word] })),
  ];
  return {
    ask,
    kind,
    category: category?.toLowerCase(),
    words: words?.length ? words : undefined,
    except: except.length > 0 ? except : undefined,
    period: periodOf(input.period, context),
  };
}

/** Asks the ledger and words the answer both ways. */
async function read(
  context: ReadContext,
  asked: QuestionInput,
  data: (answer: Answer) => unknown,
): Promise<Read> {
  const answer = await answerQuestion(context, asked);
  // Days that the model chose itself prove nothing; those of a named period are the calendar's.
  const { name, from, to } = asked.period;
  const days = name === "range" || name === "all" ? {} : { from, to };
  return {
    data: { asked: askedShown(asked), ...days, ...(data(answer) as object) },
    plain: wordAnswer(answer, context.say, context.today),
  };
}

/** What the figures are of, so that a reply can be held to it; the days are the model's own word at most. */
function askedShown({ category, words, kind, period: { from, to } }: QuestionInput): object {
  return { category, words, kind: kind === "both" ? undefined : kind, from, to };
}

/** Totals that say so when there is nothing, since nothing is a figure, too. */
function totalsShown(totals: readonly Total[], { kind }: QuestionInput, currency: string): readonly object[] {
  if (totals.length > 0) return totals.map(totalShown);
  return [{ kind, count: 0, total: shown({ amountMinor: 0, currency }) }];
}

function totalShown({ kind, count, ...money }: Total): object {
  return { kind, count, total: shown(money) };
}

function entryShown({ kind, description, merchant, category, date: day, ...money }: Entry): object {
  return { kind, description, merchant, category, date: day, amount: shown(money) };
}

export const spending = defineReadTool({
  name: "spending",
  description:
    "Totals and counts of what the user spent or earned in a period, in all, on one category or on some words, and by category. Call it for every question about how much.",
  input: z.object(about),
  run: (context, input) =>
    read(context, questionOf("total", input, context), (answer) =>
      answer.is === "total"
        ? {
            totals: totalsShown(answer.totals, answer.asked, context.settings.currency),
            categories: answer.categories.map(({ category, count, ...money }) => ({
              category,
              count,
              total: shown(money),
            })),
          }
        : {},
    ),
});

export const records = defineReadTool({
  name: "records",
  description: "Lists single records, the latest or the biggest first, and says how many there are in all.",
  input: z.object({
    ...about,
    biggestFirst: z.boolean().optional(),
    most: z.int().min(1).max(50).optional().describe("how many to list; 20 when left out"),
  }),
  run: (context, { biggestFirst, most = 20, ...input }) => {
    const question = questionOf(biggestFirst ? "biggest" : "list", input, context);
    return read(context, { ...question, limit: biggestFirst ? Math.max(2, most) : most }, (answer) =>
      answer.is === "list"
        ? {
            inAll: { count: answer.count },
            shown: { count: answer.entries.length },
            records: answer.entries.map(entryShown),
          }
        : {},
    );
  },
});

export const compare = defineReadTool({
  name: "compare",
  description:
    "Compares two periods, the same days of each when one is not over, and gives the difference. Without `against`, the period before.",
  input: z.object({ ...about, against: period.optional() }),
  run: (context, { against, ...input }) =>
    read(
      context,
      {
        ...questionOf("compare", input, context),
        against: against === undefined ? undefined : periodOf(against, context),
      },
      (answer) =>
        answer.is === "compare"
          ? {
              sides: answer.sides.map((side) => ({
                from: side.period.from,
                to: side.period.to,
                totals: side.totals.map(shown),
              })),
              difference: answer.difference.map(shown),
            }
          : {},
    ),
});

export const averages = defineReadTool({
  name: "averages",
  description: "Average spending or income per day, week, month or record over a period.",
  input: z.object({ ...about, per: z.enum(["day", "week", "month", "entry"]) }),
  run: (context, { per, ...input }) =>
    read(context, { ...questionOf("average", input, context), per }, (answer) =>
      answer.is === "average" ? { per, averages: answer.averages.map(shown) } : {},
    ),
});

export const net = defineReadTool({
  name: "net",
  description: "Income, spending and what is left in a period.",
  input: z.object({ period }),
  run: (context, input) =>
    read(context, questionOf("net", input, context), (answer) =>
      answer.is === "net"
        ? {
            sides: answer.sides.map(({ income, expense, net: left }) => ({
              income: shown(income),
              spending: shown(expense),
              left: shown(left),
            })),
          }
        : {},
    ),
});

export const paidAlready = defineReadTool({
  name: "paid_already",
  description: "Whether something was paid in a period, and the latest record of it.",
  input: z.object(about),
  run: (context, input) =>
    read(context, questionOf("paid_already", input, context), (answer) =>
      answer.is === "paid"
        ? {
            paid: answer.entry !== null,
            record: answer.entry && entryShown(answer.entry),
            lastBefore: answer.last && entryShown(answer.last),
          }
        : {},
    ),
});

export const share = defineReadTool({
  name: "share",
  description: "What part of all spending, or of the income, went to a category or words, in whole percent.",
  input: z.object({ ...about, ofIncome: z.boolean().optional() }),
  run: (context, { ofIncome, ...input }) =>
    read(
      context,
      { ...questionOf("share", input, context), of: ofIncome ? "income" : undefined },
      (answer) =>
        answer.is === "share"
          ? {
              shares: answer.shares.map(({ part, whole, percent }) => ({
                part: shown(part),
                whole: shown(whole),
                percent,
              })),
            }
          : {},
    ),
});
