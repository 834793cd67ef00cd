/** A shop's name as a person would write it: tills print in capitals, and the form of the company is no part of the name. */
import merchants from "./data/merchants.json" with { type: "json" };

const { capitals, small, forms } = merchants.written;
const IN_CAPITALS = new Set(capitals);
const SMALL = new Set(small);
/** At the end, as often as it stands there: "(M) SDN. BHD.", "CO.", "PTE LTD". */
const FORM = new RegExp(`[\\s,]+(?:${forms.join("|")})\\.?$`, "iu");
const FEWEST_LETTERS = 2;

function withoutForm(name: string): string {
  const rest = name.replace(FORM, "").trim();
  if (rest === name || rest.replace(/[^\p{L}]/gu, "").length < FEWEST_LETTERS) return name;
  return withoutForm(rest);
}

/** "UNIHAKKA" is "Unihakka"; "KFC" and the "C" of "C W KHOO" are no words. */
function wordAsWritten(word: string, at: number): string {
  if (IN_CAPITALS.has(word) || word.length < 2 || !/[AEIOUY]/.test(word)) return TITLES.get(word) ?? word;
  const lower = word.toLowerCase();
  if (at > 0 && SMALL.has(lower)) return lower;
  const written = `${word[0]}${lower.slice(1)}`;
  return /^Mc[a-z]{4}/.test(written) ? `Mc${word[2]}${lower.slice(3)}` : written;
}

const TITLES = new Map([
  ["MR", "Mr"],
  ["DR", "Dr"],
]);

/** @returns "Unihakka International" for "UNIHAKKA INTERNATIONAL SDN BHD"; a name that is not all in capitals keeps its letters */
export function asWritten(printed: string): string {
  const name = withoutForm(printed.trim());
  if (/\p{Ll}/u.test(name)) return name;
  return name.replace(/[A-Z]+(?:['’][A-Z]+)*/g, wordAsWritten);
}
