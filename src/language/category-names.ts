/** Categories called by their names ("food", "pengangkutan") rather than by a thing in them ("petrol"). */
import names from "./data/categories.json" with { type: "json" };

const byName = new Map<string, string>();
for (const [category, list] of Object.entries(names)) for (const name of list) byName.set(name, category);

/** @param own the user's own categories, lower case */
export function categoryNamed(words: string, own: readonly string[]): string | undefined {
  return own.includes(words) ? words : byName.get(words);
}
