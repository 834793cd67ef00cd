/**
 * Cuts a message into pieces, each with everything it could mean: the one pass that all modes share. At each
 * place the longest reading wins, so that "3 days ago" is a day and not three ringgit.
 */
import type { Doubt } from "../kernel/reading.ts";
import type { Amount, AmountSetting } from "./amounts.ts";
import { amountAt, currencyPrefixAt } from "./amounts.ts";
import { type DateMeaning, dateHitAt } from "./date-pieces.ts";
import { type NounSenses, nounTable, type Tag, tagsOf, wordTable } from "./lexicon.ts";
import { maskAt, type Split } from "./masks.ts";
import { nearSpelling } from "./spelling.ts";
import type { Token } from "./tokens.ts";

/** What the message seems to be about, before it is read: times and bare days mean more in a reminder. */
export type Hint = "record" | "remind" | "ask";

type PieceKind = "amount" | "date" | "split" | "mask" | "bad" | "word" | "mark" | "break" | "emoji";

export interface Piece {
  readonly kind: PieceKind;
  /** Index of its first token, and of the first token behind it. */
  readonly from: number;
  readonly to: number;
  readonly lower: string;
  readonly tags: readonly Tag[];
  readonly senses?: NounSenses | undefined;
  /** Found by a near spelling: good for a guess only. */
  readonly fuzzy?: boolean | undefined;
  readonly amount?: Amount | undefined;
  readonly date?: DateMeaning | undefined;
  readonly split?: Split | undefined;
  readonly doubt?: Doubt | undefined;
}

interface PieceSetting {
  readonly amounts: AmountSetting;
  readonly hint: Hint;
}

type Found = Omit<Piece, "from" | "to" | "lower"> & { readonly length: number };

const NO_TAGS: readonly Tag[] = [];

export function has(piece: Piece | undefined, tag: Tag): boolean {
  return piece?.tags.includes(tag) === true;
}

/** The pieces of a message in order; together they cover every token. */
export function cut(tokens: readonly Token[], setting: PieceSetting): Piece[] {
  const pieces: Piece[] = [];
  let at = 0;
  while (at < tokens.length) {
    const found = findAt(tokens, at, setting);
    const to = at + found.length;
    const lower = tokens
      .slice(at, to)
      .map((token) => token.lower)
      .join(" ");
    const { length: _, ...piece } = found;
    pieces.push({ ...piece, from: at, to, lower });
    at = to;
  }
  return pieces;
}

function findAt(tokens: readonly Token[], at: number, setting: PieceSetting): Found {
  const token = tokens[at];
  if (token === undefined || token.kind === "break") return { kind: "break", length: 1, tags: NO_TAGS };
  if (token.kind === "emoji") return { kind: "emoji", length: 1, tags: NO_TAGS };
  const negative = negativeAt(tokens, at);
  if (negative > 0) return { kind: "bad", length: negative, tags: NO_TAGS, doubt: "negative_amount" };
  const word = wordAt(tokens, at);
  // "7 eleven" and "100plus" are names.
  const named = word?.senses !== undefined && token.kind === "number";
  const other = longest([
    maskFound(tokens, at),
    dateFound(tokens, at, setting.hint),
    named ? undefined : amountFound(tokens, at, setting.amounts),
  ]);
  if (other === undefined || (word !== undefined && word.length > other.length))
    return word ?? unknownAt(tokens, at);
  // A word can be the start of a date and a word; it keeps its tags ("night", "daily").
  if (word?.length !== other.length) return other;
  return { ...other, tags: word.tags, senses: other.kind === "date" ? undefined : word.senses };
}

function longest(candidates: readonly (Found | undefined)[]): Found | undefined {
  let best: Found | undefined;
  for (const found of candidates) {
    if (found !== undefined && (best === undefined || found.length > best.length)) best = found;
  }
  return best;
}

function maskFound(tokens: readonly Token[], at: number): Found | undefined {
  const mask = maskAt(tokens, at);
  if (mask === undefined) return undefined;
  // "iphone 15" is still a telephone.
  const senses = tokens[at]?.kind === "word" ? nounTable.match(tokens, at)?.value : undefined;
  return { kind: mask.split ? "split" : "mask", tags: NO_TAGS, senses, ...mask };
}

function dateFound(tokens: readonly Token[], at: number, hint: Hint): Found | undefined {
  const date = dateHitAt(tokens, at, hint);
  return date && { kind: "date", length: date.length, tags: NO_TAGS, date: date.meaning };
}

function amountFound(tokens: readonly Token[], at: number, setting: AmountSetting): Found | undefined {
  const hit = amountAt(tokens, at, setting);
  return hit && { kind: hit.amount ? "amount" : "bad", tags: NO_TAGS, ...hit };
}

function unknownAt(tokens: readonly Token[], at: number): Found {
  const token = tokens[at];
  if (token?.kind === "mark") return { kind: "mark", length: 1, tags: NO_TAGS };
  if (token?.kind === "number" || token?.kind === "code") {
    return {
      kind: "bad",
      length: 1,
      tags: NO_TAGS,
      doubt: token.kind === "number" ? "bad_amount" : "unknown_words",
    };
  }
  if (currencyPrefixAt(tokens, at) !== undefined)
    return { kind: "bad", length: 1, tags: NO_TAGS, doubt: "bad_amount" };
  const near = nearSpelling(token?.lower ?? "");
  return { kind: "word", length: 1, tags: NO_TAGS, senses: near, fuzzy: near !== undefined };
}

/** "-500", "- RM 5" at the start, "RM-5": how many tokens, or 0. A hyphen with a space behind it parts. */
function negativeAt(tokens: readonly Token[], at: number): number {
  const prefix = currencyPrefixAt(tokens, at)?.length ?? 0;
  const sign = tokens[at + prefix];
  if (sign?.text !== "-") return 0;
  if (prefix === 0 && sign.glued && tokens[at - 1]?.kind !== "mark") return 0;
  const behind = tokens[at + prefix + 1];
  const inner = prefix === 0 ? (currencyPrefixAt(tokens, at + 1)?.length ?? 0) : 0;
  const number = tokens[at + prefix + 1 + inner];
  if (behind?.glued !== true || number?.kind !== "number") return 0;
  return prefix + 2 + inner;
}

/** The longest noun or closed word at `at`; both when they are equally long. */
function wordAt(tokens: readonly Token[], at: number): Found | undefined {
  const noun = nounTable.match(tokens, at);
  const closed = wordTable.match(tokens, at);
  const length = Math.max(noun?.length ?? 0, closed?.length ?? 0);
  if (length === 0) return undefined;
  return {
    kind: tokens[at]?.kind === "mark" ? "mark" : "word",
    length,
    tags:
      closed?.length === length
        ? tagsOf(
            tokens.slice(at, at + length).map((token) => token.lower),
            closed.value,
          )
        : NO_TAGS,
    senses: noun?.length === length ? noun.value : undefined,
  };
}
