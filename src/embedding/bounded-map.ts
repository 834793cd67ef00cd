/** A map that forgets what was used longest ago, so that it never grows over its size. */
export class BoundedMap<K, V> {
  private readonly entries = new Map<K, V>();
  private readonly size: number;

  constructor(size: number) {
    this.size = size;
  }

  /** The value of the key; made when it is not there. */
  get(key: K, make: (key: K) => V): V {
    const known = this.entries.get(key);
    const value = known ?? make(key);
    if (known !== undefined) this.entries.delete(key);
    this.entries.set(key, value);
    if (this.entries.size > this.size) {
      for (const oldest of this.entries.keys()) {
        this.entries.delete(oldest);
        break;
      }
    }
    return value;
  }
}
