/**
 * The grounding check (SPEC S7): each amount, count, percentage and date that a reply states about the user's
 * money must be found exactly in this turn's tool results or in the user's own words.
 *
 *   reply ─┬─ figures, each with its place
 *          └─ clauses: statement · open · general · advice ─→ which figures must be proven ─→ faults
 *
 * When in doubt, a figure must be proven: a sentence that is written again costs less than a false one.
 */
import { type Gap, meantBy } from "./bound.ts";
import { canonical } from "./canonical.ts";
import { type Clause, clausesOf } from "./clauses.ts";
import { isDerived } from "./derived.ts";
import { changeGoes, directionsOf, isChange, mayGo } from "./direction.ts";
import type { Facts } from "./facts.ts";
import type { Fault } from "./fault.ts";
import type { Figure, FigureContext, Meaning } from "./figure.ts";
import { figuresIn } from "./figures.ts";
import {
  isBound,
  isGeneral,
  isOneOfThem,
  isPrice,
  isSomeIncome,
  isUnitPrice,
  onlyReckons,
} from "./general-amounts.ts";
import { type Ground, groundOf } from "./grounds.ts";
import { type Placed, placed } from "./placed.ts";
import { follows, isPinned, isProposed, isSupposed, isToldOf } from "./proposals.ts";
import { speaksOfSpending } from "./spending-words.ts";
import { type Spot, spotOf } from "./spots.ts";

/** A figure of the reply with the clause that it stands in. */
interface Stated {
  readonly figure: Figure;
  readonly clause: Clause;
  readonly spot: Spot;
}

/** "34% of your spending": what is, unless it is offered. */
const OF_YOURS =
  /^\s*(?:of|daripada|dari)\s+(?:your|what you|the|all your|semua|gaji|belanja|pendapatan)\b/iu;

/** Where nothing shows what the clause does. */
function isOpenClaim({ figure: { kind, soft }, clause, spot }: Stated, plain: string): boolean {
  const { aboutUser } = clause;
  if (kind === "percentage" && !aboutUser) {
    const ways = directionsOf(spot.tokens, { from: spot.at, end: spot.end });
    if (!isChange(ways)) return speaksOfSpending(spot, plain.slice(clause.at, clause.end));
  }
  if (soft || isSupposed(spot)) return false;
  if (kind !== "amount") return true;
  return !isGeneral(spot) && (aboutUser || !(isPrice(spot) || isSomeIncome(spot)));
}

function isClaim({ figure, clause, spot }: Stated, plain: string): boolean {
  const { kind, soft } = figure;
  if (kind === "amount" && clause.manner !== "statement" && isBound(spot)) return false;
  const definite = !soft && kind !== "date" && isToldOf(spot);
  switch (clause.manner) {
    case "statement":
      return true;
    case "open":
      return isOpenClaim({ figure, clause, spot }, plain);
    case "rate":
      if (soft) return false;
      return kind === "percentage" ? clause.aboutUser || definite : !(kind === "amount" && isGeneral(spot));
    case "advice":
      if (kind === "amount") return !isProposed(spot, clause);
      if (kind === "percentage") return definite && OF_YOURS.test(plain.slice(figure.end));
      return definite;
    case "general":
      return (
        !soft && kind !== "percentage" && kind !== "date" && clause.aboutUser && !isProposed(spot, clause)
      );
  }
}

/** The shares of a rule that the reply names: "50/30/20" … "50% for needs". */
function sharesOf(plain: string): ReadonlySet<string> {
  const rules = plain.matchAll(/(?<![\d/])\d{2}[/:]\d{2}(?:[/:]\d{2})?(?![\d/])/g);
  return new Set([...rules].flatMap(([rule]) => rule.split(/[/:]/)));
}

/** "Text me like “lunch 15” or “grab 12”": what the person could write is no figure of theirs. */
function examplesIn(plain: string): readonly (readonly [number, number])[] {
  const asked =
    /\b(?:like|type|say|text|send|write|tell me|tell mama|macam|taip|tulis|hantar|cakap|contohnya)\s*:?\s*(?:"[^"\n]{1,40}"[\s,]*(?:or|and|atau|dan)?\s*)+/giu;
  const ofOthers = [...plain.matchAll(asked)].filter(
    ([text]) => !/\b(?:you|your|awak|anda|spent)\b/i.test(text),
  );
  return ofOthers.map((match) => [match.index, match.index + match[0].length] as const);
}

/** Where names with digits stand, which tools returned: "Unifi 300" is no figure. */
function spotsOf(plain: string, names: readonly string[]): readonly (readonly [number, number])[] {
  const text = plain.toLowerCase();
  return names.flatMap((name) => {
    const spots: [number, number][] = [];
    const wanted = placed(name).plain.toLowerCase();
    for (let at = text.indexOf(wanted); at >= 0; at = text.indexOf(wanted, at + 1)) {
      const beside = (text[at - 1] ?? "") + (text[at + wanted.length] ?? "");
      if (!/[\p{L}\p{N}]/u.test(beside)) spots.push([at, at + wanted.length]);
    }
    return spots;
  });
}

