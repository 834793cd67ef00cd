/** The buffer and its flushes (SPEC S10.2): nothing lost, nothing twice, whatever fails. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { MamaError } from "../../src/kernel/errors.ts";
import { createLog } from "../../src/kernel/log.ts";
import type { Database } from "../../src/store/database.ts";
import { freshDatabase } from "../support/database.ts";
import { type MemoryWorld, memoryWorld, scriptedModel } from "../support/memory.ts";
import { type Met, rows } from "../support/people.ts";
import { manyMemories } from "../support/remembering.ts";

const MINUTE = 60_000;
let database: Database;
beforeAll(async () => {
  database = await freshDatabase(createLog("silent"));
});
afterAll(() => database.close());

const exchangesOf = (userId: string) => rows(database, "memory_exchange", `user_id = '${userId}'`);

test("five exchanges are due at once; four wait for ten quiet minutes", async () => {
  const world = memoryWorld(database);
  const [ann, ben] = [await world.meets(), await world.meets()];
  for (let count = 0; count < 5; count += 1) await world.says(ann, `I hate budgets ${count}`);
  for (let count = 0; count < 4; count += 1) await world.says(ben, `hello ${count}`);
  expect(await world.due()).toEqual([ann.scope]);
  expect(await world.flushes(ann)).toBe("done");
  world.later(10 * MINUTE - 1);
  expect(await world.due()).toEqual([]);
  world.later(1);
  expect(await world.due()).toEqual([ben.scope]);
  expect(await world.flushes(ben)).toBe("done");
  expect(await world.due()).toEqual([]);
});

test("after a flush the text is gone, the row stays, and nothing is extracted twice", async () => {
  const world = memoryWorld(database);
  const ann = await world.meets();
  await world.says(ann, "I'm worried about my car loan", { reply: "Let us look.", records: ["RM5 tea"] });
  expect(await world.flushes(ann)).toBe("done");
  expect(await exchangesOf(ann.scope.userId)).toMatchObject([
    { state: "flushed", said: "", reply: "", records: [] },
  ]);
  expect(await world.flushes(ann)).toBe("none");
  expect(await world.memories(ann)).toEqual(["semantic 3: The user is worried about their car loan."]);
  expect(await world.insights(ann)).toEqual(["worry 0.90: The user is worried about their car loan."]);
});

test("the exchange of a turn that is done again is added once", async () => {
  const world = memoryWorld(database);
  const ann = await world.meets();
  await world.says(ann, "I hate budgets", { inboxId: ann.inboxId });
  await world.says(ann, "I hate budgets", { inboxId: ann.inboxId });
  expect(await exchangesOf(ann.scope.userId)).toHaveLength(1);
});

test("two workers never flush the same exchange", async () => {
  const world = memoryWorld(database);
  const ann = await world.meets();
  for (let count = 0; count < 8; count += 1) await world.says(ann, `I owe my boss RM${100 + count}`);
  const outcomes = await Promise.all([1, 2, 3, 4].map(() => world.flushes(ann)));
  expect(outcomes.filter((outcome) => outcome === "done")).toHaveLength(1);
  expect(outcomes.filter((outcome) => outcome === "none")).toHaveLength(3);
  expect(await world.memories(ann)).toHaveLength(8);
});

test("a claim that its process left behind is taken over, and what that process still does comes to nothing", async () => {
  let late: (() => void) | undefined;
  const model = scriptedModel({
    extract: () => ({ memories: [{ type: "semantic", summary: "The user hates budgets.", importance: 2 }] }),
  });
  const slow = memoryWorld(database, {
    model: {
      ...model,
      ask: async (request) => {
        await new Promise<void>((resolve) => {
          late = resolve;
        });
        return model.ask(request);
      },
    },
  });
  const quick = memoryWorld(database);
  const ann = await slow.meets();
  await slow.says(ann, "I hate budgets");
  const first = slow.flushes(ann);
  await expect.poll(() => late !== undefined).toBe(true);
  expect(await quick.flushes(ann)).toBe("none");
  await database.system.query(
    "UPDATE memory_exchange SET claimed_until = now() - interval '1 second' WHERE user_id = $1",
    [ann.scope.userId],
  );
  expect(await quick.flushes(ann)).toBe("done");
  late?.();
  expect(["lost", "done"]).toContain(await Promise.race([first, again(() => late?.(), first)]));
  expect(await quick.memories(ann)).toEqual(["procedural 2: The user hates budgets."]);
  expect(await exchangesOf(ann.scope.userId)).toMatchObject([{ state: "flushed" }]);
});

async function isDue(world: MemoryWorld, { scope }: Met): Promise<boolean> {
  return (await world.due()).some(({ userId }) => userId === scope.userId);
}

/** Lets one request after another through until the flush is over. */
async function again<T>(release: () => void, work: Promise<T>): Promise<T> {
  const timer = setInterval(release, 5);
  try {
    return await work;
  } finally {
    clearInterval(timer);
  }
}

