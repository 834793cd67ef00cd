/**
 * A summary without a model (SPEC S10.5, S14): the most telling sentences that the person said, in their own words, each
 * behind its day. What Mama said is left out, and so are records, questions that a tool answers, and greetings.
 *
 *   2026-03-11: I want to save RM3,000 for the wedding.
 *   2026-03-14: My hours at work were cut, so I am worried about the rent.
 */
import type { ReaderContext } from "../kernel/reading.ts";
import type { IsoDate, Mode } from "../kernel/types.ts";
import type { Tag } from "../language/lexicon.ts";
import { messageOf } from "../language/message.ts";
import { normalise } from "../language/normalise.ts";
import { read } from "../language/reader.ts";
import { tokenise } from "../language/tokens.ts";
import { memoryLimits } from "./constants.ts";

/** A sentence that the person said, with its day. */
export interface Sentence {
  readonly day: IsoDate;
  readonly text: string;
  readonly atMs: number;
}

/** Only how a text sounds is asked; amounts are quoted, never reckoned with, so the settings are nobody's. */
const SETTINGS: ReaderContext["settings"] = {
  zone: "UTC",
  currency: "MYR",
  language: "auto",
  weekStart: 1,
  quietHours: null,
  digests: false,
};

/** Conversation; anything else that the reader recognises is record keeping, or settled by a tool. */
const TELLING: ReadonlySet<Mode> = new Set(["coaching", "chat", "unclear"]);

/** What words of a kind add to a sentence: a worry or event, a wish, a plan, the family. */
const WEIGHTS: Readonly<Partial<Record<Tag, number>>> = {
  life: 3,
  desire: 3,
  future: 2,
  family: 2,
  hypothetical: 1,
};
const ABOUT_MONEY = 1;
const DATED = 1;
/** A question to Mama tells less of the person than what they say of themselves. */
const ASKED = -2;
/** Words beyond this make no sentence more telling. */
const ENOUGH_WORDS = 12;
const FEWEST_WORDS = 3;

/**
 * How much a sentence tells of the person.
 * @returns null for what is left out
 */
export function tellingScore({ text, atMs }: Pick<Sentence, "text" | "atMs">): number | null {
  const context = { nowMs: atMs, settings: SETTINGS, ownCategories: [] };
  const reading = read(text, context);
  // What is recorded is in the ledger, and its figures may be put right there.
  if (!TELLING.has(reading.mode) || reading.items.length > 0) return null;
  const { pieces, tags } = messageOf(tokenise(normalise(text)), context);
  const words = pieces.filter(({ kind }) => kind === "word").length;
  if (words < FEWEST_WORDS) return null;
  const tagged = Object.entries(WEIGHTS).filter(([tag]) => tags.has(tag as Tag));
  const has = (kind: string): boolean => pieces.some((piece) => piece.kind === kind);
  return (
    tagged.reduce((sum, [, weight]) => sum + weight, 0) +
    (has("amount") ? ABOUT_MONEY : 0) +
    (has("date") ? DATED : 0) +
    (text.trimEnd().endsWith("?") || tags.has("advice") ? ASKED : 0) +
    Math.min(words, ENOUGH_WORDS) / ENOUGH_WORDS
  );
}

const sentences = new Intl.Segmenter("en", { granularity: "sentence" });

/** The sentences of a text; a line end ends one. */
export function sentencesOf(text: string): string[] {
  return text
    .split("\n")
    .flatMap((line) => [...sentences.segment(line)].map(({ segment }) => segment.trim()))
    .filter((sentence) => sentence !== "");
}

/** As `line` writes it. */
const LINE = /^(\d{4}-\d{2}-\d{2}): (.+)$/;

function line({ day, text }: Sentence): string {
  return `${day}: ${text}`;
}

/** The sentences of a summary that `condense` or a model wrote; those without a day of their own get the summary's last. */
export function sentencesOfSummary(text: string, last: { day: IsoDate; atMs: number }): Sentence[] {
  return text.split("\n").flatMap((row): Sentence[] => {
    const [, day, said] = LINE.exec(row) ?? [];
    if (day !== undefined && said !== undefined) return [{ ...last, day, text: said }];
    return sentencesOf(row).map((sentence) => ({ ...last, text: sentence }));
  });
}

/** Stands where nobody said anything that tells of the person. */
const NOTHING = "Small talk.";

/**
 * The most telling sentences, in the order they were said, none of them twice.
 * @returns at most `memoryLimits.summaryCharacters`, never empty
 */
export function condense(said: readonly Sentence[]): string {
  const scored = said.flatMap((sentence, position) => {
    const score = tellingScore(sentence);
    return score === null ? [] : [{ sentence, position, score }];
  });
  // Of two that tell as much, the later one: it is nearer to how things are now.
  scored.sort((one, other) => other.score - one.score || other.position - one.position);
  const taken: typeof scored = [];
  const seen = new Set<string>();
  let length = 0;
  for (const one of scored) {
    const key = normalise(one.sentence.text).toLowerCase();
    const cost = line(one.sentence).length + 1;
    if (seen.has(key) || length + cost > memoryLimits.summaryCharacters) continue;
    seen.add(key);
    taken.push(one);
    length += cost;
  }
  taken.sort((one, other) => one.position - other.position);
  return taken.map(({ sentence }) => line(sentence)).join("\n") || NOTHING;
}
