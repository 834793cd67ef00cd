/** Ids as a port: UUID v7, so that rows written later sort later. */
import { randomBytes } from "node:crypto";

export interface Ids {
  /** A new UUID in its text form. */
  next(): string;
}

export const uuidV7: Ids = {
  next() {
    const bytes = randomBytes(16);
    bytes.writeUIntBE(Date.now(), 0, 6);
    bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x70;
    bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
    const hex = bytes.toString("hex");
    return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join("-");
  },
};
