/** A whole Mama on sockets of the test's own, with what its people were told. */
import type { WhatsAppOptions } from "../../src/adapters/whatsapp/whatsapp.ts";
import type { Database } from "../../src/store/database.ts";
import { type FakeSockets, fakeSockets } from "../fakes/whatsapp-socket.ts";
import { link, type OnWhatsApp, onWhatsApp } from "./whatsapp.ts";

export interface OnFake extends OnWhatsApp {
  readonly sockets: FakeSockets;
  /** What was sent to an id, in order. */
  to(jid: string): readonly string[];
  /** The same, once there are as many as that. */
  told(jid: string, many: number): Promise<readonly string[]>;
}

export async function onFake(
  database: Database,
  options: {
    sockets?: FakeSockets;
    linked?: boolean;
    env?: Readonly<Record<string, string>>;
    time?: WhatsAppOptions["time"];
    timing?: WhatsAppOptions["timing"];
    now?: () => number;
    mediaHost?: string;
  } = {},
): Promise<OnFake> {
  const { sockets = fakeSockets(), linked = true, env = {} } = options;
  if (linked) await link(database, "15550000000@s.whatsapp.net");
  const mama = await onWhatsApp(database, {
    library: sockets.library,
    now: options.now ?? Date.now,
    time: options.time,
    timing: options.timing,
    env: { ...(options.mediaHost && { WHATSAPP_SOCKET_URL: `ws://${options.mediaHost}/` }), ...env },
  });
  const to = (jid: string): string[] =>
    sockets.sent.filter((message) => message.jid === jid).map(({ text }) => text);
  return {
    ...mama,
    sockets,
    to,
    told: async (jid, many) => {
      await sockets.until(() => to(jid).length >= many);
      return to(jid);
    },
  };
}
