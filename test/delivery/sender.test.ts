/**
 * What a platform answers to a message, once per outcome (SPEC S2), through the whole application: later, never,
 * no clear answer, and an error that no adapter foresaw.
 */
import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { createSender } from "../../src/delivery/sender.ts";
import { SendError } from "../../src/kernel/errors.ts";
import { uuidV7 } from "../../src/kernel/ids.ts";
import { createLog } from "../../src/kernel/log.ts";
import type { Adapter } from "../../src/kernel/ports.ts";
import type { OutboxDraft } from "../../src/store/outbox.ts";
import { freshDatabase } from "../support/database.ts";
import { journeys, type TestPerson, type World } from "../support/journey.ts";
import { type Met, meet, rows, tells } from "../support/people.ts";
import { fakePlatform } from "../support/platform.ts";

const { journey } = journeys();

const answers =
  (error: Error): (() => Promise<never>) =>
  () =>
    Promise.reject(error);

const LATER = answers(new SendError("retry", "429 too many requests", 20));
const NEVER = answers(new SendError("permanent", "403 blocked by the user"));
const NO_ANSWER = answers(new SendError("ambiguous", "the connection was closed"));

async function metAs({ app }: World, { name }: TestPerson): Promise<Met> {
  const [identity] = await rows(app.database, "identity", `platform_user_id = '${name}'`);
  const [event] = await rows(app.database, "inbox", `chat_key = '${name}'`);
  return {
    name,
    scope: { orgId: String(identity?.org_id), userId: String(identity?.user_id) },
    chat: { platform: "fake", account: "bot", chatKey: name },
    inboxId: String(event?.id),
  };
}

/** Writes a message that Mama sends by herself. */
async function pushes(world: World, to: TestPerson, draft: Partial<OutboxDraft>): Promise<string> {
  return tells(world.app.database, await metAs(world, to), { kind: "push", inboxId: null, ...draft });
}

const drained = ({ app }: World) => app.path.drained({ platform: "fake", account: "bot" });
const toldTo = ({ platform }: World, { name }: TestPerson) =>
  platform.delivered.filter(({ chatKey }) => chatKey === name).map(({ text }) => text);

journey(
  "a platform that says later gets the reply later, once, and the chat's next one after it",
  async (world) => {
    const { ann, platform, app } = world;
    await ann.says("hello");
    platform.faults.push(LATER, LATER);
    const event = { chatKey: ann.name, senderKey: ann.name, kind: "text" } as const;
    const sent = [
      await platform.receive({ ...event, eventKey: randomUUID(), text: "lunch 15" }),
      await platform.receive({ ...event, eventKey: randomUUID(), text: "grab 12" }),
    ];
    for (const { inboxId } of sent) await app.path.answered(inboxId);
    const [, first, second, ...more] = toldTo(world, ann);
    expect(first).toContain("RM15.00 lunch");
    expect(second).toContain("RM12.00 grab");
    expect(more).toEqual([]);
  },
);

journey(
  "somebody who blocked Mama gets no more pushes, keeps their data, and is welcome back",
  async (world) => {
    const { ann, platform, app } = world;
    await ann.says("lunch 15");
    const reachable = async () => {
      const { scope } = await metAs(world, ann);
      return (await rows(app.database, "app_user", `id = '${scope.userId}'`))[0]?.reachable;
    };
    // An account that this process does not serve: both wait.
    const push = await pushes(world, ann, { account: "elsewhere", text: "rent is due" });
    const reply = await pushes(world, ann, { account: "elsewhere", chatKey: "x", kind: "reply" });
    platform.faults.push(NEVER);
    expect((await ann.says("grab 12")).text).toBe("");
    await expect.poll(reachable).toBe(false);
    const states = await rows(app.database, "outbox", `id IN ('${push}', '${reply}')`);
    expect(states.map(({ state, failure }) => [state, failure])).toEqual([
      ["failed", "unreachable"],
      ["pending", null],
    ]);
    expect(await ann.ledger()).toHaveLength(2);
    expect((await ann.says("how much today?")).text).toContain("RM27.00");
    expect(await reachable()).toBe(true);
  },
);

journey(
  "a reply with no clear answer is sent once more as it is, a push says that it may be the second",
  async (world) => {
    const { ann, platform } = world;
    await ann.says("hello");
    platform.faults.push(NO_ANSWER);
    const { text } = await ann.says("lunch 15");
    expect(text).toMatch(/^Recorded: RM15.00 lunch/);
    platform.faults.push(NO_ANSWER);
    await pushes(world, ann, { text: "rent is due" });
    await drained(world);
    expect(toldTo(world, ann).slice(-2)).toEqual([text, "In case you missed it:\nrent is due"]);
  },
);

