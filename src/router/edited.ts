/**
 * An edited message corrects the records of the original (SPEC S2): row by row when it still has as many of the
 * same kinds, otherwise they are deleted and written anew. What cannot be read with certainty changes nothing.
 */
import type { ReadItem, Reading } from "../kernel/reading.ts";
import type { PlanItem } from "../kernel/types.ts";
import type { MadeEntry } from "../store/actions.ts";

function isRecord(item: ReadItem): boolean {
  return item.tool === "expense" || item.tool === "income";
}

/**
 * @param made the live entries that the original made; may be empty
 * @param reading the new text, read as of the moment of the original
 * @returns the items that make the records what the new text says; null when the text is not certain to be records
 */
export function editedPlan(made: readonly MadeEntry[], { items, verdict }: Reading): PlanItem[] | null {
  if (verdict !== "certain" || items.length === 0 || !items.every(isRecord)) return null;
  const samePlaces =
    items.length === made.length && items.every((item, place) => item.tool === made[place]?.kind);
  if (samePlaces) {
    return items.map((item, place) => ({
      tool: "correct",
      input: { target: { words: [], recordId: made[place]?.recordId }, change: item.input },
    }));
  }
  const gone = made.map(({ recordId }) => ({ tool: "delete", input: { target: { words: [], recordId } } }));
  return [...gone, ...items];
}
