/** Corrections of what is remembered, and what somebody wants remembered (SPEC S10.8), in their own words. */
import data from "./data/memory.json" with { type: "json" };
import { gapBefore } from "./describe.ts";
import { normalise } from "./normalise.ts";
import { tableOf } from "./phrases.ts";
import { type Token, tokenise } from "./tokens.ts";

const POLITE = tableOf(data.polite);
const REMEMBER_THAT = tableOf(data.rememberThat);
const REMEMBER = new Set(data.rememberVerbs);
const FIRST_PERSON = new Set(data.firstPerson);
const WRONG = tableOf(data.wrong);
const NUMBER_LEADS = tableOf(data.numberLeads);
const IS_WRONG = tableOf(data.isWrong);
const CORRECT_VERBS = tableOf(data.correctVerbs);
const MARKS = new Set(data.marks);

/** The words of tokens as they were written. */
function wordsOf(tokens: readonly Token[]): string {
  return tokens
    .map((token) => `${gapBefore(token)}${token.text}`)
    .join("")
    .trim();
}

function afterMarks(tokens: readonly Token[], from: number): number {
  let at = from;
  while (MARKS.has(tokens[at]?.text ?? "")) at += 1;
  return at;
}

/** Behind "please", "mama", "can you". */
export function afterPolite(tokens: readonly Token[]): number {
  let at = 0;
  for (let hit = POLITE.match(tokens, at); hit !== undefined; hit = POLITE.match(tokens, at))
    at += hit.length;
  return at;
}

/** "Remember that I'm vegetarian", "ingat yang saya vegetarian": what is to be remembered. */
export function readToRemember(tokens: readonly Token[]): { text: string; outright: boolean } | undefined {
  const start = afterPolite(tokens);
  const that = REMEMBER_THAT.match(tokens, start);
  const bare =
    REMEMBER.has(tokens[start]?.lower ?? "") && FIRST_PERSON.has(tokens[start + 1]?.lower ?? "") ? 1 : 0;
  const length = that?.length ?? bare;
  if (length === 0 || tokens.at(-1)?.text === "?") return undefined;
  const rest = tokens.slice(afterMarks(tokens, start + length));
  if (rest.filter(({ kind }) => kind === "word").length < 2) return undefined;
  return { text: wordsOf(rest).replace(/[.!]+$/, ""), outright: that !== undefined };
}

/**
 * "Number 3 is wrong: it's RM6,000", "betulkan 3: bulan Julai": the row, and what it should say, if that is there.
 * @param bare whether "3 is wrong" will do: a list was just shown, so that 3 is no amount
 */
export function readNumberedCorrection(
  tokens: readonly Token[],
  { bare = false } = {},
): { number: number; text: string } | undefined {
  // "No 4 is wrong" is number 4; "that's wrong, number 3 should be …" begins with a contradiction.
  const start = tokens.length - withoutContradiction(tokens).length;
  return (
    correctionFrom(tokens, afterPolite(tokens), bare) ??
    (start > 0 ? correctionFrom(tokens, start, bare) : undefined)
  );
}

function correctionFrom(
  tokens: readonly Token[],
  from: number,
  bare: boolean,
): { number: number; text: string } | undefined {
  const verb = CORRECT_VERBS.match(tokens, from);
  let at = from + (verb?.length ?? 0);
  const lead = NUMBER_LEADS.match(tokens, at);
  at += lead?.length ?? 0;
  const number = tokens[at];
  if (number?.kind !== "number" || !/^[1-9]\d?$/.test(number.text)) return undefined;
  at = afterMarks(tokens, at + 1);
  const wrong = IS_WRONG.match(tokens, at);
  if (!verb && (!wrong || !(lead || bare))) return undefined;
  at = afterMarks(tokens, at + (wrong?.length ?? 0));
  return { number: Number(number.text), text: wordsOf(withoutContradiction(tokens.slice(at))) };
}

/** The same right behind a list. */
export function readListedCorrection(text: string): { number: number; text: string } | undefined {
  return readNumberedCorrection(tokenise(normalise(text)), { bare: true });
}

/** "That's wrong, it's in July", "bukan, RM6,000": what is said instead; undefined when nothing is contradicted. */
export function readContradiction(text: string): string | undefined {
  const tokens = tokenise(normalise(text));
  const rest = withoutContradiction(tokens);
  if (rest.length === tokens.length || rest.length === 0) return undefined;
  return wordsOf(rest);
}

/** "No, that's wrong, actually …": all of these, one after the other. */
function withoutContradiction(tokens: readonly Token[]): readonly Token[] {
  let at = afterPolite(tokens);
  let end = 0;
  for (let hit = WRONG.match(tokens, at); hit !== undefined; hit = WRONG.match(tokens, at)) {
    at = afterMarks(tokens, at + hit.length);
    end = at;
  }
  return tokens.slice(end);
}
