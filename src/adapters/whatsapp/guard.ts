/**
 * Baileys does much that it does not wait for, and what fails there would end the process: anybody who can make it stumble
 * could stop Mama. Such failures are counted in the log; all others end the process as before.
 */
import type { Log } from "../../kernel/log.ts";
import { codeOf } from "./library.ts";

const THEIRS = /[\\/]node_modules[\\/](?:@whiskeysockets[\\/]baileys|libsignal|whatsapp-rust-bridge)[\\/]/;

/** @returns how to take it off again */
export function guardAgainst(log: Log): () => void {
  const stumbled = (reason: unknown): void => {
    if (!isTheirs(reason)) throw reason;
    log.warn({ err: reason, code: codeOf(reason) }, "something beside the path failed in Baileys");
  };
  process.on("unhandledRejection", stumbled);
  return () => void process.off("unhandledRejection", stumbled);
}

export function isTheirs(reason: unknown): boolean {
  return reason instanceof Error && THEIRS.test(reason.stack ?? "");
}
