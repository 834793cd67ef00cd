/**
 * Baileys, which is there only where somebody wants WhatsApp: it is an optional package (its libsignal is GPL-3.0), so
 * that it is loaded when WHATSAPP is on and not before.
 */
import type * as Baileys from "@whiskeysockets/baileys";
import { MamaError } from "../../kernel/errors.ts";

/** What is used of it. Tests put a socket of their own in the place of `makeWASocket`. */
export type Library = Pick<
  typeof Baileys,
  | "makeWASocket"
  | "initAuthCreds"
  | "BufferJSON"
  | "proto"
  | "normalizeMessageContent"
  | "jidNormalizedUser"
  | "isPnUser"
  | "isLidUser"
  | "isJidGroup"
  | "getMediaKeys"
  | "getUrlFromDirectPath"
  | "fetchLatestWaWebVersion"
  | "fetchLatestBaileysVersion"
>;

export type { GroupMetadata, proto, WAMessage, WASocket } from "@whiskeysockets/baileys";

const PACKAGES = "@whiskeysockets/baileys@7.0.0-rc14 qrcode@1.5.4";

/**
 * @param load where it comes from, for the test of its absence
 * @throws MamaError("package_missing") with what to do
 */
export async function loadLibrary(
  load: () => Promise<Library> = () => import("@whiskeysockets/baileys"),
): Promise<Library> {
  try {
    const library = await load();
    keepQuiet();
    return library;
  } catch (error) {
    if (!isMissing(error)) throw error;
    throw new MamaError(
      "package_missing",
      `WHATSAPP is on, but its packages are not installed. Add them with \`npm install --no-save ${PACKAGES}\`, or set WHATSAPP=off`,
      { cause: error },
    );
  }
}

function isMissing(error: unknown): boolean {
  return (error as { code?: unknown } | null)?.code === "ERR_MODULE_NOT_FOUND";
}

/** Who writes to the console without being asked: libsignal shows whole sessions there, keys included. */
const TALKERS = /[\\/](?:libsignal|@whiskeysockets[\\/]baileys|whatsapp-rust-bridge)[\\/]/;

let quiet = false;

/** Takes the console away from the packages behind Baileys, for as long as the process lives (SPEC S12). */
function keepQuiet(): void {
  if (quiet) return;
  quiet = true;
  for (const name of ["log", "info", "warn", "error", "debug"] as const) {
    // biome-ignore lint/suspicious/noConsole: it is theirs that is silenced
    const say = console[name].bind(console);
    console[name] = (...words: unknown[]) => {
      if (!TALKERS.test(new Error().stack ?? "")) say(...words);
    };
  }
}

/** The logger that Baileys is given: what it says holds numbers, ids and words of people at every level. */
export const silent: Parameters<Library["makeWASocket"]>[0]["logger"] & object = {
  level: "silent",
  child: () => silent,
  trace: nothing,
  debug: nothing,
  info: nothing,
  warn: nothing,
  error: nothing,
};

function nothing(): void {}

/** The number that Baileys gives a failure: WhatsApp's own, or that of HTTP. */
export function codeOf(error: unknown): number | undefined {
  const code = (error as { output?: { statusCode?: unknown } } | null | undefined)?.output?.statusCode;
  return typeof code === "number" ? code : undefined;
}
