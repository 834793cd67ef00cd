/**
 * Malay roots of words with affixes: "menyimpan" is "simpan", "perkahwinannya" is "kahwin". Proposes, and knows no
 * words: whoever asks takes the root that is in a list.
 */

const SUFFIXES = ["nya", "kan", "lah", "kah", "pun", "ku", "mu", "an", "i"];
/** Each prefix with the letters that it may have swallowed; the longer ones first. */
const PREFIXES: readonly (readonly [string, readonly string[]])[] = [
  ["meny", ["s"]],
  ["peny", ["s"]],
  ["meng", ["", "k"]],
  ["peng", ["", "k"]],
  ["mem", ["", "p"]],
  ["pem", ["", "p"]],
  ["men", ["", "t"]],
  ["pen", ["", "t"]],
  ["ber", [""]],
  ["ter", [""]],
  ["per", [""]],
  ["bel", [""]],
  ["pel", [""]],
  ["me", [""]],
  ["pe", [""]],
  ["be", [""]],
  ["di", [""]],
  ["ke", [""]],
  ["se", [""]],
];
const SHORTEST = 3;

function withoutSuffix(word: string): string[] {
  return SUFFIXES.filter((suffix) => word.endsWith(suffix)).map((suffix) => word.slice(0, -suffix.length));
}

function withoutPrefix(word: string): string[] {
  return PREFIXES.filter(([prefix]) => word.startsWith(prefix)).flatMap(([prefix, lost]) =>
    lost.map((letter) => letter + word.slice(prefix.length)),
  );
}

/**
 * @param word in lower case
 * @returns what it may come from, the likelier first: at most two suffixes and two prefixes fewer
 */
export function rootsOf(word: string): string[] {
  const stems = [word, ...withoutSuffix(word), ...withoutSuffix(word).flatMap(withoutSuffix)];
  const once = stems.flatMap(withoutPrefix);
  const roots = [...stems.slice(1), ...once, ...once.flatMap(withoutPrefix)];
  return [...new Set(roots)].filter((root) => root.length >= SHORTEST);
}
