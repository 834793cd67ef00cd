/**
 * The one-time code that joins a second platform to the same ledger (SPEC S1): "MAMA-7K3Q-XF2M". The word in front
 * keeps it apart from everything else that people type, and no letter in it can be taken for a digit.
 */
import { createHash, randomInt } from "node:crypto";

const LETTERS = "23456789BCDFGHJKMNPQRSTVWXYZ";
const PART = 4;

/** A new code, one of 28⁸. */
export function newLinkCode(): string {
  const part = () => Array.from({ length: PART }, () => LETTERS[randomInt(LETTERS.length)]).join("");
  return `MAMA-${part()}-${part()}`;
}

const CODE = new RegExp(
  `^\\s*(?:/?link[:\\s]+)?["“'*\`]*MAMA[-–— ]?([${LETTERS}]{${PART}})[-–— ]?([${LETTERS}]{${PART}})["”'*\`]*[.!]?\\s*$`,
  "i",
);

/** The code that a message consists of, as it was made; null when it is about anything else. */
export function linkCodeIn(text: string): string | null {
  const [, first, second] = CODE.exec(text) ?? [];
  return first && second ? `MAMA-${first}-${second}`.toUpperCase() : null;
}

/** What is kept of a code. */
export function linkCodeHash(code: string): string {
  return createHash("sha256").update(code).digest("hex");
}
