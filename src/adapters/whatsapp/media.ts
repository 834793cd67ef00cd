/**
 * Fetches a picture's bytes (SPEC S8): over the byte cap it is given up while it comes in, and when the server has it no
 * longer, the phone that sent it is asked once to upload it again. Baileys does the asking; fetching and opening is done
 * here, since its stream ends the process when the connection breaks in the middle, and asks whatever address it is told.
 */
import { createDecipheriv, createHmac, timingSafeEqual } from "node:crypto";
import { cappedBytes, fetchPictures, LostPicture, type Pictures } from "../../kernel/fetch-pictures.ts";
import { limits as product } from "../../kernel/limits.ts";
import type { Log } from "../../kernel/log.ts";
import type { Picture, RemotePictures } from "../../kernel/ports.ts";
import type { Library, WASocket } from "./library.ts";
import { limits } from "./limits.ts";
import { type RemoteMedia, remoteMediaOf } from "./remote-media.ts";
import { inTime, type Time } from "./time.ts";

export interface MediaOptions {
  readonly library: Pick<Library, "getMediaKeys" | "getUrlFromDirectPath">;
  readonly pictures: RemotePictures;
  readonly log: Log;
  readonly time: Time;
  readonly pauseMs: number;
  /** Hosts that pictures may be fetched from beside WhatsApp's, as "127.0.0.1": for tests. */
  readonly hosts: readonly string[];
  /** The socket while it is open. */
  socket(): Pick<WASocket, "updateMediaMessage"> | null;
}

/** What is behind the ciphertext: the first bytes of its HMAC. */
const MAC_BYTES = 10;

class NotThere extends Error {}

export function createMedia(options: MediaOptions): Pictures {
  return fetchPictures({
    ...options,
    ready: () => options.socket() !== null,
    fetch: async (remoteKey, over) => {
      const media = remoteMediaOf(remoteKey);
      const signal = AbortSignal.any([over, AbortSignal.timeout(limits.pictureMs)]);
      const bytes = await download(options, media, signal).catch(async (error: unknown) => {
        if (!(error instanceof NotThere)) throw error;
        return download(options, await uploadedAgain(options, media, over), signal);
      });
      return { mime: media.mime, bytes } satisfies Picture;
    },
  });
}

async function download(options: MediaOptions, media: RemoteMedia, signal: AbortSignal): Promise<Uint8Array> {
  const url = addressOf(options, media);
  if (url === null) throw new LostPicture("gone");
  const response = await fetch(url, {
    signal,
    headers: { origin: "https://web.whatsapp.com" },
    redirect: "error",
  });
  if (response.status === 404 || response.status === 410) throw new NotThere();
  if (!response.ok || !response.body) throw new Error("the picture was not given");
  // Padding and the code behind it come on top.
  const sealed = await cappedBytes(response.body, product.pictureBytes + 16 + MAC_BYTES);
  return opened(
    sealed,
    await options.library.getMediaKeys(Buffer.from(media.mediaKey, "base64"), media.type),
  );
}

/** Only WhatsApp's own servers: the address comes from whoever wrote. */
function addressOf({ library, hosts }: MediaOptions, { url, directPath }: RemoteMedia): URL | null {
  const own = url !== null && URL.canParse(url) ? new URL(url) : null;
  const allowed = (address: URL): boolean =>
    (address.protocol === "https:" && /(^|\.)whatsapp\.net$/.test(address.hostname)) ||
    hosts.includes(address.hostname);
  if (own && allowed(own)) return own;
  if (directPath === null) return null;
  const made = library.getUrlFromDirectPath(directPath);
  return URL.canParse(made) && allowed(new URL(made)) ? new URL(made) : null;
}

/** @throws LostPicture("gone") when it is not what its key was made for */
function opened(
  sealed: Uint8Array,
  { iv, cipherKey, macKey }: Awaited<ReturnType<Library["getMediaKeys"]>>,
): Uint8Array {
  if (!macKey || sealed.length <= MAC_BYTES) throw new LostPicture("gone");
  const body = sealed.subarray(0, -MAC_BYTES);
  const mac = createHmac("sha256", macKey).update(iv).update(body).digest().subarray(0, MAC_BYTES);
  if (!timingSafeEqual(mac, sealed.subarray(-MAC_BYTES))) throw new LostPicture("gone");
  try {
    const decipher = createDecipheriv("aes-256-cbc", cipherKey, iv);
    return Buffer.concat([decipher.update(body), decipher.final()]);
  } catch {
    throw new LostPicture("gone");
  }
}

/**
 * @returns where it is now
 * @throws LostPicture("gone") when the phone does not have it any more either
 */
async function uploadedAgain(
  options: MediaOptions,
  media: RemoteMedia,
  over: AbortSignal,
): Promise<RemoteMedia> {
  const socket = options.socket();
  if (!socket) throw new Error("not connected");
  const { url, directPath, mime, remoteJid, messageId: id } = media;
  const content = { url, directPath, mimetype: mime, mediaKey: Buffer.from(media.mediaKey, "base64") };
  const message = media.type === "image" ? { imageMessage: content } : { documentMessage: content };
  const asked = socket.updateMediaMessage({ key: { remoteJid, id, fromMe: false }, message });
  // What comes of it later is nobody's business any more.
  asked.catch(() => undefined);
  try {
    const { message: found } = await inTime(asked, {
      time: options.time,
      ms: limits.reuploadMs,
      signal: over,
    });
    const now = found?.imageMessage ?? found?.documentMessage;
    return { ...media, url: now?.url ?? null, directPath: now?.directPath ?? null };
  } catch (error) {
    if (over.aborted) throw error;
    options.log.info("a phone did not upload a picture again");
    throw new LostPicture("gone");
  }
}
