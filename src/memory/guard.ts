/**
 * The guard of memory (SPEC S10.4, S10.7): two statements that name different amounts, dates, people or things are two
 * facts, whatever a model or a similarity says. It is asked first, and its no is final.
 */
import { type Facts, type Figure, factsIn } from "./facts.ts";
import { sameMoment } from "./moments.ts";

/** Whether the two cannot be the same statement. Where one of them does not say, they can be. */
export function differ(one: string, other: string): boolean {
  return factsDiffer(factsIn(one), factsIn(other));
}

/** Whether the two are exact about the same things, so that either can stand for both. */
export function sameFacts(one: string, other: string): boolean {
  const [a, b] = [factsIn(one), factsIn(other)];
  return !factsDiffer(a, b) && says(a, b) && says(b, a);
}

/** Whether `newer` says all that `older` is exact about, and more: it can take the older one's place. */
export function addsTo(newer: string, older: string): boolean {
  const [a, b] = [factsIn(newer), factsIn(older)];
  return !factsDiffer(a, b) && says(a, b) && !says(b, a);
}

export function factsDiffer(a: Facts, b: Facts): boolean {
  const moments = [...a.moments];
  const others = [...b.moments];
  return (
    (a.figures.length > 0 && b.figures.length > 0 && !sameSet(a.figures, b.figures, sameFigure)) ||
    (moments.length > 0 && others.length > 0 && !sameSet(moments, others, sameMoment)) ||
    !sameSet([...a.names], [...b.names], Object.is) ||
    (a.topics.size > 0 && b.topics.size > 0 && ![...a.topics].some((topic) => b.topics.has(topic))) ||
    a.negated !== b.negated ||
    a.hedged !== b.hedged
  );
}

/** Whether `a` names every amount and moment that `b` names, each as closely. */
function says(a: Facts, b: Facts): boolean {
  return (
    b.figures.every((figure) => a.figures.some((own) => sameFigure(own, figure))) &&
    [...b.moments].every((moment) =>
      [...a.moments].some((own) => sameMoment(own, moment) && own.length >= moment.length),
    )
  );
}

export function sameFigure(one: Figure, other: Figure): boolean {
  const currencies = one.currency === null || other.currency === null || one.currency === other.currency;
  return one.value === other.value && currencies;
}

function sameSet<T>(one: readonly T[], other: readonly T[], same: (a: T, b: T) => boolean): boolean {
  return (
    one.every((item) => other.some((candidate) => same(item, candidate))) &&
    other.every((item) => one.some((candidate) => same(item, candidate)))
  );
}

/** Two statements as the same text: case, signs and spaces aside. */
export function sameText(one: string, other: string): boolean {
  return plainText(one) === plainText(other);
}

/** Letters and digits alone, in lower case. */
export function plainText(text: string): string {
  return text
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}.]+/gu, " ")
    .replace(/\.(?!\d)/g, " ")
    .replace(/\s+/g, " ")
    .trim();
}