journey("in Malay the second push says so in Malay", async (world) => {
  await world.ann.says("hello");
  world.platform.faults.push(NO_ANSWER);
  await pushes(world, world.ann, { text: "sewa perlu dibayar", language: "ms" });
  await drained(world);
  expect(toldTo(world, world.ann).at(-1)).toMatch(/^(?!In case)[^\n]+:\nsewa perlu dibayar$/);
});

journey("with no clear answer twice the message is let be, and the chat goes on", async (world) => {
  const { ann, platform } = world;
  await ann.says("hello");
  platform.faults.push(NO_ANSWER, NO_ANSWER);
  expect((await ann.says("lunch 15")).text).toBe("");
  expect(await ann.ledger()).toHaveLength(1);
  expect((await ann.says("how much today?")).text).toContain("RM15.00");
});

journey("a digest with no clear answer is not sent again", async (world) => {
  const { ann, platform } = world;
  await ann.says("hello");
  platform.faults.push(NO_ANSWER);
  await pushes(world, ann, { kind: "digest", text: "your week" });
  await drained(world);
  expect((await ann.says("thanks")).text).not.toBe("");
  expect(toldTo(world, ann).join()).not.toContain("your week");
});

journey(
  "an error that no adapter foresaw counts as no clear answer, and none of its words are logged",
  async (world) => {
    const { ann, platform, log } = world;
    await ann.says("hello");
    platform.faults.push(answers(new TypeError("cannot read 'id' of the reply to clinic 450")));
    expect((await ann.says("clinic 450")).text).toContain("RM450.00 clinic");
    expect(log.filter(({ msg }) => msg === "a message could not be sent").length).toBeGreaterThan(0);
    expect(JSON.stringify(log)).not.toContain("clinic");
  },
);

journey("a platform that hangs on one chat holds up nobody else", async (world) => {
  const { ann, ben, platform } = world;
  await ann.says("hello");
  let begun: () => void = () => undefined;
  let give: (error: Error) => void = () => undefined;
  const hanging = new Promise<void>((resolve) => {
    begun = resolve;
  });
  platform.faults.push(() => {
    begun();
    return new Promise<never>((_, reject) => {
      give = reject;
    });
  });
  const waiting = ann.says("lunch 15");
  await hanging;
  expect((await ben.says("grab 12")).text).toContain("RM12.00 grab");
  expect(toldTo(world, ann)).toHaveLength(1);
  give(new SendError("retry", "at last"));
  expect((await waiting).text).toContain("RM15.00 lunch");
});

journey(
  "a platform that refuses without naming a time is left alone for a second at least",
  async (world) => {
    const { ann, platform, app } = world;
    await ann.says("hello");
    platform.faults.push(answers(new SendError("retry", "500 try again")));
    const refused = world.next("sending");
    const waiting = ann.says("lunch 15");
    await refused;
    const pause = async () => {
      const [row] = await app.database.system.query<{ pause: boolean }>(
        "SELECT not_before >= created_at + interval '1 second' AS pause FROM outbox WHERE chat_key = $1 AND attempts = 1 AND state = 'pending'",
        [ann.name],
      );
      return row?.pause;
    };
    await expect.poll(pause, { interval: 5 }).toBe(true);
    expect((await waiting).text).toContain("RM15.00 lunch");
  },
);

test("a platform that never answers does not keep the sender from stopping, and the message's fate is unknown", async () => {
  const database = await freshDatabase(createLog("error"));
  const ann = await meet(database);
  const id = await tells(database, ann, { text: "rent is due" });
  let begun: () => void = () => undefined;
  const sending = new Promise<void>((resolve) => {
    begun = resolve;
  });
  const deaf: Adapter = {
    ...fakePlatform(),
    send: () => {
      begun();
      return new Promise<never>(() => undefined);
    },
  };
  const sender = createSender({
    database,
    log: createLog("silent"),
    observe: () => undefined,
    adapters: [deaf],
    sender: uuidV7.next(),
    sendingMs: 3_600_000,
    stopMs: 1,
  });
  await sender.start();
  await sending;
  await sender.stop();
  expect(await rows(database, "outbox", `id = '${id}'`)).toMatchObject([{ state: "unknown" }]);
  await database.close();
});

test("a platform that does not answer in time is not waited for, and the message goes out once more", async () => {
  const database = await freshDatabase(createLog("error"));
  const ann = await meet(database);
  const platform = fakePlatform();
  platform.faults.push(() => new Promise<never>(() => undefined));
  await tells(database, ann, { text: "rent is due", kind: "push" });
  const sender = createSender({
    database,
    log: createLog("silent"),
    observe: () => undefined,
    adapters: [platform],
    sender: uuidV7.next(),
    sendingMs: 1_000,
  });
  await sender.start();
  await expect.poll(() => platform.delivered.length, { timeout: 10_000 }).toBe(1);
  expect(platform.delivered[0]?.text).toBe("In case you missed it:\nrent is due");
  await sender.stop();
  await database.close();
});
