/**
 * Which figures of advice are proposals (SPEC S7). An amount is free only as a target or a rate that the person could
 * take up ("to RM15", "RM5 a day", "save RM50"); what they have, spend, owe, earn or did is a claim, in whatever
 * sentence it stands: "the 14 rides", "your RM412", "food, now RM999", "RM999 tu". The words are in data/proposals.json.
 */
import { tableOf } from "../language/phrases.ts";
import type { Clause } from "./clauses.ts";
import words from "./data/proposals.json" with { type: "json" };
import { beforeOf, endsWith, rateEnd, wordAt } from "./spot-words.ts";
import type { Spot } from "./spots.ts";

const VERBS = new Set(words.verbs);
const DEFINITE = new Set(words.definite);
const STOPS_BACK = new Set(words.stopsBack);
const STATE = new Set(words.state);
const TOLD_AFTER = new Set(words.toldAfter);
const TOLD_BEFORE = new Set(words.toldBefore);
const TIME_WORDS = new Set(words.timeWords);
const PRESUMES = new Set(words.presumes);
const CUTS = new Set(words.cuts);
const CUT_TO = new Set(words.cutTo);
const KINDS = new Set(words.kinds);
const INDEFINITE = new Set(words.indefinite);
const WITH_VERBS = new Set(words.withVerbs);
const AT_VERBS = new Set(words.atVerbs);
const TARGETS = new Set(words.targets);
const NOT_DEFINITE = new Set(words.notDefinite);
const DESCRIBING = new Set(words.describing);
const PRESUMED_COUNTS = new Set(words.presumedCounts);
const same = tableOf(words.same);
const calledGood = tableOf(words.calledGood);
const LED = new Set(words.leads);
const CONTRACTED = new Set(words.contracted);
const BESIDES = new Set(words.besides);
const WANTS = new Set(words.wants);
const PEOPLE = new Set(words.people);
const IMAGINED = new Set(words.imagined);
const ASSERTS = new Set(words.asserts);
const DOUBTFUL_LEADS = new Set(words.doubtfulLeads);
const COMPANIONS = new Set(words.companions);
const leads = tableOf(words.leads);
const trails = tableOf(words.trails);
const conditions = tableOf(words.conditional);
const emptyConditions = tableOf(words.emptyConditions);

/** "Maybank's"; "that's" is no name. */
function isPossessive(word: string): boolean {
  return /\p{L}'s$/u.test(word) && !CONTRACTED.has(word);
}

