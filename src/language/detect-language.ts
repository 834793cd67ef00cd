/**
 * Which of Mama's languages a message is in. Everyday words tell (the mix of both counts as the larger part);
 * names of things do not, since everybody says kopi and petrol: they count only for somebody met just now.
 */
import type { ReaderContext } from "../kernel/reading.ts";
import type { Language } from "../kernel/types.ts";
import languages from "./data/languages.json" with { type: "json" };
import type { Token } from "./tokens.ts";

const { ms, en } = languages;
const WORDS = { ms: new Set(ms.words), en: new Set(en.words) };
const NOUNS = { ms: new Set(ms.nouns), en: new Set(en.nouns) };

/** The language with more of its words in the message, or null. */
function larger(
  tokens: readonly Token[],
  lists: Readonly<Record<Language, ReadonlySet<string>>>,
): Language | null {
  const count = (language: Language): number =>
    tokens.filter(({ lower }) => lists[language].has(lower)).length;
  const difference = count("ms") - count("en");
  if (difference === 0) return null;
  return difference > 0 ? "ms" : "en";
}

/** The language when no words tell: the one they set, else the one they last wrote in, else English. */
export function languageWithout({ settings, spoken }: ReaderContext): Language {
  return settings.language === "auto" ? (spoken ?? "en") : settings.language;
}

/** The language of a message to this person. */
export function detectLanguage(tokens: readonly Token[], context: ReaderContext): Language {
  const met = context.settings.language !== "auto" || context.spoken !== undefined;
  return larger(tokens, WORDS) ?? (met ? null : larger(tokens, NOUNS)) ?? languageWithout(context);
}
