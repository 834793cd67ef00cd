/**
 * Makes one plain text out of what keyboards send: the reader's rules are written once, for straight quotes,
 * plain hyphens, ASCII digits and ordinary spaces. Letters and their case stay, for descriptions.
 */

/** Characters that show nothing and mean nothing between letters; joiners of emoji among them. */
const INVISIBLE = /\u034F|[\uFE00-\uFE0F]|[\u00AD\u061C\u180E\u200B-\u200F\u2060-\u2064\uFEFF]/g;
const CONTROL = /[^\P{Cc}\n\t]/gu;
/** Nothing to do for most messages. */
const PLAIN = /^[ -_a-~\n]*$/;
const SPACE = /[\t\u00A0\u1680\u2000-\u200A\u202F\u205F\u3000]/g;
const FULL_WIDTH = /[\uFF01-\uFF5E]/g;

/**
 * @param text whatever a person or a program sent
 * @returns the same words with one form per sign; lone surrogates are gone, line ends are "\n"
 */
export function normalise(text: string): string {
  return withLeadingZero(PLAIN.test(text) ? text : plain(text));
}

/** "lunch .50", "RM.80": a point that begins an amount is half of it, and must not be lost. */
function withLeadingZero(text: string): string {
  return text.replace(
    /(^|[\s(+]|rm|\$)\.(\d{1,2})(?![\d.,])/gi,
    (_, before: string, cents: string) => `${before}0.${cents}`,
  );
}

function plain(text: string): string {
  return text
    .normalize("NFC")
    .replace(/\p{Cs}/gu, "")
    .replace(/\r\n?|\u2028|\u2029/g, "\n")
    .replace(INVISIBLE, "")
    .replace(CONTROL, " ")
    .replace(SPACE, " ")
    .replace(FULL_WIDTH, (sign) => String.fromCharCode(sign.charCodeAt(0) - 0xfee0))
    .replace(/[\u2018\u2019\u02BC\u0060\u00B4]/g, "'")
    .replace(/[\u201C\u201D]/g, '"')
    .replace(/[\u2010-\u2015\u2212]/g, "-")
    .replace(/[\u00D7\u2715\u2716]/g, "x");
}
