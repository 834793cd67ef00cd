/** The program itself when who reads it goes first (`| head -1`). The other ways to start and end it are in main.test.ts. */
import { once } from "node:events";
import { text } from "node:stream/consumers";
import { expect, test } from "vitest";
import { freshPlace } from "./support/database.ts";
import { run, start } from "./support/program.ts";

test("a reader that leaves early is no reason for a trace, and what it did not see is answered next time", async () => {
  const place = await freshPlace();
  const env = { ...place.env, MAMA_NOW: "2026-03-13T10:00:00+08:00" };
  const mama = start([], env);
  const logged = text(mama.stderr);
  const ended = once(mama, "exit");
  mama.stdout.destroy();
  mama.stdin.on("error", () => undefined);
  mama.stdin.end("Lunch RM15\nhow much today?\nhow much today?\n");
  expect(await ended).toEqual([0, null]);
  expect(await logged).not.toMatch(/EPIPE|unexpectedly|Error:/);
  const { stdout } = await run([], env, ["how much today?"]);
  expect(stdout.match(/RM15\.00 today/g)?.length).toBeGreaterThanOrEqual(1);
  await place.remove();
});
