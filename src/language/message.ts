/** One message on its way through the reader: its tokens, its pieces, and what all modes ask about them. */
import { dayOf } from "../kernel/calendar.ts";
import type { ReaderContext } from "../kernel/reading.ts";
import type { IsoDate, Language } from "../kernel/types.ts";
import { asksByItself } from "./asking.ts";
import currencies from "./data/currencies.json" with { type: "json" };
import overrides from "./data/overrides.json" with { type: "json" };
import { detectLanguage } from "./detect-language.ts";
import { type Tag, wordTable } from "./lexicon.ts";
import { cut, type Hint, has, type Piece } from "./pieces.ts";
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
const GREETINGS = new Set(overrides.greetings);
const BARE_REMIND = new Set(overrides.bareRemind);
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

/** "esok ingat bayar maybank": to remember, before what is to be done. */
function isBareRemind(tokens: readonly Token[], at: number): boolean {
  if (!BARE_REMIND.has(tokens[at]?.lower ?? "")) return false;
  return wordTable.match(tokens, at + 1)?.value.includes("spend") === true;
}

function hintOf(tokens: readonly Token[]): Hint {
  let asks = tokens.some((token) => token.text === "?");
  for (let at = 0; at < tokens.length; at += 1) {
    const tags = wordTable.match(tokens, at)?.value;
    if (tags?.includes("remind") || isBareRemind(tokens, at)) return "remind";
    if (tags?.some((tag) => ASKING.includes(tag))) asks = true;
  }
  return asks || asksByItself(tokens) ? "ask" : "record";
}

/** What a person asks her for after her name. */
const TOLD: readonly Tag[] = [
  "cap",
  "capVerb",
  "capAct",
  "remind",
  "delete",
  "undo",
  "edit",
  "ask",
  ...ASKING,
];

/** "mama set limit 15 sehari": she is called by her name, which is also a word for mother. */
function withoutCallingHer(pieces: Piece[]): Piece[] {
  const [first, second] = pieces;
  const last = pieces.at(-1);
  const before = pieces.at(-2);
  const called = first?.lower === "mama" && second !== undefined;
  const asked = called && (second.lower === "," || TOLD.some((tag) => has(second, tag)));
  const greeted = pieces.findIndex((piece) => piece.lower === "mama");
  const afterHello = greeted > 0 && pieces.slice(0, greeted).every((piece) => GREETINGS.has(piece.lower));
  const closing = last?.lower === "mama" && before?.lower === ",";
  return pieces.map((piece) =>
    (asked && piece === first) || (closing && piece === last) || (afterHello && piece === pieces[greeted])
      ? { ...piece, tags: ["particle"], senses: undefined }
      : piece,
  );
}

/** Cuts the tokens of a message in its context. */
export function messageOf(tokens: readonly Token[], context: ReaderContext): Message {
  const hint = hintOf(tokens);
  const indonesian = tokens.some((token) => PLACES.has(token.lower));
  const amounts = { currency: context.settings.currency, indonesian };
  const pieces = withoutCallingHer(cut(tokens, { amounts, hint }));
  for (const [index, piece] of pieces.entries())
    if (isBareRemind(tokens, piece.from)) pieces[index] = { ...piece, tags: ["remind"], senses: undefined };
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
