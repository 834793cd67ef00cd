// @ts-check
/** Grey pictures: turned, resized, hashed, sampled. One channel is a third of the memory, and receipts are black on white. */
import sharp from "sharp";

/** @import { GreyPicture, QuarterTurn, Word } from "./port.ts" */

// One picture at a time is looked at, by the engine's own threads; nothing of it is kept.
sharp.cache(false);
sharp.concurrency(1);

/** @param {import("sharp").Sharp} image @returns {Promise<GreyPicture>} */
export async function greyOf(image) {
  const { data, info } = await image
    .greyscale()
    .toColourspace("b-w")
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height };
}

/** @param {GreyPicture} picture */
export function sharpOf({ data, width, height }) {
  return sharp(data, { raw: { width, height, channels: 1 } });
}

/** @param {GreyPicture} picture @param {QuarterTurn} degrees clockwise @returns {Promise<GreyPicture>} */
export async function turned(picture, degrees) {
  return degrees === 0 ? picture : greyOf(sharpOf(picture).rotate(degrees));
}

/** @param {GreyPicture} picture @param {number} width @param {number} height @returns {Promise<GreyPicture>} */
export function resized(picture, width, height) {
  return greyOf(sharpOf(picture).resize(width, height, { fit: "fill", kernel: "linear" }));
}

/** @param {GreyPicture} picture @param {readonly Word[]} words */
function printed(picture, words) {
  const left = Math.max(0, Math.floor(Math.min(...words.map((word) => word.left))));
  const top = Math.max(0, Math.floor(Math.min(...words.map((word) => word.top))));
  const width = Math.min(picture.width, Math.ceil(Math.max(...words.map((word) => word.right)))) - left;
  const height = Math.min(picture.height, Math.ceil(Math.max(...words.map((word) => word.bottom)))) - top;
  return words.length === 0 || width < 9 || height < 8 ? undefined : { left, top, width, height };
}

/**
 * 64-bit difference hash: whether each of 8 × 8 cells is darker than its right neighbour. Near-same pictures differ in few
 * bits. Only what is printed counts: the margins are alike on many pictures, and differ on two of one receipt.
 * @param {GreyPicture} picture upright
 * @param {readonly Word[]} words
 * @returns {Promise<string>} 16 hex digits
 */
export async function differenceHash(picture, words) {
  const area = printed(picture, words);
  const part = area === undefined ? picture : await greyOf(sharpOf(picture).extract(area));
  const { data } = await resized(part, 9, 8);
  let bits = 0n;
  for (let y = 0; y < 8; y++) {
    for (let x = 0; x < 8; x++) {
      const at = y * 9 + x;
      bits = (bits << 1n) | ((data[at] ?? 0) < (data[at + 1] ?? 0) ? 1n : 0n);
    }
  }
  return bits.toString(16).padStart(16, "0");
}

/**
 * The brightness between four pixels.
 * @param {GreyPicture} picture @param {number} x @param {number} y
 */
export function brightnessAt({ data, width, height }, x, y) {
  const right = Math.min(Math.max(x, 0), width - 1.001);
  const down = Math.min(Math.max(y, 0), height - 1.001);
  const left = right | 0;
  const top = down | 0;
  const dx = right - left;
  const dy = down - top;
  const at = top * width + left;
  const upper = (data[at] ?? 0) * (1 - dx) + (data[at + 1] ?? 0) * dx;
  const lower = (data[at + width] ?? 0) * (1 - dx) + (data[at + width + 1] ?? 0) * dx;
  return upper * (1 - dy) + lower * dy;
}
