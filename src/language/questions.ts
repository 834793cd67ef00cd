/** Questions about money (SPEC S7): what is asked, about what, and for which days. Answered by a query, elsewhere. */
import type { QuestionInput, QuestionSubject } from "../kernel/question.ts";
import type { Doubt, Reading } from "../kernel/reading.ts";
import type { Weekday } from "../kernel/types.ts";
import { type AskPiece, askingPieces, does, type Role } from "./asking.ts";
import type { Message } from "./message.ts";
import { has, type Piece } from "./pieces.ts";
import { ACCOUNTED, aboutsOf } from "./question-about.ts";
import { askOf } from "./question-asks.ts";
import { boundsOf, isBoundSearch } from "./question-bounds.ts";
import { stretchOf } from "./question-days.ts";
import { readingOf } from "./reading-of.ts";

type Ask = QuestionInput["ask"];

const TOTALS = new Set(["total", "jumlah", "totalling", "totaling"]);
const PLAIN_MARKS = new Set(["?", ".", ",", "!", ":", "-", "'", '"', "&", "%"]);

const PER: readonly (readonly [Role, NonNullable<QuestionInput["per"]>])[] = [
  ["byDay", "day"],
  ["topDay", "day"],
  ["byWeek", "week"],
  ["topWeek", "week"],
  ["byMonth", "month"],
  ["topMonth", "month"],
  ["byCategory", "category"],
  ["whichCategory", "category"],
];

/** What an average is per, and what a total is listed by. */
function perOf(message: Message, ask: Ask, pieces: readonly AskPiece[]): QuestionInput["per"] {
  const listed = PER.find(([role]) => pieces.some((piece) => does(piece, role)))?.[1];
  if (ask === "total" || ask === "top_day") return listed;
  if (ask !== "average") return undefined;
  const rate = message.pieces.find(
    (piece) => piece.date?.rate !== undefined || piece.date?.rhythm !== undefined,
  )?.date;
  if (rate?.rhythm?.days !== undefined) return "day";
  const unit = rate?.rate ?? rate?.rhythm?.rate ?? (listed === "category" ? undefined : listed);
  return unit === "year" ? undefined : unit;
}

/** "average lunch" is of one lunch; "average food spending" is of a day. */
function perAbout(per: QuestionInput["per"], { words }: QuestionSubject): QuestionInput["per"] {
  return per ?? (words === undefined ? "day" : "entry");
}

const WEEKEND: readonly Weekday[] = [6, 7];
const WORKING: readonly Weekday[] = [1, 2, 3, 4, 5];

/** "on weekends", "on fridays": only such days. */
function weekdaysOf(pieces: readonly AskPiece[]): readonly Weekday[] | undefined {
  if (pieces.some((piece) => does(piece, "weekends"))) return WEEKEND;
  if (pieces.some((piece) => does(piece, "weekdays"))) return WORKING;
  const days = pieces.flatMap(({ date }) => {
    if (date?.rhythm?.days !== undefined) return date.rhythm.days;
    const anchor = date?.rhythm?.every === 1 ? date.rhythm.anchor : undefined;
    return anchor?.type === "weekday" ? [anchor.day] : [];
  });
  return days.length > 0 ? [...new Set(days)] : undefined;
}

function isAccounted(piece: AskPiece, ask: Ask): boolean {
  if (ask === "paid_already" && (has(piece, "spend") || has(piece, "receive"))) return true;
  if (piece.kind === "date" || piece.kind === "emoji" || piece.kind === "break") return true;
  if (piece.roles.length > 0) return true;
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
  // "list my commission": of things that can only come in.
  const senses = pieces.flatMap((piece) => piece.senses ?? []);
  const comesIn = senses.length > 0 && senses.every(({ expense }) => expense === undefined);
  return (tags.has("incomeAsk") || comesIn) && !spending ? "income" : "expense";
}

/** A share of what came in: "what part of my salary went to rent", but "… of my income is from grab" is of its own. */
function shareOf({ pieces, tags }: Message): Pick<QuestionInput, "kind" | "of"> {
  if (!tags.has("incomeAsk")) return { kind: "expense" };
  return pieces.some(({ lower }) => lower === "from")
    ? { kind: "income" }
    : { kind: "expense", of: "income" };
}

/** "inner tubes x2 for 38 total": the sum that was paid, and no question for one. */
function isPaidTotal({ pieces }: Message): boolean {
  const total = pieces.some(
    (piece, at) =>
      piece.kind === "amount" &&
      [pieces[at - 1], pieces[at + 1]].some((beside) => TOTALS.has(beside?.lower ?? "")),
  );
  return total && pieces.some(isThing);
}

function isThing({ kind, senses, tags, lower }: Piece): boolean {
  return kind === "word" && (senses !== undefined || tags.length === 0) && !TOTALS.has(lower);
}

/** Rows with a bound ("expenses above 50 this month"), which would read as a limit otherwise; or undefined. */
export function readBoundSearch(message: Message): Reading | undefined {
  return isBoundSearch(message, askingPieces(message)) ? readQuestion(message) : undefined;
}

/** Whether the amounts of the message are what it tells, so that it asks nothing. */
function isTold(message: Message, narrowed: boolean): boolean {
  const asks = message.tags.has("ask") || message.pieces.some((piece) => piece.lower === "?");
  if (asks) return false;
  return (!narrowed && message.pieces.some((piece) => piece.kind === "amount")) || isPaidTotal(message);
}

/**
 * The message as a question, or undefined.
 * @param told what is asked, when the words do not say it
 */
export function readQuestion(message: Message, told?: Ask): Reading | undefined {
  const pieces = askingPieces(message);
  const ask = told ?? askOf(message, pieces);
  if (ask === undefined) return undefined;
  const limits = boundsOf(pieces);
  if (isTold(message, Object.keys(limits).length > 0)) return undefined;
  const { abouts, except } = aboutsOf(pieces, ask, message.context.ownCategories);
  const [first = {}, second, ...more] = abouts;
  const other = more.length === 0 && isVersus(ask, pieces, second) ? second : undefined;
  const per = perOf(message, ask, pieces);
  const stretch = stretchOf(
    { ...message, pieces },
    { ask, versus: other !== undefined, everMonth: per === "month" },
  );
  const doubts: Doubt[] = [...stretch.doubts];
  if (!pieces.every((piece) => isAccounted(piece, ask))) doubts.push("unknown_words");
  const plain = ask === "reminders" || ask === "caps" || ask === "net";
  const base: QuestionInput = {
    ask,
    kind: kindOf(message, ask),
    ...(ask === "share" ? shareOf(message) : {}),
    period: stretch.period,
    against: stretch.against,
    except: except.length > 0 ? except : undefined,
    weekdays: weekdaysOf(pieces),
    ...limits,
    per,
  };
  const of = (about: QuestionSubject): QuestionInput => ({
    ...base,
    category: base.of === "income" && about.category === "salary" ? undefined : about.category,
    words: plain ? undefined : about.words,
    per: ask === "average" ? perAbout(per, about) : per,
  });
  const inputs = other ? [{ ...of(first), other }] : abouts.map(of);
  return readingOf(
    "question",
    inputs.map((input) => ({ tool: "question" as const, input })),
    { language: message.language, doubts },
  );
}

/** Two subjects in the same days, rather than one in two stretches of days. */
function isVersus(ask: Ask, pieces: readonly Piece[], other: QuestionSubject | undefined): boolean {
  const dated = pieces.filter(({ date }) => date !== undefined && date.rate === undefined);
  return ask === "compare" && other !== undefined && dated.length < 2;
}
