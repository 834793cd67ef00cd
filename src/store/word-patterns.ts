/**
 * Words as a person searches for them, as patterns of PostgreSQL: from the start of a word on, in singular and plural
 * ("coffees" finds "coffee", "kopi" finds "kopi2"), and never in the middle of another ("tea" is not in "steak").
 */

const START = "(?<![[:alnum:]])";
const END = "(?![[:alnum:]])";
/** Up to this many letters a word stands alone: "mak" is not the beginning of "makan". */
const SHORT = 3;
/** "-s", "-es", "'s", Malay "-nya" and "kopi2". */
const ENDINGS = "(s|es|'s|nya|2)?";

function escaped(text: string): string {
  return text.replace(/[\\^$.|?*+()[\]{}]/g, "\\$&");
}

/** What the word may be the plural of, without its ending. */
function singulars(word: string): readonly string[] {
  const forms: string[] = [];
  if (word.length > 4 && word.endsWith("ies")) forms.push(`${word.slice(0, -3)}y`);
  if (word.length > 4 && /(s|x|z|ch|sh|o)es$/.test(word)) forms.push(word.slice(0, -2));
  if (word.length > 3 && /[^s]s$/.test(word)) forms.push(word.slice(0, -1));
  if (word.length > 3 && word.endsWith("2")) forms.push(word.slice(0, -1));
  return forms.map((form) => form.replace(/'$/, ""));
}

/** "battery" is also "batteries". */
function plurals(word: string): readonly string[] {
  return /[^aeiou]y$/.test(word) ? [`${word.slice(0, -1)}ies`] : [];
}

/** A pattern that finds the word in a record. */
export function wordPattern(word: string): string {
  const lower = word.toLowerCase();
  const others = [...singulars(lower), ...plurals(lower)].map((form) => `${escaped(form)}${ENDINGS}${END}`);
  const itself = lower.length <= SHORT ? `${escaped(lower)}${ENDINGS}${END}` : escaped(lower);
  return `${/^[\p{L}\p{N}]/u.test(lower) ? START : ""}(${[itself, ...others].join("|")})`;
}

/** A pattern that finds all of the words in one record, in any order. */
export function allOf(words: readonly string[]): string {
  return `^${words.map((word) => `(?=.*${wordPattern(word)})`).join("")}`;
}
