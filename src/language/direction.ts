/** Whether money came in or went out, and whose it was: "bagi mak 200" against "mak bagi 200". */
import type { EntryKind } from "../kernel/types.ts";
import { isPerson } from "./categories.ts";
import overrides from "./data/overrides.json" with { type: "json" };
import { has, type Piece } from "./pieces.ts";

/** Money given and got alike, which is told when it is got: "duit raya 150". */
const INCOME_FIRST = new Set(overrides.incomeFirst);
const INCOME_FIRST_WORDS = new Set(overrides.incomeFirstWords);
/** Wages: paid by some and earned by others ("upah jahit baju 120"). */
const EITHER_WORDS = new Set(overrides.eitherWords);

/** Paid for most things and paid back for some: "concert ticket deposit". */
const DEPOSITS = new Set(overrides.paidDeposits);

/** "gaji budak bengkel", "helper salary": what is paid to those who work for this person. */
const PAYERS = new Set(overrides.payers);
const EMPLOYEES = new Set(overrides.employees);
const WAGES = new Set(overrides.wages);
const GOT = new Set(["got", "dapat", "dpt", "received"]);
/** "dia bayar": it was not this person who paid. */
const THEY = new Set(overrides.they);
/** A debt by itself may be owed either way; only paying it is spending. */
const OWED = new Set(overrides.owed);

interface Direction {
  readonly kind: EntryKind;
  readonly sure: boolean;
  /** Somebody else's spending, which is no record of this person's. */
  readonly notMine?: boolean;
}

function isIncomeFirst({ lower }: Piece): boolean {
  return INCOME_FIRST.has(lower) || INCOME_FIRST_WORDS.has(lower.split(" ")[0] ?? "");
}

function isEither({ lower }: Piece): boolean {
  return EITHER_WORDS.has(lower.split(" ")[0] ?? "");
}

/** A thing that money is paid for. */
function isBought(piece: Piece): boolean {
  return piece.senses?.expense !== undefined && !isPerson(piece);
}

function isFrom(piece: Piece): boolean {
  return has(piece, "fromWord");
}

function isGive(piece: Piece): boolean {
  return has(piece, "give") && piece.senses?.income === undefined;
}

/** A plain verb of paying; "got" is both paying and receiving, and decides nothing. */
function isSpend(piece: Piece): boolean {
  return has(piece, "spend") && !has(piece, "receive") && piece.senses?.income === undefined;
}

function isReceive(piece: Piece): boolean {
  return has(piece, "receive") && !has(piece, "spend") && piece.lower !== "in";
}

/** Where the words that decide stand; -1 when there are none. */
interface Places {
  readonly receive: number;
  readonly sell: number;
  readonly spend: number;
  readonly give: number;
  readonly person: number;
}

function placesOf(words: readonly Piece[]): Places {
  return {
    receive: words.findIndex(isReceive),
    sell: words.findIndex((piece) => has(piece, "sell")),
    spend: words.findIndex((piece) => isSpend(piece) || has(piece, "lend")),
    give: words.findIndex(isGive),
    person: words.findIndex(isPerson),
  };
}

/** "got 250 for playing at a wedding": money is what was got. */
function gotMoney(pieces: readonly Piece[]): boolean {
  const at = pieces.findIndex((piece) => GOT.has(piece.lower));
  const [money, why] = pieces.slice(at + 1, at + 3);
  return at >= 0 && money?.kind === "amount" && (why?.lower === "for" || why?.lower === "from");
}

/** "ptptn loan in 1875", "flight allowance 2,210 in": "in" beside the amount is no place. */
function cameIn(pieces: readonly Piece[]): boolean {
  return pieces.some((piece, at) => {
    if (piece.lower !== "in") return false;
    const next = pieces.slice(at + 1).find((other) => !has(other, "particle") && other.kind !== "mark");
    return next?.kind === "amount" || (next === undefined && pieces[at - 1]?.kind === "amount");
  });
}

/** Reads the direction from the order of people and verbs. */
export function directionOf(pieces: readonly Piece[]): Direction {
  const words = pieces.filter((piece) => piece.kind === "word" && !has(piece, "particle"));
  const at = placesOf(words);
  const mine = words.findIndex((piece) => has(piece, "pronoun"));
  const leads = at.person >= 0 && (mine < 0 || mine > at.person) && !isFirstVerb(words, at.person);
  // "lunch 15 paid by Ali" cost this person nothing.
  const treated = words.some(
    (piece, index) => has(piece, "paidBy") && words.slice(index + 1, index + 3).some(isPerson),
  );
  const byThem = words.some((piece, index) => THEY.has(piece.lower) && has(words[index + 1], "spend"));
  if (gotMoney(pieces) || (at.spend < 0 && cameIn(pieces))) return { kind: "income", sure: false };
  const byPayer = words.some((piece, at) => PAYERS.has(piece.lower) && has(words[at + 1], "treat"));
  if (byPayer) return { kind: "expense", sure: false, notMine: true };
  if (treated || byThem) return { kind: "expense", sure: false, notMine: true };
  return (leads ? byPerson(words, at) : undefined) ?? byVerb(words, at, leads) ?? fromPerson(words, at);
}

