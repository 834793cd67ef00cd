/** What a file is by its first bytes; its name and its mime type are only claims. */
import type { PictureKind } from "./ocr/port.ts";

/** Brands of HEIF whose pictures are coded as HEVC. */
const HEIC_BRANDS = new Set(["heic", "heix", "heim", "heis", "hevc", "hevx", "mif1", "msf1"]);

function ascii(bytes: Uint8Array, from: number, length: number): string {
  return String.fromCharCode(...bytes.subarray(from, from + length));
}

/** @returns null when it is no picture that can be read */
export function kindOfPicture(bytes: Uint8Array): PictureKind | "pdf" | null {
  if (bytes[0] === 0xff && bytes[1] === 0xd8 && bytes[2] === 0xff) return "jpeg";
  if (bytes[0] === 0x89 && ascii(bytes, 1, 7) === "PNG\r\n\x1a\n") return "png";
  if (ascii(bytes, 0, 4) === "RIFF" && ascii(bytes, 8, 4) === "WEBP") return "webp";
  if (ascii(bytes, 4, 4) === "ftyp" && HEIC_BRANDS.has(ascii(bytes, 8, 4))) return "heic";
  // Some writers put a line of their own in front.
  if (ascii(bytes, 0, 1_024).includes("%PDF-")) return "pdf";
  return null;
}
