/**
 * What was bought: the rows between the head and the first total, where they add up to it. Tills print the name beside the
 * amount, above it, or below it; a reading that does not add up is no reading, and says nothing.
 */
import { limits } from "../../kernel/limits.ts";
import type { ReceiptItem } from "../reading.ts";
import type { Figure, Line } from "./figures.ts";
import { scoreOf } from "./total-score.ts";

/** A word of three letters makes a description; "SR", "x", "RM" do not. */
const WORD = /\p{L}{3,}/u;
const MOST_ITEMS = 60;
/** "19.00 SR": how the goods are taxed. */
const TAX_MARK = /^\s?(?:SR|ZR[LE]?|S|T|Z|E)\b/;

type NameIs = "beside" | "above" | "below";

/** Its amounts, numbers, codes and tax marks are not what a thing is called. */
function described({ text, amounts }: Pick<Line, "text" | "amounts">): string {
  const rest = amounts.reduceRight(
    (left, { from, to }) => `${left.slice(0, from)} ${left.slice(to).replace(TAX_MARK, "")}`,
    text,
  );
  const name = rest
    .replace(/(?:RM|MYR|[A-Z]?\$)?\s?-?\d[\d.,]*\s?[.,]\s?\d{2}\s?(?:SR|ZR[LE]?|S|T|Z|E)?\b/g, " ")
    .replace(/\b\d{5,}\b|\b(?:SR|ZRL|ZR)\b|^\s*\d+\s+(?=\D)|^\W+|\W+$/g, " ")
    .replace(/\s+/g, " ")
    .trim();
  return WORD.test(name) ? name.slice(0, limits.maxDescriptionCharacters) : "";
}

/** "2 x 12.00", "2 12.00 24.00", "2Chicken": how many, when it is a small whole number in front. */
function quantityIn(text: string): number | undefined {
  const found = /^\s*(\d{1,2})\s?(?:[xX×@]|\s|(?=\p{L}))/u.exec(text);
  const quantity = Number(found?.[1] ?? 0);
  return quantity > 0 ? quantity : undefined;
}

function isGoods({ kinds, amounts }: Line): boolean {
  return (
    amounts.length > 0 &&
    !["tax", "rounding", "discount", "summary", "cash", "change"].some((kind) => kinds.has(kind as "tax"))
  );
}

/** Rows of goods: behind the head of the table, or the first amount, and before the first total. */
function goodsRows(lines: readonly Line[], figures: readonly Figure[]): readonly Line[] {
  const firstTotal =
    figures.find(({ kinds }) => scoreOf(kinds) >= 3 && !kinds.has("amount"))?.row ?? lines.length;
  const head = lines.findLastIndex(
    ({ kinds, amounts }, row) =>
      row < firstTotal &&
      amounts.length === 0 &&
      (kinds.has("header") || kinds.has("count") || kinds.has("amount")),
  );
  const first = lines.findIndex((line, row) => row > head && row < firstTotal && line.amounts.length > 0);
  if (first < 0) return [];
  const below = lines[firstTotal - 1]?.amounts.length === 0;
  const from = head >= 0 ? head + 1 : below ? first : Math.max(0, first - 1);
  return lines.slice(from, firstTotal);
}

function namedBy(rows: readonly Line[], row: number, where: NameIs): string {
  const line = rows[row];
  const own = line === undefined ? "" : described(line);
  if (where === "beside") return own;
  const near = rows[where === "above" ? row - 1 : row + 1];
  const other = near === undefined || near.amounts.length > 0 ? "" : described(near);
  return other === "" ? own : other;
}

function itemsNamed(rows: readonly Line[], where: NameIs): ReceiptItem[] {
  return rows.flatMap((line, row) => {
    const amountMinor = line.amounts.at(-1)?.minor ?? 0;
    if (!isGoods(line) || amountMinor === 0) return [];
    const quantity = quantityIn(line.text);
    const description = namedBy(rows, row, where);
    return [{ description, amountMinor, ...(quantity === undefined ? {} : { quantity }) }];
  });
}

/** Where the names are, when not each stands beside its amount. */
function places(rows: readonly Line[]): NameIs {
  if (rows.filter(isGoods).every((line) => described(line) !== "")) return "beside";
  const [first, last] = [rows[0], rows.at(-1)];
  return last?.amounts.length === 0 && first !== undefined && first.amounts.length > 0 ? "below" : "above";
}

/**
 * @param sums what the items may add up to, in hundredths: totals and subtotals
 * @returns none when they do not add up, or one has no name
 */
export function itemsOf(
  lines: readonly Line[],
  figures: readonly Figure[],
  sums: readonly number[],
): ReceiptItem[] {
  const rows = goodsRows(lines, figures);
  const items = itemsNamed(rows, places(rows));
  if (items.length === 0 || items.length > MOST_ITEMS) return [];
  const sum = items.reduce((total, { amountMinor }) => total + amountMinor, 0);
  const readable = sums.includes(sum) && items.every(({ description }) => description !== "");
  return readable ? items : [];
}
