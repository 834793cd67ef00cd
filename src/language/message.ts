/** One message on its way through the reader: its tokens, its pieces, and what all modes ask about them. */
import { dayOf } from "../kernel/calendar.ts";
import type { ReaderContext } from "../kernel/reading.ts";
import type { IsoDate, Language } from "../kernel/types.ts";
import currencies from "./data/currencies.json" with { type: "json" };
import { detectLanguage } from "./detect-language.ts";
import { type Tag, wordTable } from "./lexicon.ts";
import { cut, type Hint, type Piece } from "./pieces.ts";
import type { Token } from "./tokens.ts";

export interface Message {
  readonly tokens: readonly Token[];
  readonly pieces: readonly Piece[];
  readonly context: ReaderContext;
  /** The day of the message in the user's zone. */
  readonly today: IsoDate;
  readonly language: Language;
  readonly tags: ReadonlySet<Tag>;
  readonly hint: Hint;
}

const PLACES = new Set(currencies.indonesianPlaces);
const ASKING: readonly Tag[] = [
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
];

function hintOf(tokens: readonly Token[]): Hint {
  let asks = tokens.some((token) => token.text === "?");
  for (let at = 0; at < tokens.length; at += 1) {
    const tags = wordTable.match(tokens, at)?.value;
    if (tags?.includes("remind")) return "remind";
    if (tags?.some((tag) => ASKING.includes(tag))) asks = true;
  }
  return asks ? "ask" : "record";
}

/** Cuts the tokens of a message in its context. */
export function messageOf(tokens: readonly Token[], context: ReaderContext): Message {
  const hint = hintOf(tokens);
  const indonesian = tokens.some((token) => PLACES.has(token.lower));
  const pieces = cut(tokens, { amounts: { currency: context.settings.currency, indonesian }, hint });
  const tags = new Set<Tag>();
  for (const piece of pieces) for (const tag of piece.tags) tags.add(tag);
  const today = dayOf(context.nowMs, context.settings.zone);
  return {
    tokens,
    pieces,
    context,
    today,
    language: detectLanguage(tokens, context),
    tags,
    hint,
  };
}
