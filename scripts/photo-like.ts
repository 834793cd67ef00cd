/**
 * Makes of a scan what a phone would have taken: paper on a table, seen aslant, unevenly lit, a little blurred, and saved
 * as a small JPEG. No set of real photographs of receipts is free to use, so they are made; the same seed makes the same.
 */
import sharp from "sharp";

/** How a receipt lies: a photograph, or the scan turned by so many degrees clockwise. */
export const VARIANTS = ["photo", "90", "180", "270"] as const;
export type Variant = (typeof VARIANTS)[number];

const LONGEST_SIDE = 2_000;
/** Share of the paper's size that the table shows on each side. */
const TABLE = 0.12;
const QUALITY = 60;

type Point = readonly [x: number, y: number];
type Random = () => number;

/** Mulberry32: the same numbers for the same seed. */
function randomOf(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** A number between the two. */
function between(random: Random, least: number, most: number): number {
  return least + random() * (most - least);
}

/** Solves a system of linear equations by elimination; the matrix is consumed. */
function solve(rows: number[][]): number[] {
  const n = rows.length;
  for (let column = 0; column < n; column += 1) {
    const pivots = rows.slice(column).map((row) => Math.abs(row[column] ?? 0));
    const best = column + pivots.indexOf(Math.max(...pivots));
    [rows[column], rows[best]] = [rows[best] ?? [], rows[column] ?? []];
    const pivot = rows[column] ?? [];
    for (const [at, row] of rows.entries()) {
      if (at === column) continue;
      const factor = (row[column] ?? 0) / (pivot[column] ?? 1);
      for (let k = column; k <= n; k += 1) row[k] = (row[k] ?? 0) - factor * (pivot[k] ?? 0);
    }
  }
  return rows.map((row, at) => (row[n] ?? 0) / (row[at] ?? 1));
}

/** The perspective that takes four points to four others. */
function perspective(from: readonly Point[], to: readonly Point[]): (x: number, y: number) => Point {
  const rows = from.flatMap(([x, y], at) => {
    const [u, v] = to[at] ?? [0, 0];
    return [
      [x, y, 1, 0, 0, 0, -u * x, -u * y, u],
      [0, 0, 0, x, y, 1, -v * x, -v * y, v],
    ];
  });
  const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = solve(rows);
  return (x, y) => {
    const scale = g * x + h * y + 1;
    return [(a * x + b * y + c) / scale, (d * x + e * y + f) / scale];
  };
}

/** Where the corners of the paper come to lie: turned by a few degrees, each a little off. */
function corners(random: Random, { width, height }: { width: number; height: number }): Point[] {
  const angle = (between(random, -6, 6) * Math.PI) / 180;
  const [cx, cy] = [width * (0.5 + TABLE), height * (0.5 + TABLE)];
  const off = Math.min(width, height) * 0.05;
  return (
    [
      [-0.5, -0.5],
      [0.5, -0.5],
      [0.5, 0.5],
      [-0.5, 0.5],
    ] as const
  ).map(([x, y]) => {
    const [u, v] = [x * width, y * height];
    return [
      cx + u * Math.cos(angle) - v * Math.sin(angle) + between(random, -off, off),
      cy + u * Math.sin(angle) + v * Math.cos(angle) + between(random, -off, off),
    ];
  });
}

interface Paper {
  readonly data: Uint8Array;
  readonly width: number;
  readonly height: number;
}

/** The brightness of the paper between four pixels; undefined beside it. */
function on({ data, width, height }: Paper, [x, y]: Point): number | undefined {
  if (x < 0 || y < 0 || x >= width - 1 || y >= height - 1) return undefined;
  const [left, top] = [Math.floor(x), Math.floor(y)];
  const [dx, dy] = [x - left, y - top];
  const at = top * width + left;
  const upper = (data[at] ?? 0) * (1 - dx) + (data[at + 1] ?? 0) * dx;
  const lower = (data[at + width] ?? 0) * (1 - dx) + (data[at + width + 1] ?? 0) * dx;
  return upper * (1 - dy) + lower * dy;
}

/** A table, lit from one side, with the paper on it. */
function photographed(paper: Paper, random: Random): Paper {
  const width = Math.round(paper.width * (1 + 2 * TABLE));
  const height = Math.round(paper.height * (1 + 2 * TABLE));
  const square: Point[] = [
    [0, 0],
    [paper.width, 0],
    [paper.width, paper.height],
    [0, paper.height],
  ];
  const back = perspective(corners(random, paper), square);
  const table = between(random, 60, 130);
  const [lightX, lightY] = [between(random, -0.35, 0.35), between(random, -0.35, 0.35)];
  const data = new Uint8Array(width * height);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const light = 0.82 + lightX * (x / width - 0.5) + lightY * (y / height - 0.5);
      const grain = between(random, -7, 7);
      const seen = on(paper, back(x, y)) ?? table + 8 * Math.sin(y / 9);
      data[y * width + x] = Math.max(0, Math.min(255, seen * light + grain));
    }
  }
  return { data, width, height };
}

/**
 * @param bytes a picture that sharp reads
 * @param seed  the same seed makes the same picture
 * @returns a JPEG
 */
export async function photoLike(bytes: Uint8Array, variant: Variant, seed: number): Promise<Buffer> {
  if (variant !== "photo") return sharp(bytes).rotate(Number(variant)).jpeg({ quality: 90 }).toBuffer();
  const random = randomOf(seed);
  const { data, info } = await sharp(bytes)
    .greyscale()
    .resize(LONGEST_SIDE, LONGEST_SIDE, { fit: "inside", withoutEnlargement: true })
    .raw()
    .toBuffer({ resolveWithObject: true });
  const photo = photographed({ data, width: info.width, height: info.height }, random);
  return sharp(photo.data, { raw: { width: photo.width, height: photo.height, channels: 1 } })
    .blur(between(random, 0.5, 1.1))
    .jpeg({ quality: QUALITY })
    .toBuffer();
}
