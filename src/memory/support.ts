/**
 * Whether a statement is what the person said (SPEC S10.3): its figures, dates and names must be in their words, and
 * its words must not come from the reply, from records or from what was recalled.
 */
import { dayOf } from "../kernel/calendar.ts";
import { dictionary } from "../kernel/dictionary.ts";
import dates from "../language/data/dates.json" with { type: "json" };
import stops from "./data/stops.json" with { type: "json" };
import { type Facts, type Figure, factsIn, tokensOf, topicTable } from "./facts.ts";
import { sameFigure } from "./guard.ts";
import { sameMoment } from "./moments.ts";
import type { Exchange } from "./ports/types.ts";

const STOPS = new Set(stops);
const COUNTS = dictionary<number>(dates.counts);

/** What a person said in a block, as it can be looked up. */
interface SaidFacts {
  readonly figures: readonly Figure[];
  readonly moments: readonly string[];
  readonly words: ReadonlySet<string>;
  readonly names: ReadonlySet<string>;
  readonly topics: ReadonlySet<string>;
}

function saidIn(exchanges: readonly Exchange[]): SaidFacts {
  const facts = exchanges.flatMap(({ said, saidAtMs, zone }): Facts[] => {
    const today = dayOf(saidAtMs, zone);
    return [factsIn(said, today, "past"), factsIn(said, today, "future"), factsIn(said)];
  });
  const tokens = exchanges.flatMap(({ said }) => tokensOf(said));
  const spelled = tokens.flatMap(({ lower }): Figure[] =>
    COUNTS[lower] === undefined ? [] : [{ value: String(COUNTS[lower]), currency: null }],
  );
  const days = exchanges.map(({ saidAtMs, zone }) => dayOf(saidAtMs, zone));
  return {
    figures: [...facts.flatMap(({ figures }) => figures), ...spelled],
    moments: [...facts.flatMap(({ moments }) => [...moments]), ...days],
    words: new Set(tokens.map(({ lower }) => stem(lower))),
    names: new Set(facts.flatMap(({ names }) => [...names])),
    topics: new Set(facts.flatMap(({ topics }) => [...topics])),
  };
}

/** Relations that are no more than a word for others. */
const GENERAL = new Set(["family", "friend", "child", "parents"]);

type Unsupported = "figure" | "moment" | "name" | "borrowed" | "unsaid";

/**
 * @param elsewhere what else stood in the block or the prompt: replies, records, known memories
 * @returns why the statement is not the person's, or null when it is
 */
export function unsupported(
  statement: string,
  exchanges: readonly Exchange[],
  elsewhere: readonly string[],
): Unsupported | null {
  const said = saidIn(exchanges);
  const facts = factsIn(statement);
  if (!facts.figures.every((figure) => said.figures.some((own) => sameFigure(own, figure)))) return "figure";
  if (![...facts.moments].every((key) => said.moments.some((own) => sameMoment(own, key)))) return "moment";
  const named = (name: string): boolean =>
    said.names.has(name) || said.words.has(stem(name)) || GENERAL.has(name);
  if (![...facts.names].every(named)) return "name";
  const other = new Set(elsewhere.flatMap((text) => tokensOf(text).map(({ lower }) => stem(lower))));
  const words = contentOf(statement);
  const own = words.filter(
    ({ word, topic }) => said.words.has(word) || (topic !== null && said.topics.has(topic)),
  );
  const borrowed = words.filter((one) => !own.includes(one) && other.has(one.word));
  if (borrowed.some(({ topic }) => topic !== null) || borrowed.length > own.length) return "borrowed";
  const english = exchanges.every(({ language }) => language === "en");
  return english && own.length === 0 ? "unsaid" : null;
}

/** Whether a statement names an amount, a moment or a name that none of those it comes from names. */
export function unsupportedBy(statement: string, sources: readonly string[]): boolean {
  const facts = factsIn(statement);
  const from = sources.map((text) => factsIn(text));
  return !(
    facts.figures.every((one) => from.some(({ figures }) => figures.some((own) => sameFigure(own, one)))) &&
    [...facts.moments].every((one) =>
      from.some(({ moments }) => [...moments].some((own) => sameMoment(own, one))),
    ) &&
    [...facts.names].every((one) => from.some(({ names }) => names.has(one)))
  );
}

interface Content {
  readonly word: string;
  readonly topic: string | null;
}

/** The words of a statement that say something, each with its subject where it is one. */
function contentOf(statement: string): Content[] {
  const tokens = tokensOf(statement);
  return tokens.flatMap(({ lower, kind }, at) =>
    kind !== "word" || STOPS.has(lower) || lower.length < 3
      ? []
      : [{ word: stem(lower), topic: topicTable.match(tokens, at)?.value ?? null }],
  );
}

function stem(word: string): string {
  const plain = word.replace(/'s?$/, "");
  const short = plain.replace(/(ings?|ied|ies|ed|es|s|nya|lah|kan)$/, "");
  return (short.length >= 3 ? short : plain).slice(0, 6);
}

/** The exchange that a statement is from: the one with most of its words, the latest of equals. */
export function originOf(statement: string, exchanges: readonly Exchange[]): Exchange | undefined {
  const score = (exchange: Exchange): number => {
    const said = saidIn([exchange]);
    const facts = factsIn(statement);
    const words = contentOf(statement).filter(({ word }) => said.words.has(word)).length;
    const topics = [...facts.topics].filter((topic) => said.topics.has(topic)).length;
    const figures = facts.figures.filter((one) => said.figures.some((own) => sameFigure(own, one))).length;
    return words + 2 * topics + 3 * figures;
  };
  return [...exchanges].reverse().reduce<{ best: Exchange | undefined; points: number }>(
    (so, exchange) => {
      const points = score(exchange);
      return points > so.points ? { best: exchange, points } : so;
    },
    { best: exchanges.at(-1), points: 0 },
  ).best;
}
