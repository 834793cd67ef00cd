/**
 * The terminal keeps the contract of SPEC S15: a real application is talked to through streams, line by line,
 * as a shell does it.
 */
import { randomUUID } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PassThrough } from "node:stream";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTerminal, type Terminal } from "../../src/adapters/terminal/terminal.ts";
import { createApp } from "../../src/app.ts";
import { readConfig } from "../../src/kernel/config.ts";
import { uuidV7 } from "../../src/kernel/ids.ts";
import { createLog } from "../../src/kernel/log.ts";
import type { Database } from "../../src/store/database.ts";
import { freshDatabase } from "../support/database.ts";
import { NOW } from "../support/journey.ts";
import { rows, tells } from "../support/people.ts";

const log = createLog("error");
const directory = mkdtempSync(join(tmpdir(), "mama-terminal-"));
let database: Database;
beforeAll(async () => {
  database = await freshDatabase(log);
});
afterAll(async () => {
  await database.close();
  rmSync(directory, { recursive: true });
});

/** One run of the program: lines in, what was printed out. The database outlives it. */
async function run(
  lines: readonly string[],
  options: { json?: boolean; user?: string; database?: Database } = {},
): Promise<string[]> {
  const { user = randomUUID(), json = false } = options;
  const input = new PassThrough();
  const output = new PassThrough();
  let terminal: Terminal | undefined;
  const app = await createApp({
    config: readConfig({ NODE_ENV: "test", MAMA_NOW: NOW }),
    role: "all",
    log,
    database: { ...(options.database ?? database), close: async () => undefined },
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
}

async function runJson(lines: readonly string[], user?: string): Promise<Record<string, unknown>[]> {
  const printed = await run(lines, { json: true, ...(user === undefined ? {} : { user }) });
  return printed.map((line) => JSON.parse(line));
}

/** Somebody who has said hello, so that no welcome stands under their replies. */
async function known(): Promise<string> {
  const user = randomUUID();
  await run(["hello"], { user });
  return user;
}

async function entriesOf(user: string): Promise<string[]> {
  const found = await database.system.query<{ line: string }>(
    `SELECT e.description || ' ' || e.amount_minor AS line FROM ledger_entry e JOIN identity i ON i.user_id = e.user_id
     WHERE i.platform_user_id = $1 AND e.deleted_at IS NULL ORDER BY e.id`,
    [user],
  );
  return found.map(({ line }) => line);
}

test("piped lines are answered in order, buttons as numbered choices, and the end of input ends it", async () => {
  const user = await known();
  expect(
    await run(["Lunch RM15", "grab 12, kopi 3.50", "how much today?", "undo", "how much today?"], { user }),
  ).toEqual([
    "Recorded: RM15.00 lunch · food",
    "[1] Undo  [2] Edit",
    expect.stringMatching(/^Recorded, 2 items:/),
    "• RM12.00 grab · transport",
    "• RM3.50 kopi · food",
    "Together RM15.50",
    "[1] Undo",
    expect.stringMatching(/^RM30\.50 today/),
    expect.any(String),
    expect.any(String),
    expect.stringMatching(/^Undone, 2 items:/),
    expect.stringContaining("RM12.00 grab"),
    expect.stringContaining("RM3.50 kopi"),
    expect.stringMatching(/^RM15\.00 today/),
  ]);
});

test("a button is picked by its number or its label, and only under the latest message", async () => {
  const user = await known();
  await run(["lunch 15", "1", "grab 12", "UNDO", "teh 2"], { user });
  expect(await entriesOf(user)).toEqual(["teh 200"]);
  expect((await run(["kopi 4", "2", "5"], { user })).join("\n")).toMatch(
    /What should it be\?[\s\S]*Changed: RM5\.00 kopi/,
  );
  expect(await entriesOf(user)).toEqual(["teh 200", "kopi 500"]);
});

test("a number that picks nothing is a message", async () => {
  const user = await known();
  expect((await run(["lunch 15", "9"], { user })).at(-1)).not.toContain("Undone");
  expect(await entriesOf(user)).toEqual(["lunch 1500"]);
});

test("--json prints one object per message with exactly the fields of the contract", async () => {
  const user = await known();
  const lunch = {
    amountMinor: 1500,
    currency: "MYR",
    category: "food",
    description: "lunch",
    date: "2026-03-11",
  };
  const [created, changed, deleted, undone, asked, odd] = await runJson(
    ["Lunch RM15", "actually RM18", "delete the lunch", "/undo", "how much today?", "wibble wobble"],
    user,
  );
  expect(created).toEqual({
    text: "Lunch RM15",
    mode: "expense",
    source: "reader",
    reply: "Recorded: RM15.00 lunch · food",
    buttons: ["Undo", "Edit"],
    records: [{ kind: "expense", op: "create", ...lunch }],
  });
  expect(Object.keys(created ?? {})).toEqual(["text", "mode", "source", "reply", "buttons", "records"]);
  const later = { ...lunch, amountMinor: 1800 };
  expect(changed).toMatchObject({ mode: "edit", records: [{ kind: "expense", op: "update", ...later }] });
  expect(deleted).toMatchObject({ mode: "edit", records: [{ kind: "expense", op: "delete", ...later }] });
  expect(undone).toMatchObject({
    text: "/undo",
    mode: "edit",
    records: [{ kind: "expense", op: "create", ...later }],
  });
  expect(asked).toMatchObject({ mode: "question", buttons: [], records: [] });
  expect(odd).toMatchObject({ text: "wibble wobble", records: [] });
});

test("--json of several items has a record for each, and of income and settings what they are", async () => {
  const user = await known();
  const [several, income, setting] = await runJson(
    ["grab 12, kopi 3.50", "gaji masuk 3500", "use SGD"],
    user,
  );
  expect(several?.records).toMatchObject([
    { kind: "expense", op: "create", amountMinor: 1200, description: "grab" },
    { kind: "expense", op: "create", amountMinor: 350, description: "kopi" },
  ]);
  expect(income).toMatchObject({
    mode: "income",
    records: [{ kind: "income", amountMinor: 350_000, category: "salary" }],
  });
  expect(setting).toMatchObject({ mode: "settings", records: [] });
});

test("--json of a picked button says its label, not its inner id", async () => {
  const user = await known();
  const [, pressed] = await runJson(["lunch 15", "1"], user);
  expect(pressed?.text).toBe("Undo");
  expect(pressed).toMatchObject({
    mode: "edit",
    records: [{ kind: "expense", op: "delete", amountMinor: 1500 }],
  });
});

test("each line of --json is one line, whatever is in it", async () => {
  const lines = ['{"text":"x"}', "tab\there", "“quotes” \\ back", "\u001b[31mred", "", "   "];
  const printed = await runJson(lines);
  expect(printed.map(({ text }) => text)).toEqual(lines);
});

test("/photo sends the picture of a path, quoted or not, with its caption", async () => {
  const user = await known();
  const bytes = Uint8Array.from([0xff, 0xd8, 0xff, 0xe0]);
  const [plain, spaced] = [join(directory, "receipt.jpg"), join(directory, "my receipt.jpg")];
  for (const path of [plain, spaced]) writeFileSync(path, bytes);
  const printed = await runJson(
    [`/photo ${plain}`, `/photo "${spaced}" split 3`, `/photo '${spaced}'`],
    user,
  );
  expect(printed).toHaveLength(3);
  for (const { mode, reply } of printed)
    expect([mode, reply]).toEqual(["receipt", expect.stringMatching(/receipt/i)]);
  const events = await rows(database, "inbox", `chat_key = '${user}' AND kind = 'photo'`);
  expect(events.map(({ text }) => text)).toEqual(["", "split 3", ""]);
  const media = await rows(
    database,
    "inbox_media",
    `inbox_id IN (${events.map(({ id }) => `'${id}'`).join()})`,
  );
  expect(media.map((row) => [...(row.bytes as Uint8Array)])).toEqual(events.map(() => [...bytes]));
});

test("/photo of a file that is not there says so, records nothing, and the next line is answered", async () => {
  const user = await known();
  const missing = join(directory, "nowhere.jpg");
  const printed = await run([`/photo ${missing}`, "/photo", `/photo ${directory}`, "lunch 15"], { user });
  expect(printed.slice(0, 4)).toEqual([
    `I can't open the picture ${missing}. Is the path right?`,
    "Which picture? Write: /photo PATH caption",
    `${directory} is not a picture file.`,
    "Recorded: RM15.00 lunch · food",
  ]);
  const [json] = await runJson([`/photo ${missing}`], user);
  expect(json).toEqual({
    text: `/photo ${missing}`,
    mode: "receipt",
    source: "local",
    reply: `I can't open the picture ${missing}. Is the path right?`,
    buttons: [],
    records: [],
  });
});

/** Leaves a push for this person, as a job does. */
async function push(user: string, picture?: Uint8Array): Promise<void> {
  const [identity] = await rows(database, "identity", `platform_user_id = '${user}'`);
  const scope = { orgId: String(identity?.org_id), userId: String(identity?.user_id) };
  const chat = { platform: "terminal", account: user, chatKey: user };
  const buttons = [
    { label: "Paid", does: [] },
    { label: "Skip", does: [] },
  ];
  await tells(
    database,
    { name: user, scope, chat, inboxId: "" },
    {
      kind: "push",
      inboxId: null,
      text: "Rent is due today",
      buttons,
      picture: picture && { mime: "image/png", bytes: picture },
    },
  );
}

test("a push that waits is shown when the program runs, as text and as JSON", async () => {
  const user = await known();
  await push(user);
  expect(await run([], { user })).toEqual(["Rent is due today", "[1] Paid  [2] Skip"]);
  await push(user);
  expect(await runJson([], user)).toEqual([
    { push: true, reply: "Rent is due today", buttons: ["Paid", "Skip"] },
  ]);
  expect(await run([], { user })).toEqual([]);
});

test("a picture is saved and its path shown", async () => {
  const user = await known();
  const bytes = Uint8Array.from([137, 80, 78, 71]);
  await push(user, bytes);
  const [, line] = await run([], { user });
  const path = /^\[picture: (.*\.png)\]$/.exec(line ?? "")?.[1] ?? "";
  expect([...readFileSync(path)]).toEqual([...bytes]);
});

test("what was still unanswered when the program was ended is answered by the next run", async () => {
  const user = await known();
  await database.system.query(
    `INSERT INTO inbox (id, platform, account, event_key, chat_key, sender_key, kind, text, received_at)
     VALUES ($1, 'terminal', $2, $3, $2, $2, 'text', 'lunch 15', $4)`,
    [uuidV7.next(), user, randomUUID(), NOW],
  );
  expect(await run([], { user })).toEqual(["Recorded: RM15.00 lunch · food", "[1] Undo  [2] Edit"]);
});

test("two people on one machine have their own chats and records", async () => {
  const [ann, ben] = [await known(), await known()];
  await run(["lunch 15"], { user: ann });
  expect((await run(["how much today?"], { user: ben })).join()).not.toContain("15");
  expect(await entriesOf(ben)).toEqual([]);
});

/** The database as it is to somebody whose inbox cannot be written this many times. */
function awayFor(times: number): Database {
  let left = times;
  const query: Database["system"]["query"] = async (text, values) => {
    if (text.includes("INSERT INTO inbox") && left-- > 0)
      throw Object.assign(new Error("the server closed the connection"), { code: "57P01" });
    return database.system.query(text, values);
  };
  return { ...database, system: { query } };
}

test("a line that the database was away for is taken in when it is back, once", async () => {
  const user = await known();
  expect(await run(["lunch 15", "how much today?"], { user, database: awayFor(2) })).toEqual([
    "Recorded: RM15.00 lunch · food",
    "[1] Undo  [2] Edit",
    expect.stringMatching(/^RM15\.00 today/),
  ]);
  expect(await entriesOf(user)).toEqual(["lunch 1500"]);
});

test("a line that cannot be taken in is said, in JSON too, and the next one is answered", async () => {
  const user = await known();
  const [failed, next] = (await run(["lunch 15", "grab 12"], { user, json: true, database: awayFor(6) })).map(
    (line) => JSON.parse(line),
  );
  expect(failed).toEqual({
    text: "lunch 15",
    mode: "unclear",
    source: "local",
    reply: "I couldn't take that in: my database isn't answering. Please send it again in a moment.",
    buttons: [],
    records: [],
  });
  expect(next).toMatchObject({ text: "grab 12", mode: "expense" });
  expect(await entriesOf(user)).toEqual(["grab 1200"]);
}, 30_000);
