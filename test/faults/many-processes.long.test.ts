/**
 * Many processes on one database: each message once, and in order within its chat (SPEC S2). The embedded database is one
 * process's own, so this is proved on a server only (vitest.long.config.ts).
 */
import { expect, test } from "vitest";
import type { InboundEvent } from "../../src/kernel/ports.ts";
import { openStage } from "../support/conversations.ts";
import { startChild } from "../support/processes.ts";

const PROCESSES = 8;
const CHATS = 50;
const EACH = 40;

function messages(chat: number): InboundEvent[] {
  const chatKey = `chat-${chat}`;
  return Array.from({ length: EACH }, (_, position) => ({
    platform: "fake",
    account: "bot",
    eventKey: `${chatKey}-${position}`,
    chatKey,
    senderKey: chatKey,
    kind: "text",
    text: `lunch ${position + 1}`,
  }));
}

test(`${PROCESSES} processes drain ${CHATS * EACH} messages of ${CHATS} chats: each once, each chat in order`, async () => {
  const stage = await openStage();
  try {
    const { place, sentFile } = stage;
    const children = Array.from({ length: PROCESSES }, () =>
      startChild(place, { sentFile, sends: true, leaseMs: 10_000 }),
    );
    await Promise.all(children.map((child) => child.told("ready")));
    // Each chat's events come in through one process, as they do from one platform connection; who handles
    // and who sends them is up to the leases.
    for (const [turn, child] of children.entries()) {
      const own = Array.from({ length: CHATS }, (_, chat) => chat).filter(
        (chat) => chat % PROCESSES === turn,
      );
      const chats = own.map(messages);
      child.give(
        Array.from({ length: EACH }, (_, position) => chats.flatMap((chat) => chat[position] ?? [])).flat(),
      );
      child.finish();
    }
    expect(await Promise.all(children.map(({ ended }) => ended))).toEqual(children.map(() => 0));

    const chats = await stage.look((database) =>
      database.system.query<{ chat: string; amounts: string[]; handlers: string }>(
        `SELECT i.chat_key AS chat, array_agg(e.amount_minor::text ORDER BY e.id) AS amounts
           FROM ledger_entry e JOIN inbox i ON i.id = e.inbox_id GROUP BY 1`,
      ),
    );
    expect(chats).toHaveLength(CHATS);
    const inOrder = Array.from({ length: EACH }, (_, position) => String((position + 1) * 100));
    for (const { chat, amounts } of chats) expect(amounts, chat).toEqual(inOrder);

    for (let chat = 0; chat < CHATS; chat++) {
      const replies = stage
        .sent()
        .filter(({ chatKey, text }) => chatKey === `chat-${chat}` && text.includes("lunch"));
      expect(replies, `chat-${chat}`).toHaveLength(EACH);
      for (const [position, { text }] of replies.entries()) expect(text).toContain(`RM${position + 1}.00`);
    }
  } finally {
    await stage.clear();
  }
}, 120_000);
