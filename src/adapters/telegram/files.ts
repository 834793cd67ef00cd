/**
 * Fetches the bytes of a picture from Telegram (SPEC S8). The address of a file holds the token: it is made here, used
 * here, and told to nobody.
 */
import { type Api, GrammyError } from "grammy";
import { cappedBytes, fetchPictures, LostPicture, type Pictures } from "../../kernel/fetch-pictures.ts";
import { limits as product } from "../../kernel/limits.ts";
import type { Log } from "../../kernel/log.ts";
import type { Picture, RemotePictures } from "../../kernel/ports.ts";
import { limits } from "./limits.ts";
import { telegramSignal } from "./signal.ts";

export interface FilesOptions {
  readonly api: Api;
  readonly apiRoot: string;
  readonly token: string;
  readonly pictures: RemotePictures;
  readonly log: Log;
  /** The pause before what failed is tried again, ms; it doubles. */
  readonly pauseMs: number;
}

export function createFiles(options: FilesOptions): Pictures {
  return fetchPictures({ ...options, fetch: (fileId, over) => download(options, fileId, over) });
}

/** @throws LostPicture when it will never come; anything else may pass */
async function download(
  { api, apiRoot, token }: FilesOptions,
  fileId: string,
  over: AbortSignal,
): Promise<Picture> {
  const patience = new AbortController();
  const end = (): void => patience.abort();
  const timer = setTimeout(end, limits.pictureMs);
  over.addEventListener("abort", end, { once: true });
  try {
    const path = await pathOf(api, fileId, patience.signal);
    const response = await fetch(`${apiRoot}/file/bot${token}/${path}`, { signal: patience.signal });
    if (response.status === 404) throw new LostPicture("gone");
    if (!response.ok || !response.body) throw new Error("the file was not given");
    const bytes = await cappedBytes(response.body, product.pictureBytes);
    return { mime: "application/octet-stream", bytes };
  } finally {
    clearTimeout(timer);
    over.removeEventListener("abort", end);
    patience.abort();
  }
}

async function pathOf(api: Api, fileId: string, signal: AbortSignal): Promise<string> {
  try {
    const { file_path: path, file_size: size = 0 } = await api.getFile(fileId, telegramSignal(signal));
    if (size > product.pictureBytes) throw new LostPicture("too_large");
    if (path === undefined) throw new LostPicture("gone");
    return path;
  } catch (error) {
    if (!(error instanceof GrammyError) || error.error_code !== 400) throw error;
    throw new LostPicture(/too big/i.test(error.description) ? "too_large" : "gone");
  }
}
