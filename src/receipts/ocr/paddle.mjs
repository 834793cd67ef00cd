// @ts-check
/**
 * PP-OCRv4: find the text, turn the picture until it stands upright, read it, and level its lines.
 *
 *   picture ─ boxes ─ lying? ─ a quarter turn ─ boxes ─ upside down? ─ a half turn ─ texts ─ words on level lines
 */
import { detect } from "./detect.mjs";
import { turned } from "./grey.mjs";
import { loadModels } from "./models.mjs";
import { recognise } from "./recognise.mjs";

/** @import { GreyPicture, OcrEngine, QuarterTurn, Word } from "./port.ts" */
/** @import { Box } from "./boxes.mjs" */
/** @typedef {Awaited<ReturnType<typeof loadModels>>} Models */

/** Fewer boxes say nothing about how the picture lies. */
const TELLING = 4;
/** Lines that are read to see whether they stand on their heads, and how well they are read when they do not. */
const PROBES = 5;
const WELL_READ = 0.9;
const CLEARLY_BETTER = 0.05;
/** A text that is read worse than this is a scratch or a logo. */
const WORST = 0.5;
/** A box reaches beyond its letters; lines are told apart by the letters. */
const LETTERS = 0.7;

/** @param {Box} box */
function lies({ angle, width, height }) {
  return Math.abs(Math.sin(angle)) > 0.7 || (angle === 0 && height > width * 1.5);
}

/** @param {readonly { confidence: number }[]} texts */
function mean(texts) {
  return texts.reduce((sum, { confidence }) => sum + confidence, 0) / Math.max(1, texts.length);
}

/** @param {GreyPicture} picture @param {Box} box @returns {Box} */
function overhead({ width, height }, box) {
  return { ...box, x: width - box.x, y: height - box.y };
}

/** @param {Models} models @param {GreyPicture} picture @param {readonly Box[]} boxes */
async function isUpsideDown(models, picture, boxes) {
  const probes = [...boxes].sort((a, b) => b.width / b.height - a.width / a.height).slice(0, PROBES);
  const asIs = mean(await recognise(models, picture, probes));
  if (probes.length === 0 || asIs >= WELL_READ) return false;
  const other = await turned(picture, 180);
  const there = await recognise(
    models,
    other,
    probes.map((box) => overhead(picture, box)),
  );
  return mean(there) > asIs + CLEARLY_BETTER;
}

/** By how much the lines slope: the long boxes say it best. @param {readonly Box[]} boxes */
function slope(boxes) {
  const angles = boxes
    .filter(({ width, height }) => width > 4 * height)
    .map(({ angle }) => angle)
    .sort((a, b) => a - b);
  return angles[angles.length >> 1] ?? 0;
}

/**
 * @param {Box} box @param {{ text: string, confidence: number }} read @param {number} sloping radians
 * @returns {Word}
 */
function wordOf({ x, y, width, height }, { text, confidence }, sloping) {
  const along = x * Math.cos(sloping) + y * Math.sin(sloping);
  const across = y * Math.cos(sloping) - x * Math.sin(sloping);
  const half = (height * LETTERS) / 2;
  return {
    text,
    confidence,
    left: along - width / 2,
    right: along + width / 2,
    top: across - half,
    bottom: across + half,
  };
}

/** @param {Models} models @param {GreyPicture} picture @param {QuarterTurn | undefined} known */
async function upright(models, picture, known) {
  let stands = known === undefined ? picture : await turned(picture, known);
  let boxes = await detect(models.detection, stands);
  if (known !== undefined) return { stands, boxes, turn: known };
  let turn = 0;
  if (boxes.length > TELLING && boxes.filter(lies).length > boxes.length / 2) {
    turn = 90;
    stands = await turned(picture, 90);
    boxes = await detect(models.detection, stands);
  }
  if (await isUpsideDown(models, stands, boxes)) {
    turn += 180;
    boxes = boxes.map((box) => overhead(stands, box));
    stands = await turned(stands, 180);
  }
  return { stands, boxes, turn: /** @type {QuarterTurn} */ (turn) };
}

/**
 * @param {number} threads that may compute at once
 * @returns {Promise<OcrEngine>}
 * @throws whatever onnxruntime throws where it cannot be loaded
 */
export async function paddleEngine(threads) {
  const models = await loadModels(threads);
  return {
    name: "paddle",
    read: async (picture, known) => {
      const { stands, boxes, turn } = await upright(models, picture, known);
      const sloping = slope(boxes);
      const texts = await recognise(models, stands, boxes);
      const words = boxes
        .map((box, at) => wordOf(box, texts[at] ?? { text: "", confidence: 0 }, sloping))
        .filter(({ text, confidence }) => text.trim() !== "" && confidence >= WORST);
      return { words, turned: turn };
    },
  };
}
