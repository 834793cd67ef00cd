/** The terminal keeps the contract of SPEC S15, line by line, as text and as JSON. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { fakeReceiptReader } from "../fakes/receipt-reader.ts";
import { rows } from "../support/people.ts";
import { shell } from "../support/terminal.ts";

const mama = shell();
const { run, runJson, known, entriesOf } = mama;

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
  const reader = fakeReceiptReader();
  // That these very bytes came is seen by what they read as.
  const bytes = reader.picture("no_text");
  const [plain, spaced] = [join(mama.directory, "receipt.jpg"), join(mama.directory, "my receipt.jpg")];
  for (const path of [plain, spaced]) writeFileSync(path, bytes);
  const printed = await run([`/photo ${plain}`, `/photo "${spaced}" split 3`, `/photo '${spaced}'`], {
    user,
    json: true,
    receiptReader: reader,
  });
  const read = { mode: "receipt", reply: expect.stringContaining("anything to read") };
  expect(printed.map((line) => JSON.parse(line))).toMatchObject([read, read, read]);
  const events = await rows(mama.database, "inbox", `chat_key = '${user}' AND kind = 'photo'`);
  expect(events.map(({ text }) => text)).toEqual(["", "split 3", ""]);
});

test("/photo of a receipt is recorded, read back, and printed as every other message", async () => {
  const user = await known();
  const reader = fakeReceiptReader();
  const path = join(mama.directory, "tesco.jpg");
  const printed = { merchant: "Tesco", date: "2026-03-10", totalMinor: 8420, category: "groceries" };
  writeFileSync(path, reader.picture(printed));
  const lines = await run([`/photo ${path} split 2`, `/photo ${path}`, "1", "split 2"], {
    user,
    json: true,
    receiptReader: reader,
  });
  const [photo, again, anyway, shared] = lines.map((line) => JSON.parse(line));
  expect(photo).toEqual({
    text: "split 2",
    mode: "receipt",
    source: "reader",
    reply: "Recorded: RM42.10 at Tesco · groceries · yesterday",
    buttons: ["Undo", "Edit"],
    records: [
      {
        kind: "expense",
        op: "create",
        amountMinor: 4210,
        currency: "MYR",
        category: "groceries",
        description: "Tesco",
        date: "2026-03-10",
      },
    ],
  });
  expect(again).toMatchObject({
    mode: "receipt",
    buttons: ["Record anyway", "Change", "No"],
    records: [],
  });
  expect(anyway).toMatchObject({ text: "Record anyway", mode: "receipt", records: [{ amountMinor: 8420 }] });
  expect(shared).toMatchObject({ mode: "edit", records: [{ op: "update", amountMinor: 4210 }] });
});

test("/photo of a file that is not there says so, records nothing, and the next line is answered", async () => {
  const user = await known();
  const missing = join(mama.directory, "nowhere.jpg");
  const printed = await run([`/photo ${missing}`, "/photo", `/photo ${mama.directory}`, "lunch 15"], {
    user,
  });
  expect(printed.slice(0, 4)).toEqual([
    `I can't open the picture ${missing}. Is the path right?`,
    "Which picture? Write: /photo PATH caption",
    `${mama.directory} is not a picture file.`,
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

test("two people on one machine have their own chats and records", async () => {
  const [ann, ben] = [await known(), await known()];
  await run(["lunch 15"], { user: ann });
  expect((await run(["how much today?"], { user: ben })).join()).not.toContain("15");
  expect(await entriesOf(ben)).toEqual([]);
});
