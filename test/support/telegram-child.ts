/** A Mama in a process of its own, on the fake Telegram of the test that kills it. Everything else is as in production. */
import { createTelegram } from "../../src/adapters/telegram/telegram.ts";
import { createApp } from "../../src/app.ts";
import { readConfig } from "../../src/kernel/config.ts";
import { createLog } from "../../src/kernel/log.ts";
import { HURRY } from "./telegram.ts";

const log = createLog("error");
const config = readConfig(process.env);
const { telegram } = config;
if (!telegram) throw new Error("the test has to say where Telegram is");
const app = await createApp({
  config,
  role: "all",
  log,
  adapters: ({ account }) => [createTelegram({ config: telegram, log, ports: account, timing: HURRY })],
});
await app.start();
process.stdout.write("ready\n");
process.once("SIGTERM", () => {
  void app.stop().then(() => process.exit(0));
});
