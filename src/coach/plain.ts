/**
 * Advice without a model (SPEC S14): the user's own figures, one thing to try, and where to get help when it is needed.
 * What is known of their goals and worries shapes it, and is not said (SPEC S9). It says that it is the simple mode.
 */
import { addDays } from "../kernel/calendar.ts";
import { limits } from "../kernel/limits.ts";
import { formatMoney, toMinor } from "../kernel/money.ts";
import type { IsoDate, Money } from "../kernel/types.ts";
import { namedPeriod } from "../language/periods.ts";
import { categoryOfThing } from "../language/things.ts";
import { factsIn } from "../memory/facts.ts";
import type { CategoryShare } from "../messages/advice.ts";
import { capStates, nearestCap } from "../store/caps.ts";
import { type CategoryTotal, totals, totalsByCategory } from "../store/ledger-questions.ts";
import type { Tx } from "../store/sql.ts";
import { answerQuestion } from "../tools/question.ts";
import { billsDue } from "../tools/reminder-answers.ts";
import { wordAnswer } from "../tools/word-answer.ts";
import type { CoachRequest } from "./request.ts";
import { standingOf } from "./standing.ts";
import { namesGoal, topicOf } from "./topic.ts";

type PlainRequest = Pick<
  CoachRequest,
  "settings" | "today" | "scope" | "say" | "text" | "asked" | "asUserLast" | "memory"
>;

/** The answer to what the reader made of a question: the figures that were asked for, and no others. */
export async function plainAnswer({
  settings,
  today,
  scope,
  say,
  asked,
  asUserLast,
}: PlainRequest): Promise<string> {
  const answers = await asUserLast(async (tx) => {
    const found = [];
    for (const question of asked) found.push(await answerQuestion({ tx, scope, today, settings }, question));
    return found;
  });
  return answers.map((answer) => wordAnswer(answer, say, today)).join("\n\n");
}

/** What must be paid whatever happens. */
const ESSENTIAL = new Set([
  "housing",
  "groceries",
  "food",
  "bills",
  "transport",
  "debt",
  "health",
  "education",
]);
/** Less than this is no bonus and no price that one has to think about, in major units. */
const LEAST_SUM = 50;

/** The advice, from figures of this month so far, and of the last one. */
export function plainAdvice(request: PlainRequest): Promise<string> {
  const { settings, today, scope, say, text, asUserLast, memory } = request;
  const setting = { today, weekStart: settings.weekStart };
  const month = namedPeriod("this_month", setting);
  return asUserLast(async (tx) => {
    const compared = await answerQuestion(
      { tx, scope, today, settings },
      { ask: "compare", kind: "expense", period: month, against: namedPeriod("last_month", setting) },
    );
    if (compared.is !== "compare") throw new Error("a comparison was asked for");
    const [now, before] = compared.sides.map((side) => side.totals);
    const filter = { kind: "expense", from: month.from, to: today } as const;
    const rows = await totalsByCategory(tx, scope, filter);
    const [biggest] = biggestOf(rows, settings.currency);
    const topic = topicOf(text);
    return say.advice({
      cap: nearestCap(await capStates(tx, scope, today)),
      today,
      topic,
      ...standingOf(memory),
      spent: now ?? [],
      // A change against nothing is none.
      change: before?.length ? compared.difference : [],
      biggest: biggest && { ...biggest, percent: shareOf(biggest, now ?? []) },
      named: namedIn(request, rows, now ?? []),
      sum: sumIn(request),
      months: monthsUntil(text, today),
      ...(await lastMonth(tx, request)),
      bills: await soonDue(tx, request),
    });
  });
}

/** The category that the message is about, with what was spent on it. */
function namedIn(
  { text, settings: { currency } }: PlainRequest,
  rows: readonly CategoryTotal[],
  spent: readonly Money[],
): CategoryShare | undefined {
  const thing = categoryOfThing(text.toLowerCase(), []);
  const isGoal = topicOf(text) === "saving" && namesGoal(text);
  if (thing?.sure !== true || isGoal) return undefined;
  const { category } = thing;
  const row = rows.find((one) => one.category === category && one.currency === currency);
  const found = row ?? { category, currency, amountMinor: 0, count: 0 };
  return { ...found, percent: shareOf(found, spent) };
}

/** The bonus or the price that the message names. */
function sumIn({ text, settings }: PlainRequest): Money | undefined {
  for (const { value, currency } of factsIn(text).figures) {
    const money = currency ?? settings.currency;
    const amountMinor = value.endsWith("%") || Number(value) < LEAST_SUM ? null : toMinor(value, money);
    if (amountMinor !== null) return { amountMinor, currency: money };
  }
  return undefined;
}

/** "By end of next year", "in June": whole months from this one to the first that is named and to come. */
function monthsUntil(text: string, today: IsoDate): number | undefined {
  for (const key of factsIn(text, today, "future").moments) {
    const [, year, month = "12"] = /^(\d{4})(?:-(\d{2}))?/.exec(key) ?? [];
    if (year === undefined) continue;
    const months =
      (Number(year) - Number(today.slice(0, 4))) * 12 + Number(month) - Number(today.slice(5, 7));
    if (months > 0) return months;
  }
  return undefined;
}

/** Of last month, in their own currency: what was left of the income, and what had to be paid. */
async function lastMonth(
  tx: Tx,
  { scope, today, settings: { currency, weekStart } }: PlainRequest,
): Promise<{ left?: Money; essentials?: Money }> {
  const { from, to } = namedPeriod("last_month", { today, weekStart });
  const sums = await totals(tx, scope, { kind: "both", from, to });
  const of = (kind: "income" | "expense"): number | undefined =>
    sums.find((sum) => sum.kind === kind && sum.currency === currency)?.amountMinor;
  const income = of("income");
  const rows = await totalsByCategory(tx, scope, { kind: "expense", from, to });
  const essential = rows
    .filter((row) => row.currency === currency && ESSENTIAL.has(row.category))
    .reduce((sum, { amountMinor }) => sum + amountMinor, 0);
  return {
    ...(income === undefined ? {} : { left: { amountMinor: income - (of("expense") ?? 0), currency } }),
    ...(essential === 0 ? {} : { essentials: { amountMinor: essential, currency } }),
  };
}

/** Bills of the next days, as far as they are a few. */
async function soonDue(tx: Tx, { scope, today, say }: PlainRequest): Promise<string[]> {
  const period = { name: "range", from: today, to: addDays(today, limits.dueAheadDays) } as const;
  const { reminders } = await billsDue(
    { tx, scope, today },
    { ask: "due", kind: "expense", period, limit: BILLS },
  );
  return reminders.flatMap(({ title, amountMinor, currency, nextDueOn }) => {
    if (nextDueOn === null || amountMinor === null) return [];
    const money = currency === null ? "" : ` ${formatMoney({ amountMinor, currency })}`;
    return [`${title}${money}, ${say.day(nextDueOn, today)}`];
  });
}

const BILLS = 3;

/** The categories of the user's own currency, the largest first; of another only when there are no others. */
function biggestOf(rows: readonly CategoryTotal[], currency: string): readonly CategoryTotal[] {
  const own = rows.filter((row) => row.currency === currency);
  return own.length > 0 ? own : rows;
}

function shareOf(part: Money, all: readonly Money[]): number {
  const whole = all.find(({ currency }) => currency === part.currency)?.amountMinor ?? 0;
  return whole === 0 ? 0 : Math.round((part.amountMinor / whole) * 100);
}
