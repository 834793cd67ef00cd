/** The store behind the user's hand on memory (SPEC S10.8): whose rows, and in which order they are locked. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { uuidV7 } from "../../src/kernel/ids.ts";
import { createLog } from "../../src/kernel/log.ts";
import type { Scope } from "../../src/kernel/types.ts";
import type { Database } from "../../src/store/database.ts";
import { handStore } from "../../src/store/memory-hand.ts";
import type { Tx } from "../../src/store/sql.ts";
import { freshDatabase } from "../support/database.ts";
import { AT, type Met, meet } from "../support/people.ts";
import { concludes, remembers } from "../support/remembering.ts";

let database: Database;
let ann: Met;
beforeAll(async () => {
  database = await freshDatabase(createLog("silent"));
  ann = await meet(database);
});
afterAll(() => database.close());

const id = uuidV7.next();
const told = {
  id,
  type: "semantic",
  text: "likes kopi",
  importance: 3,
  expiresAtMs: null,
  source: { type: "told", id },
  uses: 0,
  lastUsedAtMs: null,
  createdAtMs: AT,
} as const;

const looks: Readonly<Record<string, (tx: Tx, scope: Scope) => Promise<unknown>>> = {
  memories: (tx, scope) => handStore.memories(tx, scope, AT),
  insights: (tx, scope) => handStore.insights(tx, scope),
  showList: (tx, scope) => handStore.showList(tx, scope, { chat: ann.chat, items: [], nowMs: AT }),
  shownList: (tx, scope) => handStore.shownList(tx, scope, ann.chat),
  replaceShown: (tx, scope) => handStore.replaceShown(tx, scope, { from: id, to: id }),
  insightsFrom: (tx, scope) => handStore.insightsFrom(tx, scope, id),
  vectorless: (tx, scope) => handStore.vectorless(tx, scope, 5),
};

const changes: Readonly<Record<string, (tx: Tx, scope: Scope) => Promise<unknown>>> = {
  tell: (tx, scope) => handStore.tell(tx, scope, told, null),
  remake: (tx, scope) => handStore.remake(tx, scope, { id, made: null, memoryId: null, nowMs: AT }),
  forgetMemory: (tx, scope) => handStore.forgetMemory(tx, scope, { id, nowMs: AT }),
  forgetInsight: (tx, scope) => handStore.forgetInsight(tx, scope, id),
  forgetAll: (tx, scope) => handStore.forgetAll(tx, scope, { inboxId: id, nowMs: AT }),
};

test.each(Object.entries({ ...looks, ...changes }))("%s without org or user is an error", async (_, call) => {
  const { orgId, userId } = ann.scope;
  for (const scope of [
    { orgId, userId: "" },
    { orgId: "", userId },
  ])
    await expect(database.withUser(ann.scope, (tx) => call(tx, scope))).rejects.toMatchObject({
      code: "scope_missing",
    });
});

test.each(Object.entries(changes))(
  "%s holds its user before any other row, so that no flush waits for it in a ring",
  async (_, change) => {
    await concludes(database, ann, "likes kopi", [await remembers(database, ann, "likes kopi")]);
    const asked: string[] = [];
    await database.withUser(ann.scope, (tx) => {
      const watched: Tx = {
        ...tx,
        query: (text, values) => {
          asked.push(text);
          return tx.query(text, values);
        },
      };
      return change(watched, ann.scope);
    });
    expect(asked[0]).toMatch(/FROM app_user .* FOR (NO KEY )?UPDATE/);
  },
);
