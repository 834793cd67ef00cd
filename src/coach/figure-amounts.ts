/** Amounts and percentages in a reply, ranges of them, and splits such as 50/30/20. */
import figures from "./data/figures.json" with { type: "json" };
import { type Found, type Hit, joinsRange, type Meaning, one, type Scan } from "./figure.ts";
import { unitAfter } from "./figure-counts.ts";
import { minorOf, moneyAt, quantityAt } from "./quantity.ts";

const PERCENT = new Set(figures.percent);
const RATIO_WORDS = new Set(figures.ratioWords);

/** "RM1,250.50", "15 ringgit", "RM50 to 100". */
export function amountAt({ tokens, context }: Scan, at: number): Hit | undefined {
  const hit = moneyAt(tokens, at, context.currency);
  if (hit === undefined) return undefined;
  const means: Meaning[] = hit.money === null ? [] : [{ amount: hit.money }];
  const first: Found = { kind: "amount", from: at, length: hit.length, means };
  const next = at + hit.length + 1;
  const second = hit.prefixed && joinsRange(tokens[next - 1]) ? quantityAt(tokens, next) : undefined;
  const bare =
    second !== undefined &&
    moneyAt(tokens, next, context.currency) === undefined &&
    unitAfter(tokens, next + second.length).word === null &&
    percentEnd(tokens, next + second.length) === 0;
  if (!bare) return one(first);
  const amountMinor = minorOf(second.decimal, hit.currency);
  const more: Found = {
    kind: "amount",
    from: next,
    length: second.length,
    means: amountMinor === null ? [] : [{ amount: { amountMinor, currency: hit.currency } }],
  };
  return { length: hit.length + 1 + second.length, found: [first, more] };
}

/** How many tokens of "%", "percent", "per cent" stand at `at`. */
function percentEnd(tokens: Scan["tokens"], at: number): number {
  const word = tokens[at]?.lower ?? "";
  if (word === "per" && tokens[at + 1]?.lower === "cent") return 2;
  return PERCENT.has(word) ? 1 : 0;
}

/** "12.5%", "dua belas peratus". */
export function percentAt({ tokens }: Scan, at: number): Hit | undefined {
  const quantity = quantityAt(tokens, at);
  const sign = quantity === undefined ? 0 : percentEnd(tokens, at + quantity.length);
  if (quantity === undefined || sign === 0) return undefined;
  const means = quantity.decimal === null ? [] : [{ percent: Number(quantity.decimal) }];
  return one({ kind: "percentage", from: at, length: quantity.length + sign, means });
}

/** "50/30/20", "70-20-10": free beside the name of such a rule, else shares that are stated. */
export function ratioAt(scan: Scan, at: number): Hit | undefined {
  const { tokens } = scan;
  let length = 1;
  let parts = /^\d{1,2}(?:[/:]\d{1,2}){1,3}$/.test(tokens[at]?.text ?? "")
    ? (tokens[at]?.text ?? "").split(/[/:]/).map(Number)
    : [];
  if (parts.length === 0) {
    const run = tokens.slice(at, at + 5);
    const dashed = run.length === 5 && /^\d{1,2}-\d{1,2}-\d{1,2}$/.test(run.map(({ text }) => text).join(""));
    if (!dashed) return undefined;
    length = 5;
    parts = [0, 2, 4].map((index) => Number(run[index]?.text));
  }
  if (parts.reduce((sum, part) => sum + part, 0) !== 100) return undefined;
  const near = [...tokens.slice(Math.max(0, at - 4), at), ...tokens.slice(at + length, at + length + 4)];
  if (near.some(({ lower }) => RATIO_WORDS.has(lower))) return { length, found: [] };
  const found = parts.map((percent): Found => {
    return { kind: "percentage", from: at, length, means: [{ percent }], soft: true };
  });
  return { length, found };
}
