/** Settings changed by talking (SPEC S1): "I'm in London now", "use SGD", "tukar bahasa ke BM", "quiet hours 10pm to 8am". */
import { isZone } from "../kernel/calendar.ts";
import type { Reading, SettingInput } from "../kernel/reading.ts";
import { cover, isQuiet, tableOf } from "./cover.ts";
import { currencyNamed } from "./currency-names.ts";
import data from "./data/settings.json" with { type: "json" };
import { weekdayAt } from "./date-words.ts";
import type { Message } from "./message.ts";
import { PhraseTable } from "./phrases.ts";
import { readingOf } from "./reading-of.ts";
import { timeAt } from "./times.ts";
import type { Token } from "./tokens.ts";

type Cue = "moved" | "currency" | "languageCue" | "weekCue" | "quietCue" | "show" | "offWords" | "filler";

/** One stretch of the message, as a setting sees it. */
interface Part {
  readonly cues: readonly Cue[];
  readonly value?: SettingInput | undefined;
  readonly time?: string | undefined;
  readonly known: boolean;
}

const { moved, currency, languageCue, weekCue, quietCue, show, offWords, filler } = data;
const cues = tableOf<Cue>(
  { moved, currency, languageCue, weekCue, quietCue, show, offWords, filler },
  (name) => name as Cue,
);
const zones = new PhraseTable<string>();
for (const [place, zone] of Object.entries(data.zones)) zones.add(place, zone);
const languages = new PhraseTable<"en" | "ms" | "auto">();
for (const [name, code] of Object.entries(data.languages)) languages.add(name, code as "en" | "ms" | "auto");
const languageWish = tableOf<"name" | "polite">(
  { name: data.languageNames, polite: data.polite },
  (name) => name as "name" | "polite",
);
const MOST_TOKENS = 24;
const CAPITAL = /^[A-Z][a-z]+$/;

function valuesAt(
  tokens: readonly Token[],
  at: number,
  wanted: Cue,
): { value: SettingInput; length: number } | undefined {
  if (wanted === "moved") {
    const iana =
      CAPITAL.test(tokens[at]?.text ?? "") && tokens[at + 1]?.text === "/" ? ianaAt(tokens, at) : undefined;
    const zone = iana ?? zones.match(tokens, at);
    return zone && { value: { name: "zone", value: zone.value }, length: zone.length };
  }
  if (wanted === "currency") {
    const hit = currencyNamed(tokens, at);
    return hit && { value: { name: "currency", value: hit.currency }, length: hit.length };
  }
  if (wanted === "languageCue") {
    const hit = languages.match(tokens, at);
    return hit && { value: { name: "language", value: hit.value }, length: hit.length };
  }
  const day = wanted === "weekCue" ? weekdayAt(tokens, at) : undefined;
  return day && { value: { name: "weekStart", value: day.day }, length: 1 };
}

/** "Europe/London", "America/New_York" written out. */
function ianaAt(tokens: readonly Token[], at: number): { value: string; length: number } | undefined {
  let text = "";
  for (let length = 1; length <= 6; length += 1) {
    const token = tokens[at + length - 1];
    if (token === undefined || (length > 1 && !token.glued)) break;
    text += token.text;
    if (length >= 3 && isZone(text) && tokens[at + length]?.glued !== true) return { value: text, length };
  }
  return undefined;
}

/** "Mars/Olympus": written as a zone is. */
function zoneWritten(tokens: readonly Token[]): string | undefined {
  const at = tokens.findIndex((token, index) => index > 0 && token.text === "/" && token.glued);
  const [area, place] = [tokens[at - 1], tokens[at + 1]];
  const named = CAPITAL.test(area?.text ?? "") && CAPITAL.test(place?.text ?? "") && place?.glued;
  return named && area ? `${area.text}/${place.text}` : undefined;
}

/** "I'm in Mars/Olympus now": a zone that nobody knows is asked about, and not passed over. */
function unknownZone(tokens: readonly Token[], language: Message["language"]): Reading | undefined {
  const value = zoneWritten(tokens);
  const moved = partsFor(tokens, "moved").some((part) => part.cues.includes("moved"));
  if (value === undefined || !moved) return undefined;
  return readingOf("settings", [{ tool: "setting", input: { name: "zone", value } }], { language });
}

