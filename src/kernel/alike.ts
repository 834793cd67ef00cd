/** Names that were read from two pictures of one thing: OCR loses a space, a letter, or the end of a name (SPEC S8). */

/** One letter in so many may differ. */
const LETTERS_AN_EDIT = 6;
/** A name that another one begins with has at least so many. */
const FEWEST_LETTERS = 5;

function lettersOf(name: string): string {
  return name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, "");
}

/** How many letters must be put in, left out or replaced to make one text of the other. */
function edits(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (const [at, letter] of [...one].entries()) {
    const next = [at + 1];
    for (let to = 0; to < other.length; to += 1) {
      const replaced = (row[to] ?? 0) + (letter === other[to] ? 0 : 1);
      next.push(Math.min(replaced, (row[to + 1] ?? 0) + 1, (next[to] ?? 0) + 1));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}

/** Whether two names may be one that was read twice. */
export function areAlike(one: string, other: string): boolean {
  const [short = "", long = ""] = [lettersOf(one), lettersOf(other)].sort((a, b) => a.length - b.length);
  if (short === long || (short.length >= FEWEST_LETTERS && long.startsWith(short))) return true;
  return edits(short, long) <= Math.floor(long.length / LETTERS_AN_EDIT);
}
