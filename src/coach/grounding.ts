/**
 * The grounding check (SPEC S7): each amount, count, percentage and date that a reply states about the user's
 * money must be found exactly in this turn's tool results or in the user's own words.
 *
 *   reply ─┬─ figures, each with its place
 *          └─ clauses: statement · open · general · advice ─→ which figures must be proven ─→ faults
 *
 * When in doubt, a figure must be proven: a sentence that is written again costs less than a false one.
 */
import { type Clause, clausesOf } from "./clauses.ts";
import type { Fault } from "./fault.ts";
import type { Figure, FigureContext } from "./figure.ts";
import { figuresIn } from "./figures.ts";
import { type Facts, groundOf } from "./grounds.ts";
import { placed } from "./placed.ts";

/** "your RM412 food bill", "the RM412 you spent": such an amount is told, not proposed. */
const PINNED = /(?:^|[^\p{L}])(?:your|the|that|this|awak punya|anda punya)\s+$/iu;
/** "On RM3,500 a month, you could …": what is earned is told. */
const LIVED_ON = /(?:^|[.!?\n,])\s*on\s+$/iu;
/** "Cut it from RM412", "down from RM412": what is. "Start from RM50" proposes. */
const MOVED_FROM =
  /(?<!\b(?:start|starts|starting|begin|beginning|mula|bermula|anywhere|range|ranges|ranging)\s)\b(?:from|dari|daripada)\s+$/iu;

function isTold(plain: string, { kind, at }: Figure): boolean {
  if (kind !== "amount") return false;
  const before = plain.slice(Math.max(0, at - 20), at);
  return PINNED.test(before) || LIVED_ON.test(before) || MOVED_FROM.test(before);
}

function mustBeProven(plain: string, figure: Figure, clause: Clause | undefined): boolean {
  if (clause === undefined || clause.manner === "statement") return true;
  if (clause.manner === "open") return !figure.soft;
  if (clause.manner === "rate") return !figure.soft && (figure.kind !== "percentage" || clause.aboutUser);
  if (isTold(plain, figure)) return true;
  if (clause.manner === "advice") return false;
  return !figure.soft && figure.kind !== "percentage" && clause.aboutUser;
}

/** The shares of a rule that the reply names: "50/30/20" … "50% for needs". */
function sharesOf(plain: string): ReadonlySet<string> {
  const rules = plain.matchAll(/(?<![\d/])\d{2}[/:]\d{2}(?:[/:]\d{2})?(?![\d/])/g);
  return new Set([...rules].flatMap(([rule]) => rule.split(/[/:]/)));
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

/**
 * Checks a reply against what is known in this turn.
 * @param reply   as it would be sent
 * @param facts   of all tool results of the turn and of the user's words, merged
 * @param context the user's day and currency
 * @returns the figures that nothing proves, in the order of the reply; empty when it may be sent
 */
export function ungrounded(reply: string, facts: Facts, context: FigureContext): readonly Fault[] {
  const { plain } = placed(reply);
  const ground = groundOf(facts, context);
  const clauses = clausesOf(plain);
  const spots = spotsOf(plain, ground.names);
  const rules = sharesOf(plain);
  return figuresIn(reply, context)
    .filter((figure) => !figure.means.some((meaning) => ground.has(meaning)))
    .filter(({ at }) => !spots.some(([from, to]) => at >= from && at < to))
    .filter((figure) => {
      const clause = clauses.find(({ at, end }) => figure.at >= at && figure.at < end);
      const ofRule = figure.kind === "percentage" && rules.has(/^\d{2}/.exec(figure.text)?.[0] ?? "");
      if (ofRule && clause?.manner !== "statement") return false;
      return mustBeProven(plain, figure, clause);
    })
    .map(({ kind, text, at }) => ({ kind, text, at }));
}