/** Cuts the message for one kind of setting; the value is looked for before the words around it. */
function partsFor(tokens: readonly Token[], wanted: Cue): Part[] {
  const parts: Part[] = [];
  let at = 0;
  while (at < tokens.length) {
    const value = valuesAt(tokens, at, wanted);
    const time = wanted === "quietCue" ? (timeAt(tokens, at, true) ?? bareHour(tokens, at)) : undefined;
    const cue = cues.match(tokens, at);
    if (time !== undefined) parts.push({ cues: [], time: time.time, known: true });
    else if (value !== undefined && value.length >= (cue?.value.includes(wanted) === true ? cue.length : 0)) {
      parts.push({ cues: [], value: value.value, known: true });
    } else parts.push({ cues: cue?.value ?? [], known: cue !== undefined || isQuiet(tokens[at]) });
    at += time?.length ?? (parts.at(-1)?.value === undefined ? (cue?.length ?? 1) : (value?.length ?? 1));
  }
  return parts;
}

/** "from 10 to 8": hours without am or pm, in quiet hours only: the first is in the evening. */
function bareHour(tokens: readonly Token[], at: number): { time: string; length: number } | undefined {
  const text = tokens[at]?.text ?? "";
  if (!/^\d{1,2}([.:]\d{2})?$/.test(text)) return undefined;
  const [hours = "0", minutes = "00"] = text.split(/[.:]/);
  if (Number(hours) > 23 || Number(minutes) > 59) return undefined;
  return { time: `${hours.padStart(2, "0")}:${minutes}`, length: 1 };
}

function quietHours(parts: readonly Part[]): SettingInput | undefined {
  const times = parts.flatMap((part) => part.time ?? []);
  const [from, to] = times;
  if (times.length === 2 && from !== undefined && to !== undefined && from !== to) {
    return { name: "quietHours", value: { from, to } };
  }
  const off = times.length === 0 && parts.some((part) => part.cues.includes("offWords"));
  return off ? { name: "quietHours", value: null } : undefined;
}

/** "English please", "bahasa melayu": the name of a language and politeness, where "auto", "no english" are none. */
function asksForLanguage(tokens: readonly Token[]): boolean {
  const parts = cover(tokens, languageWish);
  return parts?.filter((names) => names.includes("name")).length === 1;
}

function readOne(tokens: readonly Token[], wanted: Cue, language: Message["language"]): Reading | undefined {
  const parts = partsFor(tokens, wanted);
  const named = wanted === "languageCue" && asksForLanguage(tokens);
  if (!named && !parts.some((part) => part.cues.includes(wanted))) return undefined;
  const value =
    wanted === "quietCue" ? quietHours(parts) : parts.find((part) => part.value !== undefined)?.value;
  const whole = parts.every(
    (part) =>
      part.known &&
      (part.cues.length === 0 ||
        part.cues.some((name) => name === wanted || name === "filler" || name === "offWords")),
  );
  const values = parts.filter((part) => part.value !== undefined).length;
  if (value === undefined || values > 1) {
    return whole && wanted !== "moved" && wanted !== "currency" && wanted !== "languageCue"
      ? readingOf("settings", [], { language, doubts: ["unknown_setting"] })
      : undefined;
  }
  if (!whole && wanted !== "weekCue" && wanted !== "quietCue") return undefined;
  return readingOf("settings", [{ tool: "setting", input: value }], {
    language,
    doubts: whole ? [] : ["unknown_words"],
  });
}

/** The message as a change of one setting, or undefined. */
export function readSettings({ tokens, language }: Message): Reading | undefined {
  if (tokens.length > MOST_TOKENS) return undefined;
  const shown = cover(tokens, cues);
  if (
    shown?.some((names) => names.includes("show")) &&
    shown.every((names) => names.includes("show") || names.includes("filler"))
  ) {
    return readingOf("settings", [{ tool: "setting", input: { name: "show" } }], { language });
  }
  for (const wanted of ["quietCue", "weekCue", "moved", "currency", "languageCue"] as const) {
    const reading = readOne(tokens, wanted, language);
    if (reading !== undefined) return reading;
  }
  return unknownZone(tokens, language);
}