/** The nearest word that makes it a thing that is: "the", "your", "Maybank's". */
function isDefinite(spot: Spot): boolean {
  let commas = 0;
  const last = beforeOf(spot);
  if (NOT_DEFINITE.has(wordAt(spot, last))) return false;
  for (let at = last; at > last - 5 && at >= spot.first; at -= 1) {
    const token = spot.tokens[at];
    const word = wordAt(spot, at);
    // "Give your mum RM200": the person is, and not the amount.
    const ofPerson = at < last && PEOPLE.has(wordAt(spot, at + 1));
    if ((DEFINITE.has(word) || isPossessive(word)) && !ofPerson) return true;
    if (token?.kind !== "word") {
      commas += 1;
      if (commas > 1 || !/^[,(:-]$/.test(word)) return false;
    } else if (VERBS.has(word) || STOPS_BACK.has(word)) return false;
  }
  return false;
}

/** "RM999 tu", "14 rides already"; "RM50 bulan ni" is about the month. */
function isPointedAt(spot: Spot): boolean {
  if (same.match(spot.tokens, spot.end) !== undefined) return true;
  for (let at = spot.end; at < spot.end + 3; at += 1) {
    const word = wordAt(spot, at);
    if (TOLD_AFTER.has(word)) return !TIME_WORDS.has(wordAt(spot, at - 1));
    if (spot.tokens[at]?.kind !== "word" || STOPS_BACK.has(word)) return false;
  }
  return false;
}

/** "Cut 14 rides to 7", "bring it from RM640 to RM400": the first of the two is what is. */
function isCutFrom(spot: Spot): boolean {
  const { tokens, at, end, first, last } = spot;
  const before = tokens.slice(Math.max(first, at - 6), at).some(({ lower }) => CUTS.has(lower));
  const after = tokens.slice(end, Math.min(last, end + 6));
  const to = after.findIndex(({ lower }) => CUT_TO.has(lower));
  const target = after.slice(to + 1, to + 4).some(({ kind }) => kind === "number");
  return before && to >= 0 && target;
}

/** Whether the words around the figure say which one it is: "the RM5", "RM5 tu". */
export function isPinned(spot: Spot): boolean {
  return isDefinite(spot) || isPointedAt(spot) || isCutFrom(spot);
}

/** "Consider how 14 Grab rides add up", "Grab 14 kali": counted, unless a verb takes it ("skip 2 Grab rides"). */
function isNamed(spot: Spot): boolean {
  const isName = (at: number): boolean =>
    at > spot.first && at < spot.last && /^\p{Lu}\p{Ll}/u.test(spot.tokens[at]?.text ?? "");
  if (isName(spot.at - 1)) return true;
  const counted = [...Array(spot.end - spot.at + 1).keys()].map((step) => spot.at + step);
  return counted.some(isName) && !VERBS.has(wordAt(spot, spot.at - 1)) && !LED.has(wordAt(spot, spot.at - 1));
}

/** "The 14 rides", "9 times already": a count or a share that is, and none to aim for. */
export function isToldOf(spot: Spot): boolean {
  const lead = wordAt(spot, spot.at - 1);
  const word = DESCRIBING.has(lead) ? wordAt(spot, spot.at - 2) : lead;
  const definite = DEFINITE.has(word) || isPossessive(word);
  return definite || isNamed(spot) || isPointedAt(spot) || isCutFrom(spot) || PRESUMED_COUNTS.has(lead);
}

/** Whether an amount is told as something that is, whatever the clause around it does. */
export function isTold(spot: Spot): boolean {
  const before = beforeOf(spot);
  const lead = wordAt(spot, before);
  // "Paying RM50 extra shortens it", "a good goal is RM500".
  if (before === spot.first && BESIDES.has(wordAt(spot, spot.end))) return false;
  if (isGoal(spot)) return false;
  if (isPointedAt(spot) || isCutFrom(spot) || TOLD_BEFORE.has(lead)) return true;
  if (lead === "from" || lead === "dari" || lead === "daripada")
    return !/^(?:start|starts|starting|begin|beginning|mula|bermula|anywhere|range|ranges|ranging|run|money|duit)$/.test(
      wordAt(spot, before - 1),
    );
  // "On RM3,500 a month, you could …": what is earned is told. "With rent at RM900", too.
  if ((lead === "on" || lead === "with") && before === spot.first) return true;
  return (
    STATE.has(lead) ||
    (lead === ":" && rateEnd(spot) < 0 && STATE.has(wordAt(spot, before - 1))) ||
    isDefinite(spot)
  );
}

/** "A good first goal is RM500". */
function isGoal(spot: Spot): boolean {
  const before = beforeOf(spot);
  const subject = spot.tokens.slice(spot.first, Math.max(spot.first, before)).map(({ lower }) => lower);
  return (
    wordAt(spot, before) === "is" &&
    INDEFINITE.has(subject[0] ?? "") &&
    TARGETS.has(subject.at(-1) ?? "") &&
    !subject.some((word) => DEFINITE.has(word))
  );
}

/** Whether the person could take it up: a lead, a verb that takes it, a rate, or words that call it a start. */
function isOffered(spot: Spot): boolean {
  const before = beforeOf(spot);
  const lead = wordAt(spot, before);
  const back = spot.tokens.slice(Math.max(spot.first, before - 4), Math.max(spot.first, before));
  const near = (set: ReadonlySet<string>) => back.some(({ lower }) => set.has(lower));
  if (wordAt(spot, spot.at - 1) === "at" || lead === "at") return near(AT_VERBS);
  if (lead === "with" || lead === "dengan") return near(WITH_VERBS);
  if (lead === "of" || lead === "sebanyak")
    return (near(TARGETS) || near(INDEFINITE)) && near(KINDS) && !near(DEFINITE);
  if (lead === "between" || lead === "antara" || lead === "from" || lead === "dari") return true;
  if (DOUBTFUL_LEADS.has(lead) && isAsserted(spot)) return false;
  if ((PEOPLE.has(lead) && near(VERBS)) || isGoal(spot)) return true;
  if (before === spot.first && BESIDES.has(wordAt(spot, spot.end))) return true;
  if (WANTS.has(wordAt(spot, spot.first))) return true;
  return VERBS.has(lead) || endsWith(leads, spot, before) || isTrailed(spot);
}

/** "Maybe RM999 for food is a bit much": the sentence says something of it. */
function isAsserted(spot: Spot): boolean {
  const after = [...Array(6).keys()].map((step) => spot.end + step);
  return after.some((at) => ASSERTS.has(wordAt(spot, at)) && calledGood.match(spot.tokens, at) === undefined);
}

/** "RM20 at most", "RM50 cash", "RM25 prepaid is plenty". */
export function isTrailed(spot: Spot): boolean {
  const ends = [spot.end, Math.max(spot.end, rateEnd(spot))];
  if (ends.some((end) => trails.match(spot.tokens, end))) return true;
  return [...ends, spot.end + 1, spot.end + 2].some(
    (end) => calledGood.match(spot.tokens, end) !== undefined,
  );
}

/** "If rent is RM900": what might be. "If you can" is no condition, and "if you keep spending" tells. */
export function isSupposed({ tokens, first, at }: Spot): boolean {
  for (let from = at - 1; from >= first; from -= 1) {
    if (conditions.match(tokens, from) === undefined) continue;
    if (emptyConditions.match(tokens, from) !== undefined) return false;
    // "If food is RM999, cut it" takes it for true; "say rent is RM900" does not.
    const imagined = IMAGINED.has(tokens[from]?.lower ?? "");
    return !tokens
      .slice(from, at)
      .some(({ lower }) =>
        imagined ? PRESUMES.has(lower) && !DEFINITE.has(lower) : PRESUMES.has(lower) || STATE.has(lower),
      );
  }
  return false;
}

/** An amount of advice that is free. */
export function isProposed(spot: Spot, { asks }: Pick<Clause, "asks">): boolean {
  if (isSupposed(spot)) return true;
  if (isTold(spot)) return false;
  const rate = rateEnd(spot);
  if (isOffered(spot)) return true;
  // "RM50 a week?" offers; "RM999 a month on food?" tells.
  return rate >= 0 && (!asks || spot.tokens.slice(rate, spot.last).every(({ kind }) => kind === "mark"));
}

/** Whether a figure goes on from the one before it: "RM500, then RM1,000". */
export function follows(before: Spot, spot: Spot): boolean {
  const between = spot.tokens.slice(before.end, spot.at);
  return between.length <= 4 && !isPinned(spot) && between.every(({ lower }) => COMPANIONS.has(lower));
}
