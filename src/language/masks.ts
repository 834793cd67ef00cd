/**
 * Numbers that are no amounts: models, sizes, floors, phone and order numbers, percentages, discounts; and
 * the ways a bill is shared. They are accounted for, so that the real amount stands alone.
 */
import { dictionary } from "../kernel/dictionary.ts";
import type { Doubt } from "../kernel/reading.ts";
import { currencyPrefixAt } from "./amounts.ts";
import dates from "./data/dates.json" with { type: "json" };
import masks from "./data/masks.json" with { type: "json" };
import numbers from "./data/numbers.json" with { type: "json" };
import { fixedPhraseAt, weekdayAt } from "./date-words.ts";
import { nounTable, wordTable } from "./lexicon.ts";
import { PhraseTable } from "./phrases.ts";
import type { Token } from "./tokens.ts";

export interface Split {
  readonly ways: number;
}

interface MaskHit {
  readonly length: number;
  readonly split?: Split | undefined;
  readonly doubt?: Doubt | undefined;
}

const MODELS = new Set(masks.models);
const NUMBERED = new Set(masks.numbered);
const REFERENCES = new Set(masks.references);
const COUNTS = dictionary<number>(numbers.units);
const UNITS = new Set(masks.units);
const TIMES = new Set(masks.times);
/** What is counted on a plate, and is bought by itself as well. */
const DISHES = new Set(masks.dishes);
const MOST_DISHES = 5;
/** What is counted, and could have a price of its own. */
const COUNTED = new Set(masks.counted);
const splits = new PhraseTable<true>();
for (const phrase of masks.split) splits.add(phrase, true);
const SPLIT_THINGS = new Set(masks.splitThings);
const splitObjects = new PhraseTable<true>();
for (const phrase of masks.splitObjects) splitObjects.add(phrase, true);
const ways = new PhraseTable<true>();
for (const phrase of masks.ways) ways.add(phrase, true);
const PAID_FOR = new Set(masks.paidFor);
const MONTH_NAMES = new Set(Object.keys(dates.months));
const CAREFUL_SPLIT = new Set(["bagi", "share", "kongsi"]);

function isInteger(token: Token | undefined, digits: number): boolean {
  return token?.kind === "number" && /^\d+$/.test(token.text) && token.text.length <= digits;
}

/** Whether another number comes later, so that this one need not be the amount. */
function numberBehind(tokens: readonly Token[], at: number): boolean {
  return tokens.slice(at, at + 24).some((token) => token.kind === "number");
}

/** What at `at` looks like an amount and is none. */
export function maskAt(tokens: readonly Token[], at: number): MaskHit | undefined {
  const token = tokens[at];
  if (token?.kind === "word")
    return (
      splitAt(tokens, at) ??
      discountLead(tokens, at) ??
      namedAt(tokens, at) ??
      monthAt(tokens, at) ??
      spelledQuantityAt(tokens, at)
    );
  if (token?.kind === "mark") return markedAt(tokens, at) ?? discountLead(tokens, at);
  if (token?.kind !== "number") return undefined;
  return (
    listNumberAt(tokens, at) ??
    longNumberAt(tokens, at) ??
    discountAt(tokens, at) ??
    gluedAt(tokens, at) ??
    timesThingAt(tokens, at) ??
    quantityAt(tokens, at)
  );
}

/** How many tokens say what is split, and how: "the bill equally by". */
function splitObjectsAt(tokens: readonly Token[], at: number): number {
  const length = splitObjects.match(tokens, at)?.length ?? 0;
  return length === 0 ? 0 : length + splitObjectsAt(tokens, at + length);
}

/** "split 3", "split the bill 3 ways", "bahagi 4 orang", "kongsi 3 orang". */
function splitAt(tokens: readonly Token[], at: number): MaskHit | undefined {
  const verb = splits.match(tokens, at)?.length ?? 0;
  if (verb === 0) return undefined;
  const objects = splitObjectsAt(tokens, at + verb);
  const lead = verb + objects;
  const count = tokens[at + lead];
  if (count === undefined) return undefined;
  const number = isInteger(count, 2) ? Number(count.text) : COUNTS[count.lower];
  if (number === undefined || number < 2 || number > 50) return undefined;
  const tail = ways.match(tokens, at + lead + 1)?.length ?? 0;
  // "Split the bill 20" may well be money: what is split stands before ways that are said in words.
  const named = SPLIT_THINGS.has(tokens[at + lead - 1]?.lower ?? "");
  const careful = named || CAREFUL_SPLIT.has(tokens[at]?.lower ?? "");
  if (tail === 0 && careful) return undefined;
  const withFriends = /^(friends|kawan)$/.test(tokens[at + lead + 1]?.lower ?? "");
  return {
    length: lead + 1 + tail,
    split: { ways: number },
    doubt: withFriends ? "unknown_words" : undefined,
  };
}

