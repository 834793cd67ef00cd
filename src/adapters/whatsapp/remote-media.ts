/** Where a picture is on WhatsApp's servers, and what opens it: kept beside its event until its bytes are here. */

export interface RemoteMedia {
  readonly type: "image" | "document";
  readonly mime: string;
  /** What is said about its size, in bytes. */
  readonly size: number;
  readonly url: string | null;
  readonly directPath: string | null;
  /** Base64. */
  readonly mediaKey: string;
  /** The message that it is in, for asking its phone to upload it again. */
  readonly remoteJid: string;
  readonly messageId: string;
}

export function remoteKeyOf(media: RemoteMedia): string {
  return JSON.stringify(media);
}

export function remoteMediaOf(remoteKey: string): RemoteMedia {
  return JSON.parse(remoteKey) as RemoteMedia;
}
