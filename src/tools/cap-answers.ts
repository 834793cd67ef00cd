/** Questions about caps: what is left of one, and how all of them stand, from the expense rows of this turn (SPEC S6). */
import { z } from "zod";
import type { QuestionInput } from "../kernel/question.ts";
import type { CapPeriod, CapState } from "../kernel/types.ts";
import { categoryOfThing } from "../language/things.ts";
import { capStates } from "../store/caps.ts";
import { defineReadTool, shortText, shown } from "./read-tool.ts";
import type { ToolContext } from "./tool.ts";

export interface CapsAnswer {
  readonly asked: QuestionInput;
  readonly is: "caps";
  readonly states: readonly CapState[];
}

const PERIODS: Readonly<Partial<Record<QuestionInput["period"]["name"], CapPeriod>>> = {
  today: "day",
  this_week: "week",
  this_month: "month",
};

type Asking = Pick<ToolContext, "tx" | "scope" | "today">;

/** The category of a question: by its name, or by a thing in it ("my petrol budget"). */
export function cappedCategory({ category, words }: QuestionInput): string | undefined {
  return category ?? (words?.length ? categoryOfThing(words.join(" "), [])?.category : undefined);
}

/** The caps that are asked about: of a category, and of a period where one of that period is there. */
export async function answerCaps({ tx, scope, today }: Asking, asked: QuestionInput): Promise<CapsAnswer> {
  const all = await capStates(tx, scope, today);
  const named = cappedCategory(asked);
  // "My overall budget" is the one on everything, where there is one.
  const overall = named === undefined && asked.period.name === "all";
  const whole = overall ? all.filter(({ category }) => category === null) : [];
  const about =
    whole.length > 0 ? whole : all.filter(({ category }) => named === undefined || category === named);
  const period = PERIODS[asked.period.name];
  const ofPeriod = about.filter((state) => state.period === period);
  // "This month" is what a question without a period is about, so it leaves nothing out.
  const narrowed = period !== "month" && ofPeriod.length > 0;
  return { asked, is: "caps", states: narrowed ? ofPeriod : about };
}

export const caps = defineReadTool({
  name: "caps",
  description:
    "The user's spending caps (budgets): what each allows, what is spent of it so far, and what is left. Call it for every question about budgets, limits or what may still be spent.",
  input: z.object({
    category: shortText.optional().describe("one category by its name; all caps when left out"),
  }),
  run: async ({ tx, scope, today, say }, { category }) => {
    const named = category?.toLowerCase();
    const all = await capStates(tx, scope, today);
    const states = all.filter((state) => named === undefined || state.category === named);
    return { data: { caps: states.map(stateShown) }, plain: say.caps.list(states, named, today) };
  },
});

function stateShown({ category, period, from, to, amountMinor, spentMinor, currency }: CapState): object {
  const rest = amountMinor - spentMinor;
  const money = (minor: number) => shown({ amountMinor: minor, currency });
  return {
    category: category ?? "overall",
    period,
    from,
    to,
    cap: money(amountMinor),
    spent: money(spentMinor),
    ...(rest >= 0 ? { left: money(rest) } : { overBy: money(-rest) }),
  };
}
