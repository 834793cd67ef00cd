/** A pump runs its work once at a time and loses no wake-up, wherever in a run it comes. */
import { expect, test } from "vitest";
import { createPump } from "../../src/kernel/pump.ts";

/** Work whose runs end when the test says so. */
function work() {
  const open: { end(): void }[] = [];
  const state = { runs: 0, atOnce: 0, most: 0 };
  const pump = createPump(
    async () => {
      state.runs++;
      state.most = Math.max(state.most, ++state.atOnce);
      await new Promise<void>((resolve) => void open.push({ end: resolve }));
      state.atOnce--;
    },
    () => undefined,
  );
  return { pump, state, open };
}

test("wakes during a run make it run once more, and never beside itself", async () => {
  const { pump, state, open } = work();
  for (let wakes = 0; wakes < 5; wakes++) pump.wake();
  expect(state.runs).toBe(1);
  open.shift()?.end();
  await expect.poll(() => open.length).toBe(1);
  open.shift()?.end();
  await pump.stop();
  expect(state).toEqual({ runs: 2, atOnce: 0, most: 1 });
});

test("a wake at any moment of a run's end is followed by a run", async () => {
  // One more turn of the microtask queue each time: one of them falls between the last look and the end.
  for (let turns = 0; turns < 10; turns++) {
    let runs = 0;
    const pump = createPump(
      async () => void runs++,
      () => undefined,
    );
    pump.wake();
    for (let turn = 0; turn < turns; turn++) await Promise.resolve();
    const before = runs;
    pump.wake();
    await expect.poll(() => runs).toBeGreaterThan(before);
  }
});

test("work that fails, even before it awaits anything, is told and runs again at the next wake", async () => {
  const errors: unknown[] = [];
  let runs = 0;
  const pump = createPump(
    () => {
      runs++;
      throw new Error("no");
    },
    (error) => void errors.push(error),
  );
  pump.wake();
  pump.wake();
  await pump.stop();
  expect(runs).toBe(2);
  expect(errors).toHaveLength(2);
});

test("stopping waits for the run under way, and nothing runs after it", async () => {
  const { pump, state, open } = work();
  pump.wake();
  pump.wake();
  let stopped = false;
  const stopping = pump.stop().then(() => {
    stopped = true;
  });
  await Promise.resolve();
  expect(stopped).toBe(false);
  open.shift()?.end();
  await stopping;
  pump.wake();
  expect(state.runs).toBe(1);
});
