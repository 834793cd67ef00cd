/** Amounts in questions: "over 20", "at most RM50", "between 10 and 20", "20 or more", "my last 3". */
import type { QuestionInput } from "../kernel/question.ts";
import type { Amount } from "./amounts.ts";
import { type AskPiece, does } from "./asking.ts";
import type { Tag } from "./lexicon.ts";
import type { Message } from "./message.ts";
import { has } from "./pieces.ts";

type Bounds = Pick<QuestionInput, "limit" | "minMinor" | "maxMinor" | "strict" | "currency">;

/** A number without a currency that may be a number of rows. */
const MOST_ROWS = 100;

function amountOf(piece: AskPiece | undefined): Amount | undefined {
  return piece?.kind === "amount" ? piece.amount : undefined;
}

/** "between 20 and 50", "dari 20 hingga 50": both are meant. */
function betweenAt(pieces: readonly AskPiece[], at: number): Bounds | undefined {
  const least = amountOf(pieces[at]);
  const most = amountOf(pieces[at + 2]);
  if (least === undefined || most === undefined || !does(pieces[at - 1], "between")) return undefined;
  const link = pieces[at + 1];
  if (!(does(link, "versus") || does(link, "upTo") || link?.lower === "-")) return undefined;
  // "between 20 and RM50": what is written once is said of both.
  const currency = most.bare === undefined ? most.currency : least.currency;
  const [from, to] = [least.amountMinor, most.amountMinor].sort((a, b) => a - b);
  return { minMinor: from, maxMinor: to, currency };
}

/** The bound that the words before an amount, or behind it, make of it. */
function boundAt(pieces: readonly AskPiece[], at: number): Bounds | undefined {
  const amount = amountOf(pieces[at]);
  if (amount === undefined) return undefined;
  const { amountMinor, currency } = amount;
  const before = pieces[at - 1];
  const behind = pieces[at + 1];
  if (does(before, "atLeast") || does(behind, "orMore")) return { minMinor: amountMinor, currency };
  if (does(before, "upTo") || does(behind, "orLess")) return { maxMinor: amountMinor, currency };
  if (does(before, "over")) return { minMinor: amountMinor, strict: true, currency };
  if (does(before, "under")) return { maxMinor: amountMinor, strict: true, currency };
  return undefined;
}

/** What the amounts of a question narrow it to; a number without a currency is of the user's own, or counts rows. */
export function boundsOf(pieces: readonly AskPiece[]): Bounds {
  const at = pieces.findIndex((piece) => piece.kind === "amount");
  const bound = betweenAt(pieces, at) ?? boundAt(pieces, at);
  if (bound !== undefined) return bound;
  const bare = amountOf(pieces[at])?.bare;
  return bare !== undefined && bare >= 1 && bare <= MOST_ROWS && Number.isInteger(bare)
    ? { limit: bare }
    : {};
}

/** Words that set a limit rather than look for what is past one. */
const LIMITS: readonly Tag[] = ["capStrong", "remind", "delete", "future", "desire", "hypothetical"];

/**
 * "expenses above 50 this month", "anything over 100?": rows and a bound for them. Who sets a limit names what to do,
 * or for how long.
 */
export function isBoundSearch({ tags }: Message, pieces: readonly AskPiece[]): boolean {
  if (LIMITS.some((tag) => tags.has(tag))) return false;
  if (pieces.some(({ date }) => date?.rate !== undefined)) return false;
  const at = pieces.findIndex((piece) => piece.kind === "amount");
  if (at < 1 || boundsOf(pieces).currency === undefined) return false;
  const first = pieces.find((piece) => !has(piece, "particle") || piece.roles.length > 0);
  const opens = does(first, "rows") || has(first, "listAsk") || has(first, "searchAsk");
  return opens && pieces.slice(0, at).some((piece) => does(piece, "rows") || has(piece, "listAsk"));
}
