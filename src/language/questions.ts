/** Questions about money (SPEC S7): what is asked, about what, and for which days. Answered by a query, elsewhere. */
import type { Doubt, Period, QuestionInput, Reading } from "../kernel/reading.ts";
import { categoryNamed } from "./category-names.ts";
import type { Tag } from "./lexicon.ts";
import type { Message } from "./message.ts";
import { namedPeriod, periodOf } from "./periods.ts";
import { has, type Piece } from "./pieces.ts";
import { readingOf } from "./reading-of.ts";

type Ask = QuestionInput["ask"];

const ACCOUNTED: readonly Tag[] = [
  "totalAsk",
  "listAsk",
  "countAsk",
  "averageAsk",
  "biggestAsk",
  "compareAsk",
  "netAsk",
  "paidAsk",
  "searchAsk",
  "leftAsk",
  "capsAsk",
  "dueAsk",
  "reminderNoun",
  "ask",
  "askWords",
  "incomeAsk",
  "particle",
  "article",
  "pronoun",
  "link",
  "place",
  "who",
  "cap",
  "and",
  "method",
];
const PLAIN_MARKS = new Set(["?", ".", ",", "!", ":", "-", "'", '"']);
const OPEN_ENDED: readonly Ask[] = ["list", "search", "paid_already", "due", "reminders"];

/** Tags that make a question, in the order in which they decide what is asked. */
const ASKS: readonly (readonly [Tag, Ask])[] = [
  ["paidAsk", "paid_already"],
  ["compareAsk", "compare"],
  ["averageAsk", "average"],
  ["biggestAsk", "biggest"],
  ["countAsk", "count"],
  ["searchAsk", "search"],
  ["netAsk", "net"],
];

function isHowMuch(piece: Piece): boolean {
  return has(piece, "totalAsk") && piece.senses === undefined && !has(piece, "spendingWord");
}

function askOf(message: Message): Ask | undefined {
  return listedAsk(message) ?? owedAsk(message) ?? namedAsk(message) ?? plainAsk(message);
}

/** Reminders and caps, which are asked about by their names. */
function listedAsk({ pieces, tags }: Message): Ask | undefined {
  const asks = tags.has("ask") || tags.has("listAsk");
  const short = pieces.length <= 3;
  if (tags.has("reminderNoun") && (asks || short)) return "reminders";
  const limit = tags.has("cap") || tags.has("capsAsk");
  const about = pieces.some((piece) => piece.senses?.expense !== undefined);
  const howMuch = pieces.some((piece) => has(piece, "leftAsk") && piece.lower.includes(" "));
  if (about && tags.has("leftAsk") && (limit || howMuch || tags.has("totalAsk") || asks)) return "cap_left";
  if (howMuch && !limit) return "net";
  const capsPhrase = pieces.some((piece) => has(piece, "capsAsk") && piece.lower.includes(" "));
  if (tags.has("capsAsk") && (asks || capsPhrase || tags.has("leftAsk") || short)) return "caps";
  return limit && (asks || tags.has("totalAsk")) ? "caps" : undefined;
}

/** Who owes whom, and which bills are coming. */
function owedAsk({ pieces, tags }: Message): Ask | undefined {
  const asks = tags.has("ask") || tags.has("listAsk");
  if (tags.has("borrow") && (asks || tags.has("totalAsk"))) return "search";
  const phrase = pieces.some((piece) => has(piece, "dueAsk") && piece.lower.includes(" "));
  return tags.has("dueAsk") && (asks || phrase) ? "due" : undefined;
}

/** "dah bayar sewa ke?", "paid rent already?": a statement with a question behind it, and no amount. */
function asksPaid({ pieces, tags }: Message): boolean {
  if (!tags.has("spend") || pieces.some((piece) => piece.kind === "amount")) return false;
  const done = pieces.some((piece) => has(piece, "doneWord"));
  return done && pieces.some((piece) => piece.lower === "?" || has(piece, "whetherWord"));
}

function namedAsk(message: Message): Ask | undefined {
  const { pieces } = message;
  if (asksPaid(message)) return "paid_already";
  const named = ASKS.find(([tag]) => pieces.some((piece) => has(piece, tag)))?.[1];
  const about = pieces.some((piece) => piece.senses?.expense !== undefined);
  return named === "net" && about ? "total" : named;
}

function plainAsk({ pieces, tags }: Message): Ask | undefined {
  const first = pieces.find((piece) => isHowMuch(piece) || has(piece, "listAsk"));
  if (first !== undefined) return isHowMuch(first) && !has(first, "listAsk") ? "total" : "list";
  if (tags.has("leftAsk") && tags.has("ask")) return "net";
  const dated = pieces.some((piece) => piece.date !== undefined);
  if (tags.has("ask") && tags.has("spend") && dated) return "total";
  return tags.has("totalAsk") && (dated || tags.has("ask")) ? "total" : undefined;
}

