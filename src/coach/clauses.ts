/**
 * What each clause of a reply does: it states something about the user's money, it advises, it tells a general
 * rule, or nothing shows which. The rule for "advice against statement" (SPEC S7) lives here, its words in
 * data/clauses.json:
 *
 *   a statement word ("you spent", "left", "baki", "was")    ─→ statement, whatever else is there
 *   a linking word ("that's", "adds up to") to the user      ─→ statement
 *   else an advice word, an imperative, a question, an "if"  ─→ advice
 *   else a general rule, a price of what is for sale         ─→ general
 *   else a word of common rates ("EPF", "usually")           ─→ rate, whose percentages are free
 *   else                                                     ─→ open, which is checked like a statement
 */
import { categoryOfThing } from "../language/things.ts";
import words from "./data/clauses.json" with { type: "json" };
import proposals from "./data/proposals.json" with { type: "json" };
import { anyOf, oneOf } from "./patterns.ts";

type Manner = "statement" | "advice" | "general" | "rate" | "open";

export interface Clause {
  /** UTF-16 units in the reply, `end` excluded. */
  readonly at: number;
  readonly end: number;
  readonly manner: Manner;
  /** It speaks to or about the user. */
  readonly aboutUser: boolean;
  /** Only its question mark makes it advice: "RM999 on food?" */
  readonly asks: boolean;
}

/** A clause before its neighbours have had their say. */
interface Piece extends Clause {
  readonly text: string;
  /** What stood between it and the one before. */
  readonly opener: string;
}

const BLIND = anyOf(words.blind, "g");
const STATEMENT = anyOf(words.statement);
const LINKING = anyOf(words.linking);
const ADVICE = anyOf(words.advice);
const CONDITION = anyOf(words.conditions);
const GENERAL = anyOf(words.general);
/** "Hungry shoppers spend …": others are told of. */
const OF_FOLK = new RegExp(`^[^\\p{L}]*(?:[\\p{L}-]+\\s+){0,2}(?:${words.folk.join("|")})\\s+\\p{L}`, "iu");
/** "A mall lunch is RM20": a truth about any such thing, and none of some days. */
const OF_ANY = new RegExp(
  `^[^\\p{L}]*(?:${words.indefinite.join("|")})\\s(?!(?:thirds?|quarters?|half|dozen|few|fifths?)\\b).*(?<!\\p{L})(?:${words.present.join("|")})(?!\\p{L})`,
  "iu",
);
/** "A month of Grab is …", "One look: Grab is …": a name inside makes it theirs. */
const NAMES = /\p{L}[^\p{L}\n]*[\s:]\p{Lu}\p{Ll}|:\s/u;
/** "Delivery fees of RM5 add up": what things cost, whoever buys them. */
const DEFINITE = new Set(proposals.definite);
/** "A family of four spends …": somebody, and nobody known. */
const OF_SOMEONE = new RegExp(`^[^\\p{L}]*(?:a|an|one|most|seorang|sebuah)\\s+${oneOf(words.someone)}`, "iu");
const MARKET = anyOf(words.market);
/** Only what is for sale "starts at" and "goes for" an amount. */
const PRICED = anyOf(words.priced);
/** "Over RM100, sleep on it": a rule, with its first half before the imperative. */
const BOUND = new RegExp(
  `^[^\\p{L}]*${oneOf(words.thresholds)}\\s+[^\\s,]+,\\s+${oneOf(words.imperatives)}`,
  "iu",
);
const OF_PERIOD = anyOf(words.ofPeriod);
/** "50/30/20" and the like. */
const SPLIT = /(?<!\d)\d0[/:-]\d0(?:[/:-]\d0)?(?!\d)/;
/** Three shares of a rule, and no date. */
const THREE_WAYS = /(?<![\d/:-])\d0[/:]\d0[/:]\d0(?![\d/:])/;
const RATES = anyOf(words.rates);
const ABOUT_USER = anyOf(words.aboutYou);
const HEADING = anyOf(words.headings);
const CARRIES = new RegExp(`^\\s*(?:${words.carries.join("|")})\\b`, "i");
const LIST_ITEM = /^\s*(?:[-•–]|\d{1,2}[.)])\s+/u;
const IMPERATIVE = new RegExp(
  `(?:^|:)[\\s"'(]*(?:[-•]\\s+|\\d{1,2}[.)]\\s+)?(?:(?:${words.softeners.join("|")})[\\s,]+)*(?:${words.imperatives.join("|")})(?![\\p{L}:])(?!\\s*:)`,
  "iu",
);
const STARTERS = [...words.starters, ...words.imperatives].join("|");
const CUT = new RegExp(
  [
    "(?<=[.!?…][\"')]*)\\s+",
    "\\n",
    ";",
    "(?<=[^\\s\\d])\\s-\\s|(?<=\\S)\\s-\\s(?=\\p{L}{4})",
    "[()]",
    `,\\s+(?=(?:${[...words.connectors, ...words.starters].join("|")})(?!\\p{L}))`,
    ",\\s+(?=[^,.;\\n]{1,40}\\s(?:is|are|was|were)\\s)",
    `\\s+(?=(?:${words.breaks.join("|")})\\s+(?:(?:you|we|awak|anda|kita|kamu)\\s+)?(?:${STARTERS})(?!\\p{L}))`,
  ].join("|"),
  "giu",
);

