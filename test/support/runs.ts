/**
 * How many cases a property looks at. `*.property.test.ts` runs in both suites: in the quick one with a fifth of its cases,
 * in the long one with all of them (vitest.long.config.ts).
 */
export const runs = (all: number): number => (process.env.FUZZ_ALL ? all : Math.ceil(all / 5));