/** Where what the figure is of can stand: between the figures beside it, within its clause. */
function gapOf({ spot }: Stated, all: readonly Stated[]): Gap {
  const { at, end, first, last } = spot;
  const others = all.filter((one) => one.spot.at !== at && one.spot.first === first);
  const from = Math.max(first, ...others.filter((one) => one.spot.end <= at).map((one) => one.spot.end));
  const to = Math.min(last, ...others.filter((one) => one.spot.at >= end).map((one) => one.spot.at));
  return { from, at, end, to, alone: others.length === 0 };
}

/** Whether what is known has the figure, of the same thing, going the same way. */
function isProven(stated: Stated, all: readonly Stated[], known: Known): boolean {
  const { ground, tokens, context } = known;
  const ways = directionsOf(tokens, { from: stated.spot.at, end: stated.spot.end });
  return stated.figure.means.some((meaning: Meaning) => {
    if (!ground.has(meaning)) return false;
    if ("percent" in meaning && isChange(ways)) return changeGoes(meaning.percent, ground.changes, ways);
    if (!("amount" in meaning)) return true;
    const going = ground.amountsOf(meaning.amount).filter((amount) => mayGo(amount, ways));
    const { amounts } = ground;
    const { today } = context;
    return meantBy(going, { amounts, today }, { tokens, gap: gapOf(stated, all) }).length > 0;
  });
}

interface Known {
  readonly ground: Ground;
  readonly tokens: readonly Placed[];
  readonly context: FigureContext;
}

/** Of the figures that nothing proves, those that are claims; what follows from a free figure is free with it. */
function claimsOf(unproven: readonly Stated[], all: readonly Stated[], plain: string): readonly Stated[] {
  const rules = sharesOf(plain);
  const claimed: Stated[] = [];
  for (const stated of unproven) {
    const { figure, clause, spot } = stated;
    const ofRule = figure.kind === "percentage" && rules.has(/^\d{2}/.exec(figure.text)?.[0] ?? "");
    if (ofRule && clause.manner !== "statement") continue;
    // "Start with RM500, then RM1,000."
    const before = all[all.indexOf(stated) - 1];
    const hangsOn = before && clause.manner !== "statement" && follows(before.spot, spot);
    const free = hangsOn && unproven.includes(before) && !claimed.includes(before);
    if (!free && isClaim(stated, plain)) claimed.push(stated);
  }
  return withoutArithmetic(claimed, unproven, all);
}

/** Takes away what is reckoned from a general amount, and that amount with it: "even RM1 a day is RM365 a year". */
function withoutArithmetic(
  claimed: readonly Stated[],
  unproven: readonly Stated[],
  all: readonly Stated[],
): readonly Stated[] {
  const others = all.filter(({ figure }) => figure.kind !== "amount");
  const isOpen = ({ clause, spot }: Stated): boolean =>
    !(clause.manner === "statement" && clause.aboutUser) && !isPinned(spot);
  const isBase = ({ spot }: Stated): boolean =>
    isGeneral(spot) || isUnitPrice(spot) || onlyReckons(spot) || isOneOfThem(spot);
  const bases = unproven.filter((one) => !claimed.includes(one) || (isOpen(one) && isBase(one)));
  const reckoned = new Set<Stated>();
  for (const stated of claimed.filter(isOpen)) {
    const near = (one: Stated): boolean =>
      one !== stated && Math.abs(one.figure.at - stated.figure.at) < NEAR;
    const base = bases.filter(near).find((one) => isDerived(stated, one, others.filter(near)));
    if (!base) continue;
    for (const one of [stated, base, ...others.filter((other) => isBetween(other, base, stated))])
      reckoned.add(one);
  }
  return claimed.filter((stated) => !reckoned.has(stated));
}

function isBetween({ figure }: Stated, one: Stated, other: Stated): boolean {
  const [first, last] = [one.figure.at, other.figure.at].sort((a, b) => a - b);
  return figure.at > (first ?? 0) && figure.at < (last ?? 0);
}

/** Characters within which one amount can follow from another. */
const NEAR = 120;

/**
 * Checks a reply against what is known in this turn.
 * @param reply   as it would be sent
 * @param facts   of all tool results of the turn and of the user's words, merged
 * @param context the user's day and currency
 * @returns the figures that nothing proves, in the order of the reply; empty when it may be sent
 */
export function ungrounded(reply: string, facts: Facts, context: FigureContext): readonly Fault[] {
  const { text, origin } = canonical(reply);
  const { plain, tokens } = placed(text);
  const ground = groundOf(facts, context);
  const clauses = clausesOf(plain);
  const spots = [...spotsOf(plain, ground.names), ...examplesIn(plain)];
  const all = figuresIn(text, context)
    .filter(({ at }) => !spots.some(([from, to]) => at >= from && at < to))
    .flatMap((figure): Stated[] => {
      const clause = clauses.find(({ at, end }) => figure.at >= at && figure.at < end);
      return clause ? [{ figure, clause, spot: spotOf(tokens, figure, clause) }] : [];
    });
  const unproven = all.filter((stated) => !isProven(stated, all, { ground, tokens, context }));
  return claimsOf(unproven, all, plain).map(({ figure: { kind, at, end } }) => {
    return { kind, text: reply.slice(origin(at), origin(end)), at: origin(at) };
  });
}
