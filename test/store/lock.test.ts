/**
 * One process has a data directory: a second one is told so in a sentence, and the lock of a dead one is no
 * obstacle (SPEC S13). The processes are real.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { hostname, tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { MamaError } from "../../src/kernel/errors.ts";
import { lockDirectory } from "../../src/store/lock.ts";

let directory: string;
let neighbour: ChildProcess;
let deadPid: number;

beforeAll(async () => {
  neighbour = spawn(process.execPath, ["-e", "process.stdin.resume()"], {
    stdio: ["pipe", "ignore", "ignore"],
  });
  const dead = spawn(process.execPath, ["-e", ""]);
  deadPid = dead.pid ?? 0;
  await Promise.all([once(neighbour, "spawn"), once(dead, "close")]);
});
afterAll(() => {
  neighbour.kill();
});
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), "mama-lock-"));
});
afterEach(() => rmSync(directory, { recursive: true }));

const path = (): string => join(directory, "lock");
const holder = (): string => readFileSync(path(), "utf8");

/** When a process started, as its own kernel tells it; empty where that is not told. */
function startOf(pid: number | undefined): string {
  try {
    return readFileSync(`/proc/${pid}/stat`, "utf8").split(") ").at(-1)?.split(" ")[19] ?? "";
  } catch {
    return "";
  }
}

/** This boot, as the kernel names it; empty where it does not. */
function boot(): string {
  try {
    return readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim();
  } catch {
    return "";
  }
}

const mine = (): string => `${process.pid} ${startOf(process.pid)} ${hostname()} ${boot()}`;

test("a directory that a living process has is refused in one sentence that says what to do", () => {
  writeFileSync(path(), `${neighbour.pid} ${startOf(neighbour.pid)}`);
  const refused = (): unknown => {
    try {
      return lockDirectory(directory);
    } catch (error) {
      return error;
    }
  };
  const error = refused();
  expect(error).toBeInstanceOf(MamaError);
  expect(error).toMatchObject({
    code: "data_dir_locked",
    message: `another Mama (process ${neighbour.pid}) is using ${directory}; stop it, or set MAMA_DATA_DIR to another directory`,
  });
  expect(holder()).toBe(`${neighbour.pid} ${startOf(neighbour.pid)}`);
});

test("the same process cannot take it twice, and can again once it let go", () => {
  const lock = lockDirectory(directory);
  expect(holder().split(" ")[0]).toBe(String(process.pid));
  expect(() => lockDirectory(directory)).toThrow(MamaError);
  lock.release();
  lockDirectory(directory).release();
  expect(readdirSync(directory)).toEqual([]);
});

test("the lock of a process that was killed is replaced", () => {
  writeFileSync(path(), `${deadPid} 12345`);
  const lock = lockDirectory(directory);
  expect(holder()).toBe(mine());
  expect(readdirSync(directory)).toEqual(["lock"]);
  lock.release();
});

// Where the kernel does not tell when a process started, its pid is all there is to go by.
if (startOf(process.pid) !== "") {
  test("a pid that has been given to another program since does not keep the directory", () => {
    writeFileSync(path(), `${neighbour.pid} 1`);
    lockDirectory(directory).release();
    expect(readdirSync(directory)).toEqual([]);
  });
}

test("a lock that says nothing sensible is replaced", () => {
  for (const content of ["", "not a pid", "-1 5", `${"9".repeat(30)} 1`]) {
    writeFileSync(path(), content);
    lockDirectory(directory).release();
  }
});

test("the lock of a process on another host stands, whatever runs here, and the sentence says how to remove it", () => {
  const theirs = `${deadPid} 12345 another-host ${boot()}`;
  writeFileSync(path(), theirs);
  expect(() => lockDirectory(directory)).toThrow(
    `another Mama (process ${deadPid} on another-host) is using ${directory}, or was when it was cut off; when it no longer runs, remove the file ${path()}`,
  );
  expect(holder()).toBe(theirs);
  rmSync(path());
  lockDirectory(directory).release();
});

if (boot() !== "") {
  test("a lock from before the machine was started again is replaced, even when its pid is somebody's now", () => {
    writeFileSync(path(), `${neighbour.pid} ${startOf(neighbour.pid)} ${hostname()} another-boot`);
    lockDirectory(directory).release();
    writeFileSync(path(), `${neighbour.pid} ${startOf(neighbour.pid)} ${hostname()} ${boot()}`);
    expect(() => lockDirectory(directory)).toThrow(MamaError);
  });
}

test("letting go removes only one's own lock", () => {
  const lock = lockDirectory(directory);
  const theirs = `${neighbour.pid} ${startOf(neighbour.pid)}`;
  writeFileSync(path(), theirs);
  lock.release();
  expect(holder()).toBe(theirs);
});

test("a directory that is not there is an error of its own, not a lock", () => {
  expect(() => lockDirectory(join(directory, "nowhere"))).toThrow(/ENOENT/);
});
