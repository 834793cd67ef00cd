/** Files that are no receipt, or no picture, and some that mean harm. */
import { crc32, deflateSync } from "node:zlib";
import sharp from "sharp";

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}

/** A black PNG of one bit a pixel: a few kilobytes that claim any number of pixels, and have them. */
export function bomb(side: number): Buffer {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(side, 0);
  head.writeUInt32BE(side, 4);
  head[8] = 1;
  const row = 1 + Math.ceil(side / 8);
  return Buffer.concat([
    Buffer.from("\x89PNG\r\n\x1a\n", "latin1"),
    chunk("IHDR", head),
    chunk("IDAT", deflateSync(Buffer.alloc(row * side), { level: 1 })),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

/** Bytes of a file with every so many turned over, behind its head. */
export function flipped(bytes: Uint8Array, every: number): Buffer {
  const copy = Buffer.from(bytes);
  for (let at = 700; at < copy.length; at += every) copy[at] = (copy[at] ?? 0) ^ 0x55;
  return copy;
}

/** Soft shapes without a letter on them. */
export function cat(): Promise<Buffer> {
  const fur = `<svg width="600" height="500"><rect width="600" height="500" fill="#8a9"/><ellipse cx="300" cy="300" rx="180" ry="140" fill="#c93"/><circle cx="300" cy="160" r="90" fill="#d94"/><path d="M230 110 L245 30 L285 85 Z M370 110 L355 30 L315 85 Z" fill="#b83"/><circle cx="270" cy="150" r="14" fill="#243"/><circle cx="330" cy="150" r="14" fill="#243"/></svg>`;
  return sharp(Buffer.from(fur)).blur(2).jpeg().toBuffer();
}

export function blank(width: number, height: number): Promise<Buffer> {
  return sharp({ create: { width, height, channels: 3, background: "white" } })
    .png()
    .toBuffer();
}
