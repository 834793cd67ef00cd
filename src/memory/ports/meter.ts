/** What memory counts (SPEC S10.9), as a port: the application's own metrics fit it as they are. */
import type { Counters, Histograms } from "../../kernel/metrics.ts";

type MemoryCounter = Extract<keyof Counters, `memory_${string}`>;
type MemoryHistogram = Extract<keyof Histograms, `memory_${string}`>;

export interface Meter {
  count<Name extends MemoryCounter>(name: Name, labels: Counters[Name], by?: number): void;
  /** @param value in the unit that the name ends in: `_ms`, or a number of rows */
  observe<Name extends MemoryHistogram>(name: Name, value: number, labels: Histograms[Name]): void;
}
