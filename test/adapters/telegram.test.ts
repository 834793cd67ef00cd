/**
 * Telegram as people use it (SPEC S1, S2, S4): the whole of Mama behind the real grammY, talking over HTTP to a Bot API
 * server on loopback.
 */
import { randomInt } from "node:crypto";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { createLog } from "../../src/kernel/log.ts";
import type { Database } from "../../src/store/database.ts";
import { type FakeTelegram, type Shown, startTelegram } from "../fakes/telegram-server.ts";
import { freshDatabase } from "../support/database.ts";
import { tells } from "../support/people.ts";
import { NOW_MS, type OnTelegram, onTelegram } from "../support/telegram.ts";

let database: Database;
let telegram: FakeTelegram;
let mama: OnTelegram;
let ann: number;

beforeAll(async () => {
  database = await freshDatabase(createLog("error"));
  telegram = await startTelegram();
  telegram.now = NOW_MS;
  mama = await onTelegram(telegram, database);
});
afterAll(async () => {
  await mama.stop();
  await telegram.close();
  await database.close();
});
beforeEach(() => {
  ann = randomInt(10_000, 2 ** 40);
});
afterEach(() => {
  telegram.now = NOW_MS;
});

/** What she answers next in Ann's chat: her messages, once there are as many as that. */
async function shown(many: number): Promise<readonly Shown[]> {
  await telegram.until(() => telegram.chat(ann).length >= many);
  return telegram.chat(ann);
}

async function says(text: string, many: number): Promise<Shown | undefined> {
  telegram.says(ann, text);
  return (await shown(many)).at(-1);
}

async function ledger(): Promise<string[]> {
  const rows = await database.system.query<{ line: string }>(
    `SELECT e.description || ' ' || e.amount_minor || ' ' || e.spent_on AS line
     FROM ledger_entry e JOIN identity i ON i.user_id = e.user_id
     WHERE i.platform_user_id = $1 AND i.platform = 'telegram' AND e.deleted_at IS NULL ORDER BY e.created_at, e.id`,
    [String(ann)],
  );
  return rows.map(({ line }) => line);
}

const times = (method: string): number => telegram.calls.filter((call) => call.method === method).length;

test("a text is recorded and answered, with buttons whose ids say nothing", async () => {
  const answer = await says("lunch 15", 1);
  expect(answer?.text).toContain("Recorded: RM15.00 lunch · food");
  expect(answer?.buttons.map(({ text }) => text)).toEqual(["Undo", "Edit"]);
  expect(answer?.buttons[0]?.callback_data).toMatch(/^b:[\da-f-]{36}:0$/);
  expect(await ledger()).toEqual(["lunch 1500 2026-03-11"]);
});

test("several items are one answer", async () => {
  const answer = await says("lunch 12, coffee 3.50", 1);
  expect(answer?.text).toContain("Recorded, 2 items:");
  expect(await ledger()).toHaveLength(2);
});

test("what would be markup is shown as it was typed", async () => {
  await says("hi", 1);
  const answer = await says("<b>fish & chips</b> 20", 2);
  expect(answer?.text).toContain("fish & chips");
});

test("a button that changes a record changes its message, is answered, and leaves no button that lies", async () => {
  const recorded = await says("lunch 15", 1);
  const presses = times("answerCallbackQuery");
  telegram.presses(ann, "Undo");
  await telegram.until(() => telegram.chat(ann)[0]?.edits === 1);
  await telegram.until(() => times("answerCallbackQuery") > presses);
  expect(telegram.chat(ann)).toHaveLength(1);
  expect(telegram.chat(ann)[0]).toMatchObject({ id: recorded?.id, buttons: [] });
  expect(telegram.chat(ann)[0]?.text).toContain("Undone: RM15.00 lunch");
  expect(await ledger()).toEqual([]);
});

test("a button that only asks is answered below, and its message keeps its buttons", async () => {
  const recorded = await says("lunch 15", 1);
  telegram.presses(ann, "Edit");
  const [first, second] = await shown(2);
  expect(first).toMatchObject({ edits: 0, id: recorded?.id });
  expect(first?.buttons).toHaveLength(2);
  expect(second?.text).toContain("What should it be?");
});

