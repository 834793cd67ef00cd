/** Which of Mama's languages a message is in, by its everyday words; the mix of both counts as the larger part. */
import type { Language } from "../kernel/types.ts";
import languages from "./data/languages.json" with { type: "json" };
import type { Token } from "./tokens.ts";

const MALAY = new Set(languages.ms);
const ENGLISH = new Set(languages.en);

/** @param preferred the user's setting, which decides when the words do not */
export function detectLanguage(tokens: readonly Token[], preferred: Language | "auto"): Language {
  let malay = 0;
  let english = 0;
  for (const { lower } of tokens) {
    if (MALAY.has(lower)) malay += 1;
    if (ENGLISH.has(lower)) english += 1;
  }
  if (malay === english) return preferred === "auto" ? "en" : preferred;
  return malay > english ? "ms" : "en";
}
