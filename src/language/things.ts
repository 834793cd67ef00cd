/** The category of a thing that is named without an amount: "the petrol budget" is about transport. */
import { chooseCategory } from "./categories.ts";
import { categoryNamed } from "./category-names.ts";
import { normalise } from "./normalise.ts";
import { cut } from "./pieces.ts";
import { tokenise } from "./tokens.ts";

/**
 * @param words the name of a category, or of a thing in one
 * @param own   the user's own categories, lower case
 * @returns undefined when nobody knows it; `sure` is false when it is a guess
 */
export function categoryOfThing(
  words: string,
  own: readonly string[],
): { readonly category: string; readonly sure: boolean } | undefined {
  const named = categoryNamed(words, own);
  if (named !== undefined) return { category: named, sure: true };
  // No amount is among the words, so that the currency is of no account.
  const setting = { amounts: { currency: "MYR", indonesian: false }, hint: "ask" } as const;
  const choice = chooseCategory(cut(tokenise(normalise(words)), setting), "expense");
  return choice && { category: choice.category, sure: choice.sure };
}
