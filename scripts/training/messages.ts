/**
 * The messages that the classifier learns from: made from grammars, and written by hand. A third of the latter is
 * held out, so that training can say how good it is on what it has not seen.
 */
import { CLASSES } from "../../src/language/classifier.ts";
import grammars from "./grammars.json" with { type: "json" };
import handWritten from "./hand-written.json" with { type: "json" };
import { pick, seeded } from "./random.ts";

export type Class = (typeof CLASSES)[number];

export interface TrainingMessage {
  readonly text: string;
  readonly mode: Class;
  readonly lang: string;
}

const SEED = 20_260_311;
const EACH_MODE = 700;
/** How often a made message is written the way people write in a hurry. */
const HURRIED = 0.4;
const SLOTS: Readonly<Record<string, readonly string[]>> = grammars.slots;
const MODES: Readonly<Record<Class, readonly string[]>> = grammars.modes;
const HAND_WRITTEN: Readonly<Record<Class, Readonly<Record<string, readonly string[]>>>> = handWritten;
const SHORT_FORMS: readonly (readonly [RegExp, string])[] = Object.entries(grammars.shortForms).map(
  ([word, short]) => [new RegExp(`\\b${word}\\b`, "g"), short],
);

/** Every third message of each mode and language is held out; the others are for training. */
export function handWrittenMessages(part: "training" | "heldOut"): TrainingMessage[] {
  return CLASSES.flatMap((mode) =>
    Object.entries(HAND_WRITTEN[mode]).flatMap(([lang, texts]) =>
      texts
        .filter((_, index) => (index % 3 === 2) === (part === "heldOut"))
        .map((text) => ({ text, mode, lang })),
    ),
  );
}

/** "[pay|bayar] {bill}" as one of the messages it stands for. Slots may hold slots. */
function expand(pattern: string, random: () => number): string {
  const chosen = pattern.replace(
    /\[([^\]]*)\]/g,
    (_, choices: string) => pick(choices.split("|"), random) ?? "",
  );
  const filled = chosen.replace(/\{(\w+)\}/g, (_, slot: string) => pick(SLOTS[slot] ?? [], random) ?? "");
  return /[[{]/.test(filled) ? expand(filled, random) : filled.replace(/\s+/g, " ").trim();
}

function misspelt(text: string, random: () => number): string {
  const at = 1 + Math.floor(random() * (text.length - 2));
  const swap = random() < 0.5;
  return (
    text.slice(0, at) +
    (swap
      ? text
          .slice(at, at + 2)
          .split("")
          .reverse()
          .join("")
      : "") +
    text.slice(at + (swap ? 2 : 1))
  );
}

/** Short forms, a particle, a misspelling, no question mark. */
function hurried(text: string, random: () => number): string {
  let said = text;
  if (random() < 0.5) for (const [word, short] of SHORT_FORMS) said = said.replace(word, short);
  if (random() < 0.3) said = `${said} ${pick(grammars.endings, random)}`;
  if (random() < 0.2) said = `${pick(grammars.openings, random)} ${said}`;
  if (random() < 0.3 && said.length > 8) said = misspelt(said, random);
  return random() < 0.5 ? said.replace(/\?/g, "") : said;
}

/** About `EACH_MODE` different messages of each mode, the same ones every time. */
export function madeMessages(): TrainingMessage[] {
  const random = seeded(SEED);
  return CLASSES.flatMap((mode) => {
    const texts = new Set<string>();
    for (let tries = 0; tries < EACH_MODE * 2 && texts.size < EACH_MODE; tries += 1) {
      const text = expand(MODES[mode][tries % MODES[mode].length] ?? "", random);
      texts.add(random() < HURRIED ? hurried(text, random) : text);
    }
    return [...texts].filter((text) => text !== "").map((text) => ({ text, mode, lang: "-" }));
  });
}
