/**
 * Whose receipt it is: the company that the head of the receipt names, else its first line that is a name. A name may go
 * on in the next row.
 */
import merchants from "../data/merchants.json" with { type: "json" };
import type { Read } from "../reading.ts";
import { PLACE_NAMES } from "./currency.ts";
import { datesIn } from "./date-forms.ts";
import type { Line } from "./figures.ts";
import { nameIn } from "./names.ts";
import { PhraseList, wordsOf } from "./phrase-search.ts";

const COMPANIES = new PhraseList(merchants.companies);
const BUSINESSES = new PhraseList(Object.values(merchants.businesses).flat());
const ADDRESSES = new PhraseList(merchants.address);
const NOTICES = new PhraseList(merchants.notice);

/** Cities and streets of other countries: names of shops here, addresses there. */
const ABROAD = new PhraseList([...merchants.abroad, ...PLACE_NAMES]);

/** The head of a receipt. */
const ROWS = 12;
const FEWEST_LETTERS = 3;

interface Candidate {
  readonly name: string;
  readonly row: number;
  readonly score: number;
  readonly company: boolean;
  readonly confidence: number;
}

const letters = (text: string): number => text.replace(/[^\p{L}]/gu, "").length;

/** What is no name: an address, a notice, a number; that under which the company is registered is no matter. */
function isOther(text: string): boolean {
  const words = wordsOf(text);
  return (
    ADDRESSES.has(words) ||
    NOTICES.has(words) ||
    /\d{5}/.test(nameIn(text)) ||
    /@|www|\.com/i.test(text) ||
    datesIn(text).length > 0
  );
}

function candidateIn({ text, confidence }: Line, row: number): Candidate | null {
  const name = nameIn(text);
  if (letters(name) < FEWEST_LETTERS) return null;
  const words = wordsOf(name);
  const company = COMPANIES.has(words);
  let score = 3 - row * 0.35;
  if (company) score += row < 6 ? 5 : 3;
  else if (BUSINESSES.has(words)) score += 1.5;
  if (isOther(text) && !(company && !NOTICES.has(words))) score -= 4;
  if (letters(name) / name.replace(/\s/g, "").length < 0.6) score -= 1.5;
  if (letters(name) < 5) score -= 1;
  return { name, row, score, company, confidence };
}

/** "(M) SDN BHD" alone in its row ends the name of the row above. */
const isTail = (name: string): boolean =>
  /^\(?[A-Z]{0,3}\)?\.?\s*(?:CO\.?\s*)?\(?[A-Z]{0,3}\)?\s*(?:SDN|BHD|BERHAD|S\/B)\b/i.test(name);

function isName(line: Line | undefined): line is Line {
  return line !== undefined && letters(nameIn(line.text)) >= FEWEST_LETTERS && !isOther(line.text);
}

/** The rest of a name that goes on: after "&", or before a row with nothing but the company's form. */
function whole(best: Candidate, lines: readonly Line[]): string {
  const above = lines[best.row - 1];
  const below = lines[best.row + 1];
  if (isTail(best.name) && isName(above)) return `${nameIn(above.text)} ${best.name}`;
  if (below === undefined || best.company) return best.name;
  const next = nameIn(below.text);
  if (isTail(next)) return `${best.name} ${next}`;
  if (/[&,]\s*$/.test(lines[best.row]?.text.trim() ?? "")) return `${best.name} & ${next}`;
  // Two rows of names, and then the address: both are the name.
  const follows = lines[best.row + 2];
  const ends = follows !== undefined && (isOther(follows.text) || letters(follows.text) < FEWEST_LETTERS);
  const words = wordsOf(below.text);
  return best.row < 3 && isName(below) && ends && !NOTICES.has(words) && !ABROAD.has(words)
    ? `${best.name} ${next}`
    : best.name;
}

/** What has a price or belongs to the sum is no name, and below it only a company's form tells one. */
function isHead(lines: readonly Line[], { row, company }: Candidate): boolean {
  const firstPrice = lines.findIndex(({ amounts }) => amounts.length > 0);
  return firstPrice < 0 || row < firstPrice || (company && lines[row]?.amounts.length === 0);
}

export function merchantOf(lines: readonly Line[]): Read<string> | null {
  const candidates = lines
    .slice(0, ROWS)
    .flatMap((line, row) => candidateIn(line, row) ?? [])
    .filter((candidate) => isHead(lines, candidate));
  const [best, second] = [...candidates].sort((one, other) => other.score - one.score);
  if (best === undefined || best.score < 0) return null;
  const value = whole(best, lines);
  const margin = best.score - (second?.score ?? 0);
  const confidence = best.confidence * (best.company ? 0.95 : margin > 1 ? 0.8 : 0.65);
  return { value, confidence: Math.min(1, confidence) };
}
