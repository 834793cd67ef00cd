/**
 * Several pictures of one message (SPEC S8): which of them are of one receipt. A long receipt comes in parts, of which one
 * has the merchant and another the total; the same receipt may be there twice; and several receipts are several.
 */
import { areAlike } from "../kernel/alike.ts";
import { limits } from "../kernel/limits.ts";
import type { PictureMark } from "../kernel/receipt.ts";
import type { Read, ReceiptReading } from "../receipts/reading.ts";

/** Below this no label says that a figure is the total. */
const SAID = 0.6;

/** From here on a field is as good as certain. */
const CLEAR = 0.9;

/** One receipt, as all its pictures together read. */
export interface ReadReceipt {
  readonly reading: ReceiptReading;
  readonly pictures: readonly PictureMark[];
}

/** Puts together what belongs together, in the order of the pictures. */
export function groupReceipts(read: readonly ReadReceipt[]): readonly ReadReceipt[] {
  const groups: ReadReceipt[] = [];
  for (const receipt of read) {
    const place = groups.findLastIndex((group) => belongTogether(group, receipt));
    const group = groups[place];
    if (group) groups[place] = joined(group, receipt);
    else groups.push(receipt);
  }
  return groups;
}

/** Whether two readings are of one receipt. */
export function belongTogether(one: ReadReceipt, other: ReadReceipt): boolean {
  const [a, b] = [one.reading, other.reading];
  if (areSamePictures(one, other) && !differClearly(a, b)) return true;
  const sameMerchant = a.merchant && b.merchant ? areAlike(a.merchant.value, b.merchant.value) : undefined;
  const sameDate = agree(a.date?.value, b.date?.value);
  const [aTotal, bTotal] = [totalBeside(a, b), totalBeside(b, a)];
  const sameTotal = agree(aTotal, bTotal);
  if (sameMerchant === false || sameDate === false || sameTotal === false) return false;
  // Nothing disagrees. The same receipt twice, or a whole one and the end of it; two bare totals may be two receipts.
  if (sameTotal) return Boolean(sameMerchant || sameDate || isBare(a) !== isBare(b));
  // Parts: what one of them lacks, the other has.
  return aTotal === null || bTotal === null;
}

/** The subtotal at the end of the upper half is no total beside the lower half, which has one and says not whose it is. */
function totalBeside(part: ReceiptReading, other: ReceiptReading): number | null {
  const isUpper = !isBare(part) && isBare(other) && other.total !== null;
  return part.total === null || (isUpper && part.total.confidence < SAID) ? null : part.total.value;
}

/** Neither whose it is nor of which day. */
function isBare({ merchant, date }: ReceiptReading): boolean {
  return merchant === null && date === null;
}

function areSamePictures(one: ReadReceipt, other: ReadReceipt): boolean {
  return one.pictures.some((mine) => other.pictures.some((theirs) => isSamePicture(mine, theirs)));
}

/** Receipts of one till look alike: what both pictures show clearly tells them apart. */
function differClearly(a: ReceiptReading, b: ReceiptReading): boolean {
  const clear = <T>(one: Read<T> | null, other: Read<T> | null): boolean =>
    one !== null && other !== null && Math.min(one.confidence, other.confidence) >= CLEAR;
  const otherShop =
    clear(a.merchant, b.merchant) && !areAlike(a.merchant?.value ?? "", b.merchant?.value ?? "");
  const otherTotal = clear(a.total, b.total) && a.total?.value !== b.total?.value;
  return otherShop || otherTotal || (clear(a.date, b.date) && a.date?.value !== b.date?.value);
}

/** Undefined when one of them is not known. */
function agree<T>(one: T | null | undefined, other: T | null | undefined): boolean | undefined {
  if (one === null || one === undefined || other === null || other === undefined) return undefined;
  return one === other;
}

function isSamePicture(one: PictureMark, other: PictureMark): boolean {
  if (one.fileHash === other.fileHash) return true;
  if (one.imageHash === null || other.imageHash === null) return false;
  let differing = BigInt(`0x${one.imageHash}`) ^ BigInt(`0x${other.imageHash}`);
  let bits = 0;
  for (; differing > 0n; differing &= differing - 1n) bits += 1;
  return bits <= limits.samePictureBits;
}

/** Both read as one: what is in either, the surer of what is in both. */
export function joined(one: ReadReceipt, other: ReadReceipt): ReadReceipt {
  const [a, b] = [one.reading, other.reading];
  const twice = areSamePictures(one, other) || (a.total !== null && b.total !== null);
  return {
    pictures: [...one.pictures, ...other.pictures],
    reading: {
      merchant: surer(a.merchant, b.merchant),
      date: surer(a.date, b.date),
      total: surer(a.total, b.total),
      otherTotalMinor: a.otherTotalMinor ?? b.otherTotalMinor,
      currency: a.currency ?? b.currency,
      taxMinor: a.taxMinor ?? b.taxMinor,
      roundingMinor: a.roundingMinor ?? b.roundingMinor,
      payment: a.payment ?? b.payment,
      items: twice ? (a.items.length >= b.items.length ? a.items : b.items) : [...a.items, ...b.items],
      category: a.category === "other" ? b.category : a.category,
      // A part by itself was not sure of what it did not show: what the parts say together is shown first.
      sure: twice && (a.sure || b.sure),
    },
  };
}

function surer<T extends { readonly confidence: number }>(one: T | null, other: T | null): T | null {
  if (one === null || other === null) return one ?? other;
  return other.confidence > one.confidence ? other : one;
}
