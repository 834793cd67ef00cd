/** The terminal and what does not come from a line: pushes, what an earlier run left, a database that is away (SPEC S15). */
import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { uuidV7 } from "../../src/kernel/ids.ts";
import type { Database } from "../../src/store/database.ts";
import { NOW } from "../support/journey.ts";
import { rows, tells } from "../support/people.ts";
import { shell } from "../support/terminal.ts";

const mama = shell();
const { run, runJson, known, entriesOf } = mama;

/** Leaves a push for this person, as a job does. */
async function push(user: string, picture?: Uint8Array): Promise<void> {
  const [identity] = await rows(mama.database, "identity", `platform_user_id = '${user}'`);
  const scope = { orgId: String(identity?.org_id), userId: String(identity?.user_id) };
  const chat = { platform: "terminal", account: user, chatKey: user };
  const buttons = [
    { label: "Paid", does: [] },
    { label: "Skip", does: [] },
  ];
  await tells(
    mama.database,
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
  await mama.database.system.query(
    `INSERT INTO inbox (id, platform, account, event_key, chat_key, sender_key, kind, text, received_at)
     VALUES ($1, 'terminal', $2, $3, $2, $2, 'text', 'lunch 15', $4)`,
    [uuidV7.next(), user, randomUUID(), NOW],
  );
  expect(await run([], { user })).toEqual(["Recorded: RM15.00 lunch · food", "[1] Undo  [2] Edit"]);
});

/** The database as it is to somebody whose inbox cannot be written this many times. */
function awayFor(times: number): Database {
  let left = times;
  const query: Database["system"]["query"] = async (text, values) => {
    if (text.includes("INSERT INTO inbox") && left-- > 0)
      throw Object.assign(new Error("the server closed the connection"), { code: "57P01" });
    return mama.database.system.query(text, values);
  };
  return { ...mama.database, system: { query } };
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
