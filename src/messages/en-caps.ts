/** English: spending caps. */
import { formatMoney } from "../kernel/money.ts";
import type { CapState, IsoDate } from "../kernel/types.ts";
import { type CapDraft, type CapMessages, capFigures, capPeriod } from "./caps.ts";
import { CATEGORIES, period } from "./en-names.ts";
import { bullets } from "./shared.ts";

function name(category: string | null): string {
  return category === null ? "overall" : (CATEGORIES[category] ?? category);
}

const rate = (cap: CapDraft): string => `${formatMoney(cap)} a ${cap.period}`;

function line(state: CapState, today: IsoDate): string {
  const { spent, cap, rest, side, percent } = capFigures(state);
  const left = { left: `${rest} left`, "used up": "used up", over: `over by ${rest}` }[side];
  const what = state.category === null ? "all spending" : name(state.category);
  const figures = `${what} ${period(capPeriod(state, today), today)}: ${spent} of ${cap}, ${left}`;
  if (state.tells === 0) return figures;
  return state.tells === 80
    ? `${figures}. That is ${percent} % of your cap.`
    : `${figures}. You have reached your cap.`;
}

export const caps: CapMessages = {
  cap: (cap) => `${name(cap.category)} cap ${rate(cap)}`,
  set: (cap, was) => (was ? `Changed: ${caps.cap(cap)} (was ${formatMoney(was)})` : `Set: ${caps.cap(cap)}`),
  unchanged: (cap) => `It is already so: ${caps.cap(cap)}.`,
  removed: (cap) => `Removed: ${caps.cap(cap)}`,
  confirmRemove: (cap) => `Remove ${caps.cap(cap)}?`,
  takenBack: (op, cap) =>
    ({
      create: `${caps.cap(cap)} is removed`,
      update: `back to ${caps.cap(cap)}`,
      delete: `${caps.cap(cap)} is back`,
    })[op],
  line,
  list: (states, category, today) => {
    if (states.length > 0)
      return bullets(
        "Your caps:",
        states.map((state) => line(state, today)),
      );
    return category === undefined
      ? "You have no spending caps. “set food budget 500” sets one."
      : `You have no cap on ${name(category)}. “set ${name(category)} budget 500” sets one.`;
  },
  noSuch:
    "A cap is more than nothing, and at most one billion. Text it like “food budget 600”; “remove the food cap” ends one.",
  howToChange: "I can change a cap when you text it like “food budget 600” or “food budget 50 a week”.",
  notFound: (category) =>
    category === undefined || category === null
      ? "There is no such cap. “my caps” lists them."
      : `There is no cap on ${name(category)}. “my caps” lists what there is.`,
};
