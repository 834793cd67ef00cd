/** What pictures can do to the process that looks at them, and what it must not do to anybody else. */
import { afterEach, expect, test } from "vitest";
import type { ReceiptOutcome, ReceiptReader } from "../../src/receipts/reading.ts";
import { createReceiptReader, type ReceiptReaderOptions } from "../../src/receipts/receipt-reader.ts";

const FAKE = new URL("../fakes/picture-worker.mjs", import.meta.url);
const never = new AbortController().signal;
const readers: ReceiptReader[] = [];

function readerWith(options: ReceiptReaderOptions = {}): ReceiptReader {
  const reader = createReceiptReader({ worker: FAKE, ...options });
  readers.push(reader);
  return reader;
}

/** A picture that makes the stand-in do something. */
function picture(what: string): Uint8Array {
  return Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), Buffer.from(what)]);
}

/** The process that answered. */
function processOf(outcome: ReceiptOutcome): string {
  return outcome.is === "receipt" ? outcome.marks.imageHash : outcome.why;
}

afterEach(async () => {
  for (const reader of readers.splice(0)) await reader.close();
});

test("one process reads picture after picture", async () => {
  const reader = readerWith();
  const first = await reader.read(picture("fine"), never);
  expect(first).toMatchObject({ is: "receipt", reading: { total: { value: 1200 }, sure: true } });
  expect(processOf(await reader.read(picture("fine"), never))).toBe(processOf(first));
});

test("a picture that kills it is broken, and the next one is read by another", async () => {
  const reader = readerWith();
  const before = await reader.read(picture("fine"), never);
  expect(await reader.read(picture("crash"), never)).toEqual({ is: "unreadable", why: "broken" });
  const after = await reader.read(picture("fine"), never);
  expect(after.is).toBe("receipt");
  expect(processOf(after)).not.toBe(processOf(before));
});

test("a picture that never ends is given up, and the next one is read", async () => {
  const reader = readerWith({ patienceMs: 2_500 });
  expect(await reader.read(picture("hang"), never)).toEqual({ is: "unreadable", why: "too_slow" });
  expect((await reader.read(picture("fine"), never)).is).toBe("receipt");
});

test("a process that grew too large, or read enough, is replaced", async () => {
  const large = readerWith();
  const grown = processOf(await large.read(picture("grow"), never));
  expect(processOf(await large.read(picture("fine"), never))).not.toBe(grown);
  const old = readerWith({ picturesPerWorker: 1 });
  const first = processOf(await old.read(picture("fine"), never));
  expect(processOf(await old.read(picture("fine"), never))).not.toBe(first);
});

test("more than may wait are told that it is busy; those that wait are read", async () => {
  const reader = readerWith({ longestQueue: 2 });
  const all = await Promise.all(Array.from({ length: 5 }, () => reader.read(picture("fine"), never)));
  expect(all.map(({ is }) => is)).toEqual(["receipt", "receipt", "receipt", "unreadable", "unreadable"]);
  expect(all.at(-1)).toEqual({ is: "unreadable", why: "busy" });
});

test("who no longer waits gets the signal's reason, and the next picture its turn", async () => {
  const reader = readerWith();
  const gone = new AbortController();
  const first = reader.read(picture("fine"), never);
  const waiting = reader.read(picture("fine"), gone.signal);
  gone.abort(new Error("the turn is over"));
  await expect(waiting).rejects.toThrow("the turn is over");
  await expect(reader.read(picture("fine"), gone.signal)).rejects.toThrow("the turn is over");
  expect((await first).is).toBe("receipt");
  expect((await reader.read(picture("fine"), never)).is).toBe("receipt");
});

test("where no such process can run, reading is unavailable", async () => {
  const reader = readerWith({ worker: new URL("no-such-worker.mjs", import.meta.url) });
  expect(await reader.read(picture("fine"), never)).toEqual({ is: "unreadable", why: "unavailable" });
});

test("closing ends what is in work, and nothing is read afterwards", async () => {
  const reader = readerWith();
  await reader.read(picture("fine"), never);
  const endless = reader.read(picture("hang"), never);
  await reader.close();
  expect(await endless).toEqual({ is: "unreadable", why: "unavailable" });
  expect(await reader.read(picture("fine"), never)).toEqual({ is: "unreadable", why: "unavailable" });
});
