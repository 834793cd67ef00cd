// @ts-check
/** Reads the text in a box: cut out, levelled, 48 pixels high, and then the likeliest character for each 8 pixels of it. */
import { brightnessAt } from "./grey.mjs";
import { run } from "./models.mjs";

/** @import { GreyPicture } from "./port.ts" */
/** @import { Box } from "./boxes.mjs" */
/** @import { InferenceSession } from "onnxruntime-node" */

const HEIGHT = 48;
const NARROWEST = 16;
const WIDEST = 1_600;
/** Samples a pixel and direction, where a large box is made small. */
const MOST_SAMPLES = 3;

/** @param {GreyPicture} picture @param {Box} box */
function cutOut(picture, { x, y, width: boxWidth, height: boxHeight, angle }) {
  const width = Math.max(NARROWEST, Math.min(WIDEST, Math.round((boxWidth / boxHeight) * HEIGHT)));
  const cos = Math.cos(angle);
  const sin = Math.sin(angle);
  const stepX = boxWidth / width;
  const stepY = boxHeight / HEIGHT;
  const samples = Math.max(1, Math.min(MOST_SAMPLES, Math.round(stepY)));
  const data = new Float32Array(3 * HEIGHT * width);
  for (let row = 0; row < HEIGHT; row++) {
    for (let column = 0; column < width; column++) {
      let sum = 0;
      for (let sample = 0; sample < samples * samples; sample++) {
        const along = (column + ((sample % samples) + 0.5) / samples) * stepX - boxWidth / 2;
        const across = (row + (Math.floor(sample / samples) + 0.5) / samples) * stepY - boxHeight / 2;
        sum += brightnessAt(
          picture,
          x + along * cos - across * sin - 0.5,
          y + along * sin + across * cos - 0.5,
        );
      }
      data[row * width + column] = sum / (samples * samples) / 127.5 - 1;
    }
  }
  data.copyWithin(HEIGHT * width, 0, HEIGHT * width);
  data.copyWithin(2 * HEIGHT * width, 0, HEIGHT * width);
  return { data, width, height: HEIGHT };
}

/** A gap that is so much wider than most, in steps, was a space that the model, trained on Chinese, left out. */
const WIDE = 1.75;
const WIDER = 2;
const LETTER = /[\p{L}&]/u;

/**
 * The text with the spaces that its gaps show, between letters alone: figures are set with gaps of their own.
 * @param {readonly { character: string, step: number }[]} read
 */
function spaced(read) {
  const gaps = read.slice(1).map(({ step }, at) => step - (read[at]?.step ?? 0));
  const usual = [...gaps].sort((a, b) => a - b)[gaps.length >> 1] ?? 0;
  const least = Math.max(usual * WIDE, usual + WIDER);
  return read
    .map(({ character }, at) => {
      const gap = at > 0 && (gaps[at - 1] ?? 0) >= least;
      return gap && LETTER.test(character) && LETTER.test(read[at - 1]?.character ?? "")
        ? ` ${character}`
        : character;
    })
    .join("");
}

/**
 * The likeliest class of each step; what is said twice in a row is one character, unless "nothing" stands between.
 * @param {{ data: Float32Array, dims: readonly number[] }} scores
 * @param {readonly string[]} alphabet
 */
function decode({ data, dims }, alphabet) {
  const [, steps = 0, classes = 0] = dims;
  const read = [];
  let sum = 0;
  let before = 0;
  for (let step = 0; step < steps; step++) {
    const from = step * classes;
    let best = 0;
    for (let at = 1; at < classes; at++) if ((data[from + at] ?? 0) > (data[from + best] ?? 0)) best = at;
    if (best !== 0 && best !== before) {
      read.push({ character: alphabet[best] ?? "", step });
      sum += data[from + best] ?? 0;
    }
    before = best;
  }
  return { text: spaced(read), confidence: read.length === 0 ? 0 : sum / read.length };
}

/**
 * @param {{ recognition: InferenceSession, alphabet: readonly string[] }} models
 * @param {GreyPicture} picture @param {readonly Box[]} boxes
 * @returns {Promise<{ text: string, confidence: number }[]>} in the order of the boxes
 */
export async function recognise({ recognition, alphabet }, picture, boxes) {
  const texts = [];
  // One at a time: a batch is as wide as its widest, and costs more than it saves.
  for (const box of boxes) texts.push(decode(await run(recognition, cutOut(picture, box)), alphabet));
  return texts;
}
