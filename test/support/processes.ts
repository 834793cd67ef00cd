/** Starts, talks to and kills the processes of child.ts. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { inject } from "vitest";
import type { InboundEvent } from "../../src/kernel/ports.ts";
import type { ChildOrders } from "./child.ts";
import type { Place } from "./database.ts";

/** A process that lives for seconds gains nothing from machine code that is made better while it runs. */
export const QUICK = ["--liftoff-only"];

export interface Child {
  readonly process: ChildProcess;
  /** Settles with true once a line has been told, or with false when the process ends before. */
  told(line: string): Promise<boolean>;
  /** Hands events in; they are answered in the background. */
  give(events: readonly InboundEvent[]): void;
  /** No more events: the process finishes and ends. */
  finish(): void;
  /** How it ended: an exit code, or the signal that ended it. */
  readonly ended: Promise<number | string>;
}

export function startChild(place: Place, orders: ChildOrders): Child {
  const child = spawn(process.execPath, [...QUICK, fileURLToPath(inject("child")), JSON.stringify(orders)], {
    env: { ...process.env, ...place.env, NODE_ENV: "test", MAMA_LEASE_MS: String(orders.leaseMs ?? 1000) },
    stdio: ["pipe", "pipe", "inherit"],
  });
  const lines: string[] = [];
  const waiting: { line: string; resolve(found: boolean): void }[] = [];
  let over = false;
  const ended = once(child, "close").then(([code, signal]: (number | string | null)[]) => {
    over = true;
    for (const { resolve } of waiting.splice(0)) resolve(false);
    return signal ?? code ?? -1;
  });
  createInterface({ input: child.stdout }).on("line", (line) => {
    lines.push(line);
    for (const wait of waiting.filter((candidate) => candidate.line === line)) {
      waiting.splice(waiting.indexOf(wait), 1);
      wait.resolve(true);
    }
  });
  // A killed process closes its end first; that is what these tests are about.
  child.stdin.on("error", () => undefined);
  return {
    process: child,
    told: (line) =>
      lines.includes(line)
        ? Promise.resolve(true)
        : over
          ? Promise.resolve(false)
          : new Promise((resolve) => waiting.push({ line, resolve })),
    give: (events) => void child.stdin.write(`${JSON.stringify(events)}\n`),
    finish: () => void child.stdin.end(),
    ended,
  };
}

/** Hands events to one process after another, until one ends in peace. */
export async function deliver(
  place: Place,
  orders: ChildOrders,
  events: readonly InboundEvent[],
): Promise<number | string> {
  const child = startChild(place, orders);
  child.give(events);
  child.finish();
  return child.ended;
}

export interface Sent {
  readonly chatKey: string;
  readonly text: string;
  readonly inboxId?: string;
}

/** What has been sent so far, in order. */
export function sentIn(file: string): Sent[] {
  return readFileSync(file, "utf8")
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line) as Sent);
}