/** What it is about: a category by its name, or words that a record must contain. */
function aboutOf({ pieces, context }: Message): { category?: string | undefined; words: readonly string[] } {
  let category: string | undefined;
  const words: string[] = [];
  for (const piece of pieces) {
    if (piece.kind !== "word" && piece.kind !== "mask") continue;
    const named = categoryNamed(piece.lower, context.ownCategories);
    const asking = ACCOUNTED.some((tag) => has(piece, tag));
    if (named !== undefined && (piece.senses !== undefined || context.ownCategories.includes(piece.lower)))
      category ??= named;
    else if (
      (piece.senses !== undefined && !has(piece, "incomeAsk") && !has(piece, "cap")) ||
      has(piece, "names") ||
      has(piece, "family") ||
      (!asking && piece.tags.length === 0)
    ) {
      words.push(...piece.lower.split(" "));
    }
  }
  return { category, words };
}

interface Stretch {
  readonly period: Period;
  readonly against?: Period | undefined;
  readonly doubts: readonly Doubt[];
}

function stretchOf(message: Message, ask: Ask): Stretch {
  const setting = { today: message.today, weekStart: message.context.settings.weekStart };
  const dated = message.pieces.filter(
    (piece) => piece.date !== undefined && piece.date.rate === undefined && piece.date.time === undefined,
  );
  const periods = dated.flatMap((piece) => (piece.date ? periodOf(piece.date, setting) : undefined) ?? []);
  const doubts: Doubt[] = periods.length < dated.length ? ["bad_date"] : [];
  const [first, second] = periods;
  const usual = namedPeriod(
    OPEN_ENDED.includes(ask) && ask !== "paid_already" ? "all" : "this_month",
    setting,
  ) as Period;
  if (ask === "compare")
    return {
      period: first ?? usual,
      against:
        second ??
        namedPeriod(
          first?.name === "this_week"
            ? "last_week"
            : first?.name === "this_year"
              ? "last_year"
              : "last_month",
          setting,
        ),
      doubts,
    };
  if (first === undefined) return { period: usual, doubts };
  if (second === undefined) return { period: first, doubts };
  if (second.from >= first.from)
    return { period: { name: "range", from: first.from, to: second.to }, doubts };
  return { period: first, doubts: ["bad_date"] };
}

function bounds({ pieces }: Message): Pick<QuestionInput, "limit" | "minMinor" | "maxMinor"> {
  const index = pieces.findIndex((piece) => piece.kind === "amount");
  const amount = pieces[index]?.amount;
  if (amount === undefined) return {};
  const before = pieces
    .slice(Math.max(0, index - 2), index)
    .map((piece) => piece.lower)
    .join(" ");
  if (
    /(over|above|more than|lebih|melebihi|atas|exceed|>|at least)$/.test(before) ||
    /lebih dari|more than/.test(before)
  )
    return { minMinor: amount.amountMinor };
  if (/(under|below|less than|bawah|kurang)/.test(before)) return { maxMinor: amount.amountMinor };
  return amount.bare !== undefined && amount.bare <= 100 ? { limit: amount.bare } : {};
}

function perOf(message: Message): QuestionInput["per"] {
  const rate = message.pieces.find(
    (piece) => piece.date?.rate !== undefined || piece.date?.rhythm !== undefined,
  )?.date;
  const unit = rate?.rate ?? rate?.rhythm?.rate;
  return unit === undefined || unit === "year" ? undefined : unit;
}

function isAccounted(piece: Piece): boolean {
  if (piece.kind === "date" || piece.kind === "emoji" || piece.kind === "break") return true;
  if (piece.kind === "mark") return PLAIN_MARKS.has(piece.lower);
  if (piece.kind === "amount") return piece.amount?.soft === undefined;
  if (piece.kind !== "word") return piece.kind === "mask" && piece.doubt === undefined;
  if (piece.senses !== undefined) return piece.fuzzy !== true;
  return has(piece, "names") || has(piece, "family") || ACCOUNTED.some((tag) => has(piece, tag));
}

function kindOf({ tags, pieces }: Message, ask: Ask): QuestionInput["kind"] {
  if (ask === "net") return "both";
  const spending =
    pieces.some((piece) => has(piece, "spend") && !has(piece, "receive")) ||
    pieces.some((piece) => has(piece, "spendingWord"));
  return tags.has("incomeAsk") && !spending ? "income" : "expense";
}

/** The message as a question, or undefined. */
export function readQuestion(message: Message): Reading | undefined {
  const ask = askOf(message);
  if (ask === undefined) return undefined;
  const limits = bounds(message);
  const priced = message.pieces.some((piece) => piece.kind === "amount") && Object.keys(limits).length === 0;
  const asks = message.tags.has("ask") || message.pieces.some((piece) => piece.lower === "?");
  if (priced && !asks) return undefined;
  const about = aboutOf(message);
  const stretch = stretchOf(message, ask);
  const doubts: Doubt[] = [...stretch.doubts];
  if (!message.pieces.every(isAccounted)) doubts.push("unknown_words");
  const words = ask === "reminders" || ask === "caps" ? [] : about.words;
  const input: QuestionInput = {
    ask,
    kind: kindOf(message, ask),
    category: about.category,
    words: words.length === 0 ? undefined : words,
    period: stretch.period,
    against: stretch.against,
    ...limits,
    per: ask === "average" ? (perOf(message) ?? "day") : undefined,
  };
  return readingOf("question", [{ tool: "question", input }], { language: message.language, doubts });
}
