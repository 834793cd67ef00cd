// @ts-check
/** Finds the pieces of text in a picture, as turned rectangles in its pixels. */
import { boxesIn } from "./boxes.mjs";
import { resized } from "./grey.mjs";
import { run } from "./models.mjs";

/** @import { GreyPicture } from "./port.ts" */
/** @import { Box } from "./boxes.mjs" */
/** @import { InferenceSession } from "onnxruntime-node" */

/** The short side that the network was trained for, and how many pixels it is given at most: time grows with them. */
const SHORT_SIDE = 736;
const MOST_PIXELS = 1_100_000;
const MOST_ENLARGED = 2;
/** Its input is made of blocks of this many pixels. */
const BLOCK = 32;
const MEAN = [0.485, 0.456, 0.406];
const DEVIATION = [0.229, 0.224, 0.225];

/** @param {number} pixels */
const blocks = (pixels) => Math.max(BLOCK, Math.round(pixels / BLOCK) * BLOCK);

/** @param {GreyPicture} picture */
function scaleFor({ width, height }) {
  const wanted = SHORT_SIDE / Math.min(width, height);
  return Math.min(wanted, Math.sqrt(MOST_PIXELS / (width * height)), MOST_ENLARGED);
}

/** @param {Uint8Array} data */
function channels(data) {
  const input = new Float32Array(3 * data.length);
  for (let channel = 0; channel < 3; channel++) {
    const mean = MEAN[channel] ?? 0;
    const deviation = DEVIATION[channel] ?? 1;
    const from = channel * data.length;
    for (let at = 0; at < data.length; at++) input[from + at] = ((data[at] ?? 0) / 255 - mean) / deviation;
  }
  return input;
}

/** @param {InferenceSession} session @param {GreyPicture} picture @returns {Promise<Box[]>} */
export async function detect(session, picture) {
  const scale = scaleFor(picture);
  const width = blocks(picture.width * scale);
  const height = blocks(picture.height * scale);
  const { data } = await resized(picture, width, height);
  const likely = await run(session, { data: channels(data), height, width });
  const right = picture.width / width;
  const down = picture.height / height;
  return boxesIn(likely.data, width, height).map((box) => ({
    x: box.x * right,
    y: box.y * down,
    width: box.width * right,
    height: box.height * down,
    angle: box.angle,
  }));
}
