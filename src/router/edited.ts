/**
 * An edited message corrects the records of the original (SPEC S2): row by row when it still has as many of the
 * same kinds, otherwise they are taken back and written anew. What cannot be read with certainty changes nothing.
 */
import type { ReadItem, Reading } from "../kernel/reading.ts";
import type { PlanItem } from "../kernel/types.ts";

/** A live record that the original message made. */
export interface MadeRecord {
  readonly inboxId: string;
  readonly recordId: string;
  readonly kind: string;
}

function isRecord(item: ReadItem): boolean {
  return item.tool === "expense" || item.tool === "income";
}

/**
 * @param made what the original message made, not empty
 * @returns the items that make the records what the new text says; null when the text is not certain to be records
 */
export function editedPlan(made: readonly MadeRecord[], { items, verdict }: Reading): PlanItem[] | null {
  if (verdict !== "certain" || items.length === 0 || !items.every(isRecord)) return null;
  const samePlaces =
    items.length === made.length && items.every((item, place) => item.tool === made[place]?.kind);
  if (!samePlaces) return [{ tool: "undo", input: { inboxId: made[0]?.inboxId } }, ...items];
  return items.map((item, place) => ({
    tool: "correct",
    input: { target: { words: [], recordId: made[place]?.recordId }, change: item.input },
  }));
}
