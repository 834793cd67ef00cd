// @ts-check
/**
 * Bytes to a grey picture that stands as it was taken. Everything goes through sharp first: what it refuses, an OCR
 * engine would choke on. The re-encoding leaves behind whatever else was in the file.
 */
import decodeHeic from "heic-decode";
import sharp from "sharp";
import { greyOf } from "./grey.mjs";

/** @import { GreyPicture, PictureKind } from "./port.ts" */
/** @import { Unreadable } from "../reading.ts" */

/** A phone's picture has 12 to 24 million pixels; one that claims far more wants the memory. */
const MOST_PIXELS = 40_000_000;
/** Beyond this no text gets clearer; a long receipt may be long. */
const ENOUGH_PIXELS = 6_000_000;
/** Nothing can be read on less. */
const SHORTEST_SIDE = 32;
const DECODE_SECONDS = 10;

export class UnreadablePicture extends Error {
  /** @param {Unreadable} why */
  constructor(why) {
    super(why);
    this.why = why;
  }
}

/** @param {unknown} error */
function refused(error) {
  if (error instanceof UnreadablePicture) return error;
  return new UnreadablePicture(/pixel limit/i.test(String(error)) ? "too_many_pixels" : "broken");
}

/**
 * The width and height to read it at, as it stands by its EXIF.
 * @param {Uint8Array} bytes
 */
async function sizeToRead(bytes) {
  const { width, height, autoOrient } = await sharp(bytes, { limitInputPixels: false }).metadata();
  if (width * height > MOST_PIXELS) throw new UnreadablePicture("too_many_pixels");
  if (Math.min(width, height) < SHORTEST_SIDE) throw new UnreadablePicture("no_text");
  const scale = Math.min(1, Math.sqrt(ENOUGH_PIXELS / (width * height)));
  return { width: Math.round(autoOrient.width * scale), height: Math.round(autoOrient.height * scale) };
}

/** sharp knows the frame of a HEIC file and not its contents. @param {Uint8Array} bytes */
async function heic(bytes) {
  const { width, height, data } = await decodeHeic({ buffer: bytes });
  return sharp(Buffer.from(data.buffer, data.byteOffset, data.byteLength), {
    raw: { width, height, channels: 4 },
  });
}

/** @param {Uint8Array} bytes */
function other(bytes) {
  return sharp(bytes, { limitInputPixels: MOST_PIXELS, failOn: "truncated", pages: 1 }).autoOrient();
}

/**
 * @param {Uint8Array} bytes
 * @param {PictureKind} kind what they begin as
 * @returns {Promise<GreyPicture>}
 * @throws UnreadablePicture
 */
export async function decoded(bytes, kind) {
  try {
    const { width, height } = await sizeToRead(bytes);
    const image = kind === "heic" ? await heic(bytes) : other(bytes);
    return await greyOf(
      image
        .flatten({ background: "white" })
        .resize(width, height, { fit: "inside", withoutEnlargement: true })
        .timeout({ seconds: DECODE_SECONDS }),
    );
  } catch (error) {
    throw refused(error);
  }
}
