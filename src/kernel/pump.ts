/** Work that is asked for by waking it: one run at a time, and none of the wake-ups is lost. */

export interface Pump {
  /** There may be something to do. Wakes that come during a run make it run once more, however many they are. */
  wake(): void;
  /** Takes no more wakes, and settles once the run under way is over. */
  stop(): Promise<void>;
}

/**
 * @param work one look at what there is to do
 * @param failed is told when a look failed; the next one is made at the next wake
 */
export function createPump(work: () => Promise<void>, failed: (error: unknown) => void): Pump {
  let again = false;
  let stopped = false;
  let active = false;
  let running: Promise<void> = Promise.resolve();

  const run = async (): Promise<void> => {
    active = true;
    while (again && !stopped) {
      again = false;
      try {
        await work();
      } catch (error) {
        failed(error);
      }
    }
    // In the same breath as the last look at `again`: a wake in between would be lost.
    active = false;
  };

  return {
    wake: () => {
      again = true;
      if (!active && !stopped) running = run();
    },
    stop: () => {
      stopped = true;
      return running;
    },
  };
}
