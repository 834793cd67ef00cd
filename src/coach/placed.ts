/**
 * A reply as tokens that know their places. The reader's own normalising changes lengths, so what models write
 * (typographic dashes and quotes, markdown) is made plain here character by character.
 */
import { type Token, tokenise } from "../language/tokens.ts";

/** A token with where it stands, in UTF-16 units of the text that was given. */
export interface Placed extends Token {
  readonly at: number;
  readonly end: number;
}

interface PlacedText {
  /** As long as the text that was given: one plain character for each. */
  readonly plain: string;
  readonly tokens: readonly Placed[];
}

/** One character for one, in this order. */
const PLAINER: readonly (readonly [RegExp, string | ((sign: string) => string)])[] = [
  [/[\uFF01-\uFF5E]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) - 0xfee0)],
  [/\u034F|[\t\u00A0\u00AD\u1680\u2000-\u200F\u202F\u205F\u2060-\u2064\u3000\uFEFF]/g, " "],
  [/[\r\u2028\u2029]/g, "\n"],
  [/[\u2010-\u2013\u2212]/g, "-"],
  [/[\u2014\u2015]/g, ";"],
  [/[\u2018\u2019\u02BC\u00B4]/g, "'"],
  [/[\u201C\u201D]/g, '"'],
  [/[\u00D7\u2715\u2716]/g, "x"],
  [/(?<=^[ ]*)[*\u2022\u00B7\u2013](?= )/gm, "\u2022"],
  [/[*_~`]/g, " "],
];

/** Cuts a text into tokens with their places. */
export function placed(text: string): PlacedText {
  let plain = text;
  for (const [sign, plainer] of PLAINER) {
    plain = typeof plainer === "string" ? plain.replace(sign, plainer) : plain.replace(sign, plainer);
  }
  let from = 0;
  const tokens = tokenise(plain).map((token) => {
    const at = plain.indexOf(token.text, from);
    from = at + token.text.length;
    return { ...token, at, end: from };
  });
  return { plain, tokens };
}
