/** Placeholder. */
import type { ReaderContext, Reading } from "../kernel/reading.ts";
import { read } from "./reader.ts";

export function understand(text: string, context: ReaderContext): Reading {
  return read(text, context);
}
