/** A printed name as it was meant: digits that stand for letters put right, words that OCR ran together taken apart. */
import merchants from "../data/merchants.json" with { type: "json" };

const GLUED = [...merchants.glued].sort((one, other) => other.length - one.length);
/** What is left of a word must be one itself: "MARKETINGS" is no "MARKETING S". */
const SHORTEST_REST = 3;
/** The number under which a company is registered, and whatever follows it: "(65351-M)", "CO. REG 860671-D", "201901000005". */
const REGISTERED =
  /[\s,]*[([（]?\s*(?:(?:CO|COMPANY|ROC|REG|SSM)\b[.:\s]*(?:REG|NO|ROC)?[.:\s]*)?[A-Z]{0,3}\d{5,}\s*-?\s*[A-Z\d]{0,2}\s*[)\]）]?.*$/i;

/** "F00DICI0US" is a word with letters that look like digits; "OLIVE9" and "7-ELEVEN" are as they are. */
function lettersRight(word: string): string {
  const letters = word.replace(/[^A-Za-z]/g, "").length;
  if (letters < 2 || letters <= word.replace(/[^01]/g, "").length || /[2-9]/.test(word)) {
    return /^C0\.?$/i.test(word) ? word.replace("0", "O") : word;
  }
  const capitals = word === word.toUpperCase();
  return word
    .replace(/0(?=[A-Za-z])|(?<=[A-Za-z])0/g, capitals ? "O" : "o")
    .replace(/1(?=[A-Za-z])|(?<=[A-Za-z])1/g, capitals ? "I" : "l");
}

/** One word of capitals in which a known word stands at the beginning or the end. */
function takenApart(word: string): string {
  if (GLUED.includes(word)) return word;
  const known = GLUED.find((part) => word.startsWith(part) || word.endsWith(part));
  if (known === undefined || word.length < known.length + SHORTEST_REST) return word;
  return word.startsWith(known)
    ? `${known} ${takenApart(word.slice(known.length))}`
    : `${takenApart(word.slice(0, -known.length))} ${known}`;
}

/** "SYARIKATPERNIAGAAN", "GerbangAlafRestaurantsSdnBhd", "AEONCO.(M)BHD". */
function apart(text: string): string {
  return text
    .replace(/(?<=[a-z]{2})(?=[A-Z])/g, " ")
    .replace(/S[DO0]N\s?\.?\s?B[HN][DO0]/gi, (found) =>
      found === found.toUpperCase() ? " SDN BHD" : " Sdn Bhd",
    )
    .replace(/(?<=[A-Za-z])\s?\((?=[A-Z]{1,3}\))/g, " (")
    .replace(/(?<=\([A-Z]{1,3}\))(?=[A-Z])/g, " ")
    .replace(/\s*&\s*/g, " & ")
    .replace(/[A-Z]{8,}/g, takenApart);
}

/** @returns the name without registration numbers, ornaments and double spaces; empty when nothing is left */
export function nameIn(text: string): string {
  return apart(text.replace(REGISTERED, ""))
    .split(/\s+/)
    .map(lettersRight)
    .join(" ")
    .replace(/^[^\p{L}\d(]+|[^\p{L}\d).]+$/gu, "")
    .replace(/\s+/g, " ")
    .trim();
}
