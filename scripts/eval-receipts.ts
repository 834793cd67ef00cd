/**
 * Scores the reading of receipts (SPEC S15): a folder of pictures with truth.json, a JSON array of
 * `{"file","company","date","total"}`, date in ISO form and total in major units.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import type { ReceiptOutcome, ReceiptReader } from "../src/receipts/reading.ts";
import { photoLike, type Variant } from "./photo-like.ts";

const truth = z.array(
  z.object({ file: z.string(), company: z.string(), date: z.iso.date(), total: z.number() }),
);
export type ReceiptTruth = z.infer<typeof truth>[number];

/** Names count as the same from this share of letters on: annotators and printers differ in dots and spaces. */
const SAME_NAME = 0.8;

/** @throws Error when the file is not of that form */
export function parseTruth(content: string): ReceiptTruth[] {
  return truth.parse(JSON.parse(content));
}

/** One receipt with what was read. */
export interface ScoredReceipt {
  readonly truth: ReceiptTruth;
  readonly outcome: ReceiptOutcome;
  readonly total: boolean;
  readonly date: boolean;
  readonly merchant: boolean;
  /** It would be recorded without asking. */
  readonly recorded: boolean;
  readonly ms: number;
}

/** Fractions, and the median time of a picture in ms. `recordedRight`: of the recorded ones, total and date. */
export interface ReceiptSummary {
  readonly n: number;
  readonly total: number;
  readonly date: number;
  readonly merchant: number;
  readonly recorded: number;
  readonly recordedRight: number;
  readonly medianMs: number;
}

function letters(name: string): string {
  return name
    .toUpperCase()
    .replace(/[^A-Z0-9]+/g, " ")
    .trim();
}

/** Edits that make one text the other. */
function distance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (const [at, letter] of [...one].entries()) {
    const next = [at + 1];
    for (let to = 0; to < other.length; to += 1) {
      const replaced = (row[to] ?? 0) + (letter === other[to] ? 0 : 1);
      next.push(Math.min(replaced, (row[to + 1] ?? 0) + 1, (next[to] ?? 0) + 1));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}

/** 0 to 1, by letters, digits and the spaces between words. */
export function likeness(one: string, other: string): number {
  const [a, b] = [letters(one), letters(other)];
  return 1 - distance(a, b) / Math.max(1, a.length, b.length);
}

function scored(truth: ReceiptTruth, outcome: ReceiptOutcome, ms: number): ScoredReceipt {
  const reading = outcome.is === "receipt" ? outcome.reading : undefined;
  return {
    truth,
    outcome,
    ms,
    total: reading?.total?.value === Math.round(truth.total * 100),
    date: reading?.date?.value === truth.date,
    merchant: likeness(reading?.merchant?.value ?? "", truth.company) >= SAME_NAME,
    recorded: reading?.sure === true,
  };
}

/** Reads one picture after another, as they would come. */
export async function scoreReceipts(
  reader: ReceiptReader,
  cases: readonly ReceiptTruth[],
  { directory, variant }: { readonly directory: string; readonly variant?: Variant | undefined },
): Promise<ScoredReceipt[]> {
  const results: ScoredReceipt[] = [];
  for (const [seed, one] of cases.entries()) {
    const file = readFileSync(join(directory, one.file));
    const bytes = variant === undefined ? file : await photoLike(file, variant, seed);
    const start = performance.now();
    const outcome = await reader.read(bytes, new AbortController().signal);
    results.push(scored(one, outcome, performance.now() - start));
  }
  return results;
}

const rounded = (value: number): number => Math.round(value * 10_000) / 10_000;

function share(of: readonly ScoredReceipt[], is: (one: ScoredReceipt) => boolean): number {
  return of.length === 0 ? 0 : rounded(of.filter(is).length / of.length);
}

export function summariseReceipts(results: readonly ScoredReceipt[]): ReceiptSummary {
  const times = results.map(({ ms }) => ms).sort((one, other) => one - other);
  return {
    n: results.length,
    total: share(results, ({ total }) => total),
    date: share(results, ({ date }) => date),
    merchant: share(results, ({ merchant }) => merchant),
    recorded: share(results, ({ recorded }) => recorded),
    recordedRight: share(
      results.filter(({ recorded }) => recorded),
      ({ total, date }) => total && date,
    ),
    medianMs: Math.round(times[times.length >> 1] ?? 0),
  };
}
