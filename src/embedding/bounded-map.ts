/**
 * A map that never grows over its size: when its young half is full, the old half, which nobody asked for meanwhile,
 * is forgotten. Cheaper than keeping an exact order, where every look-up would be a write.
 */
export class BoundedMap<K, V> {
  private young = new Map<K, V>();
  private old = new Map<K, V>();
  private readonly half: number;

  /** @param size the most entries that it keeps */
  constructor(size: number) {
    this.half = Math.ceil(size / 2);
  }

  /** The value of the key; made when it is not there. */
  get(key: K, make: (key: K) => V): V {
    const known = this.young.get(key);
    if (known !== undefined) return known;
    const value = this.old.get(key) ?? make(key);
    if (this.young.size >= this.half) {
      this.old = this.young;
      this.young = new Map();
    }
    this.young.set(key, value);
    return value;
  }
}
