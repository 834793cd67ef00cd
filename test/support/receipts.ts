/** Receipts that tests draw: a till's text in columns, as a picture or as the rows that an engine would give. */
import { createRequire } from "node:module";
import { createCanvas, GlobalFonts } from "@napi-rs/canvas";
import type { Word } from "../../src/receipts/ocr/port.ts";
import { type Row, rowsOf } from "../../src/receipts/rows.ts";

/** A row in its columns: one is a line of text, two are a label and its amount at the right edge. */
export type Printed = string | readonly string[];

const WIDTH = 620;
const MARGIN = 30;
const LINE = 34;
const SIZE = 22;
const require = createRequire(import.meta.url);
const FONTS = {
  mono: require.resolve("dejavu-fonts-ttf/ttf/DejaVuSansMono.ttf"),
  sans: require.resolve("dejavu-fonts-ttf/ttf/DejaVuSans.ttf"),
  bold: require.resolve("dejavu-fonts-ttf/ttf/DejaVuSansMono-Bold.ttf"),
} as const;
export type Font = keyof typeof FONTS;
for (const [name, path] of Object.entries(FONTS)) GlobalFonts.registerFromPath(path, name);

const columnsOf = (printed: Printed): readonly string[] =>
  typeof printed === "string" ? [printed] : printed;

/** @returns a PNG, black on white */
export function drawn(rows: readonly Printed[], font: Font = "mono"): Promise<Buffer> {
  const canvas = createCanvas(WIDTH, rows.length * LINE + 2 * MARGIN);
  const context = canvas.getContext("2d");
  context.fillStyle = "white";
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.fillStyle = "black";
  context.font = `${SIZE}px ${font}`;
  for (const [row, printed] of rows.entries()) {
    const columns = columnsOf(printed);
    const y = MARGIN + (row + 0.7) * LINE;
    for (const [column, text] of columns.entries()) {
      const wide = context.measureText(text).width;
      const room = WIDTH - 2 * MARGIN - wide;
      context.fillText(text, MARGIN + (columns.length === 1 ? 0 : (room * column) / (columns.length - 1)), y);
    }
  }
  return canvas.encode("png");
}

/** The same rows as words with their places, read without a mistake. */
export function readAs(rows: readonly Printed[]): Row[] {
  const words = rows.flatMap((printed, row) =>
    columnsOf(printed).map((text, column, columns): Word => {
      const left = columns.length === 1 ? MARGIN : MARGIN + (column * (WIDTH - 100)) / (columns.length - 1);
      return {
        text,
        confidence: 0.98,
        left,
        right: left + Math.min(70, text.length * 12),
        top: row * LINE,
        bottom: row * LINE + SIZE,
      };
    }),
  );
  return rowsOf(words);
}

/** A lunch in Petaling Jaya, RM26.60, paid in cash. */
export const LUNCH: readonly Printed[] = [
  "RESTORAN SELERA KITA SDN BHD",
  "(1234567-A)",
  "No 12, Jalan SS2/24, 47300 Petaling Jaya",
  "SST ID: B16-1808-31012345",
  "TAX INVOICE",
  ["Date: 18/01/2026", "12:47:03"],
  ["Description", "Amount"],
  ["2 Nasi Lemak Ayam", "19.00"],
  ["1 Teh Tarik", "3.10"],
  ["1 Sirap Bandung", "3.00"],
  ["Subtotal", "25.10"],
  ["SST 6%", "1.51"],
  ["Rounding Adj", "-0.01"],
  ["TOTAL", "26.60"],
  ["CASH", "50.00"],
  ["CHANGE", "23.40"],
  "THANK YOU, PLEASE COME AGAIN",
];
