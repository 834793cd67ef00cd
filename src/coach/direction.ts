/** Which way a figure is said to go ("RM30 left", "up 20%"), and whether what is known of it goes the same way. */
import { type PhraseTable, tableOf } from "../language/phrases.ts";
import words from "./data/directions.json" with { type: "json" };
import type { KnownAmount } from "./facts.ts";
import type { Placed } from "./placed.ts";

/** More or less than before, left or overspent, a minus sign; "lebih" and "kurang" may be either of two. */
export type Direction = "up" | "down" | "left" | "over" | "more" | "fewer" | "minus";

const THROUGH = new Set(words.through);
const NOT_OVER = new Set(words.notOver);
const before = tablesOf(words.before);
const after = tablesOf(words.after);

function tablesOf(lists: Readonly<Record<string, readonly string[]>>): [Direction, PhraseTable<true>][] {
  return Object.entries(lists).map(([way, phrases]) => [way as Direction, tableOf(phrases)]);
}

function wayAt(tables: readonly [Direction, PhraseTable<true>][], tokens: readonly Placed[], at: number) {
  for (const [way, table] of tables) {
    const hit = table.match(tokens, at);
    // "RM300 over the weekend" is in it, not above it.
    const next = tokens[at + (hit?.length ?? 0)]?.lower ?? "";
    if (hit && !(way === "over" && NOT_OVER.has(next))) return way;
  }
  return undefined;
}

/**
 * The ways that stand beside a figure, with nothing but small words between.
 * @param from its first token
 * @param end the token behind its last
 */
export function directionsOf(
  tokens: readonly Placed[],
  { from, end }: { from: number; end: number },
): ReadonlySet<Direction> {
  const ways = new Set<Direction>();
  const sign = tokens[from - 1];
  if (sign?.text === "-" && tokens[from]?.glued && !sign.glued) ways.add("minus");
  for (let at = from - 1; at >= Math.max(0, from - 4); at -= 1) {
    const way = wayAt(before, tokens, at);
    if (way) ways.add(way);
    if (way || !(THROUGH.has(tokens[at]?.lower ?? "") || /^[:-]$/.test(tokens[at]?.text ?? ""))) break;
  }
  for (let at = end; at < end + 4; at += 1) {
    const way = wayAt(after, tokens, at);
    if (way) ways.add(way);
    if (way || !THROUGH.has(tokens[at]?.lower ?? "")) break;
  }
  return ways;
}

/** What a known figure can not be said to be, by where it comes from. */
function denied({ amountMinor, sense }: KnownAmount): readonly Direction[] {
  const negative = amountMinor < 0;
  if (amountMinor === 0) return [];
  if (sense === "difference") return negative ? ["up", "more", "left"] : ["down", "fewer", "minus"];
  if (sense === "left") return negative ? ["left"] : ["over", "more", "fewer", "minus"];
  if (sense === "over") return ["left", "fewer"];
  return negative ? ["left", "up", "more"] : ["minus"];
}

/** Whether this amount may be said to go these ways. */
export function mayGo(known: KnownAmount, ways: ReadonlySet<Direction>): boolean {
  return !denied(known).some((way) => ways.has(way));
}

/** Whether a change by so many percent is known that goes these ways. */
export function changeGoes(
  percent: number,
  changes: readonly number[],
  ways: ReadonlySet<Direction>,
): boolean {
  const rising = ways.has("up") || ways.has("more");
  const falling = ways.has("down") || ways.has("fewer") || ways.has("minus");
  return changes.some(
    (known) =>
      Math.abs(Math.abs(known) - percent) < 1e-9 && !(known > 0 && falling) && !(known < 0 && rising),
  );
}

/** Whether the ways are those of a change, and of no rest. */
export function isChange(ways: ReadonlySet<Direction>): boolean {
  return ways.has("up") || ways.has("down") || ways.has("minus");
}
