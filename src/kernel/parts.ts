/**
 * Long messages in pieces that the platform takes (SPEC S9): cut between paragraphs where that can be, else between
 * lines, sentences, words, and only then within one.
 */

/** Where a piece may end, the best first. */
const EDGES = ["\n\n", "\n", ". ", " "] as const;

/**
 * @param longest in UTF-16 units, > 0
 * @returns at least one piece; joined and without white space they are the text
 */
export function partsOf(text: string, longest: number): readonly string[] {
  const parts: string[] = [];
  let rest = text;
  while (rest.length > longest) {
    const end = edgeIn(rest, longest);
    parts.push(rest.slice(0, end).trimEnd());
    rest = rest.slice(end).trimStart();
  }
  if (rest !== "" || parts.length === 0) parts.push(rest);
  return parts.filter((part, at) => part !== "" || at === 0);
}

/** The place behind the last edge that fits; half a message at least, so that pieces are not slivers. */
function edgeIn(text: string, longest: number): number {
  for (const edge of EDGES) {
    // White space at the end is not sent, so it may stand behind the last place.
    const at = text.lastIndexOf(edge, longest - edge.trimEnd().length);
    if (at >= longest / 2) return at + edge.length;
  }
  // Not between the halves of one character.
  const half = /[\uD800-\uDBFF]/.test(text[longest - 1] ?? "");
  return half && longest > 1 ? longest - 1 : longest;
}
