/**
 * The program itself, started as `npm start` starts it: what a newcomer's first conversation prints, what stays
 * for the next day, and what an operator is told when something is wrong. Few processes, each asked a lot.
 */
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { startTelegram } from "./fakes/telegram-server.ts";
import { freshPlace, type Place } from "./support/database.ts";
import { outcomeOf, run, start } from "./support/program.ts";

// A process takes seconds to start on a busy machine.
vi.setConfig({ testTimeout: 60_000 });

const directory = mkdtempSync(join(tmpdir(), "mama-main-"));
let place: Place;
beforeAll(async () => {
  place = await freshPlace();
});
afterAll(async () => {
  await place.remove();
  rmSync(directory, { recursive: true });
});

const on = (day: string): Record<string, string> => ({
  MAMA_DATA_DIR: directory,
  ...place.env,
  MAMA_NOW: `${day}T10:00:00+08:00`,
});

test("the first conversation prints what was recorded, counted and undone, and nothing else", async () => {
  const lines = ["Lunch RM15", "grab 12, kopi 3.50", "how much today?", "undo", "how much today?"];
  const { code, stdout, stderr } = await run([], on("2026-03-11"), lines);
  expect(code).toBe(0);
  const said = (...pieces: string[]): RegExp =>
    new RegExp(pieces.map((piece) => piece.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")).join("[\\s\\S]*"));
  expect(stdout).toMatch(
    said(
      "RM15.00 lunch",
      "RM12.00 grab",
      "RM3.50 kopi",
      "RM30.50 today",
      "Undone",
      "RM12.00 grab",
      "RM3.50 kopi",
      "RM15.00 today",
    ),
  );
  for (const line of stdout.split("\n")) expect(line).not.toMatch(/^\{|"level"|you>/);
  // The log is on stderr, a JSON object a line, and says nothing of what was said.
  const logged = stderr
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
  expect(logged).toContainEqual(expect.objectContaining({ msg: "ready", role: "all" }));
  expect(stderr).not.toMatch(/lunch|grab|kopi/i);
});

test("the next day the rows are still there, nobody else gets in meanwhile, and SIGTERM ends it cleanly", async () => {
  const mama = start(["--json"], on("2026-03-12"));
  const ended = once(mama, "close");
  const logged = text(mama.stderr);
  const printed = createInterface({ input: mama.stdout });
  mama.stdin.write("how much yesterday?\n");
  const [line] = await once(printed, "line");
  expect(JSON.parse(line)).toMatchObject({
    text: "how much yesterday?",
    mode: "question",
    source: "reader",
    records: [],
  });
  expect(JSON.parse(line).reply).toContain("RM15.00");

  if ("MAMA_DATA_DIR" in place.env) {
    const second = await run([], on("2026-03-12"), ["Lunch RM15"]);
    expect(second).toMatchObject({ code: 1, stdout: "" });
    expect(second.stderr.trim().split("\n")).toEqual([
      `Mama cannot start: another Mama (process ${mama.pid}) is using ${place.env.MAMA_DATA_DIR}; stop it, or set MAMA_DATA_DIR to another directory`,
    ]);
  }
  mama.kill("SIGTERM");
  expect(await ended).toEqual([0, null]);
  expect(await logged).toContain('"signal":"SIGTERM"');
});

test("a command line that makes no sense gets the usage", async () => {
  const { code, stdout, stderr } = await run(["dance", "--now"], { MAMA_DATA_DIR: directory });
  expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
  expect(stderr).toMatch(/^Mama cannot start: usage: npm start .*--user NAME.*\n$/);
});

test("a broken configuration is told in full, before anything is opened", async () => {
  const env = {
    NODE_ENV: "production",
    DATABASE_URL: "mysql://mama:hunter2@localhost/mama",
    MAMA_NOW: "2026-03-11T10:00:00+08:00",
    MAMA_LANES: "many",
    LOG_LEVEL: "loud",
    MAMA_DATA_DIR: join(directory, "not", "made"),
  };
  const { code, stdout, stderr } = await run([], env, ["Lunch RM15"]);
  expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
  expect(
    stderr
      .split("\n")
      .map((line) => /^ {2}(\w+): /.exec(line)?.[1])
      .filter(Boolean)
      .sort(),
  ).toEqual(["DATABASE_URL", "LOG_LEVEL", "MAMA_LANES", "MAMA_NOW"]);
  expect(stderr).not.toContain("hunter2");
});

test("on Telegram without a keyboard she serves until she is told to stop, and then stops cleanly", async () => {
  const telegram = await startTelegram();
  const mama = start([], {
    ...place.env,
    TELEGRAM_BOT_TOKEN: telegram.token,
    TELEGRAM_API_ROOT: telegram.apiRoot,
  });
  const outcome = outcomeOf(mama);
  mama.stdin.end();
  telegram.says(42, "lunch 15");
  await telegram.until(() => telegram.chat(42).length > 0);
  expect(telegram.chat(42)[0]?.text).toContain("RM15.00 lunch");
  mama.kill("SIGTERM");
  expect(await outcome).toMatchObject({ code: 0, stdout: "" });
  await telegram.close();
});