/** "RM50 a week?" asks; "RM412 on food, right?" tells. */
function asks(text: string): boolean {
  return /\?["')\s]*$/.test(text) && !/\b(?:right|correct|kan|betul|yes)\s*\?/i.test(text);
}

/** "Delivery fees of RM5", "a medical card": no "the", no day, no thing that the books have a category for. */
function tellsOfMarket(text: string): boolean {
  if (OF_PERIOD.test(text)) return false;
  if (PRICED.test(text)) return true;
  const verb = MARKET.exec(text);
  if (!verb || verb.index === 0 || NAMES.test(text)) return false;
  const subject =
    text
      .slice(0, verb.index)
      .toLowerCase()
      .match(/\p{L}[\p{L}'-]*/gu) ?? [];
  return subject.length > 0 && !subject.some((word) => DEFINITE.has(word) || isOfBooks(word));
}

function isOfBooks(word: string): boolean {
  return categoryOfThing(word, [])?.sure === true;
}

function mannerOf(text: string, aboutUser: boolean): Pick<Clause, "manner" | "asks"> {
  const seen = text.replace(BLIND, " … ");
  // "50/30/20 means …, 20% saved" tells a rule.
  if (THREE_WAYS.test(seen) && !aboutUser && !OF_PERIOD.test(seen)) return { manner: "general", asks: false };
  const told = STATEMENT.test(seen) || (aboutUser && LINKING.test(seen) && !CONDITION.test(text));
  if (told) return { manner: "statement", asks: false };
  if (ADVICE.test(seen) || IMPERATIVE.test(seen) || CONDITION.test(text) || BOUND.test(seen))
    return { manner: "advice", asks: false };
  if (asks(seen)) return { manner: "advice", asks: true };
  if (!aboutUser && OF_ANY.test(seen) && !OF_PERIOD.test(seen) && !NAMES.test(seen))
    return { manner: "general", asks: false };
  if (!aboutUser && (OF_SOMEONE.test(seen) || tellsOfMarket(seen))) return { manner: "general", asks: false };
  if (GENERAL.test(seen) || SPLIT.test(seen) || OF_FOLK.test(seen)) return { manner: "general", asks: false };
  return { manner: RATES.test(seen) ? "rate" : "open", asks: false };
}

function cut(line: string, start: number): Piece[] {
  const pieces: Piece[] = [];
  let at = 0;
  let opener = "";
  const close = (end: number): void => {
    const text = line.slice(at, end);
    if (text.trim() === "") return;
    const aboutUser = ABOUT_USER.test(text);
    const place = { text, opener, at: start + at, end: start + end, aboutUser };
    pieces.push({ ...place, ...mannerOf(text, aboutUser) });
  };
  for (const match of line.matchAll(CUT)) {
    close(match.index);
    opener = match[0];
    at = match.index + match[0].length;
  }
  close(line.length);
  return pieces;
}

/** An open clause does what the one does that it hangs on: a bracket, "and …", an item under its heading. */
function settled(piece: Piece, before: Piece | undefined, heading: Manner): Piece {
  if (piece.manner !== "open") return piece;
  if (piece.opener === "(") return before?.manner === "general" ? { ...piece, manner: "general" } : piece;
  const carried =
    CARRIES.test(piece.text) && /^[,\s]+$/.test(piece.opener) && !/[.!?]\s*$/.test(before?.text ?? "");
  // "For example, RM5 a day is …": a lead-in of a few words.
  const led = piece.opener.startsWith(",") && (before?.text.trim().split(/\s+/).length ?? 9) <= 3;
  if ((carried || led) && before?.manner === "advice") return { ...piece, manner: "advice" };
  return { ...piece, manner: heading };
}

/** What the items below a line are, when it is a heading: "A simple plan:". */
function headingOf(line: string, pieces: readonly Piece[]): Manner {
  if (!/:\s*$/.test(line) || pieces.some(({ manner }) => manner === "statement")) return "open";
  const manner = pieces.at(-1)?.manner ?? "open";
  return manner === "open" && HEADING.test(line) ? "advice" : manner;
}

/**
 * Cuts a plain text (`placed`) into clauses.
 * @returns in the order of the text; together they hold every word of it
 */
export function clausesOf(plain: string): readonly Clause[] {
  const clauses: Clause[] = [];
  let start = 0;
  let heading: Manner = "open";
  for (const line of plain.split("\n")) {
    const isItem = LIST_ITEM.test(line);
    const pieces: Piece[] = [];
    for (const piece of cut(line, start)) {
      pieces.push(settled(piece, pieces.at(-1), isItem ? heading : "open"));
    }
    if (!isItem && line.trim() !== "") heading = headingOf(line, pieces);
    clauses.push(...pieces);
    start += line.length + 1;
  }
  return clauses;
}
