/** Linking a number on WhatsApp (SPEC S13): on sockets and in a time that the test holds. */
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { limits, timing } from "../../src/adapters/whatsapp/limits.ts";
import { STOPPED } from "../../src/adapters/whatsapp/policy.ts";
import { createLog } from "../../src/kernel/log.ts";
import type { Database } from "../../src/store/database.ts";
import { fakeSockets } from "../fakes/whatsapp-socket.ts";
import { freshDatabase } from "../support/database.ts";
import { testTime } from "../support/time.ts";
import { type OnFake, onFake } from "../support/whatsapp-fake.ts";

let database: Database;
let directory: string;
let running: OnFake[];
let time: ReturnType<typeof testTime>;

beforeEach(async () => {
  database = await freshDatabase(createLog("error"));
  directory = mkdtempSync(join(tmpdir(), "mama-link-"));
  running = [];
  time = testTime();
});
afterEach(async () => {
  await Promise.all(running.map((one) => one.stop()));
  await database.close();
  rmSync(directory, { recursive: true, force: true });
});

async function mama(options: Parameters<typeof onFake>[1] = {}): Promise<OnFake> {
  const env = { MAMA_DATA_DIR: directory, ...options.env };
  const one = await onFake(database, { time, timing: { ...timing, pauseMs: 1 }, ...options, env });
  running.push(one);
  return one;
}

/** With a socket at hand. */
async function connected(options: Parameters<typeof onFake>[1] = {}): Promise<OnFake> {
  const one = await mama(options);
  await one.sockets.until(() => one.sockets.all.length === 1);
  return one;
}

const PATIENT = { timeout: 20_000 };
const problem = (one: OnFake): string | null | undefined => one.adapter().health?.().problem;
const secrets = (): Promise<{ type: string; sealed: Uint8Array }[]> =>
  database.system.query("SELECT type, sealed FROM platform_key");

test("a number is linked by a code in the terminal and as a picture, and the picture goes afterwards", async () => {
  const sockets = fakeSockets();
  sockets.opens = false;
  const one = await connected({ sockets, linked: false });
  sockets.now().emit("connection.update", { qr: "2@the-code,of,the,number" });
  const file = join(directory, "whatsapp-qr.png");
  await expect.poll(() => one.shown.join(""), PATIENT).toContain("Linked devices");
  expect(one.shown.join("")).toMatch(/[▀▄█]/);
  expect(readFileSync(file).subarray(1, 4).toString()).toBe("PNG");
  expect(problem(one)).toContain("linked");
  expect(sockets.codes).toEqual([]);
  sockets.now().opens();
  await expect.poll(() => existsSync(file), PATIENT).toBe(false);
  expect(problem(one)).toBeNull();
  expect(one.log.join("")).not.toContain("2@the-code");
});

test("with a phone number a code is asked for, once, and not before WhatsApp offers to link", async () => {
  const sockets = fakeSockets();
  sockets.opens = false;
  const one = await connected({ sockets, linked: false, env: { WHATSAPP: "+60 12-345 6789" } });
  sockets.now().emit("connection.update", { connection: "connecting" });
  expect(sockets.codes).toEqual([]);
  sockets.now().emit("connection.update", { qr: "2@one" });
  sockets.now().emit("connection.update", { qr: "2@two" });
  await expect.poll(() => one.shown.join(""), PATIENT).toContain("ABCD-1234");
  expect(sockets.codes).toEqual(["60123456789"]);
  expect(existsSync(join(directory, "whatsapp-qr.png"))).toBe(false);
});

test("a number that is linked asks for no code", async () => {
  const sockets = fakeSockets();
  sockets.opens = false;
  const one = await connected({ sockets, env: { WHATSAPP: "60123456789" } });
  sockets.now().emit("connection.update", { qr: "2@stray" });
  expect(sockets.codes).toEqual([]);
  expect(one.shown).toEqual([]);
});

test("when nobody scans, she stops offering and says so", async () => {
  const sockets = fakeSockets();
  sockets.opens = false;
  const one = await connected({ sockets, linked: false });
  for (let code = 0; code <= limits.codes; code += 1)
    sockets.now().emit("connection.update", { qr: `2@${code}` });
  await expect.poll(() => problem(one), PATIENT).toBe(STOPPED.unpaired);
  await time.pass(3_600_000);
  expect(sockets.all).toHaveLength(1);
});

test("unlinked on the phone: she stops, says what to do, and the dead keys are gone", async () => {
  const one = await connected();
  expect(await secrets()).toHaveLength(1);
  one.sockets.now().closes(401);
  await expect.poll(() => problem(one), PATIENT).toBe(STOPPED.logged_out);
  await expect.poll(secrets, PATIENT).toEqual([]);
  await time.pass(3_600_000);
  expect(one.sockets.all).toHaveLength(1);
  expect(one.adapter().canSend?.()).toBe(false);
});
