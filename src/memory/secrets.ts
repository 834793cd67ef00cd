/** What is not kept, whoever asks for it: PINs, passwords, codes, card numbers (SPEC S12). */
import { tableOf } from "../language/phrases.ts";
import data from "./data/secrets.json" with { type: "json" };
import { tokensOf } from "./facts.ts";

const NAMES = tableOf(data.names);
const LINKS = new Set(data.links);
/** How far behind its name a code with digits may stand: "my PIN for the blue card is 1234". */
const REACH = 8;
const CARD_DIGITS = { least: 13, most: 19 };

/** Whether a text gives a secret away, and does not only speak of one ("I must change my password"). */
export function holdsSecret(text: string): boolean {
  return holdsCard(text) || holdsCode(text);
}

function holdsCode(text: string): boolean {
  const tokens = tokensOf(text);
  for (let at = 0; at < tokens.length; at += 1) {
    const name = NAMES.match(tokens, at);
    if (name === undefined) continue;
    const behind = tokens.slice(at + name.length, at + name.length + REACH);
    if (behind.some(({ text: word }) => /\d{3}/.test(word) || /\p{L}\d|\d\p{L}/u.test(word))) return true;
    // "My password is sunflower": one word that is said to be it.
    const link = behind.findIndex(({ lower }) => LINKS.has(lower));
    if (link === 0 && behind.slice(1).filter(({ kind }) => kind === "word").length === 1) return true;
  }
  return false;
}

/** A run of digits, in groups or not, whose check digit is that of a payment card. */
function holdsCard(text: string): boolean {
  return (text.match(/\d(?:[ -]?\d){12,}/g) ?? []).some((run) => {
    const digits = run.replace(/\D/g, "");
    return digits.length >= CARD_DIGITS.least && digits.length <= CARD_DIGITS.most && isLuhn(digits);
  });
}

function isLuhn(digits: string): boolean {
  const sum = [...digits].reverse().reduce((so, digit, place) => {
    const doubled = Number(digit) * (place % 2 === 1 ? 2 : 1);
    return so + (doubled > 9 ? doubled - 9 : doubled);
  }, 0);
  return sum % 10 === 0;
}
