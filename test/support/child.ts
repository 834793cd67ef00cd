/**
 * A Mama in a process of its own, for the tests that kill it. The application is the real one; its platform is
 * this file: events come in as JSON lines, what is sent goes to a file, and each step is told on stdout before
 * the next one is taken. At the step that it is told to die at, the process kills itself as `kill -9` would.
 */
import { appendFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { createApp, type Role } from "../../src/app.ts";
import { readConfig } from "../../src/kernel/config.ts";
import { createLog } from "../../src/kernel/log.ts";
import type { Adapter, InboundEvent, Step } from "../../src/kernel/ports.ts";
import type { ReceiptReader } from "../../src/receipts/reading.ts";
import { fakeEmbedder } from "../fakes/embedder.ts";
import { fakeReceiptReader, type Printed } from "../fakes/receipt-reader.ts";

export interface ChildOrders {
  /** Where each message that is sent is written, one JSON line each. */
  readonly sentFile: string;
  /** Dies at this step of its `nth` occurrence (from 1), or not at all. */
  readonly dieAt?: { readonly step: Step["step"] | "reading"; readonly nth: number } | undefined;
  /** How long its chats stay its own; short by default, so that those of a killed process are soon taken over. */
  readonly leaseMs?: number | undefined;
  /** What it does; everything unless told. */
  readonly role?: Role | undefined;
  /** Learns from what is said, and flushes what is due before it ends. */
  readonly learns?: boolean | undefined;
  /** What any picture reads as. The pictures of its events are their keys. */
  readonly receipt?: Printed | undefined;
  /** Sends for the platform; a process that does not still handles turns. */
  readonly sends: boolean;
}

const orders = JSON.parse(process.argv[2] ?? "{}") as ChildOrders;
const seen = new Map<string, number>();

function observe({ step }: { readonly step: Step["step"] | "reading" }): void {
  const count = (seen.get(step) ?? 0) + 1;
  seen.set(step, count);
  process.stdout.write(`${step}\n`);
  if (orders.dieAt?.step === step && orders.dieAt.nth === count) process.kill(process.pid, "SIGKILL");
}

const platform: Adapter = {
  platform: "fake",
  account: "bot",
  capabilities: { buttons: true, pictures: true, edit: false, markup: "none", longestMessage: 4096 },
  start: async () => undefined,
  stop: async () => undefined,
  send: async ({ chatKey, text, inboxId }) => {
    appendFileSync(orders.sentFile, `${JSON.stringify({ chatKey, text, inboxId })}\n`);
    return {};
  },
};

/** Reads every picture alike, and may die over it. */
function readerOf(printed: Printed): ReceiptReader {
  const reader = fakeReceiptReader();
  return {
    ...reader,
    read: async (bytes, signal) => {
      observe({ step: "reading" });
      return reader.read(reader.picture(printed, bytes), signal);
    },
  };
}

/** Pictures do not pass through JSON: that of an event is its key. */
function withPicture(event: InboundEvent): InboundEvent {
  if (event.kind !== "photo") return event;
  const bytes = new TextEncoder().encode(event.eventKey);
  return { ...event, pictures: [{ mime: "image/jpeg", bytes }] };
}

const app = await createApp({
  config: readConfig(process.env),
  role: orders.role ?? "all",
  log: createLog("error"),
  observe,
  receiptReader: orders.receipt && readerOf(orders.receipt),
  albumQuietMs: 300,
  embedder: orders.learns ? fakeEmbedder() : undefined,
  adapters: () => (orders.sends ? [platform] : []),
});
await app.start();
process.stdout.write("ready\n");
for await (const line of createInterface({ input: process.stdin })) {
  const events = JSON.parse(line) as InboundEvent[];
  const received = [];
  for (const event of events) received.push(await app.inbox.receive(withPicture(event)));
  for (const { inboxId } of received) await app.path.answered(inboxId);
  process.stdout.write("answered\n");
}
if (orders.learns) await app.path.flushNow();
// A worker writes what others send.
if (orders.role !== "worker") await app.path.drained({ platform: "fake", account: "bot" });
await app.stop();
process.exit(0);