test("a button whose message is gone, or too old to be edited, is answered in a message of its own", async () => {
  await says("lunch 15", 1);
  telegram.fails("editMessageText", {
    is: "answer",
    code: 400,
    description: "Bad Request: message can't be edited",
  });
  telegram.presses(ann, "Undo");
  const [, second] = await shown(2);
  expect(second?.text).toContain("Undone");
});

test("a press on an old message, and somebody else's button, are answered politely and change nothing", async () => {
  await says("lunch 15", 1);
  const data = telegram.presses(ann, "Undo");
  await telegram.until(() => telegram.chat(ann)[0]?.edits === 1);
  const old = (id: number, userId: number): Record<string, unknown> => ({
    callback_query: {
      id: "old",
      from: { id: userId, is_bot: false, first_name: "Ben" },
      chat_instance: "1",
      message: { message_id: id, date: 0, chat: { id: userId, type: "private", first_name: "Ben" } },
      data,
    },
  });
  telegram.update(old(1, ann));
  expect((await shown(2)).at(-1)?.text).toMatch(/gone already|nothing to undo|no longer works/);
  const ben = ann + 1;
  await says("kopi 3", 3);
  telegram.update(old(1, ben));
  await telegram.until(() => telegram.chat(ben).length === 1);
  expect(telegram.chat(ben)[0]?.text).toContain("no longer works");
  expect(await ledger()).toEqual(["kopi 300 2026-03-11"]);
});

test("an edited message corrects its record; a pin, a moving location and a bot's words are nobody's business", async () => {
  telegram.says(ann, "lunch 15");
  await shown(1);
  const id = telegram.says(ann, "grab 12");
  await shown(2);
  telegram.edits(ann, id, "grab 14");
  expect((await shown(3)).at(-1)?.text).toContain("RM14.00 grab");
  telegram.message(ann, { pinned_message: { message_id: 1 } });
  telegram.update({
    edited_message: {
      message_id: id,
      date: 1,
      edit_date: 2,
      chat: { id: ann, type: "private" },
      from: { id: ann, is_bot: false },
      location: {},
    },
  });
  telegram.message(ann, { text: "lunch 99", from: { id: 5, is_bot: true, first_name: "Bot" } });
  expect((await says("kopi 3", 4))?.text).toContain("kopi");
  expect(await ledger()).toEqual(["lunch 1500 2026-03-11", "grab 1400 2026-03-11", "kopi 300 2026-03-11"]);
});

test("each kind that she cannot read is told once a day, and what is said under one is read", async () => {
  telegram.message(ann, { voice: { file_id: "v", duration: 3 } });
  expect((await shown(1))[0]?.text).toContain("can't listen to voice messages");
  telegram.message(ann, { voice: { file_id: "v2", duration: 3 } });
  telegram.message(ann, { sticker: { file_id: "s" } });
  expect((await shown(2))[1]?.text).toContain("sticker");
  telegram.message(ann, { sticker: { file_id: "s" } });
  telegram.message(ann, { video: { file_id: "x" }, caption: "lunch 15" });
  expect((await shown(3))[2]?.text).toContain("RM15.00 lunch");
  expect(await ledger()).toHaveLength(1);
});

test("in a group she is silent unless addressed, says that she works in private, and keeps nothing", async () => {
  const group = { id: -100_000 - randomInt(1_000_000), type: "supergroup", title: "Family" };
  telegram.message(ann, { chat: group, text: "lunch 15" });
  telegram.message(ann, { chat: group, text: "/help" });
  telegram.message(ann, {
    chat: group,
    text: "@mamabot lunch 15",
    entities: [{ type: "mention", offset: 0, length: 8 }],
  });
  await telegram.until(() => telegram.chat(group.id).length > 0);
  await says("hi", 1);
  expect(telegram.chat(group.id).map(({ text }) => text)).toEqual([expect.stringContaining("private chat")]);
  expect(await ledger()).toEqual([]);
  const kept = await database.system.query("SELECT 1 FROM inbox WHERE chat_key = $1", [String(group.id)]);
  expect(kept).toEqual([]);
});

