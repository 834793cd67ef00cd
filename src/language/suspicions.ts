/**
 * Signs that an item is no plain purchase of this person's: each a small rule of its own. What one of them finds is
 * shown before it is recorded, however well its words are known (SPEC S3).
 */
import { DateTime } from "luxon";
import type { Doubt } from "../kernel/reading.ts";
import overrides from "./data/overrides.json" with { type: "json" };
import type { Message } from "./message.ts";
import { has, type Piece } from "./pieces.ts";

const PAYERS = new Set(overrides.payers);
const POSSESSIVES = new Set(overrides.possessives);
const RISES = new Set(overrides.rises);
const PER_UNIT = new Set(overrides.perUnit);
const ONES = new Set(overrides.ones);
const EMOJI = new Set(overrides.doubtingEmoji);
/** As many as one buys of a thing and names without a unit. */
const FEW = 10;
const EVENING = 18;

type Rule = (pieces: readonly Piece[], message: Message) => boolean;

function isPlain(piece: Piece | undefined): boolean {
  return piece !== undefined && piece.kind === "word";
}

function acts(piece: Piece | undefined): boolean {
  return piece !== undefined && (has(piece, "spend") || has(piece, "treat") || has(piece, "give"));
}

/** "office paid grab 22", "boss belanja lunch 30": somebody else's money. */
const paidByOthers: Rule = (pieces) =>
  pieces.some((piece, at) => PAYERS.has(piece.lower) && acts(pieces[at + 1]) && !has(piece, "pronoun"));

/** "his lunch 15": whose money it was is not said. */
const notOwn: Rule = (pieces) => pieces.some((piece) => POSSESSIVES.has(piece.lower));

/** "Saya hutang Ali 500": what is owed, and nothing that says it was paid. */
const owedOnly: Rule = (pieces) =>
  pieces.some(({ lower }) => OWES.test(lower)) &&
  !pieces.some((piece) => has(piece, "spend") || has(piece, "repay"));
const OWES = /^(ber)?hutang\b/;

/** "makan 30 ali bayar separuh": somebody who pays, behind the amount. */
const paidByName: Rule = (pieces) => {
  const amount = pieces.findIndex((piece) => piece.kind === "amount");
  return pieces.some(
    (piece, at) =>
      at > amount && (has(piece, "names") || has(piece, "person")) && has(pieces[at + 1], "spend"),
  );
};

/** "hotel 100/night 3 nights", "60 satu": the price of one. */
const priceOfOne: Rule = (pieces) =>
  pieces.some((piece, at) => {
    if (piece.kind !== "amount") return false;
    const [next, after] = [pieces[at + 1], pieces[at + 2]];
    if (next?.lower === "/") return PER_UNIT.has((after?.lower ?? "").split(" ")[0] ?? "");
    return next?.date?.rate !== undefined || ONES.has(next?.lower ?? "");
  });

/** "3 coffee": three of them, or three ringgit. */
const countOrPrice: Rule = (pieces) => {
  const [first, second] = pieces.filter((piece) => piece.kind !== "mark" && !has(piece, "particle"));
  const bare = first?.kind === "amount" ? first.amount?.bare : undefined;
  return bare !== undefined && bare <= FEW && second?.senses !== undefined && isPlain(second);
};

/** "petrol naik 20 sen": by how much a price went up. */
const priceRise: Rule = (pieces) =>
  pieces.some((piece, at) => RISES.has(piece.lower) && pieces[at + 1]?.kind === "amount");

/** "dinner tonight 50" at noon, "movie ticket 20 for saturday": still to come. */
const stillToCome: Rule = (pieces, { context, today }) => {
  const tonight =
    pieces.some(
      ({ date }) => date?.time !== undefined && date.when?.type === "offset" && date.when.days === 0,
    ) && DateTime.fromMillis(context.nowMs, { zone: context.settings.zone }).hour < EVENING;
  const forDay = pieces.some(
    (piece, at) =>
      piece.date?.when?.type === "weekday" &&
      (has(pieces[at - 1], "companyLead") || pieces[at - 1]?.lower === "for"),
  );
  return today !== "" && (tonight || forDay);
};

/** "lunch 15 ke 16", "dinner 30 of 90": one amount or the other. */
const eitherAmount: Rule = (pieces) =>
  pieces.some(
    (piece, at) =>
      piece.kind === "amount" &&
      pieces[at + 2]?.kind === "amount" &&
      (has(pieces[at + 1], "hedge") || JOINS.has(pieces[at + 1]?.lower ?? "")),
  );
const JOINS = new Set(["ke", "of", "to", "atau", "or", "hingga", "sampai"]);

/** "eh lunch 15 ke": a question in all but its mark. */
const trailingKe: Rule = (pieces) => pieces.at(-1)?.lower === "ke";

/** "lunch +5", "add 5 to lunch": more of what is recorded already. */
const addition: Rule = (pieces) =>
  pieces.some(
    (piece, at) => piece.lower === "+" && pieces[at + 1]?.kind === "amount" && at + 2 >= pieces.length,
  ) ||
  (pieces[0]?.lower === "add" && pieces[1]?.kind === "amount" && pieces[2]?.lower === "to");

/** "lunch 15 ❌". */
const doubtingEmoji: Rule = (pieces) =>
  pieces.some((piece) => piece.kind === "emoji" && EMOJI.has(piece.lower.replaceAll("\uFE0F", "")));

/** "lunch 15 + 10%": a part that is not in the amount. */
const percentBehind: Rule = (pieces) =>
  pieces.some((piece) => piece.kind === "mask" && /^\d[\d.]* ?%$/.test(piece.lower));

/** "dentist on 12": a day as likely as an amount. */
const dayOrAmount: Rule = (pieces) =>
  pieces.some((piece, at) => {
    const bare = piece.kind === "amount" ? piece.amount?.bare : undefined;
    return bare !== undefined && bare <= 31 && /^(on|pada)$/.test(pieces[at - 1]?.lower ?? "");
  });

const RULES: readonly Rule[] = [
  dayOrAmount,
  paidByOthers,
  notOwn,
  owedOnly,
  paidByName,
  priceOfOne,
  countOrPrice,
  priceRise,
  stillToCome,
  trailingKe,
  addition,
  doubtingEmoji,
  percentBehind,
];

/** "lunch 30, dinner 60 split 3": one of them was split, or both. */
function sharedByAll({ pieces }: Message): boolean {
  const amounts = pieces.filter((piece) => piece.kind === "amount").length;
  return amounts > 1 && pieces.some((piece) => piece.kind === "split");
}

/** Why this item must be shown first. */
export function suspicionsOf(pieces: readonly Piece[], message: Message): readonly Doubt[] {
  const found =
    RULES.some((rule) => rule(pieces, message)) ||
    sharedByAll(message) ||
    eitherAmount(message.pieces, message);
  return found ? ["hedge"] : [];
}
