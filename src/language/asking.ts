/**
 * The words of questions that mean something in questions only (data/asking.json): "without", "what share of", "which
 * day", "over". They are laid over the pieces of a message, so that records and caps read the same words their own way.
 */
import { dictionary } from "../kernel/dictionary.ts";
import asking from "./data/asking.json" with { type: "json" };
import dates from "./data/dates.json" with { type: "json" };
import { openPeriodAt } from "./period-words.ts";
import { PhraseTable } from "./phrases.ts";
import type { Piece } from "./pieces.ts";
import type { Token } from "./tokens.ts";

export type Role = Exclude<keyof typeof asking, "noise">;

/** A piece with what its words do in a question. */
export interface AskPiece extends Piece {
  readonly roles: readonly Role[];
}

const table = new PhraseTable<readonly Role[]>();
/** What is part of a name in the lexicon and of no record is not a role by itself. */
const { noise: _, ...roles } = asking;
for (const [role, phrases] of Object.entries(roles)) {
  for (const phrase of phrases) table.add(phrase, [role as Role], (old, added) => [...old, ...added]);
}

/** Roles by which a message is a question, whatever else it says. */
const TELLING: readonly Role[] = [
  "share",
  "smallest",
  "byDay",
  "byWeek",
  "byMonth",
  "byCategory",
  "gone",
  "moreOn",
  "weekends",
  "weekdays",
];
/** Words of a message that may be nothing but a subject and its days: "groceries last week". */
const MOST_WORDS = 8;

const MONTHS = dictionary<number>(dates.months);

const NONE: readonly Role[] = [];

export function does(piece: AskPiece | undefined, role: Role): boolean {
  return piece?.roles.includes(role) === true;
}

/** The pieces with their roles; those that a phrase covers together are one. */
export function askingPieces({
  tokens,
  pieces,
}: {
  readonly tokens: readonly Token[];
  readonly pieces: readonly Piece[];
}): readonly AskPiece[] {
  const found: AskPiece[] = [];
  for (let at = 0; at < pieces.length; at += 1) {
    const piece = pieces[at] as Piece;
    const hit = table.match(tokens, piece.from);
    const end = piece.from + (hit?.length ?? 0);
    const last = hit === undefined ? -1 : pieces.findIndex(({ to }, index) => index >= at && to === end);
    if (hit === undefined || last < at) found.push(...withMonthApart({ ...piece, roles: NONE }));
    else if (last === at) found.push({ ...piece, roles: hit.value });
    else found.push(joined(pieces.slice(at, last + 1), hit.value));
    at = Math.max(at, last);
  }
  return found;
}

/** "gaji januari", "tol bulan feb": phrases of the lexicon with a month in them, which a question is about. */
function withMonthApart(piece: AskPiece): readonly AskPiece[] {
  const words = piece.lower.split(" ");
  const month = MONTHS[words.at(-1) ?? ""];
  if (piece.kind !== "word" || piece.senses === undefined || words.length < 2 || month === undefined)
    return [piece];
  const lower = words.slice(0, words.at(-2) === "bulan" ? -2 : -1).join(" ");
  const open = { type: "month", month, since: false } as const;
  return [
    { ...piece, lower },
    { ...piece, kind: "date", senses: undefined, tags: [], lower: words.at(-1) ?? "", date: { open } },
  ];
}

function joined(pieces: readonly Piece[], roles: readonly Role[]): AskPiece {
  const lower = pieces.map((piece) => piece.lower).join(" ");
  const [first, last] = [pieces[0] as Piece, pieces.at(-1) as Piece];
  return { kind: "word", from: first.from, to: last.to, lower, tags: [], roles };
}

/** Whether the tokens are a question though no word of it says so: "last 7 days", "income february". */
export function asksByItself(tokens: readonly Token[]): boolean {
  let numbers = 0;
  let stretches = 0;
  for (let at = 0; at < tokens.length; at += 1) {
    const stretch = openPeriodAt(tokens, at);
    if (stretch !== undefined) {
      stretches += 1;
      at += stretch.length - 1;
    } else if (tokens[at]?.kind === "number") numbers += 1;
    else if (table.match(tokens, at)?.value.some((role) => TELLING.includes(role))) return true;
  }
  return stretches > 0 && numbers === 0 && tokens.length <= MOST_WORDS;
}
