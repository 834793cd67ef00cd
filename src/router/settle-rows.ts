/** Answers to "which one?": a place, a size, an age, an amount, a day, or the words that one row alone has (SPEC S4). */
import type { DeleteInput } from "../kernel/reading.ts";
import { readChoice, readRank, tellingWords } from "../language/choices.ts";
import type { Option, PendingQuestion } from "../store/pending-question.ts";
import type { Said, Settled } from "./settled.ts";

/** An answer is short; a longer message says something of its own. */
const MOST_WORDS = 6;

/** @param rows the options that are rows, as they are shown */
export function rowChosen(pending: PendingQuestion, rows: readonly Option[], said: Said): Settled | null {
  // "Delete all" says what to do, and that is not what the question would do with them.
  if (said.reading.items[0]?.tool === "delete" && !rows.some(deletes)) return null;
  const places = rows.length > 1 ? readChoice(said.text, rows.length) : undefined;
  if (places) return doing(rows.filter((_, place) => places.includes(place)));
  if (said.text.trim().split(/\s+/).length > MOST_WORDS) return null;
  const ranked = byRank(rows, said.text);
  if (ranked) return doing([ranked]);
  // A message that is complete in itself is no answer, even when its words are in a row that is shown.
  const { verdict, items } = said.reading;
  if (verdict === "certain" && items[0]?.tool !== "delete" && !dayAlone(said)) return null;
  const fitting = described(rows, said);
  if (fitting.length === 0) return null;
  // The words that all of them have tell none of them apart.
  return fitting.length === 1 ? doing(fitting) : { again: pending };
}

const deletes = ({ does }: Option): boolean => does.some(({ tool }) => tool === "delete");

function doing(rows: readonly Option[]): Settled {
  return { option: { label: "", does: rows.flatMap(({ does }) => does), mode: "edit" } };
}

/** "Yesterday" by itself is a question, and an answer where rows are of several days. */
function dayAlone({ text, reading, shape }: Said): boolean {
  const { words, amounts } = shape(text);
  return reading.mode === "question" && words === 0 && amounts === 0;
}

/** "The cheaper one", "yang baru": the one row that is, when no other is as much so; amounts of one currency only. */
function byRank(rows: readonly Option[], text: string): Option | undefined {
  const rank = readRank(text);
  if (!rank) return undefined;
  // They are shown latest first.
  if (rank === "newest") return rows[0];
  if (rank === "oldest") return rows.at(-1);
  const amounts = rows.map(({ row }) => row?.amountMinor ?? Number.NaN);
  if (new Set(rows.map(({ row }) => row?.currency)).size > 1) return undefined;
  const wanted = rank === "least" ? Math.min(...amounts) : Math.max(...amounts);
  const fitting = rows.filter((_, place) => amounts[place] === wanted);
  return fitting.length === 1 ? fitting[0] : undefined;
}

/** The rows that an answer describes, read as a deletion would name its own: words, a day, an amount. */
function described(rows: readonly Option[], said: Said): readonly Option[] {
  const words = tellingWords(said.text);
  const item = said.reread(`delete ${words}`).items[0];
  const target = item?.tool === "delete" ? item.input.target : undefined;
  const exact = target ? rows.filter((row) => fits(row, target)) : [];
  return exact.length > 0 ? exact : byWords(rows, words);
}

function fits(
  { row, line = "" }: Option,
  { words, date, amountMinor, currency }: DeleteInput["target"],
): boolean {
  if (words.length === 0 && !date && amountMinor === undefined) return false;
  const shown = line.toLowerCase();
  return (
    words.every((word) => shown.includes(word)) &&
    (date === undefined || row?.date === date) &&
    (amountMinor === undefined || row?.amountMinor === amountMinor) &&
    (currency === undefined || row?.currency === currency)
  );
}

/** The rows that have all those of the words that any row has: "the teh ais please". */
function byWords(rows: readonly Option[], words: string): readonly Option[] {
  const lines = rows.map(({ line }) => line?.toLowerCase() ?? "");
  const telling = words
    .split(" ")
    .filter((word) => word.length > 2 && lines.some((line) => line.includes(word)));
  if (telling.length === 0) return [];
  return rows.filter((_, place) => telling.every((word) => lines[place]?.includes(word)));
}
