/**
 * Cuts a text into words, numbers and signs, in one pass whose time grows with the length alone. Nothing is
 * thrown away: what no later layer accounts for is what keeps a reading from being certain.
 */

type TokenKind = "word" | "number" | "mark" | "code" | "emoji" | "break";

export interface Token {
  /** As the person wrote it. */
  readonly text: string;
  readonly lower: string;
  readonly kind: TokenKind;
  /** Nothing stood between this token and the one before. */
  readonly glued: boolean;
  /** A hyphen stood there, which is no token of its own: "7-eleven". */
  readonly hyphen: boolean;
}

/** Alternatives start with different characters or end at a fixed sign, so that none of them backtracks far. */
const PIECES = new RegExp(
  [
    "(\\n)",
    "((?:https?:\\/\\/|www\\.)\\S*|[a-z0-9]{1,40}@[a-z0-9]\\S*)",
    "(\\d+(?:[.,:\\/]+\\d+)*)",
    "(\\p{L}[\\p{L}\\p{M}]*(?:'[\\p{L}\\p{M}]+)*)",
    "(\\p{Extended_Pictographic}|\\p{Emoji_Modifier}|\\p{Regional_Indicator})",
    "(\\S)",
  ].join("|"),
  "giu",
);

/** In the order of the groups above. */
const KINDS: readonly TokenKind[] = ["break", "code", "number", "word", "emoji", "mark"];

/** Cuts a normalised text (`normalise`) into tokens. A hyphen between letters joins, and is no token. */
export function tokenise(text: string): Token[] {
  const tokens: Token[] = [];
  let end = 0;
  let hyphen = false;
  for (const match of text.matchAll(PIECES)) {
    const kind = KINDS[match.findIndex((group, index) => index > 0 && group !== undefined) - 1] ?? "mark";
    const piece = match[0];
    const glued = match.index === end && match.index > 0;
    end = match.index + piece.length;
    if (doubles(tokens.at(-1), piece, { glued, text, end })) {
      tokens[tokens.length - 1] = { ...(tokens.at(-1) as Token), text: `${tokens.at(-1)?.text}2` };
      continue;
    }
    const joining = piece === "-" && glued && joins(tokens.at(-1), text, end);
    if (!joining) tokens.push({ text: piece, lower: piece.toLowerCase(), kind, glued, hyphen });
    hyphen = joining;
  }
  return tokens;
}

/** "kuey-teow" and "7-eleven" are names; "lunch-15" and "2026-03-05" are not. */
function joins(before: Token | undefined, text: string, after: number): boolean {
  if (before === undefined || (before.kind !== "word" && before.kind !== "number")) return false;
  return /\p{L}/u.test(text.charAt(after));
}

/** Malay short form: "makan2" is "makan-makan", one word. Names such as "ps2" are shorter. */
function doubles(
  before: Token | undefined,
  piece: string,
  { glued, text, end }: { readonly glued: boolean; readonly text: string; readonly end: number },
): boolean {
  return (
    piece === "2" &&
    glued &&
    before?.kind === "word" &&
    before.text.length >= 4 &&
    !/[\p{L}\d]/u.test(text.charAt(end))
  );
}
