/** The rules of extraction without a model: one clause, one statement, or nothing (SPEC S10.3, S14). */
import { type PhraseTable, tableOf } from "../language/phrases.ts";
import type { Token } from "../language/tokens.ts";
import type { Candidate } from "./candidate.ts";
import { type Clause, placeOf } from "./clauses.ts";
import lists from "./data/extraction.json" with { type: "json" };
import { type Facts, factsIn, hedges } from "./facts.ts";
import { endsGoal } from "./kinds.ts";
import type { InsightCategory } from "./ports/types.ts";
import { isMalay, sentence, thirdPerson } from "./third-person.ts";

const tables = {
  saving: tableOf(lists.saving),
  acting: tableOf(lists.acting),
  wanting: tableOf(lists.wanting),
  deciding: tableOf(lists.deciding),
  worrying: tableOf(lists.worrying),
  aboutWords: tableOf(lists.aboutWords),
  moneyWords: tableOf(lists.moneyWords),
  liking: tableOf(lists.liking),
  disliking: tableOf(lists.disliking),
  preferring: tableOf(lists.preferring),
  ending: tableOf(lists.ending),
  answering: tableOf(lists.answering),
  habits: tableOf(lists.habits),
  generalYou: tableOf(lists.generalYou),
  being: tableOf(lists.being.leads),
  called: tableOf(lists.being.called),
  denying: tableOf(lists.denying),
};
const FIRST = new Set(lists.firstPerson);
const BIG = new Set(lists.bigTopics);
/** Whose news is as good as their own. */
const CLOSEST = new Set(lists.closest);
/** Words that only point at something: "I love it" says nothing by itself. */
const POINTING = new Set(lists.pointing);
const ARTICLES = new Set(lists.being.articles);
const NOT_CALLED = new Set(lists.being.notCalled);
const STOPS = new Set(lists.being.stops);
/** "Senior research officer". */
const CALLED_WORDS = 3;

interface Event {
  readonly says: string;
  /** Of somebody else, where that is not the same: the user has lost somebody, their father has died. */
  readonly saysOf?: string | undefined;
  readonly importance: number;
  /** What it must be about, where its words alone could be of something smaller: a car's battery is no car. */
  readonly topic?: string | undefined;
  readonly table: PhraseTable<true>;
}

interface WrittenEvent extends Omit<Event, "table"> {
  readonly phrases: readonly string[];
}

const events: readonly Event[] = Object.values<WrittenEvent>(lists.events).map(({ phrases, ...event }) => ({
  ...event,
  table: tableOf(phrases),
}));

interface Reading {
  readonly clause: Clause;
  readonly facts: Facts;
  /** Where each kind of phrase begins, or -1. */
  at(kind: keyof typeof tables): number;
}

type Rule = (reading: Reading) => Candidate | undefined;

/** @returns undefined for what is not worth keeping, or not understood */
export function read(clause: Clause): Candidate | undefined {
  const asksFor = answering(readingOf(clause));
  if (asksFor) return asksFor;
  if (clause.asks || clause.conditional) return undefined;
  const reading = readingOf(clause);
  const general = placeOf(tables.generalYou, clause.tokens) === 0;
  if (general || (!ofThemselves(reading) && clause.about === null)) return undefined;
  for (const rule of RULES) {
    const found = rule(reading);
    if (found) return found;
  }
  return undefined;
}

function readingOf(clause: Clause): Reading {
  return {
    clause,
    facts: factsIn(clause.text),
    at: (kind) => placeOf(tables[kind], clause.tokens),
  };
}

/** Somebody speaks of themselves, or leaves themselves out: "trying to save", "risau pasal hutang". */
function ofThemselves({ clause, facts, at }: Reading): boolean {
  if (clause.tokens.some(({ lower }) => FIRST.has(lower))) return true;
  const early = (["wanting", "saving", "worrying", "deciding", "disliking", "ending"] as const).some(
    (kind) => {
      const place = at(kind);
      return place >= 0 && place <= 1;
    },
  );
  const wonders = facts.hedged && clause.tokens.length > 3 && hedgeStarts(clause);
  return early || wonders || isMalay(clause.text) || events.some(({ table }) => startsSoon(table, clause));
}

