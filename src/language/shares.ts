/** By how many a purchase is shared, in words that hold no "split 3": "half half", "split with 2 friends", "÷3", "kongsi bertiga". */
import { dictionary } from "../kernel/dictionary.ts";
import caption from "./data/caption.json" with { type: "json" };
import masks from "./data/masks.json" with { type: "json" };
import numbers from "./data/numbers.json" with { type: "json" };

const SHARES = dictionary<number>(caption.shares);
const COUNTS = dictionary<number>(numbers.units);
const SHARING = new Set(caption.sharing);
const NUMBER = `(\\d{1,2}|${Object.keys(numbers.units).join("|")})`;
/** Who is named is not who pays: with two friends it is shared by three. */
const WITH_OTHERS = new RegExp(
  `^(?:${caption.sharedWith.join("|")}) ${NUMBER} (?:${caption.others.join("|")})(?: (?:${caption.others.join("|")}))?$`,
);
const DIVIDED = /^[÷/]\s?(\d{1,2})(?: (?:ways|orang|org|pax|people))?$/;
/** What a share is called may stand behind what is done: "split 50/50", "split it half half", "kongsi separuh separuh". */
const DOING = new RegExp(`^(?:${caption.sharing.join("|")})(?: (?:${masks.splitObjects.join("|")}))* `);
const MOST_WAYS = 50;

export interface Shares {
  readonly ways: number | null;
  /** The text without the parts that say so. */
  readonly rest: string;
}

function waysOf(part: string): number | null {
  const words = part
    .toLowerCase()
    .trim()
    .replace(/\s+/g, " ")
    .replace(/[.!]+$/, "");
  const divided = DIVIDED.exec(words)?.[1];
  const others = WITH_OTHERS.exec(words)?.[1];
  const count = others === undefined ? undefined : (COUNTS[others] ?? Number(others));
  const ways =
    SHARES[words] ??
    SHARES[words.replace(DOING, "")] ??
    (divided === undefined ? undefined : Number(divided)) ??
    (count && count + 1);
  return ways !== undefined && ways > 1 && ways <= MOST_WAYS ? ways : null;
}

/** A part is what stands between commas and line ends; a share must be all of it: a half chicken is no share. */
export function sharesIn(text: string): Shares {
  const parts = text.split(/[,;\n]/);
  const found = parts.map(waysOf);
  const ways = found.find((each) => each !== null) ?? null;
  if (ways === null) return { ways, rest: text };
  return {
    ways,
    rest: parts
      .filter((_, at) => found[at] === null)
      .join(",")
      .trim(),
  };
}

/** Whether words speak of sharing, with whomever and by how many. */
export function speaksOfSharing(words: string): boolean {
  return words
    .toLowerCase()
    .split(/[^\p{L}]+/u)
    .some((word) => SHARING.has(word));
}
