/** Keeping the connection to WhatsApp, and its keys (SPEC S2, S12, S13): on sockets and in a time that the test holds. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { isTheirs } from "../../src/adapters/whatsapp/guard.ts";
import { loadLibrary } from "../../src/adapters/whatsapp/library.ts";
import { timing } from "../../src/adapters/whatsapp/limits.ts";
import { STOPPED } from "../../src/adapters/whatsapp/policy.ts";
import { createLog } from "../../src/kernel/log.ts";
import type { Database } from "../../src/store/database.ts";
import { fakeSockets, from } from "../fakes/whatsapp-socket.ts";
import { freshDatabase } from "../support/database.ts";
import { testTime } from "../support/time.ts";
import { type OnFake, onFake } from "../support/whatsapp-fake.ts";

const ANN = "60123456789@s.whatsapp.net";

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

test("another program with the same link: one more try, then she leaves it the number and says so", async () => {
  const one = await connected();
  one.sockets.now().closes(440);
  await one.sockets.until(() => one.sockets.all[0]?.ended === true);
  await time.pass(10_000);
  await one.sockets.until(() => one.sockets.all.length === 2);
  one.sockets.now().closes(440);
  await expect.poll(() => problem(one), PATIENT).toBe(STOPPED.replaced);
  expect(await secrets()).toHaveLength(1);
});

test("a new connection that WhatsApp asks for is made at once; after a break it takes its time", async () => {
  const one = await connected();
  one.sockets.now().closes(515);
  await one.sockets.until(() => one.sockets.all.length === 2);
  one.sockets.now().closes(428);
  await one.sockets.until(() => one.sockets.all[1]?.ended === true);
  await time.pass(1_000);
  expect(one.sockets.all).toHaveLength(2);
  await time.pass(1_000);
  await one.sockets.until(() => one.sockets.all.length === 3);
  expect(one.log.join("")).toContain("trying again");
});

test("too old a version is refreshed: from WhatsApp, else from Baileys' makers", async () => {
  const sockets = fakeSockets();
  const asked: string[] = [];
  const library = {
    ...sockets.library,
    fetchLatestWaWebVersion: async () => {
      asked.push("whatsapp");
      return { version: [0, 0, 0] as [number, number, number], isLatest: false, error: new Error("away") };
    },
    fetchLatestBaileysVersion: async () => {
      asked.push("baileys");
      return { version: [2, 3000, 999] as [number, number, number], isLatest: true };
    },
  };
  await connected({ sockets: { ...sockets, library } });
  expect(sockets.now().config.version).toBeUndefined();
  sockets.now().closes(405);
  await sockets.until(() => sockets.all[0]?.ended === true);
  await expect.poll(() => asked, PATIENT).toEqual(["whatsapp", "baileys"]);
  await time.pass(2_000);
  await sockets.until(() => sockets.all.length === 2);
  expect(sockets.now().config.version).toEqual([2, 3000, 999]);
});

test("a connection that does not open, and one on which nothing comes for long, are made anew", async () => {
  const sockets = fakeSockets();
  sockets.opens = false;
  const one = await connected({ sockets });
  await time.pass(timing.openMs);
  await expect.poll(() => one.log.join(""), PATIENT).toContain("trying again");
  sockets.opens = true;
  // No more than the pause: the new one is there at some moment of it, and its silence counts from then.
  await time.pass(2_000);
  await sockets.until(() => sockets.all.length === 2);
  await time.pass(timing.deafMs - 1_000);
  // Its answers to our own pings are no sign that it hears.
  sockets.now().frame("iq");
  sockets.now().frame("receipt");
  await time.pass(timing.deafMs - 1_000);
  expect(sockets.now().ended).toBe(false);
  sockets.now().frame("iq");
  await time.pass(1_000);
  await sockets.until(() => sockets.all[1]?.ended === true);
});

test("connections come and go without leaving a listener or a timer behind", async () => {
  const one = await connected();
  const before = { waiting: time.waiting(), listeners: process.listenerCount("unhandledRejection") };
  for (let round = 0; round < 30; round += 1) {
    const old = one.sockets.now();
    old.closes(515);
    await one.sockets.until(() => old.ended);
    await time.pass(60_000);
    await one.sockets.until(() => one.sockets.now() !== old);
    await time.pass(0);
    expect(old.listeners()).toBe(0);
  }
  expect(one.sockets.all).toHaveLength(31);
  expect(time.waiting()).toBeLessThanOrEqual(before.waiting);
  expect(process.listenerCount("unhandledRejection")).toBe(before.listeners);
});

test("nothing of the past is asked for, the phone goes on ringing, and Baileys is silent", async () => {
  const one = await connected();
  const { config } = one.sockets.now();
  expect(config).toMatchObject({ syncFullHistory: false, markOnlineOnConnect: false, emitOwnEvents: false });
  expect(config.shouldSyncHistoryMessage?.({})).toBe(false);
  expect(config.logger?.level).toBe("silent");
  expect(config.logger?.child({}).level).toBe("silent");
});

test("keys are sealed in the database, each for its place; with another secret she says so at the start", async () => {
  const one = await connected();
  const { auth } = one.sockets.now().config;
  const session = new Uint8Array([1, 2, 3]);
  await auth.keys.set({ session: { "60123456789.0": session }, "pre-key": { "1": null } });
  expect((await auth.keys.get("session", ["60123456789.0", "none"]))["60123456789.0"]).toEqual(
    Buffer.from(session),
  );
  const rows = await secrets();
  expect(rows.map(({ type }) => type).sort()).toEqual(["creds", "session"]);
  expect(Buffer.concat(rows.map(({ sealed }) => sealed)).toString("latin1")).not.toMatch(/noiseKey|Buffer/);
  await database.system.query(
    "UPDATE platform_key SET sealed = (SELECT sealed FROM platform_key WHERE type = 'creds') WHERE type = 'session'",
  );
  await expect(auth.keys.get("session", ["60123456789.0"])).rejects.toMatchObject({ code: "secret_wrong" });
  await one.stop();
  running = [];
  const other = mama({ linked: false, env: { MAMA_SECRET: "another secret, which opens nothing" } });
  await expect(other).rejects.toMatchObject({
    code: "secret_wrong",
    message: expect.stringContaining("MAMA_SECRET"),
  });
});

test("keys that change together are written together, or not at all", async () => {
  const one = await connected();
  const { auth } = one.sockets.now().config;
  await auth.keys.set({ session: { a: new Uint8Array([1]), b: new Uint8Array([1]) } });
  const broken = { session: { a: new Uint8Array([2]), "b\0": new Uint8Array([2]) } };
  await expect(auth.keys.set(broken)).rejects.toThrow();
  expect((await auth.keys.get("session", ["a"])).a).toEqual(Buffer.from([1]));
});

test("credentials that change are there after a restart, the latest ones", async () => {
  const one = await connected();
  const { creds } = one.sockets.now().config.auth;
  for (const lastPropHash of ["a", "b", "c"]) {
    creds.lastPropHash = lastPropHash;
    one.sockets.now().emit("creds.update", { lastPropHash });
  }
  await one.stop();
  running = [];
  const next = await connected({ linked: false });
  expect(next.sockets.now().config.auth.creds.lastPropHash).toBe("c");
});

test("a second process says that it waits, sends nothing, and takes over when the first one goes", async () => {
  const real = { time: undefined, timing: undefined, env: { MAMA_LEASE_MS: "3000" } };
  const first = await connected(real);
  const second = await mama({ ...real, linked: false });
  await expect
    .poll(() => second.log.join(""), PATIENT)
    .toContain("another process receives for this number; waiting");
  expect(problem(second)).toBeNull();
  first.sockets.now().receives(from(ANN, { conversation: "lunch 15" }));
  await first.told(ANN, 1);
  expect(second.sockets.all).toEqual([]);
  await first.stop();
  running = [second];
  await second.sockets.until(() => second.sockets.all.length === 1);
  second.sockets.now().receives(from(ANN, { conversation: "kopi 3" }));
  expect((await second.told(ANN, 1))[0]).toContain("kopi");
});

test("health tells the connection, and when anything last came in", async () => {
  const one = await connected();
  await expect.poll(() => problem(one), PATIENT).toBeNull();
  expect(one.adapter().health?.()).toEqual({ problem: null, lastInboundMs: null, lastPollMs: null });
  one.sockets.now().frame("iq");
  one.sockets.now().receives(from(ANN, { conversation: "lunch 15" }));
  const health = one.adapter().health?.();
  expect(health?.lastInboundMs).toBeGreaterThan(0);
  expect(health?.lastPollMs).toBeGreaterThan(0);
  one.sockets.now().closes(428);
  await expect.poll(() => problem(one), PATIENT).toContain("ended the connection");
});

test("without the package she says what is missing, and how to add it", async () => {
  const missing = Object.assign(new Error("Cannot find package '@whiskeysockets/baileys'"), {
    code: "ERR_MODULE_NOT_FOUND",
  });
  const asked = loadLibrary(() => Promise.reject(missing));
  await expect(asked).rejects.toMatchObject({
    code: "package_missing",
    message: expect.stringContaining("npm install --no-save @whiskeysockets/baileys@7.0.0-rc14"),
  });
});

test("what fails beside the path in Baileys is its own; other failures still end the process", () => {
  const theirs = new Error("Connection Closed");
  theirs.stack =
    "Error: Connection Closed\n    at x (/app/node_modules/@whiskeysockets/baileys/lib/Socket/socket.js:1:1)";
  expect(isTheirs(theirs)).toBe(true);
  expect(isTheirs(new Error("ours"))).toBe(false);
  expect(isTheirs("words")).toBe(false);
});

test("what the packages behind Baileys write to the console, keys and all, is not written", async () => {
  await loadLibrary();
  const written: string[] = [];
  const write = process.stdout.write.bind(process.stdout);
  process.stdout.write = ((chunk: string) => written.push(String(chunk)) > 0) as typeof process.stdout.write;
  try {
    const { createRequire } = await import("node:module");
    const { default: Record } = (await import(
      createRequire(import.meta.url).resolve("libsignal/src/session_record.js")
    )) as { default: new () => { closeSession(session: unknown): void } };
    new Record().closeSession({ indexInfo: { closed: -1 }, privKey: "zanzibar" });
  } finally {
    process.stdout.write = write;
  }
  expect(written.join("")).not.toContain("zanzibar");
});
