/**
 * Linking the number (SPEC S13): a QR code in the terminal and as a picture, or a code to type on the phone. Both are as
 * good as a password for as long as they live, so that they are shown and not logged.
 */
import { mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import type { WhatsAppConfig } from "../../kernel/config.ts";
import type { Log } from "../../kernel/log.ts";
import { limits } from "./limits.ts";

export interface PairingOptions {
  readonly config: Pick<WhatsAppConfig, "pair" | "dataDir">;
  readonly log: Log;
  /** Where the owner of the number sees it. */
  show(text: string): void;
}

export interface Pairing {
  /**
   * WhatsApp offers a code.
   * @returns false when it has offered enough of them, and nobody came
   */
  offered(qr: string, requestCode: (phone: string) => Promise<string>): boolean;
  /** A new connection begins, and with it what was offered. */
  anew(): void;
  /** The number is linked. */
  done(): Promise<void>;
}

const FILE = "whatsapp-qr.png";

export function createPairing({ config, log, show }: PairingOptions): Pairing {
  const file = join(config.dataDir, FILE);
  let offers = 0;
  let requested = false;
  let shown = false;

  const draw = async (qr: string): Promise<void> => {
    const { default: codes } = await import("qrcode");
    const drawn = await codes.toString(qr, { type: "terminal", small: true });
    await mkdir(config.dataDir, { recursive: true });
    await codes.toFile(file, qr, { width: 512 });
    show(
      `\n${drawn}\nOn the phone of Mama's number: WhatsApp, Settings, Linked devices, Link a device. The code is also in ${file}\n`,
    );
  };

  const ask = async (phone: string, requestCode: (phone: string) => Promise<string>): Promise<void> => {
    const code = await requestCode(phone);
    show(
      `\nOn the phone of Mama's number: WhatsApp, Settings, Linked devices, Link a device, Link with phone number instead. The code is ${code.slice(0, 4)}-${code.slice(4)}\n`,
    );
  };

  return {
    offered: (qr, requestCode) => {
      offers += 1;
      if (offers > limits.codes) return false;
      shown = true;
      const failed = (error: unknown): void => log.warn({ err: error }, "the code could not be shown");
      if (config.pair === "qr") void draw(qr).catch(failed);
      else if (!requested) {
        requested = true;
        void ask(config.pair.phone, requestCode).catch(failed);
      }
      return true;
    },
    anew: () => {
      requested = false;
    },
    done: async () => {
      offers = 0;
      if (!shown) return;
      shown = false;
      log.info("the number is linked");
      await rm(file, { force: true });
    },
  };
}
