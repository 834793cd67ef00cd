// @ts-check
/**
 * tesseract.js: where onnxruntime cannot be loaded, and for a second opinion. It does not see by itself how a picture
 * lies, so all four ways are tried until one is read well.
 */
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { createWorker, OEM, PSM } from "tesseract.js";
import { sharpOf, turned } from "./grey.mjs";

/** @import { GreyPicture, OcrEngine, Page, QuarterTurn, Word } from "./port.ts" */

const DATA = join(dirname(fileURLToPath(import.meta.resolve("@tesseract.js-data/eng"))), "4.0.0_best_int");
/** Words of this confidence, 0 to 1, count as read; so many of them say that the picture stands upright. */
const READ = 0.6;
const ENOUGH_WORDS = 12;
const TURNS = /** @type {const} */ ([0, 180, 90, 270]);
/** Larger letters are no clearer to it, and cost time. */
const LONGEST_SIDE = 2_000;

/** @param {import("tesseract.js").Page} page @param {number} scale @returns {Word[]} */
function wordsOf({ blocks }, scale) {
  const lines = (blocks ?? []).flatMap(({ paragraphs }) =>
    paragraphs.flatMap((paragraph) => paragraph.lines),
  );
  return lines.flatMap(({ words, bbox: line }) =>
    words
      .filter(({ text }) => text.trim() !== "")
      .map(({ text, confidence, bbox }) => ({
        text,
        confidence: confidence / 100,
        left: bbox.x0 * scale,
        right: bbox.x1 * scale,
        // A full stop is as high as its line, else it would be a line of its own.
        top: line.y0 * scale,
        bottom: line.y1 * scale,
      })),
  );
}

/** @param {Page} page */
const wellRead = ({ words }) =>
  words.filter(({ confidence, text }) => confidence >= READ && text.length > 1).length;

/** @returns {Promise<OcrEngine>} */
export async function tesseractEngine() {
  const worker = await createWorker("eng", OEM.LSTM_ONLY, {
    langPath: DATA,
    gzip: true,
    cacheMethod: "none",
    // Without one, a picture that fails ends the process whatever its promise is caught by.
    errorHandler: () => {},
  });
  await worker.setParameters({ tessedit_pageseg_mode: PSM.SINGLE_BLOCK, user_defined_dpi: "300" });

  /** @param {GreyPicture} picture @param {QuarterTurn} turn @returns {Promise<Page>} */
  async function readTurned(picture, turn) {
    const stands = await turned(picture, turn);
    const scale = Math.max(1, Math.max(stands.width, stands.height) / LONGEST_SIDE);
    const size = { width: Math.round(stands.width / scale), height: Math.round(stands.height / scale) };
    const png = await sharpOf(stands)
      .resize({ ...size, fit: "fill" })
      .png({ compressionLevel: 1 })
      .toBuffer();
    const { data } = await worker.recognize(png, {}, { text: false, blocks: true });
    return { words: wordsOf(data, scale), turned: turn };
  }

  return {
    name: "tesseract",
    read: async (picture, known) => {
      if (known !== undefined) return readTurned(picture, known);
      /** @type {Page} */
      let best = { words: [], turned: 0 };
      for (const turn of TURNS) {
        const page = await readTurned(picture, turn);
        if (wellRead(page) > wellRead(best)) best = page;
        if (wellRead(best) >= ENOUGH_WORDS) break;
      }
      return best;
    },
  };
}
