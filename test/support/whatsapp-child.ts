/** A Mama in a process of its own, on the fake WhatsApp of the test that kills it. Everything else is as in production. */
import { createWhatsApp, loadLibrary } from "../../src/adapters/whatsapp/whatsapp.ts";
import { createApp } from "../../src/app.ts";
import { readConfig } from "../../src/kernel/config.ts";
import { createLog } from "../../src/kernel/log.ts";

const log = createLog("error");
const config = readConfig(process.env);
const { whatsapp } = config;
if (!whatsapp) throw new Error("the test has to say where WhatsApp is");
const library = await loadLibrary();
const app = await createApp({
  config,
  role: "all",
  log,
  observe: ({ step }) => void (step === "received" && process.stdout.write("received\n")),
  adapters: ({ account }) => [
    createWhatsApp({
      config: whatsapp,
      library,
      log,
      ports: account,
      timing: { betweenMs: 1, pauseMs: 20, unclearMs: 200, awayMs: 50, ackMs: 5_000 },
    }),
  ],
});
await app.start();
process.once("SIGTERM", () => {
  void app.stop().then(() => process.exit(0));
});
