/**
 * When one statement takes another's place (SPEC S10.3, S10.4): the person's own words must say so. "RM5,000" after
 * "RM3,000" is a second fact; "not 3,000, make it 5,000" is the first one, put right.
 */
import { formatMoney, toMinor } from "../kernel/money.ts";
import { normalise } from "../language/normalise.ts";
import { tableOf } from "../language/phrases.ts";
import type { Token } from "../language/tokens.ts";
import { absolute, type SaidAt } from "./absolute.ts";
import { placeOf } from "./clauses.ts";
import lists from "./data/extraction.json" with { type: "json" };
import { type Facts, type Figure, factsIn, figureAt, tokensOf } from "./facts.ts";
import { plainText, sameFigure } from "./guard.ts";
import { momentAt, sameMoment } from "./moments.ts";

const strong = tableOf(lists.replacing.strong);
const weak = tableOf(lists.replacing.weak);
const denied = tableOf(lists.replacing.denied);

/** Whether these words of a person say that one thing takes another's place. */
export function speaksOfReplacing(words: string): "strong" | "weak" | null {
  const tokens = tokensOf(words);
  if (placeOf(strong, tokens) >= 0) return "strong";
  return placeOf(weak, tokens) >= 0 ? "weak" : null;
}

/**
 * Whether `newer` may take the place of `older`.
 * @param words what the person is said to have said about it; it must be in `said`, their side of the block
 */
export function takesPlace(
  { words, said }: { readonly words: string; readonly said: readonly string[] },
  newer: string,
  older: string,
): boolean {
  const plain = plainText(words);
  if (plain === "" || !said.some((text) => ` ${plainText(text)} `.includes(` ${plain} `))) return false;
  const kind = speaksOfReplacing(words);
  if (kind === null) return false;
  const [now, before] = [factsIn(newer), factsIn(older)];
  if (!samePeople(now, before) || !sameSubject(now, before)) return false;
  const figures = now.figures.length > 0 && before.figures.length > 0;
  const others = figures && !now.figures.every((one) => before.figures.some((two) => sameFigure(one, two)));
  if (others && kind !== "strong") return false;
  const refused = deniedFigures(tokensOf(words));
  return refused.every((figure) => before.figures.some((one) => one.value === figure.value));
}

const relatives = (facts: Facts): string[] => [...facts.people].sort();

function samePeople(one: Facts, other: Facts): boolean {
  return relatives(one).join() === relatives(other).join();
}

function sameSubject({ topics: one }: Facts, { topics: other }: Facts): boolean {
  return one.size === 0 || other.size === 0 || [...one].some((topic) => other.has(topic));
}

/** The figures behind "not", "bukan", "instead of". */
function deniedFigures(tokens: readonly Token[]): Figure[] {
  return tokens.flatMap((_, at) => {
    const length = denied.match(tokens, at)?.length ?? 0;
    const figure = length > 0 ? figureAt(tokens, at + length) : undefined;
    return figure ? [figure] : [];
  });
}

interface Spot<T> {
  readonly from: number;
  readonly to: number;
  readonly what: T;
}

/**
 * A statement with the figure or the date in it that the person put right.
 * @param words "not 5,000, make it 6,000"
 * @returns null when the words put nothing in this statement right
 */
export function putRight(statement: string, words: string, at: SaidAt): string | null {
  if (speaksOfReplacing(words) !== "strong") return null;
  const [now, before] = [factsIn(words), factsIn(statement)];
  if (!sameSubject(now, before)) return null;
  return withFigure(statement, words) ?? withMoment(statement, words, at);
}

function withFigure(statement: string, words: string): string | null {
  const tokens = tokensOf(words);
  const refused = deniedFigures(tokens);
  const wanted = spotsOf(tokens, figureAt).filter(
    ({ what }) => !refused.some((figure) => sameFigure(figure, what)),
  );
  const figure = wanted.at(-1)?.what;
  if (figure === undefined) return null;
  const text = normalise(statement);
  const spots = spotsOf(tokensOf(text), figureAt);
  const meant = refused.length > 0 ? spots.filter(({ what }) => sameValue(refused, what)) : spots;
  const [spot] = meant;
  if (spot === undefined || meant.length > 1 || sameFigure(spot.what, figure)) return null;
  return replaced(text, spot, writtenAs(figure, spot.what));
}

function sameValue(figures: readonly Figure[], { value }: Figure): boolean {
  return figures.some((figure) => figure.value === value);
}

function writtenAs({ value, currency }: Figure, old: Figure): string {
  const money = currency ?? old.currency;
  const amountMinor = money === null ? null : toMinor(value, money);
  if (money === null || amountMinor === null) return value;
  return formatMoney({ amountMinor, currency: money }).replace(/\.00$/, "");
}

function withMoment(statement: string, words: string, at: SaidAt): string | null {
  const said = absolute(words, at);
  const reading = { toward: "future" } as const;
  const spots = spotsOf(tokensOf(said), (tokens, place) => momentAt(tokens, place, reading));
  const wanted = spots.at(-1);
  const text = normalise(statement);
  const own = spotsOf(tokensOf(text), (tokens, place) => momentAt(tokens, place, reading));
  const [spot] = own;
  if (wanted === undefined || spot === undefined || own.length > 1) return null;
  if (sameMoment(wanted.what.key, spot.what.key)) return null;
  const others = spots.slice(0, -1);
  if (others.length > 0 && !others.some(({ what }) => sameMoment(what.key, spot.what.key))) return null;
  const written = tokensOf(said).slice(wanted.from, wanted.to);
  return replaced(text, spot, written.map(({ text: piece }) => piece).join(" "));
}

function spotsOf<T extends { readonly length: number }>(
  tokens: readonly Token[],
  read: (tokens: readonly Token[], at: number) => T | undefined,
): Spot<T>[] {
  const spots: Spot<T>[] = [];
  for (let at = 0; at < tokens.length; at += 1) {
    const what = read(tokens, at);
    if (what === undefined) continue;
    spots.push({ from: at, to: at + what.length, what });
    at += what.length - 1;
  }
  return spots;
}

function replaced(text: string, { from, to }: Spot<unknown>, instead: string): string {
  const tokens = tokensOf(text);
  let cursor = 0;
  let start = 0;
  for (const [place, token] of tokens.entries()) {
    const at = Math.max(cursor, text.indexOf(token.text, cursor));
    if (place === from) start = at;
    cursor = at + token.text.length;
    if (place === to - 1) return `${text.slice(0, start)}${instead}${text.slice(cursor)}`;
  }
  return text;
}
