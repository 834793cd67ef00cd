/**
 * What a person wrote under a picture, or after it, about a purchase that something else has read (SPEC S8): a share, an
 * amount, a day, a category, and words of their own. Nothing in it has to be there.
 */
import type { ReaderContext } from "../kernel/reading.ts";
import type { IsoDate, Language, Money } from "../kernel/types.ts";
import { categoryNamed } from "./category-names.ts";
import caption from "./data/caption.json" with { type: "json" };
import { describe } from "./describe.ts";
import { messageOf } from "./message.ts";
import { normalise } from "./normalise.ts";
import { has } from "./pieces.ts";
import { sharesIn, speaksOfSharing } from "./shares.ts";
import { categoryOfThing } from "./things.ts";
import { type Token, tokenise } from "./tokens.ts";
import { resolveWhen } from "./when.ts";

export interface Caption {
  /** By how many it was shared: 3 for "split 3". */
  readonly ways: number | null;
  /** It was shared, and nobody said by how many. */
  readonly sharedSomehow: boolean;
  /** Amounts that are written, in their order. */
  readonly amounts: readonly Money[];
  readonly day: IsoDate | null;
  /** Named ("groceries"), or that of what the words name ("dinner"). */
  readonly category: string | null;
  /** What is left: "for mum", "dinner with ali"; empty when nothing is. */
  readonly words: string;
  readonly language: Language;
}

const LEADS = caption.leads.map((words) => `${words} `).toSorted((one, other) => other.length - one.length);
const FOR_WHOM = new Set(caption.forWhom);
const KEPT_BEFORE = new Set([...caption.forWhom, ...caption.withWhom]);
const BETWEEN = new Set(caption.between);
/** Categories of what something can be bought for. */
const PURPOSES = new Set(caption.purposes);

/** Words that only point at the picture: "this was for mum" is "for mum". */
function withoutLead(words: string): string {
  const lower = `${words.toLowerCase()} `;
  const lead = LEADS.find((candidate) => lower.startsWith(candidate));
  return lead === undefined ? words : withoutLead(words.slice(lead.length).trim());
}

/** Words that hold what follows to what was bought, with what stands between: "for the", "dengan". */
function heldBy(tokens: readonly Token[], at: number): string {
  let from = at - 1;
  while (BETWEEN.has(tokens[from]?.lower ?? "")) from -= 1;
  return KEPT_BEFORE.has(tokens[from]?.lower ?? "")
    ? tokens
        .slice(from, at)
        .map(({ lower }) => lower)
        .join(" ")
    : "";
}

/** The words of a caption that are neither money nor days, with whom it was for. */
function wordsOf(text: string, { pieces, tokens }: ReturnType<typeof messageOf>): string {
  const kept = pieces.filter(({ kind }) => kind === "word" || kind === "mask");
  const described = describe(kept, tokens);
  const [first] = described.split(" ");
  const at = tokens.findIndex((token) => token.lower === first?.toLowerCase());
  // "For" and "untuk" hold words together and are dropped at an edge: here they say what the words are.
  return text.trim() === "" ? "" : withoutLead(`${heldBy(tokens, at)} ${described}`.trim());
}

/**
 * What the words say outright. "For" whom or what says it too where that is a meal, a gift or a pet; what is bought for
 * the house, the car or the school is still what the shop sells.
 */
function categoryIn(words: string, own: readonly string[]): string | null {
  const parts = words.split(" ");
  const at = parts.findIndex((word) => FOR_WHOM.has(word.toLowerCase()));
  const sureOf = (some: readonly string[]): string | null => {
    const thing = categoryOfThing(some.join(" "), own);
    return thing?.sure ? thing.category : null;
  };
  if (at < 0) return sureOf(parts);
  const purpose = sureOf(parts.slice(at + 1).filter((word) => !BETWEEN.has(word)));
  return sureOf(parts.slice(0, at)) ?? (purpose !== null && isPurpose(purpose, own) ? purpose : null);
}

const isPurpose = (category: string, own: readonly string[]): boolean =>
  PURPOSES.has(category) || own.includes(category);

export function readCaption(original: string, context: ReaderContext): Caption {
  const shares = sharesIn(original);
  const { rest: text } = shares;
  const read = (some: string) => messageOf(tokenise(normalise(some)), context);
  const message = read(text);
  const { pieces, today } = message;
  const ways = pieces.reduce((product, { split }) => product * (split?.ways ?? 1), shares.ways ?? 1);
  const days = pieces.flatMap(({ date }) => {
    const day = date?.when && resolveWhen(date.when, today, "past");
    return day ? [day.date] : [];
  });
  const words = wordsOf(text, message);
  const named = categoryNamed(words.toLowerCase(), context.ownCategories);
  return {
    ways: ways > 1 ? ways : null,
    sharedSomehow: ways === 1 && speaksOfSharing(text),
    amounts: pieces.flatMap(({ amount }) => {
      return amount ? [{ amountMinor: amount.amountMinor, currency: amount.currency }] : [];
    }),
    day: days.length === 1 ? (days[0] ?? null) : null,
    category: named ?? categoryIn(words.toLowerCase(), context.ownCategories),
    words: named === undefined ? words : "",
    language: read(original).language,
  };
}

/** By how many the latest purchase is to be shared, when a message says that and nothing else: "split 3". */
export function readShare(text: string, context: ReaderContext): number | null {
  const { ways, rest } = sharesIn(text);
  if (ways !== null && rest === "") return ways;
  const { pieces } = messageOf(tokenise(normalise(text)), context);
  const said = pieces.filter(
    (piece) => piece.kind !== "mark" && piece.kind !== "break" && piece.kind !== "emoji",
  );
  const shares = said.filter(({ kind }) => kind === "split");
  const others = said.filter((piece) => piece.kind !== "split");
  const fillers = others.every(
    (piece) => has(piece, "particle") || has(piece, "comment") || has(piece, "actually"),
  );
  return shares.length === 1 && fillers ? (shares[0]?.split?.ways ?? null) : null;
}
