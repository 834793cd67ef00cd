/** The one port of a process (SPEC S13): /health and /metrics. */
import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { Log } from "../kernel/log.ts";
import type { ExposedMetrics } from "./metrics.ts";

/** Why a part is not ready; empty when it is. */
export type Readiness = Readonly<Record<string, string>>;

export interface ServerOptions {
  /** 0: a free one. */
  readonly port: number;
  readonly metrics: ExposedMetrics;
  /** Looks at every part; must not throw. */
  readonly reasons: () => Promise<Readiness>;
  readonly log: Log;
}

export interface HttpServer {
  readonly port: number;
  close(): Promise<void>;
}

/** Starts to listen. */
export async function startServer({ port, metrics, reasons, log }: ServerOptions): Promise<HttpServer> {
  const answer = async (path: string, response: ServerResponse): Promise<void> => {
    if (path === "/health") {
      const notReady = await reasons();
      const ready = Object.keys(notReady).length === 0;
      response.writeHead(ready ? 200 : 503, { "content-type": "application/json" });
      response.end(JSON.stringify({ live: true, ready, reasons: notReady }));
    } else if (path === "/metrics") {
      const { text, contentType } = await metrics.expose();
      response.writeHead(200, { "content-type": contentType }).end(text);
    } else response.writeHead(404).end();
  };
  const server = createServer((request, response) => {
    answer((request.url ?? "").split("?")[0] ?? "", response).catch((error: unknown) => {
      log.warn({ err: error }, "a request to the server failed");
      response.destroy();
    });
  });
  server.listen(port);
  await once(server, "listening");
  return {
    port: (server.address() as AddressInfo).port,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}
