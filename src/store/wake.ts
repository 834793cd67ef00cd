/**
 * Wakes the senders of this process when another one has written something to be sent: LISTEN on a connection of its
 * own. It is a courtesy: senders look by themselves once a second (SPEC S2), so a lost connection is only tried again.
 */
import pg from "pg";
import { limits } from "../kernel/limits.ts";
import type { Log } from "../kernel/log.ts";
import { OUTBOX_CHANNEL } from "./pushes.ts";

export interface Listener {
  close(): Promise<void>;
}

const AGAIN_MS = 5_000;

export function listenForPushes(url: string, { log, wake }: { log: Log; wake: () => void }): Listener {
  let closed = false;
  let client: pg.Client | undefined;
  let timer: NodeJS.Timeout | undefined;

  const again = (lost: pg.Client): void => {
    if (closed || client !== lost) return;
    client = undefined;
    lost.end().catch(() => undefined);
    clearTimeout(timer);
    timer = setTimeout(open, AGAIN_MS);
  };

  const open = (): void => {
    const own = new pg.Client({
      connectionString: url,
      keepAlive: true,
      connectionTimeoutMillis: limits.shutdownMs / 2,
    });
    client = own;
    own.on("notification", wake);
    own.on("end", () => again(own));
    own.on("error", (error) => {
      log.warn({ err: error }, "the connection that wakes the senders was lost; they look by themselves");
      again(own);
    });
    own
      .connect()
      .then(() => own.query(`LISTEN ${OUTBOX_CHANNEL}`))
      // What was written before the connection stood.
      .then(wake)
      .catch(() => again(own));
  };

  open();
  return {
    close: async () => {
      closed = true;
      clearTimeout(timer);
      await client?.end().catch(() => undefined);
    },
  };
}
