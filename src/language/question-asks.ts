/** What is asked: by a word that says it, by the kind of thing that is named, or by the days alone. */
import type { QuestionInput } from "../kernel/question.ts";
import { type AskPiece, does, type Role } from "./asking.ts";
import { categoryNamed } from "./category-names.ts";
import asking from "./data/asking.json" with { type: "json" };
import intents from "./data/intents.json" with { type: "json" };
import type { Tag } from "./lexicon.ts";
import type { Message } from "./message.ts";
import { has, type Piece } from "./pieces.ts";
import { isBoundSearch } from "./question-bounds.ts";

type Ask = QuestionInput["ask"];

const LIMITS = new Set(intents.cap);
const DONE = new Set(asking.done);
const VERBS = new Set(asking.paidVerbs);
const ARRIVES = new Set(asking.arrives);
const WHETHER = new Set(asking.whether);
/** "Has", "did": asks by itself when it comes first. */
const LEADS = new Set(["did", "has", "have", "is"]);
/** "belum", "yet": asks whether something is done that only the verb names. */
const YET = new Set(["belum", "blm", "yet"]);

/** Tags that make a question, in the order in which they decide what is asked. */
const ASKS: readonly (readonly [Tag, Ask])[] = [
  ["countAsk", "count"],
  ["paidAsk", "paid_already"],
  ["compareAsk", "compare"],
  ["averageAsk", "average"],
  ["biggestAsk", "biggest"],
  ["searchAsk", "search"],
  ["netAsk", "net"],
];

function isHowMuch(piece: Piece): boolean {
  return has(piece, "totalAsk") && piece.senses === undefined && !has(piece, "spendingWord");
}

export function askOf(message: Message, asked: readonly AskPiece[]): Ask | undefined {
  return (
    specialAsk(message, asked) ??
    listedAsk(message) ??
    owedAsk(message) ??
    namedAsk(message, asked) ??
    plainAsk(message) ??
    impliedAsk(message, asked)
  );
}

/** What only the words of data/asking.json ask. */
function specialAsk(message: Message, asked: readonly AskPiece[]): Ask | undefined {
  const any = (role: Role): boolean => asked.some((piece) => does(piece, role));
  const most = any("most") || message.tags.has("biggestAsk");
  if (any("share")) return "share";
  if ((any("topDay") || any("topWeek") || any("topMonth")) && most) return "top_day";
  if (any("whichCategory") && most) return "total";
  if (any("byCategory")) return "total";
  if (any("smallest")) return "smallest";
  if (any("gone")) return "total";
  const sides = message.tags.has("compareAsk") || any("minusWords");
  if (sides && any("moneyIn") && any("moneyOut")) return "net";
  if (any("moreOn") && asked.some(({ lower }) => lower === "or" || lower === "atau")) return "compare";
  return isBoundSearch(message, asked) ? "search" : undefined;
}

/** "Baki bajet", "how much budget left": what asks has the limit in it. */
function asksWithLimit({ pieces }: Message): boolean {
  return pieces.some(
    (piece) => has(piece, "leftAsk") && piece.lower.split(" ").some((word) => LIMITS.has(word)),
  );
}

/** "had makan", "food budget?", "bajet": a limit and at most what it is on, with no amount to set it to. */
function namedCap({ pieces, context }: Message): Ask | undefined {
  const said = pieces.filter(
    (piece) => piece.kind !== "mark" && !has(piece, "particle") && !has(piece, "article"),
  );
  const [limit, ...more] = said.filter((piece) => has(piece, "cap") && piece.senses === undefined);
  if (limit === undefined || more.length > 0) return undefined;
  const [on, ...others] = said.filter((piece) => piece !== limit);
  if (on === undefined) return limit.lower === "had" ? undefined : "caps";
  // In English "had lunch" was eaten; what can be capped in Malay goes by the name of its category.
  const capped = limit.lower !== "had" || categoryNamed(on.lower, context.ownCategories) !== undefined;
  return capped && others.length === 0 && on.senses?.expense !== undefined ? "cap_left" : undefined;
}

