/** Clock times as they are written in reminders and quiet hours: "9am", "10.30 pm", "jam 8 pagi", "at 9", "22:00". */
import dates from "./data/dates.json" with { type: "json" };
import { PhraseTable } from "./phrases.ts";
import type { Token } from "./tokens.ts";

interface TimeHit {
  /** `HH:MM`, 24 hours. */
  readonly time: string;
  readonly length: number;
}

const CLOCK = new Set(dates.clock);
const AM = new Set(dates.am);
const PM = new Set(dates.pm);
const parts = new PhraseTable<string>();
for (const [phrase, time] of Object.entries(dates.dayParts)) parts.add(phrase, time);

/** "morning", "malam": a part of the day, as the hour that Mama takes it for. */
export function dayPartAt(tokens: readonly Token[], at: number): TimeHit | undefined {
  const hit = parts.match(tokens, at);
  return hit && { time: hit.value, length: hit.length };
}

function clock(hours: number, minutes: number): string | undefined {
  if (hours > 23 || minutes > 59) return undefined;
  return `${String(hours).padStart(2, "0")}:${String(minutes).padStart(2, "0")}`;
}

function read(token: Token | undefined, half: "am" | "pm" | undefined): string | undefined {
  // "1130pm", "730pm": full hours are written without the zeros, and "1200 pm" is so much a month.
  const match = /^(\d{1,2})(?:[.:](\d{2})|([0-5][1-9]|[1-5]0))?$/.exec(token?.text ?? "");
  if (!match) return undefined;
  const hours = Number(match[1]);
  const minutes = Number(match[2] ?? match[3] ?? 0);
  if (half === undefined && match[3] !== undefined) return undefined;
  if (half !== undefined && (hours > 12 || hours === 0))
    return hours > 12 ? clock(hours, minutes) : undefined;
  if (half === undefined) return clock(hours, minutes);
  return clock((hours % 12) + (half === "pm" ? 12 : 0), minutes);
}

function halfAt(token: Token | undefined): "am" | "pm" | undefined {
  if (token === undefined) return undefined;
  if (AM.has(token.lower)) return "am";
  return PM.has(token.lower) ? "pm" : undefined;
}

/**
 * The time at `at`.
 * @param loose reminders: "9 pagi" and "at 9" are times there; in spending "5 pagi tadi" is five ringgit
 */
export function timeAt(tokens: readonly Token[], at: number, loose: boolean): TimeHit | undefined {
  const lead = CLOCK.has(tokens[at]?.lower ?? "") ? 1 : 0;
  const number = tokens[at + lead];
  if (number?.kind !== "number") return undefined;
  const after = tokens[at + lead + 1];
  const half = halfAt(after);
  const english = after !== undefined && (after.lower === "am" || after.lower === "pm");
  const malayClock =
    lead === 1 && tokens[at]?.lower !== "at" && tokens[at]?.lower !== "@" && tokens[at]?.lower !== "by";
  // "Parking 350 pm" is a price: hours and minutes in one number are a time only where times are told.
  const run = /^\d{3,4}$/.test(number.text);
  if (half !== undefined && (run ? loose && after?.glued : english || loose || malayClock)) {
    const time = read(number, half);
    if (time !== undefined) return { time, length: lead + 2 };
  }
  const spelled = /^\d{1,2}:\d{2}$/.test(number.text);
  if (!spelled && !malayClock && !(loose && lead === 1)) return undefined;
  const time = read(number, undefined);
  return time === undefined ? undefined : { time: guessHalf(time, spelled), length: lead + 1 };
}

/** A bare hour of a reminder, "at 3", is in the afternoon; "at 9" in the morning. */
function guessHalf(time: string, spelled: boolean): string {
  const hours = Number(time.slice(0, 2));
  return !spelled && hours >= 1 && hours <= 6 ? `${hours + 12}${time.slice(2)}` : time;
}