/** "iphone 15", "form 4", "table 12", "order 88213", and codes such as "ss15" or "1e9". */
function namedAt(tokens: readonly Token[], at: number): MaskHit | undefined {
  const word = tokens[at]?.lower ?? "";
  const number = tokens[at + 1];
  if (number?.kind !== "number") return undefined;
  if (REFERENCES.has(word) && /^\d{5,}$/.test(number.text)) return { length: 2 };
  const more = numberBehind(tokens, at + 2);
  // "AK6312", "rtx 4060": four digits and more are a name only when the amount comes later.
  if (!isInteger(number, 3)) {
    if (!more || !isInteger(number, 5) || currencyPrefixAt(tokens, at) !== undefined) return undefined;
    return number.glued || MODELS.has(word) ? { length: 2, doubt: "unknown_words" } : undefined;
  }
  if (MODELS.has(word)) return { length: 2 + modelTail(tokens, at + 2) };
  if (NUMBERED.has(word) && more && !closesItem(tokens, at + 2)) return { length: 2 };
  if (number.glued && currencyPrefixAt(tokens, at) === undefined && !nounTable.match(tokens, at)) {
    return { length: 2, doubt: NUMBERED.has(word) ? undefined : "unknown_words" };
  }
  return undefined;
}

/** "parking klia 6, tol 4.70": a number with a sign behind it and then another thing is what the first one cost. */
function closesItem(tokens: readonly Token[], at: number): boolean {
  const sign = tokens[at];
  const parts = sign?.kind === "break" || /^[,;+&]$/.test(sign?.text ?? "");
  return parts && tokens[at + 1]?.kind === "word" && currencyPrefixAt(tokens, at + 1) === undefined;
}

/** "iphone 15 pro max" is one name. */
function modelTail(tokens: readonly Token[], at: number): number {
  let length = 0;
  while (/^(pro|max|plus|ultra|mini|air|fe|lite)$/.test(tokens[at + length]?.lower ?? "")) length += 1;
  return length;
}

/** "#12345" */
function markedAt(tokens: readonly Token[], at: number): MaskHit | undefined {
  const next = tokens[at + 1];
  return tokens[at]?.text === "#" && next?.glued === true && next.kind === "number"
    ? { length: 2 }
    : undefined;
}

/** "1. lunch 12" at the start of a line. */
function listNumberAt(tokens: readonly Token[], at: number): MaskHit | undefined {
  if (at > 0 && tokens[at - 1]?.kind !== "break") return undefined;
  const sign = tokens[at + 1];
  const numbered =
    isInteger(tokens[at], 2) && sign?.glued === true && (sign.text === "." || sign.text === ")");
  return numbered && tokens[at + 2]?.kind === "word" ? { length: 2 } : undefined;
}

/** Phone, card and order numbers: "0123456789", "012-345 6789", "6012 345 6789". */
function longNumberAt(tokens: readonly Token[], at: number): MaskHit | undefined {
  const text = tokens[at]?.text ?? "";
  if (/^0\d{6,}$/.test(text) || /^\d{11,}$/.test(text))
    return { length: 1, doubt: /^[1-9]/.test(text) ? "amount_out_of_range" : undefined };
  const dash = tokens[at + 1];
  const rest = tokens[at + 2];
  if (!/^\d{2,4}$/.test(text) || dash?.text !== "-" || rest?.glued !== true || !/^\d{3,8}$/.test(rest.text))
    return undefined;
  const more = /^\d{3,4}$/.test(tokens[at + 3]?.text ?? "") && /^0/.test(text) ? 1 : 0;
  return { length: 3 + more };
}

/** "RM5 off", "20% discount", "30%". */
function discountAt(tokens: readonly Token[], at: number): MaskHit | undefined {
  const percent = tokens[at + 1]?.text === "%";
  if (percent) return { length: wordTable.match(tokens, at + 2)?.value.includes("off") === true ? 3 : 2 };
  const off = wordTable.match(tokens, at + 1);
  return off?.value.includes("off") === true ? { length: 1 + off.length } : undefined;
}