/** "mak bagi 100", "Ali paid me back 50", "Farid paid 50 for lunch": a person acts. */
function byPerson(words: readonly Piece[], at: Places): Direction | undefined {
  if (words.findIndex((piece) => has(piece, "repay")) > at.person) return { kind: "income", sure: true };
  if (at.receive >= 0 || at.sell >= 0) return undefined;
  if (at.give === at.person + 1) return { kind: "income", sure: true };
  // "boss treat lunch 30": somebody else's money.
  if (has(words[at.person + 1], "treat")) return { kind: "expense", sure: false, notMine: true };
  if (at.spend === at.person + 1 && has(words[at.person], "customer")) return { kind: "income", sure: true };
  return at.spend === at.person + 1 ? { kind: "expense", sure: false, notMine: true } : undefined;
}

/** Named by a word that is income alone: pay, a bonus, a refund. */
function byIncomeWord(words: readonly Piece[], at: Places): Direction {
  const deposit = words.findIndex(({ lower }) => lower.split(" ").some((word) => DEPOSITS.has(word)));
  const bought = words.some((piece) => piece.senses?.income === undefined && isBought(piece));
  const forThing = deposit >= 0 && (bought || words[deposit + 1]?.lower === "for");
  if (forThing && !words.some(isFrom)) return { kind: "expense", sure: false };
  const wages = words.some(({ lower }) => lower.split(" ").some((word) => WAGES.has(word)));
  if (wages && words.some((piece) => EMPLOYEES.has(piece.lower)) && !words.some(isFrom))
    return { kind: "expense", sure: false };
  // "quarterly bonus banked in": the verb of giving says how it came.
  const came = at.give > words.findIndex((piece) => piece.senses?.income !== undefined);
  if (at.spend < 0 && came) return { kind: "income", sure: false };
  // "wife salary 4000" may be hers, "gaji adik 500" may be paid to him.
  const hers = at.person >= 0 && !words.some(isFrom);
  const paid = at.spend >= 0 || at.give >= 0;
  return { kind: paid ? "expense" : "income", sure: !paid && !hers && !words.some(isEither) };
}

function byVerb(words: readonly Piece[], at: Places, leads: boolean): Direction | undefined {
  const income = words.filter((piece) => piece.senses?.income !== undefined);
  const only = income.some((piece) => piece.senses?.expense === undefined);
  if (at.receive >= 0 && (at.spend < 0 || at.receive < at.spend)) {
    const toMe = /\b(me|aku|saya)\b/.test(words[at.receive]?.lower ?? "");
    return { kind: "income", sure: !leads || at.receive < at.person || only || toMe };
  }
  if (at.sell >= 0 && at.spend < 0) return { kind: "income", sure: true };
  const paid = at.spend >= 0 || at.give >= 0;
  if (only) return byIncomeWord(words, at);
  if (!paid && at.person < 0 && words.some(isIncomeFirst)) return { kind: "income", sure: false };
  const given = words.findIndex(isFrom);
  if (!paid && words.some(isIncomeFirst) && given >= 0 && given < at.person)
    return { kind: "income", sure: false };
  const neutral = words.some((piece) => has(piece, "receive"));
  return income.length > 0 && at.spend < 0 && neutral ? { kind: "income", sure: false } : undefined;
}

/** "mom's medicine" and "belanja kawan": the person is not the one who acts. */
function isFirstVerb(words: readonly Piece[], person: number): boolean {
  return words
    .slice(0, person)
    .some(
      (piece) =>
        has(piece, "spend") ||
        has(piece, "give") ||
        has(piece, "treat") ||
        has(piece, "lend") ||
        has(piece, "receive") ||
        has(piece, "repay"),
    );
}

/** "got 200 from Ali" and "200 from mum" came in; "lunch from Ali's stall 12" did not. */
function fromPerson(words: readonly Piece[], { spend, give }: Places): Direction {
  const from = words.findIndex(
    (piece, index) => isFrom(piece) && words.slice(index + 1, index + 3).some(isPerson),
  );
  const thing = words.some((piece) => piece.senses?.expense !== undefined && !isPerson(piece));
  if (from >= 0 && spend < 0 && give < 0 && !thing)
    return { kind: "income", sure: words.some((piece) => has(piece, "receive")) };
  const neutral = words.some((piece) => has(piece, "receive") && has(piece, "spend"));
  const either = spend < 0 && words.some(isEither);
  const owed = spend < 0 && give < 0 && words.some((piece) => OWED.has(piece.lower));
  // "duit minyak 50 dari abah" came in, "ikan 20 dari pak cik" did not: only they know.
  const gift =
    from >= 0 &&
    words.slice(from + 1, from + 3).some((piece) => has(piece, "family") || PAYERS.has(piece.lower));
  return { kind: "expense", sure: !neutral && !either && !owed && !gift };
}
