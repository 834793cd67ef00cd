/** The bounds of an insight (SPEC S10.4), held by code whatever a model says: words, category, confidence, support. */
import { memoryLimits } from "./constants.ts";
import { figureAt, tokensOf } from "./facts.ts";
import type { InsightSource } from "./ports/insight-store.ts";
import type { Meter } from "./ports/meter.ts";
import { INSIGHT_CATEGORIES, type InsightCategory } from "./ports/types.ts";
import { plainStatement } from "./statement.ts";

export interface InsightCandidate {
  readonly text: string;
  readonly category: InsightCategory;
  /** Said outright, rather than inferred. */
  readonly said: boolean;
  /** 0 to 1; held to the bounds of what was said or inferred. */
  readonly confidence: number;
  /** A second, separate flush says so too: what an inferred preference or trait waits for. */
  readonly supported: boolean;
  readonly sources: readonly InsightSource[];
}

/** What is only believed of somebody after they showed it twice. */
const SHOWN_TWICE: readonly InsightCategory[] = ["preference", "trait"];

/** @returns the insight as it may be stored, or null when it may not: then it is counted why */
export function bounded(candidate: InsightCandidate, meter: Meter): InsightCandidate | null {
  const text = withinWords(plainStatement(candidate.text));
  const reason = refusal(candidate, text);
  if (reason !== null || text === null) {
    meter.count("memory_refused", { kind: "insight", reason: reason ?? "too_long" });
    return null;
  }
  return { ...candidate, text, confidence: confidenceOf(candidate) };
}

function refusal(
  { category, said, supported, sources }: InsightCandidate,
  text: string | null,
): string | null {
  if (!INSIGHT_CATEGORIES.includes(category)) return "category";
  if (text === null) return "too_long";
  if (text === "") return "empty";
  if (sources.length === 0) return "no_source";
  return !said && !supported && SHOWN_TWICE.includes(category) ? "inferred_once" : null;
}

function confidenceOf({ said, confidence }: InsightCandidate): number {
  const sure = Number.isFinite(confidence) ? Math.min(1, Math.max(0, confidence)) : 0;
  return said ? Math.max(memoryLimits.saidConfidence, sure) : Math.min(memoryLimits.inferredConfidence, sure);
}

/**
 * At most 20 words: cut behind a clause, with the figures that the rest named, since two statements that lose their
 * amounts would look like one.
 * @returns null when there is no clause to cut behind
 */
export function withinWords(text: string): string | null {
  const most = memoryLimits.insightWords;
  if (countWords(text) <= most) return text;
  const ends = [...text.matchAll(/[,;:]\s|\s(?=(?:and|because|so|but|while|since|dan|sebab|tapi)\s)/g)];
  const heads = ends
    .map(({ index }) => text.slice(0, index).replace(/[\s"',;:]+$/, ""))
    .filter((head) => countWords(head) >= 3);
  for (const head of heads.reverse()) {
    const named = figuresIn(text).filter((figure) => !figuresIn(head).includes(figure));
    const whole = named.length === 0 ? `${head}.` : `${head} (${named.join(", ")}).`;
    if (countWords(whole) <= most) return whole;
  }
  return null;
}

function countWords(text: string): number {
  return text.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length;
}

function figuresIn(text: string): string[] {
  const tokens = tokensOf(text);
  const found: string[] = [];
  for (let at = 0; at < tokens.length; at += 1) {
    const figure = figureAt(tokens, at);
    if (figure === undefined) continue;
    found.push(
      `${figure.currency === null ? "" : figure.currency === "MYR" ? "RM" : `${figure.currency} `}${figure.value}`,
    );
    at += figure.length - 1;
  }
  return found;
}