test("commands and what she is are registered in English and Malay", async () => {
  await telegram.until(() => times("setMyShortDescription") >= 2);
  const menus = telegram.calls.filter(({ method }) => method === "setMyCommands").slice(0, 2);
  expect(menus.map(({ fields }) => fields.language_code)).toEqual([undefined, "ms"]);
  const menu = (menus[0]?.fields.commands ?? []) as { command: string }[];
  const names = menu.map(({ command }) => command);
  expect(names.sort()).toEqual(
    "caps erase export help link memories month reminders settings start today undo".split(" "),
  );
  expect((await says("/today", 1))?.text).toContain("today");
});

test("who blocks her is not written to by herself until they come back", async () => {
  await says("lunch 15", 1);
  const reachable = async (): Promise<unknown> => {
    const [row] = await database.system.query<{ reachable: boolean; id: string; org_id: string }>(
      `SELECT u.reachable, u.id, u.org_id FROM app_user u JOIN identity i ON i.user_id = u.id WHERE i.platform_user_id = $1`,
      [String(ann)],
    );
    return row;
  };
  const person = (await reachable()) as { id: string; org_id: string };
  const member = (status: string): void => {
    telegram.update({
      my_chat_member: {
        chat: { id: ann, type: "private" },
        from: { id: ann, is_bot: false },
        date: 1,
        old_chat_member: { status: "member" },
        new_chat_member: { status },
      },
    });
  };
  const waitFor = (yes: boolean): Promise<void> =>
    expect.poll(reachable, { timeout: 20_000 }).toMatchObject({ reachable: yes });
  member("kicked");
  await waitFor(false);
  member("member");
  await waitFor(true);
  // A push that meets the block says the same; the records stay.
  telegram.blocked.add(ann);
  const chat = { platform: "telegram", account: String(telegram.botId), chatKey: String(ann) };
  const [event] = await database.system.query<{ id: string }>("SELECT id FROM inbox WHERE chat_key = $1", [
    String(ann),
  ]);
  const met = {
    name: "ann",
    scope: { orgId: person.org_id, userId: person.id },
    chat,
    inboxId: event?.id ?? "",
  };
  const failed = times("sendMessage");
  await tells(database, met, { kind: "push", text: "Rent is due" });
  await telegram.until(() => times("sendMessage") > failed);
  await waitFor(false);
  telegram.blocked.delete(ann);
  expect((await says("kopi 3", 2))?.text).toContain("kopi");
  expect(await ledger()).toHaveLength(2);
  await waitFor(true);
});

test("while a turn takes its time she is shown to be typing, again and again", async () => {
  const chat = { platform: "telegram", account: String(telegram.botId), chatKey: String(ann) };
  const { createTyping } = await import("../../src/delivery/typing.ts");
  const shownAs: string[] = [];
  let twice: () => void = () => undefined;
  const again = new Promise<void>((resolve) => {
    twice = resolve;
  });
  const typing = async (chatKey: string): Promise<void> => {
    shownAs.push(chatKey);
    if (shownAs.length === 2) twice();
  };
  const adapter = { ...chat, typing } as unknown as Parameters<typeof createTyping>[0]["adapters"][number];
  const atWork = createTyping({ adapters: [adapter], afterMs: 1, everyMs: 1 });
  const over = atWork(chat);
  await again;
  over();
  expect(new Set(shownAs)).toEqual(new Set([String(ann)]));
});

test("after downtime a message is of the day on which it was sent, and not of one that cannot be", async () => {
  await says("hi", 1);
  telegram.now = NOW_MS - 12 * 3_600_000;
  expect((await says("lunch 15", 2))?.text).toContain("yesterday");
  telegram.now = NOW_MS + 24 * 3_600_000;
  await says("kopi 3 yesterday", 3);
  telegram.now = NOW_MS - 72 * 3_600_000;
  await says("grab 12", 4);
  expect(await ledger()).toEqual(["lunch 1500 2026-03-10", "kopi 300 2026-03-10", "grab 1200 2026-03-11"]);
});