/** Reminders and caps, which are asked about by their names. */
function listedAsk(message: Message): Ask | undefined {
  const { pieces, tags } = message;
  const asks = tags.has("ask") || tags.has("listAsk");
  const short = pieces.length <= 3;
  if (tags.has("reminderNoun") && (asks || short)) return "reminders";
  const limit = tags.has("cap") || tags.has("capsAsk") || asksWithLimit(message);
  const about = pieces.some((piece) => piece.senses?.expense !== undefined);
  const howMuch =
    !tags.has("compareAsk") && pieces.some((piece) => has(piece, "leftAsk") && piece.lower.includes(" "));
  if (about && tags.has("leftAsk") && (limit || howMuch || tags.has("totalAsk") || asks)) return "cap_left";
  if (howMuch && !limit) return "net";
  if (limit && tags.has("leftAsk")) return "cap_left";
  const bare = namedCap(message);
  if (bare !== undefined) return bare;
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

/** "dah bayar sewa ke?", "paid rent already?", "gaji masuk belum": something done, and whether it was; no amount. */
function asksPaid({ tokens, pieces, tags }: Message): boolean {
  if (pieces.some((piece) => piece.kind === "amount") || tags.has("totalAsk")) return false;
  const any = (words: ReadonlySet<string>): boolean => tokens.some(({ lower }) => words.has(lower));
  const first = LEADS.has(tokens[0]?.lower ?? "");
  const arrives = first && tags.has("incomeAsk") && any(ARRIVES);
  if (!any(VERBS) && !arrives) return false;
  const done = any(DONE) || first || any(YET);
  // "tak bayar" and "belum bayar" say that it was not.
  const whether = tokens.some(
    ({ lower }, at) => WHETHER.has(lower) && !VERBS.has(tokens[at + 1]?.lower ?? ""),
  );
  return (
    done &&
    (whether || arrives) &&
    pieces.some((piece) => piece.senses !== undefined || piece.tags.length === 0)
  );
}

function namedAsk(message: Message, asked: readonly AskPiece[]): Ask | undefined {
  const { pieces } = message;
  const named = ASKS.find(([tag]) => pieces.some((piece) => has(piece, tag)))?.[1];
  if (named === "paid_already" || (named === undefined && asksPaid(message))) return "paid_already";
  const about = asked.some((piece) => piece.senses?.expense !== undefined && !has(piece, "netAsk"));
  // "profit minus petrol" is still what is left.
  const minus = asked.some((piece) => does(piece, "minusWords"));
  return named === "net" && about && !minus ? "total" : named;
}

function plainAsk({ pieces, tags }: Message): Ask | undefined {
  const first = pieces.find((piece) => isHowMuch(piece) || has(piece, "listAsk"));
  if (first !== undefined) return isHowMuch(first) && !has(first, "listAsk") ? "total" : "list";
  if (tags.has("leftAsk") && tags.has("ask")) return "net";
  const dated = pieces.some((piece) => piece.date !== undefined);
  if (tags.has("ask") && tags.has("spend") && dated) return "total";
  return tags.has("totalAsk") && (dated || tags.has("ask")) ? "total" : undefined;
}

const QUIET: readonly Tag[] = ["particle", "article", "pronoun", "link", "place"];
/** "belanja semalam", "spent today": the verb alone, without what for and how much. */
const SPENT = new Set(["belanja", "spent", "spend", "spendings", "blanja", "habis"]);

type Part = "stretch" | "day" | "category" | "rows" | "thing" | "quiet" | "other";

const PARTS: readonly (readonly [Part, readonly Role[]])[] = [
  ["stretch", ["byDay", "byWeek", "byMonth", "weekends", "weekdays", "except"]],
  ["rows", ["dayList", "rows"]],
];

function partOf(piece: AskPiece, own: readonly string[]): Part {
  if (piece.date?.open !== undefined || piece.date?.period !== undefined) return "stretch";
  if (piece.date?.when !== undefined) return "day";
  const role = PARTS.find(([, roles]) => roles.some((one) => does(piece, one)))?.[0];
  if (role !== undefined) return role;
  if (SPENT.has(piece.lower)) return "rows";
  if (has(piece, "incomeAsk") || categoryNamed(piece.lower, own) !== undefined) return "category";
  if (piece.senses !== undefined && piece.fuzzy !== true) return "thing";
  return piece.kind === "mark" || QUIET.some((tag) => has(piece, tag)) ? "quiet" : "other";
}

/** No word asks, and yet it is no record: what, and in which days ("food today", "last 7 days", "selain sewa"). */
function impliedAsk({ context }: Message, asked: readonly AskPiece[]): Ask | undefined {
  if (asked.some((piece) => has(piece, "negation") && !does(piece, "except"))) return undefined;
  const parts = new Set(asked.map((piece) => partOf(piece, context.ownCategories)));
  if (parts.has("other")) return undefined;
  if (parts.has("stretch")) return "total";
  // "lunch today" is more likely a record that lacks its amount.
  return parts.has("day") && (parts.has("category") || parts.has("rows")) && !parts.has("thing")
    ? "total"
    : undefined;
}
