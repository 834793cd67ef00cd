/** English: advice without a model. */
import { dictionary } from "../kernel/dictionary.ts";
import { formatMoney } from "../kernel/money.ts";
import type { AdviceFigures, CategoryShare } from "./advice.ts";
import { caps } from "./en-caps.ts";
import { CATEGORIES } from "./en-names.ts";
import { situation } from "./en-situations.ts";
import { changeOf, sumsOf } from "./shared.ts";

/** One small thing to try, by where the money went. */
const TRIES = dictionary<string>({
  food: "pack or cook two of next week's meals and text me the rest",
  groceries: "write the list before you go, and eat first",
  transport: "put two errands into one trip, or share one ride this week",
  housing: "ask about one fee or bill in it that you could do without",
  bills: "look for one plan or subscription that you do not use",
  shopping: "wait 24 hours before the next thing that is not on a list",
  health: "ask for the generic medicine, and check what your panel or insurance pays",
  entertainment: "keep one treat a week and skip the second",
  education: "ask about early payment or second-hand books",
  family: "agree one amount a month with them, so that it is planned",
  gifts: "set the amount before you look for the gift",
  travel: "fix the trip's total first, then book",
  personal: "stretch one appointment by a week",
  pets: "buy the food in the large bag, and skip one treat",
  debt: "pay the one with the highest rate first, even RM50 more",
  giving: "choose one day a month for it",
});

const TOPICS = {
  debt: "On debt: list what you owe with its rate, keep every minimum, and put what is left on the dearest one. AKPK (03-2616 7766) helps for free.",
  saving:
    "On saving: move a fixed part away on payday, before spending; 10 % is a good start, three months of expenses a good first goal.",
  cutting: "On spending less: change one thing at a time, the biggest first.",
  general: "A rule of thumb: 50 % needs, 30 % wants, 20 % savings and debt.",
} as const;

/** Where what is freed up can go. */
const AIMS: Readonly<Record<NonNullable<AdviceFigures["aim"]>, string>> = {
  saving: "Whatever that frees up, move it straight to your savings on payday, before it is spent.",
  debt: "Whatever that frees up, put it on the dearest debt first.",
};

const CRISIS =
  "I'm sorry it is this hard right now. Please talk to somebody today: Befrienders 03-7627 2929 (24 hours), Talian Kasih 15999. Money troubles can be worked out, and you do not have to do it alone.";
const SCAM =
  "If money has just left your account: call your bank now, then the National Scam Response Centre, 997. Never send more to get it back, and keep the messages for the police report.";

export function advice(figures: AdviceFigures): string {
  const { topic, worried, brief } = figures;
  if (topic === "crisis") return CRISIS;
  if (topic === "scam") return SCAM;
  const lines = ["I'm in simple mode, so this is short.", ...(situation(figures) ?? usual(figures))];
  if (worried && !brief) lines.push("One small step at a time is enough.");
  return lines.join("\n");
}

function usual(figures: AdviceFigures): string[] {
  const { spent, change, biggest, named, cap, today, aim, brief } = figures;
  const lines: string[] = [];
  if (spent.length > 0) {
    lines.push(
      `This month so far: ${sumsOf(spent, "nothing", " and ")}${changeOf(change, { more: "more", less: "less", than: " than the same days last month" })}.`,
    );
  } else
    lines.push(
      "You have no spending recorded this month; text me each one for a week and I can say where it goes.",
    );
  const share = named ?? biggest;
  if (share) lines.push(...shareLines(share, named !== undefined, spent.length > 0));
  if (cap) lines.push(`Your cap: ${caps.line(cap, today)}.`);
  const topic = figures.topic as keyof typeof TOPICS;
  // Who has something in view, or asks about one thing, is better served by that than by a rule of thumb.
  const ruled = topic === "debt" || topic === "saving" || (named === undefined && !brief);
  if (ruled && (topic !== "general" || aim === undefined)) lines.push(TOPICS[topic]);
  if (aim !== undefined && aim !== topic) lines.push(AIMS[aim]);
  return lines;
}

function shareLines(
  { category, amountMinor, currency, percent, count }: CategoryShare,
  asked: boolean,
  recorded: boolean,
): string[] {
  const name = CATEGORIES[category] ?? category;
  const lines: string[] = [];
  const money = formatMoney({ amountMinor, currency });
  if (!asked) lines.push(`Most went on ${name}: ${money}, ${percent} % of it.`);
  else if (count > 0)
    lines.push(`Of that on ${name}: ${money}, ${percent} %, ${count === 1 ? "once" : `${count} times`}.`);
  else if (recorded) lines.push(`Nothing of it is on ${name}.`);
  const tried = TRIES[category];
  if (tried) lines.push(`One thing to try: ${tried}.`);
  return lines;
}
