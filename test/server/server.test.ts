/** Health and metrics on one port (SPEC S13), of a whole application. */
import { expect, test } from "vitest";
import { createLog } from "../../src/kernel/log.ts";
import { createMetrics } from "../../src/server/metrics.ts";
import { startServer } from "../../src/server/server.ts";

test("an operator sees whether she is ready, why not, and what was counted", async () => {
  const metrics = createMetrics();
  let answers = true;
  const server = await startServer({
    port: 0,
    metrics,
    health: { answers: async () => answers, scheduler: () => null, adapters: [] },
    log: createLog("silent"),
  });
  try {
    const at = (path: string) => fetch(`http://127.0.0.1:${server.port}${path}`);
    metrics.count("grounding", { outcome: "replaced" });
    metrics.count("model_tokens", { purpose: "coach", direction: "in" }, 20);
    const shown = await (await at("/metrics")).text();
    expect(shown).toContain('mama_grounding_total{outcome="replaced"} 1');
    expect(shown).toContain('mama_model_tokens_total{purpose="coach",direction="in"} 20');
    expect(await (await at("/health")).json()).toEqual({ live: true, ready: true, reasons: {} });
    answers = false;
    const sick = await at("/health?verbose=1");
    expect([sick.status, await sick.json()]).toEqual([
      503,
      { live: true, ready: false, reasons: { database: "does not answer" } },
    ]);
    expect((await at("/inbox")).status).toBe(404);
  } finally {
    await server.close();
  }
});