/** "Thinking of buying a car". */
function hedgeStarts({ tokens }: Clause): boolean {
  const place = placeOf(hedges, tokens);
  return place >= 0 && place <= 1;
}

function startsSoon(table: PhraseTable<true>, { tokens }: Clause): boolean {
  const place = placeOf(table, tokens);
  return place >= 0 && place <= 1;
}

/** English in the third person; Malay as it was said, behind what it is. */
function worded({ clause }: Reading, gist: string): string {
  const { text, about } = clause;
  if (!isMalay(text)) return thirdPerson(text);
  const who = about === null ? "The user" : `The user's ${about}`;
  return `${who} ${gist}: "${text}".`;
}

function candidate(
  text: string,
  {
    type,
    importance,
    category,
  }: Pick<Candidate, "type" | "importance"> & { category: InsightCategory | null },
): Candidate {
  return { type, text, importance, category, expiresAtMs: null, replaces: [] };
}

/** "Maybe", "thinking of": kept as a thought, whatever it is about (SPEC S10.3). */
function considered(reading: Reading): Candidate {
  const { clause } = reading;
  const thought = /\b(?:thinking (?:of|about)|considering|contemplating|mulling(?: over)?)\s+(.+)$/i.exec(
    clause.text,
  )?.[1];
  const says = thought?.split(/\s+/).some((word) => !POINTING.has(word.toLowerCase()));
  const text =
    thought && says && !isMalay(clause.text)
      ? thirdPerson(`I am considering ${thought}`)
      : sentence(`The user is considering this: "${clause.text}"`);
  return candidate(text, { type: "semantic", importance: 2, category: null });
}

const answering: Rule = ({ clause, at }) => {
  if (at("answering") < 0 || at("answering") > 4) return undefined;
  return candidate(`The user asks for answers like this: "${clause.text}".`, {
    type: "procedural",
    importance: 3,
    category: "preference",
  });
};

const goal: Rule = (reading) => {
  const { facts, at, clause } = reading;
  const saves = at("saving") >= 0;
  const big = [...facts.topics].some((topic) => BIG.has(topic));
  const acts = saves || (at("acting") >= 0 && big);
  const aims = at("wanting") >= 0 || facts.hedged;
  if (!acts || !aims || !(big || facts.figures.length > 0)) return undefined;
  if (facts.hedged) return considered(reading);
  if (facts.negated || clause.about !== null) return undefined;
  const gist = saves ? `wants to save${purpose(facts)}` : `plans this${purpose(facts)}`;
  return candidate(worded(reading, gist), { type: "semantic", importance: 4, category: "goal" });
};

/** Of Malay, what it is for and how much, in English beside the person's words. */
function purpose({ topics }: Facts): string {
  const [first] = topics;
  return first === undefined ? "" : ` for the ${first}`;
}

const worry: Rule = (reading) => {
  const { facts, at, clause } = reading;
  const place = at("worrying");
  if (place < 0 || isDenied(clause, place)) return undefined;
  const about = facts.topics.size > 0 || facts.figures.length > 0 || at("moneyWords") >= 0;
  if (!about) return undefined;
  const [topic] = facts.topics;
  const gist = topic === undefined ? "is worried" : `is worried about the ${topic}`;
  return candidate(worded(reading, gist), { type: "semantic", importance: 3, category: "worry" });
};

function isDenied({ tokens }: Clause, place: number): boolean {
  return [place - 1, place - 2].some((at) => at >= 0 && tables.denying.match(tokens, at) !== undefined);
}

const decision: Rule = (reading) => {
  const { facts, at, clause } = reading;
  if (at("deciding") < 0 || clause.tokens.length < 4) return undefined;
  if (facts.hedged) return considered(reading);
  return candidate(worded(reading, "has decided"), { type: "episodic", importance: 3, category: "decision" });
};

