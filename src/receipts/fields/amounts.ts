/**
 * Amounts in a row of a receipt: "12.34", "1,234.50", "RM12.34", "-0.02", "(0.02)", and what OCR makes of them ("4. 90",
 * "S0.50" for $0.50, "l2.OO"). Letters are taken for digits inside numbers only.
 */

export interface Amount {
  /** Hundredths; negative when it is printed so. */
  readonly minor: number;
  /** Where it begins in the text. */
  readonly from: number;
  readonly to: number;
  /** A currency stands before it. */
  readonly marked: boolean;
}

/** Receipts over RM1,000,000 are numbers of another kind. */
const LARGEST = 100_000_000;

const DIGIT_FOR: Readonly<Record<string, string>> = {
  O: "0",
  o: "0",
  l: "1",
  I: "1",
  "|": "1",
  S: "5",
  B: "8",
};
/** A number with letters in it, alone between what is no letter; of S and B only inside, since they also stand beside numbers. */
const DAMAGED =
  /(?<![A-Za-z\d])([S$]?)([\dOolI|]+(?:[SB](?=[\d.,]))?[\dOolI|]*[.,]\s?[\dOolI|SB]{1,2}(?![A-Za-z\d]))/g;

/** The same text with the letters in its numbers as digits; of the same length, so that places stay. */
export function repaired(text: string): string {
  return text.replace(DAMAGED, (whole, mark: string, number: string) => {
    if (!/\d/.test(number)) return whole;
    const digits = number.replace(/[OolI|SB]/g, (letter) => DIGIT_FOR[letter] ?? letter);
    return (mark === "S" ? "$" : mark) + digits;
  });
}

const AMOUNT =
  /(?<sign>[-−–(]\s?)?(?<mark>(?:RM|MYR|R\sM|[A-Z]{0,2}\$|€|£)\s?(?<after>-\s?)?)?(?:(?<=(?:RM|MYR)\s?-\s?)|(?<![\d.,/:]|\w-))(?<whole>\d{1,3}(?:,\s?\d{3})+|\d{1,7})?\s?(?<point>[.,·])\s?(?<cents>\d{2})(?!\d|[.,/:-]\d|\s?%)(?<behind>-(?!\d))?/gi;

/** ".00" without a digit before the point stands alone: "No.49" is a house. */
function isBare(text: string, index: number): boolean {
  return index === 0 || /[\s$M:-]/.test(text.charAt(index - 1));
}

/** "Rp 45.000", "¥1,280", "45.000,-", "88.000 VND": money that has no cents, in groups of three or beside its mark. */
const WHOLE =
  /(?<sign>[-−–(]\s?)?(?:(?<mark>(?:Rp\.?|IDR|JPY|KRW|VND|[¥￥₩₫])\s?)|(?<![\d.,/:]|\w-))(?<units>\d{1,3}(?:[.,]\s?\d{3})+|\d{1,9})(?:[.,](?:00|-))?(?<unit>\s?(?:VND|IDR|JPY|KRW|[円₫₩])(?![A-Za-z]))?(?![\d:/%A-Za-z]|[.,-]\d)/gi;
/** A bare number is money at the end of a row that says what it is. */
const FEWEST_BARE_DIGITS = 2;
/** A hundred million ringgit's worth of the smallest of these currencies is no receipt. */
const LARGEST_WHOLE = 1_000_000_000;

/**
 * The same where the money has no cents: the amounts are still hundredths.
 * @param labelled the row says what a bare number at its end is
 */
export function wholeAmountsIn(text: string, labelled: boolean): Amount[] {
  return [...text.matchAll(WHOLE)].flatMap((match) => {
    const { sign, mark, units = "", unit } = match.groups ?? {};
    const to = match.index + match[0].length;
    const grouped = /[.,]/.test(units);
    const bare = labelled && units.length >= FEWEST_BARE_DIGITS && text.slice(to).trim() === "";
    const value = Number(units.replace(/[.,\s]/g, ""));
    const marked = mark !== undefined || unit !== undefined;
    if (!(grouped || marked || bare) || value > LARGEST_WHOLE) return [];
    const minor = value * 100;
    return [{ minor: sign !== undefined && minor > 0 ? -minor : minor, from: match.index, to, marked }];
  });
}

/** @returns the amounts from left to right */
export function amountsIn(original: string): Amount[] {
  const text = repaired(original);
  return [...text.matchAll(AMOUNT)].flatMap((match) => {
    const { sign, mark, after, whole, point = ".", cents = "", behind } = match.groups ?? {};
    const pointAt = match.index + match[0].indexOf(point);
    if (whole === undefined && !isBare(text, pointAt)) return [];
    const digits = Number(`${(whole ?? "0").replace(/[,\s]/g, "")}${cents}`);
    if (digits > LARGEST) return [];
    const negative = sign !== undefined || after !== undefined || behind !== undefined;
    return [
      {
        minor: negative && digits > 0 ? -digits : digits,
        from: match.index,
        to: match.index + match[0].length,
        marked: mark !== undefined,
      },
    ];
  });
}

/** Whole numbers of a row that may be amounts whose point was lost: "1000" for 10.00. */
export function pointlessIn(text: string): number[] {
  return [...text.matchAll(/(?<![\d.,/:A-Za-z#-])\d{3,6}(?![\d.,/:A-Za-z%-])/g)].map(([digits]) =>
    Number(digits),
  );
}
