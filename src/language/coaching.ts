/** Requests for advice and worries about money: the coach's business, with what the same message records (SPEC S3). */
import type { ReadItem, Reading } from "../kernel/reading.ts";
import overrides from "./data/overrides.json" with { type: "json" };
import type { Tag } from "./lexicon.ts";
import type { Message } from "./message.ts";
import { has, type Piece } from "./pieces.ts";
import { notMine } from "./reading-of.ts";
import { recordsOf } from "./records.ts";

/** Questions of fact outrank a stray word of worry: "how much did I spend on my car". */
const FACTS: readonly Tag[] = [
  "totalAsk",
  "listAsk",
  "countAsk",
  "averageAsk",
  "biggestAsk",
  "compareAsk",
  "netAsk",
  "paidAsk",
  "searchAsk",
  "capsAsk",
  "leftAsk",
  "reminderNoun",
  "dueAsk",
];
const WISHES: readonly Tag[] = ["desire", "hypothetical"];

/** A record told before the question: "paid 1,200 rent, how do I cut down?" */
function recordsBefore(message: Message, advice: number): readonly ReadItem[] {
  const { pieces } = message;
  const end = pieces
    .slice(0, advice)
    .findLastIndex(
      (piece) => piece.kind === "break" || (piece.kind === "mark" && /^[,.;!-]$/.test(piece.lower)),
    );
  const told = pieces.slice(0, Math.max(0, end));
  if (!told.some((piece) => piece.kind === "amount")) return [];
  const records = recordsOf({ ...message, pieces: told });
  if (records.some((record) => record.doubts.length > 0)) return [];
  return records.flatMap((record) =>
    record.input === undefined ? [] : [{ tool: record.kind, input: record.input }],
  );
}

function isAdvice(piece: Piece): boolean {
  return has(piece, "advice") && !(piece.senses !== undefined && piece.kind === "word");
}

const ARRIVED = new Set(overrides.arrived);

/** A request for advice, news of a job, or a wish with a price; undefined for a question of fact. */
export function readAdvice(message: Message): Reading | undefined {
  const { pieces, tags, language } = message;
  const advice = pieces.findIndex(isAdvice);
  if (advice >= 0) {
    const items = recordsBefore(message, advice);
    const base = notMine("coaching", language, ["question"]);
    return items.length > 0 ? { ...base, verdict: "likely", items } : base;
  }
  if (FACTS.some((tag) => tags.has(tag))) return undefined;
  // "A new job at Shell, 6k a month": what it will pay is no money that came, and Shell is no petrol.
  if (tags.has("jobNews") && !pieces.some(({ lower }) => ARRIVED.has(lower)))
    return notMine("coaching", language, ["hypothetical"]);
  const past = pieces.some(({ date }) => date?.when?.type === "offset" && (date.when.days ?? 0) < 0);
  const wish =
    !past && pieces.some((piece) => piece.kind === "amount") && WISHES.some((tag) => tags.has(tag));
  return wish ? notMine("coaching", language, ["hypothetical"]) : undefined;
}

/** A worry, a plan or news of the person's life, in more than two words and without money to record. */
export function readWorry({ pieces, tags, language }: Message): Reading | undefined {
  if (FACTS.some((tag) => tags.has(tag)) || pieces.some((piece) => piece.kind === "amount")) return undefined;
  const words = pieces.filter((piece) => piece.kind === "word").length;
  const told = (tags.has("life") && words >= 3) || ((tags.has("desire") || tags.has("spend")) && words >= 4);
  return told ? notMine("coaching", language) : undefined;
}
