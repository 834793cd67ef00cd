/** The words around a figure in its clause, and whether it is a rate. */
import type { tableOf } from "../language/phrases.ts";
import words from "./data/proposals.json" with { type: "json" };
import type { Spot } from "./spots.ts";

const THROUGH = new Set(words.through);
const STOPS_BACK = new Set(words.stopsBack);
const RATE_WORDS = new Set(words.rateWords);
const RATE_UNITS = new Set(words.rateUnits);

/** The word at a place of the clause; nothing beyond its ends. */
export function wordAt({ tokens, first, last }: Spot, at: number): string {
  return at >= first && at < last ? (tokens[at]?.lower ?? "") : "";
}

/** The token in front of the figure, past "about" and the like. */
export function beforeOf(spot: Spot): number {
  let at = spot.at - 1;
  while (at >= spot.first && THROUGH.has(wordAt(spot, at))) at -= 1;
  return at;
}

/** Whether one of these phrases ends at `last`. */
export function endsWith(table: ReturnType<typeof tableOf>, spot: Spot, last: number): boolean {
  for (let length = 1; length <= 4; length += 1) {
    const from = last - length + 1;
    if (from >= spot.first && table.match(spot.tokens.slice(from, last + 1), 0)?.length === length)
      return true;
  }
  return false;
}

/** Where the figure's rate ends: "RM5 a day", "RM50 extra setiap bulan", "RM3 segelas"; -1 without one. */
export function rateEnd(spot: Spot): number {
  for (const at of [spot.end, spot.end + 1, spot.end + 2]) {
    const word = wordAt(spot, at);
    if (spot.tokens[at]?.kind !== "word" && word !== "/") return -1;
    const next = wordAt(spot, at + 1);
    if ((word === "a" || word === "an" || word === "/" || word === "one") && RATE_UNITS.has(next))
      return at + 2;
    if (RATE_WORDS.has(word)) return RATE_UNITS.has(next) ? at + 2 : at + 1;
    if (STOPS_BACK.has(word)) return -1;
  }
  return -1;
}
