/** The terminal as a shell uses it: a real application that is talked to through streams, line by line. */
import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PassThrough } from "node:stream";
import { afterAll, beforeAll } from "vitest";
import { createTerminal, type Terminal } from "../../src/adapters/terminal/terminal.ts";
import { createApp } from "../../src/app.ts";
import { readConfig } from "../../src/kernel/config.ts";
import { uuidV7 } from "../../src/kernel/ids.ts";
import { createLog } from "../../src/kernel/log.ts";
import type { ReceiptReader } from "../../src/receipts/reading.ts";
import type { Database } from "../../src/store/database.ts";
import { fakeReceiptReader } from "../fakes/receipt-reader.ts";
import { freshDatabase } from "./database.ts";
import { NOW } from "./journey.ts";

interface Options {
  readonly json?: boolean;
  readonly user?: string;
  readonly database?: Database;
  readonly receiptReader?: ReceiptReader;
}

export interface Shell {
  readonly database: Database;
  /** Where pictures are saved, and files of the test may be put. */
  readonly directory: string;
  /** One run of the program: lines in, what was printed out. The database outlives it. */
  run(lines: readonly string[], options?: Options): Promise<string[]>;
  runJson(lines: readonly string[], user?: string): Promise<Record<string, unknown>[]>;
  /** Somebody who has said hello, so that no welcome stands under their replies. */
  known(): Promise<string>;
  /** Live records of a person, "lunch 1500", oldest first. */
  entriesOf(user: string): Promise<string[]>;
}

/** The shell of a file, on a database of its own; it is there once the tests run. */
export function shell(): Shell {
  const log = createLog("error");
  const directory = mkdtempSync(join(tmpdir(), "mama-terminal-"));
  let opened: Database | undefined;
  const database = (): Database => {
    if (!opened) throw new Error("the database was not opened");
    return opened;
  };
  beforeAll(async () => {
    opened = await freshDatabase(log);
  });
  afterAll(async () => {
    await opened?.close();
    rmSync(directory, { recursive: true });
  });

  const run: Shell["run"] = async (lines, options = {}) => {
    const { user = randomUUID(), json = false } = options;
    const input = new PassThrough();
    const output = new PassThrough();
    let terminal: Terminal | undefined;
    const app = await createApp({
      config: readConfig({ NODE_ENV: "test", MAMA_NOW: NOW }),
      role: "all",
      log,
      database: { ...(options.database ?? database()), close: async () => undefined },
      receiptReader: options.receiptReader ?? fakeReceiptReader(),
      adapters: ({ report, answered, drained }) => {
        terminal = createTerminal({
          user,
          json,
          interactive: false,
          input,
          output,
          ids: uuidV7,
          pictureDir: join(directory, "pictures"),
          report,
          answered,
          drained: (account) => drained({ platform: "terminal", account }),
        });
        return [terminal];
      },
    });
    await app.start();
    input.end(lines.map((line) => `${line}\n`).join(""));
    await terminal?.ended;
    await app.stop();
    return String(output.read() ?? "")
      .split("\n")
      .slice(0, -1);
  };

  return {
    get database() {
      return database();
    },
    directory,
    run,
    runJson: async (lines, user) => {
      const printed = await run(lines, { json: true, ...(user === undefined ? {} : { user }) });
      return printed.map((line) => JSON.parse(line));
    },
    known: async () => {
      const user = randomUUID();
      await run(["hello"], { user });
      return user;
    },
    entriesOf: async (user) => {
      const found = await database().system.query<{ line: string }>(
        `SELECT e.description || ' ' || e.amount_minor AS line
         FROM ledger_entry e JOIN identity i ON i.user_id = e.user_id
         WHERE i.platform_user_id = $1 AND e.deleted_at IS NULL ORDER BY e.id`,
        [user],
      );
      return found.map(({ line }) => line);
    },
  };
}
