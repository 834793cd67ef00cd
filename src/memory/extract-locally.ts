/**
 * Extraction without a model (SPEC S14): rules over what a person said, in English, Malay and the mix of both. What no
 * rule knows gives nothing; the person's own words are kept as far as they go.
 *
 *   said ─ clauses ─ told outright? put right? goal, worry, decision, event, preference, habit? ─→ candidates
 */
import { tableOf } from "../language/phrases.ts";
import { absolute, type SaidAt } from "./absolute.ts";
import type { Candidate, Known } from "./candidate.ts";
import { after, type Clause, clausesOf, placeOf } from "./clauses.ts";
import { memoryLimits } from "./constants.ts";
import lists from "./data/extraction.json" with { type: "json" };
import { factsIn, figureAt } from "./facts.ts";
import { sameFigure, sameText } from "./guard.ts";
import { categoryOf, endsGoal, groupOf } from "./kinds.ts";
import { read } from "./local-rules.ts";
import type { Exchange } from "./ports/types.ts";
import { putRight, speaksOfReplacing } from "./replacing.ts";
import { holdsSecret } from "./secrets.ts";
import { plainStatement } from "./statement.ts";
import { isMalay, sentence, thirdPerson } from "./third-person.ts";

const remembering = tableOf(lists.remembering);
const notRemembering = tableOf(lists.notRemembering);
const worrying = tableOf(lists.worrying);
const chatter = tableOf(lists.chatter);
const forWords = tableOf(lists.forWords);

/**
 * @param exchanges oldest first; only `said` is looked at
 * @param known what may be put right or replaced, nearest first
 * @returns statements in the third person, dates absolute, none of them twice
 */
export function extractLocally(
  exchanges: readonly Pick<Exchange, "said" | "saidAtMs" | "zone">[],
  known: readonly Known[],
): Candidate[] {
  let found: Candidate[] = [];
  for (const exchange of exchanges) {
    let before: Candidate | undefined;
    const said = exchange.said.slice(0, memoryLimits.extractedCharacters);
    // Line by line, since a line's end is a clause's.
    const clauses = clausesOf(said.split("\n").map(plainStatement).join("\n"));
    for (const [place, clause] of clauses.entries()) {
      if (placeOf(chatter, clause.tokens) >= 0 || holdsSecret(clause.text)) continue;
      const righted = corrected(clause, exchange, { found, known });
      const read =
        righted ?? readClause(clause, before ?? found.at(-1)) ?? troubled(clause, clauses[place - 1]);
      if (read === undefined || read === "done") continue;
      const text = shortened(absolute(read.text, exchange));
      if (found.some((one) => sameText(one.text, text))) continue;
      before = { ...read, text, replaces: [...read.replaces, ...outdated(read, known)] };
      // What was said a moment ago and is given up already is not worth a row of its own.
      found = [...found.filter((one) => !gaveUp(read, one.text)), before];
    }
  }
  return found.slice(0, memoryLimits.memoriesPerFlush);
}

/** What somebody wants remembered, without the "remember that", as a statement (SPEC S10.3). */
export function toldOutright(
  told: string,
  { at, known }: { readonly at: SaidAt; readonly known: readonly Known[] },
): Candidate {
  const made = statementOf(told);
  const candidate = { ...made, text: shortened(absolute(made.text, at)) };
  return { ...candidate, replaces: outdated(candidate, known) };
}

function readTold(clause: Clause): Candidate | undefined {
  const { tokens, text } = clause;
  const lead = remembering.match(tokens, 0);
  if (lead === undefined || placeOf(notRemembering, tokens) === 0) return undefined;
  const body = after(text, tokens, lead.length).replace(/^[\s,:;-]+/, "");
  const [inner] = clausesOf(body);
  if (inner === undefined || inner.tokens.length < 2) return undefined;
  return statementOf(body);
}

