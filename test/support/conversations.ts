/** A conversation that is killed at each of its steps, and what must be true after it, however often that was. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createLog } from "../../src/kernel/log.ts";
import type { InboundEvent } from "../../src/kernel/ports.ts";
import type { Database } from "../../src/store/database.ts";
import { openEmbedded } from "../../src/store/embedded.ts";
import { openPostgres } from "../../src/store/postgres.ts";
import type { Place } from "./database.ts";
import { freshPlace } from "./database.ts";
import { type Sent, sentIn } from "./processes.ts";

/** Events with fixed keys, so that giving them again is a redelivery. */
export function conversation(texts: readonly string[], chatKey = "ann"): InboundEvent[] {
  return texts.map((text, position) => ({
    platform: "fake",
    account: "bot",
    eventKey: `${chatKey}-${position}`,
    chatKey,
    senderKey: chatKey,
    kind: "text",
    text,
  }));
}

export interface Stage {
  readonly place: Place;
  readonly sentFile: string;
  sent(): Sent[];
  /** Opens the database to look at it; no other process may have the embedded one. */
  look<T>(at: (database: Database) => Promise<T>): Promise<T>;
  clear(): Promise<void>;
}

export async function openStage(): Promise<Stage> {
  const place = await freshPlace();
  const directory = mkdtempSync(join(tmpdir(), "mama-sent-"));
  const sentFile = join(directory, "sent.jsonl");
  writeFileSync(sentFile, "");
  const open = async (): Promise<Database> => {
    if ("MAMA_DATA_DIR" in place.env) return (await openEmbedded(place.env.MAMA_DATA_DIR)).database;
    const url = place.env.DATABASE_URL;
    return openPostgres({ url, log: createLog("error"), connections: 2, production: true });
  };
  return {
    place,
    sentFile,
    sent: () => sentIn(sentFile),
    look: async (at) => {
      const database = await open();
      try {
        return await at(database);
      } finally {
        await database.close();
      }
    },
    clear: async () => {
      rmSync(directory, { recursive: true, force: true });
      await place.remove();
    },
  };
}

/** What was written, in the words of the test: every row ever made, and what became of it. */
export async function written(
  database: Database,
): Promise<{ records: string[]; actions: string[]; states: string[] }> {
  const records = await database.system.query<{ row: string }>(
    `SELECT description || ' ' || amount_minor || CASE WHEN deleted_at IS NULL THEN '' ELSE ' deleted' END AS row
     FROM ledger_entry ORDER BY created_at, id`,
  );
  const actions = await database.system.query<{ row: string }>(
    `SELECT i.event_key || ' ' || a.op || CASE WHEN a.is_undo THEN ' (undo)' ELSE '' END AS row
     FROM action a JOIN inbox i ON i.id = a.inbox_id ORDER BY i.seq, a.position`,
  );
  const states = await database.system.query<{ state: string }>("SELECT state FROM inbox ORDER BY seq");
  return {
    records: records.map(({ row }) => row),
    actions: actions.map(({ row }) => row),
    states: states.map(({ state }) => state),
  };
}
