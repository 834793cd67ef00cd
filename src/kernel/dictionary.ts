/** Look-up tables for words that people type: "constructor" is no entry of a plain object, but it is found there. */

/** The same entries, with nothing inherited. */
export function dictionary<T>(entries: Readonly<Record<string, T>>): Readonly<Record<string, T | undefined>> {
  return Object.assign(Object.create(null) as Record<string, T>, entries);
}
