/**
 * Advice without a model (SPEC S14): the user's own figures, one thing to try, and where to get help when it is needed.
 * It says that it is the simple mode.
 */
import type { Money } from "../kernel/types.ts";
import { namedPeriod } from "../language/periods.ts";
import type { Insight } from "../memory/ports/types.ts";
import type { AdviceFigures } from "../messages/advice.ts";
import { capStates, nearestCap } from "../store/caps.ts";
import { type CategoryTotal, totalsByCategory } from "../store/ledger-questions.ts";
import { answerQuestion } from "../tools/question.ts";
import type { CoachRequest } from "./request.ts";
import { topicOf } from "./topic.ts";

type PlainRequest = Pick<CoachRequest, "settings" | "today" | "scope" | "say" | "text" | "asUser" | "memory">;

/** The advice, from figures of this month so far. */
export function plainAdvice({
  settings,
  today,
  scope,
  say,
  text,
  asUser,
  memory,
}: PlainRequest): Promise<string> {
  const setting = { today, weekStart: settings.weekStart };
  const month = namedPeriod("this_month", setting);
  return asUser(async (tx) => {
    const compared = await answerQuestion(
      { tx, scope, today, settings },
      { ask: "compare", kind: "expense", period: month, against: namedPeriod("last_month", setting) },
    );
    if (compared.is !== "compare") throw new Error("a comparison was asked for");
    const [now, before] = compared.sides.map((side) => side.totals);
    const filter = { kind: "expense", from: month.from, to: today } as const;
    const [biggest] = biggestOf(await totalsByCategory(tx, scope, filter), settings.currency);
    const cap = nearestCap(await capStates(tx, scope, today));
    return say.advice({
      cap,
      today,
      topic: topicOf(text),
      aim: aimOf(memory.insights),
      worried: memory.insights.some(({ category }) => category === "worry"),
      spent: now ?? [],
      // A change against nothing is none.
      change: before?.length ? compared.difference : [],
      biggest: biggest && { ...biggest, percent: shareOf(biggest, now ?? []) },
    });
  });
}

/**
 * What they are working towards, by the weightiest goal or worry about money: it is used, and not said (SPEC S9). A goal
 * that is neither is one to save for.
 */
function aimOf(insights: readonly Insight[]): AdviceFigures["aim"] {
  for (const { category, text } of insights) {
    const topic = topicOf(text);
    if ((category === "goal" || category === "worry") && (topic === "debt" || topic === "saving"))
      return topic;
    if (category === "goal") return "saving";
  }
  return undefined;
}

/** The categories of the user's own currency, the largest first; of another only when there are no others. */
function biggestOf(rows: readonly CategoryTotal[], currency: string): readonly CategoryTotal[] {
  const own = rows.filter((row) => row.currency === currency);
  return own.length > 0 ? own : rows;
}

function shareOf(part: Money, totals: readonly Money[]): number {
  const whole = totals.find(({ currency }) => currency === part.currency)?.amountMinor ?? 0;
  return whole === 0 ? 0 : Math.round((part.amountMinor / whole) * 100);
}
