/** Which category a record belongs to, from its nouns: one that fits, or a best guess that must be confirmed. */
import { dictionary } from "../kernel/dictionary.ts";
import { exponentOf } from "../kernel/money.ts";
import type { Currency, EntryKind } from "../kernel/types.ts";
import overrides from "./data/overrides.json" with { type: "json" };
import sanity from "./data/sanity.json" with { type: "json" };
import { has, type Piece } from "./pieces.ts";

export interface CategoryChoice {
  readonly category: string;
  /** One thing alone, or several that agree. */
  readonly sure: boolean;
}

/** Shops that sell many things keep their own category: "amazon book". */
const SHOPS = new Set(["shopping", "groceries"]);
const EATEN = new Set(["food", "groceries"]);
/** Places and occasions that say less than the thing beside them: "hotel breakfast". */
const WEAK = new Set(["travel", "family", "other", "gifts"]);

const RELOADS = new Set(overrides.reloads);
/** Where one eats, whatever the place is part of: "hospital cafe". */
const EATERIES = new Set(overrides.eateries);

/** What is owed says more than whom it is owed to: "personal loan aeon". */
const DUE = new Set(["debt", "bills"]);

/** A person is not what money was spent on, though a word for one may be listed under family. */
export function isPerson(piece: Piece): boolean {
  return has(piece, "family") || has(piece, "person") || has(piece, "customer") || has(piece, "names");
}

function isPreposition(piece: Piece | undefined): boolean {
  return (
    piece !== undefined &&
    piece.senses === undefined &&
    (has(piece, "place") || has(piece, "who") || has(piece, "link"))
  );
}

/** "topup telefon": the device stands for its line. */
function reloadsPhone(things: readonly Piece[]): boolean {
  return things.some((piece) => piece.senses?.expense?.category === "shopping");
}

/** "the pub" of "a pint at the pub", "pasar malam" of "baju pasar malam": where it was bought. */
function isWhere(noun: Piece, pieces: readonly Piece[]): boolean {
  if (has(noun, "place_names")) return true;
  const before = pieces.slice(0, pieces.indexOf(noun)).findLast((piece) => !has(piece, "article"));
  return isPreposition(before);
}

function agree(nouns: readonly Piece[], kind: EntryKind): boolean {
  return nouns.every((noun) => noun.senses?.[kind]?.category === nouns[0]?.senses?.[kind]?.category);
}

/** The noun that the others describe: the thing before a brand or a place, the one before a preposition. */
export function chooseCategory(pieces: readonly Piece[], kind: EntryKind): CategoryChoice | undefined {
  const all = pieces.filter((piece) => piece.senses?.[kind] !== undefined);
  const things = all.filter((piece) => !isPerson(piece));
  // "topup robux": what it was topped up with is not what it was for.
  const told = things.filter((piece) => !RELOADS.has(piece.lower) || reloadsPhone(things));
  const found = told.length > 0 ? told : things.length > 0 ? things : all;
  // A slip of the finger counts where nothing is spelled right.
  const exact = found.filter((piece) => piece.fuzzy !== true);
  const nouns = exact.length > 0 ? exact : found;
  const first = nouns[0]?.senses?.[kind];
  if (first === undefined) return undefined;
  const fuzzy = nouns.some((noun) => noun.fuzzy === true);
  if (agree(nouns, kind)) return { category: first.category, sure: !fuzzy && things.length > 0 };
  const own = nouns.filter((noun) => !isWhere(noun, pieces));
  const heads = own.length > 0 ? own : nouns;
  if (agree(heads, kind))
    return { category: heads[0]?.senses?.[kind]?.category ?? first.category, sure: !fuzzy };
  // "roti canai telur": what is eaten out, made of what is bought; the dish comes first.
  const dish =
    heads[0]?.senses?.[kind]?.category === "food" &&
    heads.every((head) => EATEN.has(head.senses?.[kind]?.category ?? ""));
  if (dish) return { category: "food", sure: !fuzzy };
  return { category: mixed(heads, kind), sure: false };
}

function mixed(heads: readonly Piece[], kind: EntryKind): string {
  const senses = heads.flatMap((head) => head.senses?.[kind] ?? []);
  const due = senses.find((sense) => DUE.has(sense.category));
  if (due !== undefined) return due.category;
  if (heads.some((head) => EATERIES.has(head.lower))) return "food";
  const shop = senses.find((sense) => sense.brand && SHOPS.has(sense.category));
  const eaten = senses.some((sense) => !sense.brand && sense.category === "food");
  if (shop !== undefined) return shop.category === "shopping" && eaten ? "food" : shop.category;
  const thing =
    senses.find((sense) => !sense.brand && !WEAK.has(sense.category)) ?? senses.find((sense) => !sense.brand);
  return (thing ?? senses[0])?.category ?? "other";
}

const LIMITS = dictionary<number>(sanity.limits);
const LARGE = dictionary<readonly string[]>(sanity.large);
const RATES = dictionary<number>(sanity.perRinggit);

/** Whether so much in this category is likelier a slip than a purchase ("lunch 15k"). */
export function isTooMuch(
  { amountMinor, currency, category }: { amountMinor: number; currency: Currency; category: string },
  description: string,
): boolean {
  const large = LARGE[category]?.some((word) => description.split(" ").includes(word)) === true;
  const limit = large ? sanity.largeLimit : LIMITS[category];
  const perRinggit = RATES[currency] ?? 1;
  return amountMinor > (limit ?? sanity.otherLimit) * perRinggit * 10 ** exponentOf(currency);
}
