/** Phrases of the data files as regular expressions, so that a new phrase is a line of JSON and no code. */

const FOLK =
  "(?:people|malaysians|families|students|couples|coaches|experts|planners|landlords|banks|lenders|insurers|telcos|shops|stores|gyms|apps|cards|credit cards|loans|employers|schools|clinics|orang|keluarga|bank|kedai)";
const YOU = "(?:you|u|awak|anda|kamu|kau|hang|tuan|puan)";

/** "…" stands for up to four words, "{you}" for whoever is spoken to, "{folk}" for others, a space for any white space. */
function sourceOf(phrase: string): string {
  return phrase
    .replace(/[.*+?^$()|[\]\\]/g, "\\$&")
    .replaceAll("{you}", YOU)
    .replaceAll("{folk}", FOLK)
    .replaceAll(" … ", "(?:\\s+[\\p{L}\\p{M}\\p{N}.,'-]+){0,4}?\\s+")
    .replaceAll(" ", "\\s+");
}

/** The source of an expression that takes one of the phrases, as whole words: a piece of a longer one. */
export function oneOf(phrases: readonly string[]): string {
  return `(?<![\\p{L}\\p{N}])(?:${phrases.map(sourceOf).join("|")})(?![\\p{L}\\p{N}])`;
}

/** One expression that finds each of the phrases as whole words, whatever their case. */
export function anyOf(phrases: readonly string[], flags = ""): RegExp {
  return new RegExp(oneOf(phrases), `iu${flags}`);
}
