/** English: advice without a model for what comes once in a while: a bonus, something dear, a job that ends, a home. */
import { dictionary } from "../kernel/dictionary.ts";
import { formatMoney } from "../kernel/money.ts";
import { type AdviceFigures, monthlyOf, monthsFor, partOf, splitOf } from "./advice.ts";

/** Words for what somebody saves for; what is not here is "what you are saving for". */
const PLANS = dictionary<string>({
  wedding: "the wedding",
  engagement: "the engagement",
  baby: "the baby",
  house: "the house",
  car: "the car",
  motorbike: "the motorbike",
  "emergency fund": "your cushion",
  travel: "the trip",
  umrah: "umrah",
  haji: "haj",
  education: "your studies",
  business: "the business",
  retirement: "later life",
  renovation: "the renovation",
});

function planOf({ plan }: AdviceFigures): string {
  return (plan && PLANS[plan]) ?? "what you are saving for";
}

/** How many months of expenses a cushion should be. */
function cushion({ unsteady, dependants }: AdviceFigures): string {
  return unsteady || dependants ? "six months" : "three months";
}

/** @returns undefined for a topic of every day */
export function situation(figures: AdviceFigures): string[] | undefined {
  switch (figures.topic) {
    case "windfall":
      return windfall(figures);
    case "afford":
      return afford(figures);
    case "job":
      return job(figures);
    case "home":
      return home(figures);
    case "saving":
      return saving(figures);
    default:
      return undefined;
  }
}

function share(figures: AdviceFigures, percent: number, words: string): string {
  const { sum } = figures;
  return sum ? `${formatMoney(partOf(sum, percent))} (${percent} %) ${words}` : `${percent} % ${words}`;
}

function windfall(figures: AdviceFigures): string[] {
  const to = {
    cushion: `to a cushion of ${cushion(figures)} of expenses`,
    debt: "to the dearest debt",
    plan: `to ${planOf(figures)}`,
    any: "to the dearest debt, or what you save for",
  };
  const split = splitOf(figures);
  const rest = 100 - split.reduce((sum, { percent }) => sum + percent, 0);
  const parts = [
    ...split.map((one) => share(figures, one.percent, to[one.to])),
    share(figures, rest, "to enjoy, without a bad conscience"),
  ];
  const lines = [`A way to split it: ${parts.join("; ")}.`, ...billsLine(figures)];
  if (!figures.brief)
    lines.push("Move the first two parts the day it arrives: what stays in the everyday account gets spent.");
  return lines;
}

function afford(figures: AdviceFigures): string[] {
  const { sum, left, spent, aim, plan, unsteady, dependants, brief } = figures;
  const lines: string[] = [];
  const months = monthsFor(sum, left);
  if (left && left.amountMinor > 0) {
    const price =
      sum && months
        ? `; ${formatMoney(sum)} is ${months === 1 ? "within one such month" : `${months} months of that`}`
        : "";
    lines.push(`Last month ${formatMoney(left)} was left over${price}.`);
  } else if (left)
    lines.push(
      `Last month more went out than came in, by ${formatMoney({ ...left, amountMinor: -left.amountMinor })}: not now, unless it earns or saves money.`,
    );
  else if (spent.length > 0)
    lines.push("I cannot say what is left over: text me your pay, like “gaji 3000”, and I can next time.");
  else
    lines.push(
      "Without your income and spending I cannot say; text me your pay, like “gaji 3000”, and what you spend.",
    );
  lines.push(...billsLine(figures));
  if (unsteady || dependants) lines.push("Keep six months of expenses untouched first.");
  if (aim === "debt")
    lines.push("Not on instalments: the dearest debt comes first, and a new one only adds to it.");
  else if (aim === "saving" && plan)
    lines.push(
      `It comes out of the same money as ${planOf(figures)}: say which of the two may wait, before you pay.`,
    );
  if (!brief) lines.push("Wait a week, compare two prices, and pay in one go if you can.");
  return lines;
}

function job(figures: AdviceFigures): string[] {
  const { essentials, aim, plan, dependants } = figures;
  const lines: string[] = [];
  if (essentials)
    lines.push(
      `What must be paid came to ${formatMoney(essentials)} last month: hold ${cushion({ ...figures, unsteady: true })} of that, ${formatMoney(partOf(essentials, 600))}, before anything else.`,
    );
  else
    lines.push(
      "Work out what must be paid each month (home, food, transport, bills) and hold six months of that first.",
    );
  lines.push(...billsLine(figures));
  lines.push(
    "If it happens: claim PERKESO's employment insurance (1-300-22-8000) within 60 days; it pays part of the salary for some months.",
  );
  if (aim === "debt")
    lines.push(
      "Call the bank before you miss an instalment, not after; AKPK (03-2616 7766) can have them rearranged for free.",
    );
  else if (plan)
    lines.push(
      `Put ${planOf(figures)} on hold rather than give it up: it can go on once pay comes in again.`,
    );
  if (dependants) lines.push("Tell those at home early, and agree on what stops first.");
  return lines;
}

function home(figures: AdviceFigures): string[] {
  const { left, aim, plan, unsteady, brief } = figures;
  const lines = [
    "Buying fits when all hold: you stay five years or more, the instalment is at most a third of your take-home pay, and the deposit with its costs (about 15 % of the price) is saved.",
  ];
  if (left && left.amountMinor > 0)
    lines.push(
      `Last month ${formatMoney(left)} was left over: an instalment above your present rent has to fit into that.`,
    );
  if (unsteady)
    lines.push(
      "While pay can change from month to month, rent keeps you free: buy once it has been steady for a year.",
    );
  else if (aim === "debt")
    lines.push("Banks count what you owe: paying down the dearest debt first gets you a better rate.");
  else if (plan && plan !== "house")
    lines.push(
      `If the deposit would come from the same savings as ${planOf(figures)}, rent until that is behind you.`,
    );
  else if (plan === "house")
    lines.push(
      "Live on rent plus the difference to the instalment for half a year, the difference saved: it tries out the purchase and fills the deposit.",
    );
  if (!brief)
    lines.push(
      "Rent is not wasted: it buys the freedom to move. This is no licensed advice; ask two banks for a written offer.",
    );
  return lines;
}

function saving(figures: AdviceFigures): string[] | undefined {
  const { sum, months, left, brief } = figures;
  if (!sum) return undefined;
  const monthly = monthlyOf(sum, months);
  const goal = formatMoney(sum);
  const lines = [
    months === undefined
      ? `${goal} in a year takes ${formatMoney(monthly)} a month; name a month, and I can say what it takes until then.`
      : `${goal} in ${months === 1 ? "one month" : `${months} months`} takes ${formatMoney(monthly)} a month.`,
  ];
  const takes = monthsFor(sum, left);
  if (left && left.amountMinor >= monthly.amountMinor)
    lines.push(`Last month ${formatMoney(left)} was left over, so it fits.`);
  else if (left && takes)
    lines.push(
      `Last month ${formatMoney(left)} was left over, and with that it takes ${takes} months: a later date, a smaller sum, or less on one category closes the gap.`,
    );
  else if (!left) lines.push("Text me your pay, like “gaji 3000”, and I can say whether it fits.");
  lines.push(...billsLine(figures));
  if (!brief) lines.push("Move it on payday, before anything is spent.");
  return lines;
}

function billsLine({ bills = [] }: AdviceFigures): string[] {
  return bills.length === 0 ? [] : [`Keep back what is due soon: ${bills.join("; ")}.`];
}
