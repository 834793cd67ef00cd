/**
 * No personal text and no secret gets into a log (SPEC S12). Errors of libraries quote what they choked on, so
 * the real lines of the real logger are read here.
 */
import { expect, test } from "vitest";
import { MamaError, SendError } from "../../src/kernel/errors.ts";
import { createLog, type Log } from "../../src/kernel/log.ts";

/** What the log says when `tell` has used it. */
function lines(tell: (log: Log) => void): string {
  const written: string[] = [];
  tell(createLog("trace", { write: (line) => void written.push(line) }));
  return written.join("");
}

const PRIVATE = "clinic RM450, please tell nobody";

/** An error as a database driver makes it: the value in the message, in the detail, and in the parameters. */
function driverError(): Error {
  return Object.assign(new Error(`invalid input syntax for type integer: "${PRIVATE}"`), {
    code: "22P02",
    detail: PRIVATE,
    where: `unnamed portal parameter $1 = '${PRIVATE}'`,
    parameters: [PRIVATE],
    query: `SELECT '${PRIVATE}'`,
  });
}

test("an error of a library keeps its code and place, not its words", () => {
  const said = lines((log) => log.error({ err: driverError() }, "a turn failed"));
  expect(said).not.toContain("clinic");
  const { err, msg } = JSON.parse(said);
  expect(msg).toBe("a turn failed");
  expect(err).toMatchObject({ name: "Error", code: "22P02" });
  expect(err.at[0]).toMatch(/^at .*log\.test\.ts/);
});

test("neither does the error behind an error, nor one that is logged bare", () => {
  const outer = new MamaError("migration_failed", "migration x could not be applied", {
    cause: driverError(),
  });
  const said = lines((log) => {
    log.error({ err: outer });
    log.error(driverError());
    log.error({ err: new Error("outer", { cause: PRIVATE }) });
    log.error({ err: PRIVATE });
  });
  expect(said).not.toContain("clinic");
  expect(said).toContain("migration x could not be applied");
  expect(said.split("\n").filter((line) => line !== "")).toHaveLength(4);
});

test("lines of a message that look like places are the message's, and are left out", () => {
  const said = lines((log) => log.error({ err: new Error(`no such row\n    at the ${PRIVATE}\n  at home`) }));
  expect(said).not.toContain("clinic");
  expect(said).not.toContain("at home");
  expect(JSON.parse(said).err.at[0]).toMatch(/^at .*log\.test\.ts/);
});

test("our own errors are written for operators and keep their message", () => {
  const said = lines((log) => {
    log.error({ err: new MamaError("lease_lost", "another process has taken over this chat") });
    log.error({ err: new SendError("permanent", "403 blocked by the user") });
  });
  expect(said).toContain("another process has taken over this chat");
  expect(said).toContain("403 blocked by the user");
});

test("bot tokens and passwords in addresses are scrubbed wherever they stand in a line", () => {
  const token = "123456789:AAF-abcdefghijklmnopqrstuvwxyz_0123";
  const said = lines((log) => {
    log.info({ url: `https://api.telegram.org/bot${token}/getUpdates` }, `polling with ${token}`);
    log.warn({ url: "postgres://mama:hunter2@db.example:5432/mama" });
    log.error({ err: new SendError("retry", `GET https://user:hunter2@127.0.0.1/file/bot${token}/x.jpg`) });
  });
  expect(said).not.toContain("AAF-");
  expect(said).not.toContain("hunter2");
  expect(said).toContain("[token]/getUpdates");
  expect(said).toContain("postgres://[credentials]@db.example:5432/mama");
  for (const line of said.trim().split("\n")) expect(() => JSON.parse(line)).not.toThrow();
});