function statementOf(body: string): Candidate {
  const [inner] = clausesOf(body);
  const known = inner && read({ ...inner, asks: false, conditional: false });
  if (known) return { ...known, importance: Math.max(3, known.importance) };
  const statement = isMalay(body) ? sentence(`The user said: "${body}"`) : thirdPerson(body);
  return {
    type: "semantic",
    text: statement,
    importance: 3,
    expiresAtMs: null,
    replaces: [],
    category: categoryOf(statement),
  };
}

function readClause(clause: Clause, before: Candidate | undefined): Candidate | undefined {
  return readTold(clause) ?? another(clause, before) ?? read(clause);
}

/** "How do I pay off my card? It stresses me out": what the worry is about was said before it. */
function troubled(clause: Clause, before: Clause | undefined): Candidate | undefined {
  if (before === undefined || placeOf(worrying, clause.tokens) < 0) return undefined;
  const text = `${before.text}${before.asks ? "?" : ","} ${clause.text}`;
  const { topics } = factsIn(before.text);
  const [topic] = topics;
  if (topic === undefined) return undefined;
  return {
    type: "semantic",
    text: sentence(`The user is worried about the ${topic}: "${text}"`),
    importance: 3,
    expiresAtMs: null,
    replaces: [],
    category: "worry",
  };
}

/** "and RM5,000 for an emergency fund", behind a goal: one more. */
function another({ tokens, text, asks }: Clause, before: Candidate | undefined): Candidate | undefined {
  const { figures, topics } = factsIn(text);
  const short = figureAt(tokens, 0) !== undefined && placeOf(forWords, tokens) >= 0;
  if (before?.category !== "goal" || asks || !short || figures.length === 0 || topics.size === 0)
    return undefined;
  return { ...before, text: sentence(`The user wants to save ${text}`), replaces: [] };
}

/** "Not 5,000, make it 6,000": what was told last, put right. */
function corrected(
  clause: Clause,
  exchange: Pick<Exchange, "saidAtMs" | "zone">,
  { found, known }: { found: Candidate[]; known: readonly Known[] },
): Candidate | "done" | undefined {
  const words = clause.written;
  if (clause.asks || speaksOfReplacing(words) !== "strong") return undefined;
  for (const [place, candidate] of [...found.entries()].reverse()) {
    const text = putRight(candidate.text, words, exchange);
    if (text === null) continue;
    found[place] = { ...candidate, text };
    return "done";
  }
  for (const memory of known) {
    const text = putRight(memory.text, words, exchange);
    if (text === null) continue;
    return {
      type: memory.type,
      text,
      importance: memory.importance,
      expiresAtMs: null,
      replaces: [memory.id],
      category: categoryOf(text),
    };
  }
  return undefined;
}

/** Whether a candidate gives up the goal that a statement is: the same subject, and no other amount than it names. */
function gaveUp(read: Candidate, statement: string): boolean {
  if (read.category !== "decision" || !endsGoal(read.text) || categoryOf(statement) !== "goal") return false;
  const [now, before] = [factsIn(read.text), factsIn(statement)];
  return (
    [...now.topics].some((topic) => before.topics.has(topic)) &&
    now.figures.every((figure) => before.figures.some((own) => sameFigure(own, figure)))
  );
}

/** "A new job" ends the old one: known statements of the same group about the same person; and goals that are given up. */
function outdated(read: Candidate, known: readonly Known[]): string[] {
  const given = known.filter(({ text }) => gaveUp(read, text)).map(({ id }) => id);
  if (given.length > 0) return given;
  const group = groupOf(read.text);
  const { hedged, people } = factsIn(read.text);
  if (group === null || hedged || read.category !== "situation") return [];
  return known.flatMap(({ id, text }) => {
    const facts = factsIn(text);
    const same = [...facts.people].sort().join() === [...people].sort().join();
    const over = groupOf(text) === group && categoryOf(text) === "situation" && !facts.hedged;
    return over && same && !sameText(text, read.text) ? [id] : [];
  });
}

/** At most as long as a memory may be, cut between words. */
export function shortened(text: string): string {
  if (text.length <= memoryLimits.memoryCharacters) return text;
  const cut = text.slice(0, memoryLimits.memoryCharacters - 1);
  return `${cut.slice(0, cut.lastIndexOf(" "))}…`;
}
