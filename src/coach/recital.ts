/**
 * Memory is used silently (SPEC S9): it shapes the advice, and is neither announced ("as you told me last week")
 * nor recited. A reply that does is caught here, so that it can be written again once.
 */

import phrases from "./data/recital.json" with { type: "json" };
import type { Fault } from "./fault.ts";
import { anyOf } from "./patterns.ts";
import { placed } from "./placed.ts";

const ASKED = anyOf(phrases.asked);
const ANNOUNCES = anyOf(phrases.announces);
const REFERS = anyOf(phrases.refers);
const STOPS = new Set(phrases.stops);

/** As many words in a row of a memory are no accident. */
const RUN = 6;
/** Of them, or of a sentence, that many say something. */
const RUN_CONTENT = 3;
const SENTENCE_CONTENT = 4;
const SHARE = 0.7;

interface Word {
  /** Without what only grammar adds: plural s, -nya. */
  readonly stem: string;
  readonly content: boolean;
  readonly figure: boolean;
  readonly at: number;
  readonly end: number;
}

function stemOf(lower: string): string {
  const plain = lower.replace(/'s$/, "").replace(/,/g, "").replace(/\.00$/, "");
  if (plain.length > 5 && plain.endsWith("nya")) return plain.slice(0, -3);
  if (plain.length > 6 && plain.endsWith("ing")) return plain.slice(0, -3);
  return plain.length > 3 && plain.endsWith("s") ? plain.slice(0, -1) : plain;
}

function wordsOf(text: string): Word[] {
  return placed(text)
    .tokens.filter(({ kind }) => kind === "word" || kind === "number")
    .map(({ lower, kind, at, end }) => ({
      stem: stemOf(lower),
      content: kind === "number" || (lower.length > 2 && !STOPS.has(lower)),
      figure: kind === "number",
      at,
      end,
    }));
}

function sentencesOf(words: readonly Word[], plain: string): Word[][] {
  const sentences: Word[][] = [[]];
  let end = 0;
  for (const word of words) {
    if (/[.!?\n;](?:\s|$)/.test(plain.slice(end, word.at))) sentences.push([]);
    sentences.at(-1)?.push(word);
    end = word.end;
  }
  return sentences;
}

function faultOf(kind: Fault["kind"], reply: string, { at, end }: { at: number; end: number }): Fault {
  return { kind, text: reply.slice(at, end), at };
}

/** "You said …" is free when what follows is of this very message: most of what it says is in the user's text. */
function refersBack(plain: string, said: ReadonlySet<string>): { at: number; end: number } | null {
  for (const match of plain.matchAll(new RegExp(REFERS, "giu"))) {
    const end = match.index + match[0].length;
    const sentence = plain.slice(end).split(/[.!?;,\n](?:\s|$)/, 1)[0] ?? "";
    const content = wordsOf(sentence).filter(({ content }) => content);
    const known = content.filter(({ stem }) => said.has(stem)).length;
    if (content.length > 0 && known * 2 < content.length) return { at: match.index, end };
  }
  return null;
}

/** Six words in a row, of which some say something that the user did not say just now. */
function runOf(reply: readonly Word[], memory: readonly Word[], said: ReadonlySet<string>) {
  for (let start = 0; start + RUN <= reply.length; start += 1) {
    for (let from = 0; from + RUN <= memory.length; from += 1) {
      let length = 0;
      while (reply[start + length] && reply[start + length]?.stem === memory[from + length]?.stem)
        length += 1;
      const run = reply.slice(start, start + length);
      const telling = run.filter(({ content, stem }) => content && !said.has(stem));
      const last = run.at(-1);
      if (length >= RUN && telling.length >= RUN_CONTENT && last)
        return { at: run[0]?.at ?? 0, end: last.end };
    }
  }
  return null;
}

/** A sentence that has most of what a memory says, with all of its figures. */
function sentenceOf(sentence: readonly Word[], memory: readonly Word[], said: ReadonlySet<string>) {
  const telling = new Map(
    memory.filter(({ content, stem }) => content && !said.has(stem)).map((word) => [word.stem, word.figure]),
  );
  const told = new Set(sentence.map(({ stem }) => stem));
  const shared = [...telling.keys()].filter((stem) => told.has(stem)).length;
  const figures = [...telling].every(([stem, figure]) => !figure || told.has(stem));
  const [first, last] = [sentence[0], sentence.at(-1)];
  const recited = figures && shared >= SENTENCE_CONTENT && shared >= SHARE * telling.size;
  return recited && first && last ? { at: first.at, end: last.end } : null;
}

/**
 * Finds where a reply announces or recites what Mama remembers.
 * @param reply    as it would be sent
 * @param memories memories, insights and summaries that the prompt held, one text each
 * @param userText what the user wrote in this turn; nothing of it is a recital, and who asks what is remembered
 *                 may be told
 * @returns the first such place, or null
 */
export function recites(reply: string, memories: readonly string[], userText: string): Fault | null {
  if (ASKED.test(placed(userText).plain)) return null;
  const { plain } = placed(reply);
  const announced = ANNOUNCES.exec(plain);
  if (announced) {
    const end = announced.index + announced[0].length;
    return faultOf("announcement", reply, { at: announced.index, end });
  }
  const said = new Set(wordsOf(userText).map(({ stem }) => stem));
  const referred = refersBack(plain, said);
  if (referred) return faultOf("announcement", reply, referred);
  const words = wordsOf(reply);
  const sentences = sentencesOf(words, plain);
  for (const memory of memories.map(wordsOf)) {
    const run = runOf(words, memory, said);
    if (run) return faultOf("recital", reply, run);
    for (const sentence of sentences) {
      const recital = sentenceOf(sentence, memory, said);
      if (recital) return faultOf("recital", reply, recital);
    }
  }
  return null;
}
