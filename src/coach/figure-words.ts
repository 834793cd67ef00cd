/** Figures that are said without a number: "doubled", "hundreds of ringgit", "a dozen", "nothing on transport". */
import { PhraseTable, tableOf } from "../language/phrases.ts";
import figures from "./data/figures.json" with { type: "json" };
import { type Hit, one, type Scan } from "./figure.ts";

const OTHERS = new Set(figures.vagueOfOthers);
const SHARE_PHRASE = new Set(figures.sharePhrase);
const NOT_SHARED = new Set(figures.notShared);
const NO_THINGS = new Set(figures.noThings);
const vague = tableOf(figures.vague);
const nothing = tableOf(figures.nothing);
const no = tableOf(figures.no);
const multiples = mapped(figures.multiples);
const dozens = mapped(figures.dozens);
const shares = mapped(figures.shares);
const near = mapped(figures.near);

function mapped<T>(phrases: Readonly<Record<string, T>>): PhraseTable<T> {
  const table = new PhraseTable<T>();
  for (const [phrase, value] of Object.entries(phrases)) table.add(phrase, value);
  return table;
}

/** "doubled" is a change of 100 %, or 200 % of what was. */
export function multipleAt({ tokens }: Scan, at: number): Hit | undefined {
  const hit = multiples.match(tokens, at);
  if (hit === undefined) return undefined;
  const means = [{ change: hit.value }, { percent: 100 + hit.value }];
  return one({ kind: "percentage", from: at, length: hit.length, means });
}

/** "hundreds of ringgit" is true of no figure exactly; hundreds of people are not the user's money. */
export function vagueAt({ tokens }: Scan, at: number): Hit | undefined {
  const dozen = dozens.match(tokens, at);
  if (dozen !== undefined)
    return one({ kind: "count", from: at, length: dozen.length, means: [{ count: dozen.value }] });
  const hit = vague.match(tokens, at);
  if (hit === undefined) return undefined;
  const of = tokens.slice(at + hit.length, at + hit.length + 3);
  if (of.some(({ lower }) => OTHERS.has(lower))) return { length: hit.length, found: [] };
  return one({ kind: "amount", from: at, length: hit.length, means: [] });
}

/** "nothing on transport", "no spending": a zero, which must be read like any other figure. */
export function nothingAt({ tokens, context }: Scan, at: number): Hit | undefined {
  const length = nothing.match(tokens, at)?.length ?? noThing(tokens, at);
  if (length === undefined) return undefined;
  const means = [{ amount: { amountMinor: 0, currency: context.currency } }, { count: 0 }];
  return one({ kind: "amount", from: at, length, means });
}

/** "no transport spending", "takde belanja". */
function noThing(tokens: Scan["tokens"], at: number): number | undefined {
  const hit = no.match(tokens, at);
  if (hit === undefined) return undefined;
  const things = tokens.slice(at + hit.length, at + hit.length + 2);
  const thing = things.findIndex(({ lower, hyphen }) => NO_THINGS.has(lower) && !hyphen);
  return thing < 0 || things.slice(0, thing).some(({ kind }) => kind !== "word")
    ? undefined
    : hit.length + thing + 1;
}

/** "nearly half", "a third of it", "separuh". Half an hour is a stretch of time, and a third idea is none of it. */
export function shareAt({ tokens }: Scan, at: number): Hit | undefined {
  const fraction = /^(\d{1,2})\/(\d{1,2})$/.exec(tokens[at]?.text ?? "");
  const about = near.match(tokens, at);
  const from = at + (about?.length ?? 0);
  const share = fraction
    ? { value: (Number(fraction[1]) / Number(fraction[2])) * 100, length: 1 }
    : shares.match(tokens, from);
  if (share === undefined || (fraction && !figures.shareOf.includes(tokens[at + 1]?.lower ?? "")))
    return undefined;
  const end = from + share.length;
  const next = tokens[end];
  const after = [next, tokens[end + 1]].map((token) => token?.lower ?? "");
  const told = next === undefined || next.kind !== "word" || SHARE_PHRASE.has(next.lower);
  if (!told || tokens[end]?.hyphen || after.some((word) => NOT_SHARED.has(word))) return undefined;
  const [low, high] = about?.value ?? [-0.5, 0.5];
  const means = [{ percentIn: [share.value + (low ?? 0), share.value + (high ?? 0)] as const }];
  return one({ kind: "percentage", from: at, length: end - at, means });
}
