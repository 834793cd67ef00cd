/**
 * The reminders that one message asks for (SPEC S5): several days of one thing ("1hb dan 15hb", "every monday and
 * thursday", "every weekday"), several things each with a day ("rent 1st RM1200 and unifi 15th RM149"), or both.
 */
import type { Weekday } from "../kernel/types.ts";
import overrides from "./data/overrides.json" with { type: "json" };
import type { DateMeaning } from "./date-pieces.ts";
import type { Tag } from "./lexicon.ts";
import type { Message } from "./message.ts";
import { has, type Piece } from "./pieces.ts";
import { isSubject } from "./roles.ts";
import { isParting } from "./several.ts";
import type { When } from "./when.ts";

const THROUGH = new Set(overrides.throughWords);
/** Words of the asking, which name no thing. */
const FRAME: readonly Tag[] = ["remind", "recordItself", "reminderNoun", "spend", "askWords"];

/** One message for each reminder, in the order in which they were said; the message itself when it asks for one. */
export function eachReminder(message: Message): readonly Message[] {
  const parts = byThing(message.pieces).flatMap(byDay);
  return parts.length === 1 ? [message] : parts.map((pieces) => ({ ...message, pieces }));
}

function isThing(piece: Piece): boolean {
  if (piece.date !== undefined) return false;
  return isSubject(piece) && (piece.senses !== undefined || !FRAME.some((tag) => has(piece, tag)));
}

function isDay({ date }: Piece): boolean {
  return date?.when !== undefined || date?.rhythm !== undefined || date?.rate !== undefined;
}

/** Cuts between things; a stretch that names none ("… and 15th") belongs to the one before it. */
function stretches(pieces: readonly Piece[]): Piece[][] {
  const cut: Piece[][] = [[]];
  let waiting: Piece[] = [];
  const close = (): void => {
    if (waiting.some(isThing) && cut.at(-1)?.some(isThing)) {
      cut.push(waiting[0] && isParting(waiting[0]) ? waiting.slice(1) : waiting);
    } else cut.at(-1)?.push(...waiting);
    waiting = [];
  };
  for (const piece of pieces) {
    if (isParting(piece)) close();
    waiting.push(piece);
  }
  close();
  return cut;
}

/** Several things: each has its own day, or each its own amount and one day is for all. "Call mum and dad" is one. */
function byThing(pieces: readonly Piece[]): readonly (readonly Piece[])[] {
  const things = stretches(pieces);
  if (things.length < 2) return [pieces];
  const dated = things.filter((thing) => thing.some(isDay));
  if (dated.length === things.length) return things;
  const priced = things.every((thing) => thing.some(({ kind }) => kind === "amount"));
  const [only] = dated;
  if (!priced || !only || dated.length > 1) return [pieces];
  const shared = only.filter((piece) => piece.date !== undefined || has(piece, "recordItself"));
  return things.map((thing) => (thing === only ? thing : [...thing, ...shared]));
}

type Point = Exclude<When, { type: "offset" | "ago" | "ahead" }>;

function pointOf({ date }: Piece): Point | undefined {
  const when = date?.rhythm?.anchor ?? date?.when;
  return when && isPoint(when) ? when : undefined;
}

function isPoint(when: When): when is Point {
  return when.type !== "offset" && when.type !== "ago" && when.type !== "ahead";
}

function isAlike(one: Point, other: Point): boolean {
  const sort = ({ type }: Point) => (type === "monthEnd" ? "monthDay" : type);
  return sort(one) === sort(other);
}

interface Run {
  readonly from: number;
  readonly to: number;
  readonly points: readonly Point[];
}

/** The first days of one sort with nothing but "and" between them: "isnin dan khamis", "5hb, 20hb", "monday to friday". */
function runOf(pieces: readonly Piece[]): Run | undefined {
  for (const [from, first] of pieces.entries()) {
    const group = first.date?.rhythm?.days;
    if (group !== undefined) return { from, to: from + 1, points: group.map(weekday) };
    const start = pointOf(first);
    const run = start && runFrom(pieces, from, start);
    if (run && run.points.length > 1) return run;
  }
  return undefined;
}

function runFrom(pieces: readonly Piece[], from: number, start: Point): Run {
  const points = [start];
  let to = from + 1;
  for (let at = to; at < pieces.length; at += 1) {
    const piece = pieces[at] as Piece;
    const point = pointOf(piece);
    if (point !== undefined && isAlike(start, point)) {
      points.push(...(isThrough(pieces, at) ? between(points.at(-1) ?? start, point) : [point]));
      to = at + 1;
    } else if (!isParting(piece) && !THROUGH.has(piece.lower)) break;
  }
  return { from, to, points };
}

function weekday(day: Weekday): Point {
  return { type: "weekday", day, which: "bare" };
}

function isThrough(pieces: readonly Piece[], at: number): boolean {
  return THROUGH.has(pieces[at - 1]?.lower ?? "");
}

/** "Monday to friday": the days behind the first, the last one included. Of other sorts the ends alone are known. */
function between(first: Point, last: Point): Point[] {
  if (first.type !== "weekday" || last.type !== "weekday") return [last];
  const count = (last.day - first.day + 7) % 7;
  return Array.from({ length: count }, (_, at) => weekday((((first.day + at) % 7) + 1) as Weekday));
}

/** A variant of the pieces for each day of the run; a rhythm that one of them has is that of all. */
function byDay(pieces: readonly Piece[]): readonly (readonly Piece[])[] {
  const run = runOf(pieces);
  if (run === undefined) return [pieces];
  const days = pieces.slice(run.from, run.to).filter((piece) => piece.date !== undefined);
  const rhythm = days.find(({ date }) => date?.rhythm !== undefined)?.date?.rhythm;
  const time = days.find(({ date }) => date?.time !== undefined)?.date?.time;
  const [first] = days;
  if (first === undefined) return [pieces];
  return run.points.map((point) => {
    const day = rhythm ? { rhythm: { ...rhythm, anchor: point, days: undefined } } : { when: point };
    const date: DateMeaning = { ...day, time };
    return [...pieces.slice(0, run.from), { ...first, date }, ...pieces.slice(run.to)];
  });
}