/** "1e9", "5s": a number grown together with letters that are no unit. */
function gluedAt(tokens: readonly Token[], at: number): MaskHit | undefined {
  const next = tokens[at + 1];
  if (next?.kind !== "word" || !next.glued) return undefined;
  const exponent = next.lower === "e" && tokens[at + 2]?.kind === "number";
  return exponent ? { length: 3, doubt: "bad_amount" } : undefined;
}

/** "2x roti canai 3.00": how many of a thing, whose price comes later; of each or of all is for the user to say. */
function timesThingAt(tokens: readonly Token[], at: number): MaskHit | undefined {
  const [sign, thing] = [tokens[at + 1], tokens[at + 2]];
  const counts = isInteger(tokens[at], 2) && sign !== undefined && TIMES.has(sign.lower);
  if (!counts || thing?.kind !== "word" || currencyPrefixAt(tokens, at + 2) !== undefined) return undefined;
  return numberBehind(tokens, at + 3) ? { length: 2, doubt: "hedge" } : undefined;
}

/** "2 kg", "4 pax", "3 orang"; not "5 hari ni". */
function quantityAt(tokens: readonly Token[], at: number): MaskHit | undefined {
  const unit = tokens[at + 1];
  // "40 buah-buahan" is fruit.
  if (unit === undefined || !UNITS.has(unit.lower) || tokens[at + 2]?.hyphen === true) return undefined;
  if ((fixedPhraseAt(tokens, at + 1)?.length ?? 0) > 1) return undefined;
  // "350 hari ahad": the unit is the first word of a day.
  if (unit.lower === "hari" && weekdayAt(tokens, at + 2) !== undefined) return undefined;
  if (unit.lower === "hari" && tokens[at + 2]?.lower === "bulan") return undefined;
  // "ansuran 620 bulan 3": the month that was paid for.
  if (monthAt(tokens, at + 1) !== undefined) return undefined;
  const number = tokens[at]?.text ?? "";
  // "sotong 15 sayur 8": so many vegetables are on no plate.
  if (DISHES.has(unit.lower) && Number(number) > MOST_DISHES) return undefined;
  if (!/^\d{1,4}(\.\d)?$/.test(number)) return undefined;
  return { length: 2, doubt: mayBePriced(tokens, at) ? "hedge" : undefined };
}

/** "nasi 2 sayur 3", "milk 12 item 5": a thing with its price and another one, as likely as a count. */
function mayBePriced(tokens: readonly Token[], at: number): boolean {
  const [count, unit, price] = [tokens[at], tokens[at + 1], tokens[at + 2]];
  if (!COUNTED.has(unit?.lower ?? "") || tokens[at - 1]?.kind !== "word" || price?.kind !== "number")
    return false;
  return Number(price.text) <= Math.max(Number(count?.text), MOST_DISHES);
}

/** "dua orang", "three boxes"; not "dua hari lepas" or "satu bulan". */
function spelledQuantityAt(tokens: readonly Token[], at: number): MaskHit | undefined {
  const count = COUNTS[tokens[at]?.lower ?? ""];
  if (count === undefined || !UNITS.has(tokens[at + 1]?.lower ?? "") || tokens[at + 1]?.glued === true)
    return undefined;
  return fixedPhraseAt(tokens, at) === undefined && fixedPhraseAt(tokens, at + 1) === undefined
    ? { length: 2 }
    : undefined;
}

/** "sewa bln 3 450", "gaji bulan mac": the month that was paid for, beside an amount. */
function monthAt(tokens: readonly Token[], at: number): MaskHit | undefined {
  if (!PAID_FOR.has(tokens[at]?.lower ?? "")) return undefined;
  const month = tokens[at + 1];
  if (MONTH_NAMES.has(month?.lower ?? "")) return { length: 2 };
  if (month?.kind !== "number" || !/^([1-9]|1[0-2])$/.test(month.text)) return undefined;
  const others = tokens.some((token, index) => token.kind === "number" && index !== at + 1);
  return others ? { length: 2 } : undefined;
}

/** "RM5 off": a discount that begins with its currency sign. */
function discountLead(tokens: readonly Token[], at: number): MaskHit | undefined {
  const prefix = currencyPrefixAt(tokens, at);
  if (prefix === undefined || tokens[at + prefix.length]?.kind !== "number") return undefined;
  const rest = discountAt(tokens, at + prefix.length);
  return rest && { length: prefix.length + rest.length };
}
