/**
 * The user's hand on what is remembered (SPEC S10.8): "what do you remember about me", "forget 3", "forget everything",
 * "number 3 is wrong: it's in July", "remember that I'm vegetarian".
 */
import type { ReadItem, Reading } from "../kernel/reading.ts";
import { isQuiet } from "./cover.ts";
import { readForgetting } from "./forgetting.ts";
import { readNumberedCorrection, readToRemember } from "./memory-changes.ts";
import type { Message } from "./message.ts";
import { has, type Piece } from "./pieces.ts";
import { notMine, readingOf } from "./reading-of.ts";

const FILLERS = ["particle", "article", "pronoun"] as const;

function isFiller(piece: Piece): boolean {
  return piece.kind !== "word" && piece.kind !== "amount"
    ? piece.kind === "mark" || piece.kind === "emoji"
    : FILLERS.some((tag) => has(piece, tag));
}

/** The message as a memory command, or undefined. */
export function readMemory(message: Message): Reading | undefined {
  const { language, tags, tokens } = message;
  const change = readChange(message);
  if (change) return readingOf("memory", [change], { language });
  const forgetting = readForgetting(tokens);
  if (forgetting) return readingOf("memory", [forgetting], { language });
  const pieces = message.pieces.filter((piece) => piece.kind !== "break");
  if (tags.has("toMemory")) {
    const rest = pieces.filter((piece) => !has(piece, "toMemory") && !isFiller(piece));
    if (rest.length <= 1) {
      return readingOf("memory", [{ tool: "memories", input: {} }], {
        language,
        doubts: rest.length > 0 ? ["unknown_words"] : [],
      });
    }
  }
  const first = pieces.find((piece) => !isFiller(piece));
  if (first === undefined || !has(first, "forget")) return undefined;
  const rest = tokens.slice(first.to).filter((token) => !isQuiet(token));
  if (rest.length === 0) return undefined;
  const said = rest.map((token) => token.lower).join(" ");
  const number = /^(?:no |number |nombor |memory |memori |# ?)?([1-9]\d{0,2})$/.exec(said)?.[1];
  if (number !== undefined)
    return readingOf("memory", [{ tool: "forget", input: { number: Number(number) } }], { language });
  const behind = pieces.slice(pieces.indexOf(first) + 1);
  const all = behind.every((piece) => has(piece, "forgetAll") || isFiller(piece));
  if (all && (has(first, "forgetAll") || behind.some((piece) => has(piece, "forgetAll"))))
    return readingOf("memory", [{ tool: "forget_everything", input: {} }], { language });
  if (tags.has("remind") || pieces.some((piece) => piece.kind === "amount")) return undefined;
  const words = behind.filter((piece) => !isFiller(piece)).map(({ lower }) => lower);
  return {
    ...notMine("memory", language, ["unknown_words"]),
    verdict: "likely",
    items: words.length === 0 ? [] : [{ tool: "forget", input: { words: words.join(" ") } }],
  };
}

/** "Number 3 is wrong: …", "remember that …". What was bought and what is due are records, however they are told. */
function readChange({ tokens, tags, pieces }: Message): ReadItem | undefined {
  const correction = readNumberedCorrection(tokens);
  if (correction) return { tool: "correct_memory", input: correction };
  const told = readToRemember(tokens);
  if (told === undefined) return undefined;
  const exact = pieces.some((piece) => piece.kind === "amount" || piece.date !== undefined);
  const record = told.outright ? exact && tags.has("spend") : exact || tags.has("remind");
  return record ? undefined : { tool: "remember", input: { text: told.text } };
}
