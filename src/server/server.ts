/** The one port of a process (SPEC S13): /health, /metrics, and the webhooks of platforms. */
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { Log } from "../kernel/log.ts";
import { lookAt, type Parts } from "./health.ts";
import type { ExposedMetrics } from "./metrics.ts";

export interface ServerOptions {
  /** 0: a free one. */
  readonly port: number;
  readonly metrics: ExposedMetrics;
  /** What /health looks at, and whose further paths are served. */
  readonly health: Parts;
  readonly log: Log;
}

export interface HttpServer {
  readonly port: number;
  close(): Promise<void>;
}

/** Starts to listen. */
export async function startServer(options: ServerOptions): Promise<HttpServer> {
  const { port, metrics, health, log } = options;
  const routes = health.adapters.flatMap(({ route }) => (route ? [route] : []));
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const path = (request.url ?? "").split("?")[0] ?? "";
    const route = routes.find((one) => one.path === path);
    if (route) await route.handle(request, response);
    else if (path === "/health") {
      const looked = await lookAt(health);
      response.writeHead(looked.ready ? 200 : 503, { "content-type": "application/json" });
      response.end(JSON.stringify(looked));
    } else if (path === "/metrics") {
      const { text, contentType } = await metrics.expose();
      response.writeHead(200, { "content-type": contentType }).end(text);
    } else response.writeHead(404).end();
  };
  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => {
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
