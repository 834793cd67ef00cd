/**
 * What kind of spending a receipt is: what the shop calls itself says most, then the things that were bought, by the same
 * word lists that read messages.
 */
import { nounTable } from "../../language/lexicon.ts";
import { normalise } from "../../language/normalise.ts";
import { tokenise } from "../../language/tokens.ts";
import merchants from "../data/merchants.json" with { type: "json" };
import { PhraseList, wordsOf } from "./phrase-search.ts";

const BUSINESSES = Object.entries(merchants.businesses).map(
  ([category, words]) => [category, new PhraseList(words)] as const,
);

/** The rows at the top that may name the shop. */
const HEAD = 8;
/** This share of the things must be of one category. */
const MOST = 0.5;

/** The longest business word wins: "PET SHOP" is no shop, "AEON BIG" no department store. */
function businessIn(text: string): string | undefined {
  const words = wordsOf(text);
  const found = BUSINESSES.flatMap(([category, list]) => {
    const phrase = list.find(words);
    return phrase === undefined ? [] : [{ category, length: phrase.length }];
  });
  return found.sort((one, other) => other.length - one.length)[0]?.category;
}

/** Categories of the nouns in a text, from the lexicon; or of its brands alone: "GIN KEE" sells no gin. */
function categoriesIn(text: string, brandsOnly = false): string[] {
  const tokens = tokenise(normalise(text));
  const found: string[] = [];
  for (let at = 0; at < tokens.length; at += 1) {
    const hit = nounTable.match(tokens, at);
    if (hit?.value.expense === undefined || (brandsOnly && !hit.value.expense.brand)) continue;
    found.push(hit.value.expense.category);
    at += hit.length - 1;
  }
  return found.filter((category) => category !== "other");
}

function most(categories: readonly string[]): string | undefined {
  const counts = new Map<string, number>();
  for (const category of categories) counts.set(category, (counts.get(category) ?? 0) + 1);
  const [best] = [...counts].sort(([, one], [, other]) => other - one);
  return best !== undefined && best[1] > categories.length * MOST ? best[0] : undefined;
}

/**
 * @param head the first rows of the receipt
 * @param goods names of what was bought, or the rows where they stand
 */
export function categoryOf(
  merchant: string | null,
  head: readonly string[],
  goods: readonly string[],
): string {
  const shop = merchant ?? "";
  const named =
    businessIn(shop) ??
    head
      .slice(0, HEAD)
      .map(businessIn)
      .find((found) => found !== undefined);
  return (
    named ?? most(categoriesIn(shop, true)) ?? most(goods.flatMap((name) => categoriesIn(name))) ?? "other"
  );
}
