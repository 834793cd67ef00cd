/** The wall time of a reminder, when its hour and its part of the day are said apart: "malam ni pukul 9", "tonight at 8". */
import type { Piece } from "./pieces.ts";

const NOON = 12;
/** Said with the hour itself. */
const SAID = /\b(am|pm|pagi|petang|ptg|malam|mlm|tengah ?hari)\b|\d[.:]\d/;

/** `HH:MM`; undefined when no piece names a time. */
export function timeIn(pieces: readonly Piece[]): string | undefined {
  const timed = pieces.filter(({ date }) => date?.time !== undefined);
  const clock = timed.find(({ lower }) => /\d/.test(lower));
  const part = timed.find((piece) => piece !== clock);
  const alone = timed.find(({ date }) => date?.when === undefined) ?? timed[0];
  const time = (clock ?? alone)?.date?.time;
  if (clock === undefined || part?.date?.time === undefined || time === undefined || SAID.test(clock.lower))
    return time;
  return inPart(time, part.date.time < "12:00");
}

/** The hour in the half of the day that was named; 12 stays as it is. */
function inPart(time: string, morning: boolean): string {
  const hours = Number(time.slice(0, 2));
  if (hours === NOON || hours < NOON === morning) return time;
  return `${String(morning ? hours - NOON : hours + NOON).padStart(2, "0")}${time.slice(2)}`;
}
