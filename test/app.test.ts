/** The wiring itself: what is opened is closed again when a start goes wrong. */
import { expect, test } from "vitest";
import { createApp } from "../src/app.ts";
import { readConfig } from "../src/kernel/config.ts";
import { createLog } from "../src/kernel/log.ts";
import { freshDatabase } from "./support/database.ts";
import { fakePlatform } from "./support/platform.ts";

test("a start that fails says why and leaves nothing open", async () => {
  const log = createLog("silent");
  const database = await freshDatabase(log);
  const stopped: string[] = [];
  const platform = {
    ...fakePlatform(),
    start: () => Promise.reject(new Error("the token is wrong")),
    stop: async () => void stopped.push("platform"),
  };
  const close = async (): Promise<void> => {
    stopped.push("database");
    await database.close();
  };
  const app = await createApp({
    config: readConfig({ NODE_ENV: "test" }),
    role: "all",
    log,
    database: { ...database, close },
    adapters: () => [platform],
  });
  await expect(app.start()).rejects.toThrow("the token is wrong");
  expect(stopped).toEqual(["platform", "database"]);
});
