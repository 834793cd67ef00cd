/**
 * What must not be readable in the database (SPEC S12): AES-256-GCM under a key that is derived from MAMA_SECRET. Each
 * sealed value is bound to where it stands, so that it opens nowhere else.
 *
 *   version (1) · nonce (12) · tag (16) · ciphertext
 */
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";
import { MamaError } from "./errors.ts";

export interface Seal {
  /** @param place where the value stands, as in "whatsapp/main/session/…" */
  close(plain: Uint8Array, place: string): Uint8Array;
  /** @throws MamaError("secret_wrong") when it was sealed with another secret, stands elsewhere, or was changed */
  open(sealed: Uint8Array, place: string): Uint8Array;
}

const VERSION = 1;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const HEAD_BYTES = 1 + NONCE_BYTES + TAG_BYTES;
const CIPHER = "aes-256-gcm";

/** @param purpose what the key is for: one secret makes a key of its own for each */
export function createSeal(secret: string, purpose: string): Seal {
  const key = Buffer.from(hkdfSync("sha256", secret, "mama", purpose, 32));
  return {
    close: (plain, place) => {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv(CIPHER, key, nonce).setAAD(Buffer.from(place));
      const body = Buffer.concat([cipher.update(plain), cipher.final()]);
      return Buffer.concat([Buffer.of(VERSION), nonce, cipher.getAuthTag(), body]);
    },
    open: (sealed, place) => {
      try {
        if (sealed[0] !== VERSION) throw new Error("unknown version");
        const bytes = Buffer.from(sealed);
        const decipher = createDecipheriv(CIPHER, key, bytes.subarray(1, 1 + NONCE_BYTES))
          .setAAD(Buffer.from(place))
          .setAuthTag(bytes.subarray(1 + NONCE_BYTES, HEAD_BYTES));
        return Buffer.concat([decipher.update(bytes.subarray(HEAD_BYTES)), decipher.final()]);
      } catch {
        throw new MamaError(
          "secret_wrong",
          "what is kept under MAMA_SECRET cannot be opened with this one: set the secret that it was kept with",
        );
      }
    },
  };
}
