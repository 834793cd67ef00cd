/** What a process holds after a collection: memory, and who listens to what. For tests that must leave no trace. */
import { EventEmitter } from "node:events";
import { Session } from "node:inspector/promises";
import { setImmediate as nextTurn } from "node:timers/promises";

export interface Look {
  /** Bytes: the heap of JavaScript, what lies outside of it (buffers, WebAssembly), and the process as the system sees it. */
  readonly heap: number;
  readonly external: number;
  readonly rss: number;
  /** Event emitters that are alive (sockets, streams, servers, the process), and the listeners on all of them together. */
  readonly emitters: number;
  readonly listeners: number;
}

/** Listeners on an emitter; runs in the middle of the heap, so that it stands for itself. */
const COUNT = `function () {
  let listeners = 0;
  for (const one of this) {
    if (one.eventNames === undefined || one._events === undefined) continue;
    for (const name of one.eventNames()) listeners += one.listenerCount(name);
  }
  return JSON.stringify({ emitters: this.length, listeners });
}`;

/** Where the inspector finds the prototype that all emitters have in common. */
const HANDLE = "mamaEventEmitter";

/** Looks after a collection (vitest.long.config.ts lets a test ask for one). */
export async function look(): Promise<Look> {
  const { gc } = globalThis as { gc?: () => void };
  if (gc === undefined) throw new Error("this test needs --expose-gc");
  // What the first collection lets go of may hold on to more until its finalizers have run.
  gc();
  await nextTurn();
  gc();
  const { heapUsed: heap, external, rss } = process.memoryUsage();
  return { heap, external, rss, ...(await countEmitters()) };
}

async function countEmitters(): Promise<Pick<Look, "emitters" | "listeners">> {
  const session = new Session();
  session.connect();
  try {
    Reflect.set(globalThis, HANDLE, EventEmitter.prototype);
    const { result: prototype } = await session.post("Runtime.evaluate", { expression: HANDLE });
    const { objects } = await session.post("Runtime.queryObjects", {
      prototypeObjectId: prototype.objectId ?? "",
    });
    const { result } = await session.post("Runtime.callFunctionOn", {
      objectId: objects.objectId ?? "",
      functionDeclaration: COUNT,
      returnByValue: true,
    });
    return JSON.parse(String(result.value)) as Pick<Look, "emitters" | "listeners">;
  } finally {
    Reflect.deleteProperty(globalThis, HANDLE);
    session.disconnect();
  }
}

/** The looks of one fifth of a run, 0 being the first. */
export function fifth(looks: readonly Look[], place: number): readonly Look[] {
  return looks.slice(Math.round((looks.length * place) / 5), Math.round((looks.length * (place + 1)) / 5));
}

/** The middle of what they show, which one untimely look does not move. */
export function median(looks: readonly Look[], of: (look: Look) => number): number {
  const sorted = looks.map(of).sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

export function least(looks: readonly Look[], of: (look: Look) => number): number {
  return Math.min(...looks.map(of));
}

export function most(looks: readonly Look[], of: (look: Look) => number): number {
  return Math.max(...looks.map(of));
}

/** One line about a look, in MB. */
export function shown({ heap, external, rss, emitters, listeners }: Look): string {
  const mb = (bytes: number): string => (bytes / 2 ** 20).toFixed(1);
  return `heap ${mb(heap)} + ${mb(external)} outside, process ${mb(rss)} MB; ${listeners} listeners on ${emitters} emitters`;
}
