/** A bounded memory: what was used least lately goes first. Outside the sockets, so that a new one knows what the last one knew. */

export class Bounded<T> {
  readonly #entries = new Map<string, T>();
  readonly #most: number;

  constructor(most: number) {
    this.#most = most;
  }

  get size(): number {
    return this.#entries.size;
  }

  get(key: string): T | undefined {
    const value = this.#entries.get(key);
    if (value !== undefined) this.set(key, value);
    return value;
  }

  set(key: string, value: T): void {
    this.#entries.delete(key);
    this.#entries.set(key, value);
    const [oldest] = this.#entries.keys();
    if (this.#entries.size > this.#most && oldest !== undefined) this.#entries.delete(oldest);
  }

  delete(key: string): void {
    this.#entries.delete(key);
  }

  clear(): void {
    this.#entries.clear();
  }
}

/** The same in the shape that Baileys takes. What it keeps is good for a while only. */
export function baileysCache(most: number, { now, keepMs }: { now: () => number; keepMs: number }) {
  const entries = new Bounded<{ readonly value: unknown; readonly untilMs: number }>(most);
  return {
    get: <T>(key: string): T | undefined => {
      const entry = entries.get(key);
      return entry && entry.untilMs > now() ? (entry.value as T) : undefined;
    },
    set: <T>(key: string, value: T): void => entries.set(key, { value, untilMs: now() + keepMs }),
    del: (key: string): void => entries.delete(key),
    flushAll: (): void => entries.clear(),
  };
}
