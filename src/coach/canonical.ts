/**
 * A reply as it will be read, whatever it is written with: digits of any script, circled and mathematical ones, are
 * plain digits, and what nobody sees (zero-width characters, marks over a digit, markdown inside a number) is gone.
 * So a figure cannot hide from the checks, and each place is known in the text that was given.
 */

export interface Canonical {
  readonly text: string;
  /** Where the character at `at` stands in the text that was given, in UTF-16 units; its length for the end. */
  origin(at: number): number;
}

const UNSEEN = /^(?:\p{Cf}|\u034F|[\uFE00-\uFE0F]|\u20E3)$/u;
const MARKDOWN = /^[*_~`]$/;

/** Digits of other scripts stand in rows of ten. */
function digitOf(sign: string): string {
  const code = sign.codePointAt(0) ?? 0;
  let value = 0;
  while (value < 9 && /^\p{Nd}$/u.test(String.fromCodePoint(code - value - 1))) value += 1;
  return String(value);
}

function plainOf(sign: string): string {
  if (sign <= "\u007F") return sign;
  if (sign === "\u2044") return "/";
  const plain = sign.normalize("NFKC").replace("\u2044", "/");
  if (/^[\d/]+$|^[a-z]+$/i.test(plain)) return plain;
  return /^\p{Nd}$/u.test(sign) ? digitOf(sign) : sign;
}

/** A circled number, or a keycap, that begins a line is the number of a list item. */
function isListNumber(sign: string, before: string, after: string): boolean {
  if (before !== "" && before !== "\n") return false;
  return /^\p{No}$/u.test(sign) ? /^\s/.test(after) : /^\d$/.test(sign) && /^\uFE0F?\u20E3/.test(after);
}

/** Makes the plain form of a text. */
export function canonical(given: string): Canonical {
  let text = "";
  const origins: number[] = [];
  let at = 0;
  for (const sign of given) {
    const start = at;
    at += sign.length;
    const before = text.at(-1) ?? "";
    const inNumber = /\d/.test(before);
    if (UNSEEN.test(sign) || (inNumber && /^\p{M}$/u.test(sign))) continue;
    if (MARKDOWN.test(sign) && inNumber && /^[*_~`\p{Cf}]*\d/u.test(given.slice(at))) continue;
    let plain = plainOf(sign);
    // "1½" is one and a half, and no eleven.
    if (inNumber && plain.includes("/") && plain.length > 1) plain = ` ${plain}`;
    if (isListNumber(sign, before, given.slice(at, at + 3))) plain = `${plain}.`;
    text += plain;
    for (let unit = 0; unit < plain.length; unit += 1) origins.push(start);
  }
  return { text, origin: (index) => origins[index] ?? given.length };
}
