/** "grab 12. how much on grab?": a record, and a question that it is part of; both in one turn, in that order. */
import type { ReadItem, Reading } from "../kernel/reading.ts";
import { type Message, messageOf } from "./message.ts";
import { has, type Piece } from "./pieces.ts";
import { readQuestion } from "./questions.ts";
import { readingOf } from "./reading-of.ts";
import { recordsOf } from "./records.ts";

function parts(piece: Piece): boolean {
  return (
    piece.kind === "break" ||
    /^[.!,;]$/.test(piece.lower) ||
    (has(piece, "and") && piece.senses === undefined)
  );
}

/** Undefined unless all before the parting is a certain record, and all behind it a question. */
export function readRecordThenQuestion({
  pieces,
  tokens,
  context,
  language,
  tags,
}: Message): Reading | undefined {
  const amount = pieces.findIndex((piece) => piece.kind === "amount");
  if (amount < 0 || !(tags.has("ask") || tags.has("totalAsk") || pieces.some(({ lower }) => lower === "?")))
    return undefined;
  for (const piece of pieces.slice(amount + 1).filter(parts)) {
    const told = recordsOf(messageOf(tokens.slice(0, piece.from), context));
    const items = told.flatMap(({ kind, input, doubts }): ReadItem[] =>
      input === undefined || doubts.length > 0 ? [] : [{ tool: kind, input }],
    );
    if (items.length === 0 || items.length < told.length) continue;
    const behind = messageOf(tokens.slice(piece.to), context);
    // "lunch 15, grab 12, total 28": what they came to, wrong as it may be.
    if (!behind.tags.has("ask") && behind.pieces.some(({ kind }) => kind === "amount")) continue;
    const asked = readQuestion(behind);
    if (asked === undefined || asked.items.length === 0) continue;
    return readingOf(told[0]?.kind ?? "expense", [...items, ...asked.items], { language });
  }
  return undefined;
}