test("a flush keeps its user within the quota, and what is worth least goes first", async () => {
  const world = memoryWorld(database);
  const ann = await world.meets();
  await manyMemories(database, ann, 500, { importance: 1 });
  await world.says(ann, "I'm worried about my car loan");
  expect(await world.flushes(ann)).toBe("done");
  const left = await world.memories(ann);
  expect(left).toHaveLength(500);
  expect(left).toContain("semantic 3: The user is worried about their car loan.");
  expect(world.counted("memory_evicted", { kind: "memory" })).toBe(1);
});

test("a failing model is tried again with a doubling pause, and given up visibly after five times", async () => {
  const logged: string[] = [];
  const failing = scriptedModel({
    extract: () => {
      throw new MamaError("model_unavailable", "away");
    },
  });
  const world = memoryWorld(database, {
    model: failing,
    log: createLog("warn", { write: (line) => void logged.push(line) }),
  });
  const ann = await world.meets();
  await world.says(ann, "I hate budgets, and this is private");
  world.later(10 * MINUTE);
  const waits: number[] = [];
  for (let attempt = 1; attempt < 5; attempt += 1) {
    expect(await world.flushes(ann)).toBe("retried");
    let waited = 0;
    while (!(await isDue(world, ann))) {
      world.later(MINUTE);
      waited += 1;
    }
    waits.push(waited);
  }
  expect(waits).toEqual([1, 2, 4, 8]);
  expect(await world.flushes(ann)).toBe("failed");
  expect(await isDue(world, ann)).toBe(false);
  expect(await exchangesOf(ann.scope.userId)).toMatchObject([{ state: "failed", attempts: 5 }]);
  expect(world.counted("memory_flushes", { outcome: "retried" })).toBe(4);
  expect(world.counted("memory_flushes", { outcome: "failed" })).toBe(1);
  expect(world.counted("memory_exchanges_failed")).toBe(1);
  expect(logged.at(-1)).toContain("given up");
  expect(logged.join()).not.toContain("private");
});

test("a user whose tokens of the day are spent is learned from by the rules", async () => {
  const world = memoryWorld(database, {
    model: scriptedModel({
      extract: () => {
        throw new MamaError("model_budget_spent", "spent");
      },
    }),
  });
  const ann = await world.meets();
  await world.says(ann, "I hate budgets");
  expect(await world.flushes(ann)).toBe("done");
  expect(await world.memories(ann)).toEqual(["procedural 2: The user hates budgets."]);
});

test("what is forgotten while a flush is at it does not come back from the same exchanges", async () => {
  const world = memoryWorld(database, {
    model: scriptedModel({
      // The model thinks, and meanwhile the person has it forgotten.
      extract: async () => {
        await forget();
        return { memories: [{ type: "semantic", summary: "The user hates budgets.", importance: 2 }] };
      },
    }),
  });
  const ann = await world.meets();
  const forget = () =>
    database.withUser(ann.scope, async (tx) => {
      await tx.query(
        "UPDATE memory_exchange SET state = 'forgotten', said = '', reply = '' WHERE org_id = $1 AND user_id = $2",
        [ann.scope.orgId, ann.scope.userId],
      );
      await world.deps.version.bump(tx, ann.scope);
    });
  await world.says(ann, "I hate budgets");
  expect(await world.flushes(ann)).toBe("lost");
  expect(await world.flushes(ann)).toBe("none");
  expect(await world.memories(ann)).toEqual([]);
  expect(await exchangesOf(ann.scope.userId)).toMatchObject([{ state: "forgotten" }]);
});

test("nothing of one user is seen by another's flush", async () => {
  const model = scriptedModel();
  const world = memoryWorld(database, { model });
  const [ann, ben] = [await world.meets(), await world.meets()];
  await memoryWorld(database).says(ann, "I owe Maybank RM20,000");
  await memoryWorld(database).flushes(ann);
  await world.says(ben, "I hate budgets");
  await world.flushes(ben);
  expect(model.asked.map(({ data }) => data).join()).not.toContain("Maybank");
  await expect(world.flushes({ ...ann, scope: { orgId: "", userId: "" } })).rejects.toMatchObject({
    code: "scope_missing",
  });
});

test("a model that says one thing in two ways tells it once; another amount is another thing", async () => {
  const told = (summary: string) => ({ type: "semantic", summary, importance: 4 });
  const model = scriptedModel({
    extract: {
      memories: [
        told("The user wants to save RM3,000 for the wedding."),
        told("For the wedding the user wants to save RM3,000."),
        told("The user wants to save RM5,000 for the wedding."),
      ],
    },
  });
  const world = memoryWorld(database, { model });
  const ann = await world.meets();
  await world.says(ann, "I want to save RM3,000 for the wedding, and RM5,000 for the wedding dinner");
  expect(await world.flushes(ann)).toBe("done");
  expect(await world.memories(ann)).toEqual([
    "semantic 4: The user wants to save RM3,000 for the wedding.",
    "semantic 4: The user wants to save RM5,000 for the wedding.",
  ]);
  expect(world.counted("memory_refused", { reason: "duplicate" })).toBe(1);
});
