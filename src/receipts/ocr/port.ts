/**
 * What passes between the process that answers people and the one that looks at pictures, and the port behind which an
 * OCR engine stands (SPEC S8). Types alone: the worker is plain JavaScript.
 */
import type { Unreadable } from "../reading.ts";

/** A piece of text with its place in the picture once that is upright and its lines are level; in pixels. */
export interface Word {
  readonly text: string;
  /** 0 to 1. */
  readonly confidence: number;
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/** One byte a pixel, 0 is black, row after row. */
export interface GreyPicture {
  readonly data: Uint8Array;
  readonly width: number;
  readonly height: number;
}

export type QuarterTurn = 0 | 90 | 180 | 270;

export interface Page {
  readonly words: readonly Word[];
  /** By how many degrees clockwise the picture had to be turned to stand upright. */
  readonly turned: QuarterTurn;
}

export type EngineName = "paddle" | "tesseract";

export interface OcrEngine {
  readonly name: EngineName;
  /** @param turn how the picture has to be turned, where that is known already */
  read(picture: GreyPicture, turn?: QuarterTurn): Promise<Page>;
}

/** What bytes begin with says; a name or a mime type is only claimed. */
export type PictureKind = "jpeg" | "png" | "webp" | "heic";

/** One picture to look at. */
export interface Job {
  readonly id: number;
  readonly bytes: Uint8Array;
  readonly kind: PictureKind;
  readonly engine: EngineName;
  readonly turn?: QuarterTurn | undefined;
}

/** What was seen on a picture. */
export interface Seen extends Page {
  readonly engine: EngineName;
  /** 64-bit difference hash of the upright picture, 16 hex digits. */
  readonly imageHash: string;
}

export type Answer = { readonly id: number; readonly residentBytes: number } & (
  | { readonly seen: Seen }
  | { readonly unreadable: Unreadable }
);