const event: Rule = (reading) => {
  const { facts, clause } = reading;
  const happened = events
    .filter(({ table, topic }) => placeOf(table, clause.tokens) >= 0 && (!topic || facts.topics.has(topic)))
    .sort((one, other) => other.importance - one.importance)[0];
  if (happened === undefined) return undefined;
  if (facts.hedged) return considered(reading);
  const others = clause.about !== null && !CLOSEST.has(clause.about);
  const { says, saysOf = says } = happened;
  const gist = facts.negated ? "said" : clause.about === null ? says : saysOf;
  const text = worded(reading, gist);
  // "Baby girl arrived yesterday": whose news it is has to be said.
  const whose = /\bthe user\b/i.test(text) ? text : `The user ${gist}: "${clause.text}".`;
  return candidate(whose, {
    type: "episodic",
    importance: Math.min(happened.importance, others ? 3 : 5),
    category: "situation",
  });
};

/** Whether something is named behind the phrase at this place. */
function names({ tokens }: Clause, table: PhraseTable<true>, place: number): boolean {
  const behind = tokens.slice(place + (table.match(tokens, place)?.length ?? 1));
  return behind.some(({ kind, lower }) => kind === "word" && !POINTING.has(lower));
}

const dislike: Rule = (reading) => {
  const { facts, at, clause } = reading;
  const place = at("disliking");
  if (place < 0 || place > 2 || facts.hedged || !names(clause, tables.disliking, place)) return undefined;
  const prefers = tables.preferring.match(clause.tokens, place) !== undefined;
  return candidate(worded(reading, prefers ? "prefers this" : "does not like this"), {
    type: "procedural",
    importance: 2,
    category: "preference",
  });
};

const habit: Rule = (reading) => {
  const { facts, at } = reading;
  if (at("habits") < 0 || at("habits") > 2) return undefined;
  if (facts.topics.size === 0 && facts.figures.length === 0 && at("moneyWords") < 0) return undefined;
  return candidate(worded(reading, "does this as a habit"), {
    type: "procedural",
    importance: 2,
    category: "habit",
  });
};

const like: Rule = (reading) => {
  const { facts, at, clause } = reading;
  const place = at("liking");
  if (place < 0 || place > 1 || facts.hedged || facts.negated) return undefined;
  if (!names(clause, tables.liking, place)) return undefined;
  return candidate(worded(reading, "likes this"), { type: "procedural", importance: 1, category: null });
};

/** A goal that they have given up: it ends those that are known. */
const ending: Rule = (reading) => {
  const { facts, clause } = reading;
  if (facts.topics.size === 0 || facts.hedged || clause.about !== null || !endsGoal(clause.text))
    return undefined;
  return candidate(worded(reading, "has given this up"), {
    type: "episodic",
    importance: 3,
    category: "decision",
  });
};

/** "I'm a teacher", "saya vegetarian": what somebody is. */
const being: Rule = (reading) => {
  const { clause, facts } = reading;
  const lead = tables.being.match(clause.tokens, 0);
  if (lead === undefined || facts.hedged) return undefined;
  const behind = clause.tokens.slice(lead.length);
  const article = ARTICLES.has(behind[0]?.lower ?? "") ? 1 : 0;
  const known = tables.called.match(behind, article) !== undefined;
  if (!known && !(article === 1 && isCalling(behind.slice(1)))) return undefined;
  return candidate(worded(reading, "says of themselves"), {
    type: "semantic",
    importance: 3,
    category: "situation",
  });
};

/** "Wedding planner", "research officer at a bank": a few words that name what somebody is, and no mood. */
function isCalling(tokens: readonly Token[]): boolean {
  const end = tokens.findIndex(({ kind, lower }) => kind !== "word" || STOPS.has(lower));
  const words = tokens.slice(0, end < 0 ? tokens.length : end);
  return (
    words.length > 0 && words.length <= CALLED_WORDS && !words.some(({ lower }) => NOT_CALLED.has(lower))
  );
}

/** The first that knows a clause has it: saving for a wedding is a goal before the wedding is news. */
const RULES: readonly Rule[] = [ending, goal, worry, decision, event, being, dislike, habit, like];
