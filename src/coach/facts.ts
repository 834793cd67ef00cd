/** What is known to be true in a turn: the figures of the tools' results, with what each is about (SPEC S7). */
import { isDate } from "../kernel/calendar.ts";
import { isCurrency } from "../kernel/money.ts";
import type { IsoDate, Money } from "../kernel/types.ts";
import { categoriesIn, labelsIn } from "./labels.ts";

/** What a signed amount says: more or less than another side, or left and overspent. */
export type Sense = "difference" | "left" | "over";

/** An amount that may be stated, and what it may be stated of. */
export interface KnownAmount extends Money {
  readonly sense?: Sense | undefined;
  /** Categories and words of names (`labelsIn`); without any it is bound to nothing. */
  readonly labels?: readonly string[] | undefined;
  /** The days that it is of, both included. */
  readonly from?: IsoDate | undefined;
  readonly to?: IsoDate | undefined;
}

/** Figures that are known to be true in this turn. */
export interface Facts {
  readonly amounts: readonly KnownAmount[];
  readonly counts: readonly number[];
  /** 12.5 is 12.5 %. */
  readonly percentages: readonly number[];
  /** Percentages by which something changed, signed: 20 is up, -20 is down. */
  readonly changes?: readonly number[] | undefined;
  readonly dates: readonly IsoDate[];
  /** Months that were named without a day: `2026-03`, or `--03` when no year was said. */
  readonly months?: readonly string[] | undefined;
  /** Names with digits in them, which are no figures: "Unifi 300", "iPhone 15". */
  readonly names?: readonly string[] | undefined;
}

/** Facts that are being gathered. */
export interface Collected {
  amounts: KnownAmount[];
  counts: number[];
  percentages: number[];
  changes: number[];
  dates: IsoDate[];
  months: string[];
  names: string[];
}

export function nothing(): Collected {
  return { amounts: [], counts: [], percentages: [], changes: [], dates: [], months: [], names: [] };
}

/** All facts of several sources. */
export function merge(...sources: readonly Facts[]): Facts {
  return {
    amounts: sources.flatMap(({ amounts }) => amounts),
    counts: sources.flatMap(({ counts }) => counts),
    percentages: sources.flatMap(({ percentages }) => percentages),
    changes: sources.flatMap(({ changes }) => changes ?? []),
    dates: sources.flatMap(({ dates }) => dates),
    months: sources.flatMap(({ months }) => months ?? []),
    names: sources.flatMap(({ names }) => names ?? []),
  };
}

/** Where a person's own names for things stand, which may have digits in them. */
const NAMED = new Set(["description", "merchant", "category", "title", "kind", "words"]);

const SENSES: Readonly<Partial<Record<string, Sense>>> = {
  difference: "difference",
  left: "left",
  overBy: "over",
};

/** What an object is about, its parents' included. */
interface About {
  readonly labels: readonly string[];
  readonly from?: IsoDate | undefined;
  readonly to?: IsoDate | undefined;
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : Array.isArray(value) ? value.filter(isText).join(" ") : "";
}

function isText(value: unknown): value is string {
  return typeof value === "string";
}

function dayOf(value: unknown): IsoDate | undefined {
  return isText(value) && isDate(value) ? value : undefined;
}

/** The object's own names and days narrow what stands around it. */
function aboutOf(value: object, around: About): About {
  const fields = value as Readonly<Record<string, unknown>>;
  const own = [...NAMED].flatMap((key) => labelsIn(textOf(fields[key])));
  const day = dayOf(fields.date);
  const outer = fields.asked && typeof fields.asked === "object" ? aboutOf(fields.asked, around) : around;
  return {
    labels: [...new Set([...outer.labels, ...own])],
    from: day ?? dayOf(fields.from) ?? outer.from,
    to: day ?? dayOf(fields.to) ?? outer.to,
  };
}

function collectText(value: string, key: string, into: Collected): void {
  if (isDate(value)) into.dates.push(value);
  else if (/^\d{4}-\d{2}$/.test(value)) into.months.push(value);
  else if (NAMED.has(key) && /\d/.test(value) && /\p{L}{2}/u.test(value)) into.names.push(value);
}

interface Place {
  readonly key: string;
  readonly about: About;
  /** Within what says how something changed. */
  readonly changed: boolean;
}

function collectNumber(value: number, { key, changed }: Place, into: Collected): void {
  if (key === "count") into.counts.push(value);
  if (key !== "percent") return;
  if (changed || value < 0) into.changes.push(value);
  else into.percentages.push(value);
}

function collect(value: unknown, place: Place, into: Collected): void {
  if (typeof value === "string") collectText(value, place.key, into);
  if (typeof value === "number") collectNumber(value, place, into);
  if (typeof value !== "object" || value === null) return;
  const { amountMinor, currency } = value as { amountMinor?: unknown; currency?: unknown };
  const about = Array.isArray(value) ? place.about : aboutOf(value, place.about);
  if (typeof amountMinor === "number" && typeof currency === "string" && isCurrency(currency)) {
    const labels = [...about.labels, ...categoriesIn(place.key)];
    const { from, to } = about;
    into.amounts.push({ amountMinor, currency, sense: SENSES[place.key], labels, from, to });
  }
  for (const [name, inner] of Object.entries(value)) {
    // What was asked is no answer.
    if (name === "asked") continue;
    const key = Array.isArray(value) ? place.key : name;
    collect(inner, { key, about, changed: place.changed || key === "change" }, into);
  }
}

/**
 * The facts of a tool's result.
 * @param result JSON, however nested: objects with `amountMinor` and `currency` are amounts, numbers under `count`
 *               and `percent` are those (under `change` by how much something changed), strings `YYYY-MM-DD` dates,
 *               `YYYY-MM` months, other strings names. Names and days beside an amount, or in `asked`, are what it is of.
 */
export function factsOfResult(result: unknown): Facts {
  const into = nothing();
  collect(result, { key: "", about: { labels: [] }, changed: false }, into);
  return into;
}
