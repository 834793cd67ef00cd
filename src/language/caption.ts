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
import { categoryOfThing } from "./things.ts";
import { tokenise } from "./tokens.ts";
import { resolveWhen } from "./when.ts";

export interface Caption {
  /** By how many it was shared: 3 for "split 3". */
  readonly ways: number | null;
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

/** Words that only point at the picture: "this was for mum" is "for mum". */
function withoutLead(words: string): string {
  const lower = `${words.toLowerCase()} `;
  const lead = LEADS.find((candidate) => lower.startsWith(candidate));
  return lead === undefined ? words : withoutLead(words.slice(lead.length).trim());
}

/** The words of a caption that are neither money nor days, with whom it was for. */
function wordsOf(text: string, { pieces, tokens }: ReturnType<typeof messageOf>): string {
  const kept = pieces.filter(({ kind }) => kind === "word" || kind === "mask");
  const described = describe(kept, tokens);
  const [first] = described.split(" ");
  const at = tokens.findIndex((token) => token.lower === first?.toLowerCase());
  const before = at > 0 ? (tokens[at - 1]?.lower ?? "") : "";
  // "For" and "untuk" hold words together and are dropped at an edge: here they say what the words are.
  const whole = KEPT_BEFORE.has(before) ? `${before} ${described}` : described;
  return text.trim() === "" ? "" : withoutLead(whole);
}

export function readCaption(text: string, context: ReaderContext): Caption {
  const tokens = tokenise(normalise(text));
  const message = messageOf(tokens, context);
  const { pieces, today } = message;
  const ways = pieces.reduce((product, { split }) => product * (split?.ways ?? 1), 1);
  const days = pieces.flatMap(({ date }) => {
    const day = date?.when && resolveWhen(date.when, today, "past");
    return day ? [day.date] : [];
  });
  const words = wordsOf(text, message);
  const named = categoryNamed(words.toLowerCase(), context.ownCategories);
  const isForSomebody = FOR_WHOM.has(words.split(" ")[0]?.toLowerCase() ?? "");
  const thing = named || isForSomebody ? undefined : categoryOfThing(words, context.ownCategories);
  return {
    ways: ways > 1 ? ways : null,
    amounts: pieces.flatMap(({ amount }) => {
      return amount ? [{ amountMinor: amount.amountMinor, currency: amount.currency }] : [];
    }),
    day: days.length === 1 ? (days[0] ?? null) : null,
    category: named ?? (thing?.sure ? thing.category : null),
    words: named === undefined ? words : "",
    language: message.language,
  };
}

/** By how many the latest purchase is to be shared, when a message says that and nothing else: "split 3". */
export function readShare(text: string, context: ReaderContext): number | null {
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
