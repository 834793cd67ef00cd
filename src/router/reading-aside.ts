/** A turn that waits for the receipt reader does nothing: it takes no lane from those who write (SPEC S2, S8). */
import type { ReceiptReader } from "../receipts/reading.ts";

export interface ReadingAside {
  readonly reader: ReceiptReader;
  /** Turns that wait for it now; no more than it takes pictures at once. */
  waiting(): number;
}

/** @param onWait a turn begins to wait: its lane is free for another chat */
export function readingAside(reader: ReceiptReader, onWait: () => void): ReadingAside {
  let waiting = 0;
  return {
    reader: {
      read: async (bytes, signal) => {
        waiting += 1;
        onWait();
        try {
          return await reader.read(bytes, signal);
        } finally {
          waiting -= 1;
        }
      },
      hasRoom: () => reader.hasRoom(),
      close: () => reader.close(),
    },
    waiting: () => waiting,
  };
}
