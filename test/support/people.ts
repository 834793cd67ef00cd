/**
 * People for tests of the store: made by the same calls that a first message makes, each with a chat and an
 * event of their own, and nothing left waiting.
 */
import { randomUUID } from "node:crypto";
import { uuidV7 } from "../../src/kernel/ids.ts";
import type { ChatAddress, InboundEvent } from "../../src/kernel/ports.ts";
import type { Entry, Scope } from "../../src/kernel/types.ts";
import { createPerson } from "../../src/store/create-person.ts";
import type { Database } from "../../src/store/database.ts";
import { receive, type WaitingEvent } from "../../src/store/inbox.ts";
import { claimChats, type Lease } from "../../src/store/leases.ts";
import { insertEntry } from "../../src/store/ledger.ts";
import { type OutboxDraft, writeOutbox } from "../../src/store/outbox.ts";
import { ensureDefaultOrg } from "../../src/store/people.ts";
import type { TurnEnd } from "../../src/store/settle-turn.ts";

/** The moment at which everything here happens. */
export const AT = Date.parse("2026-03-11T10:00:00+08:00");

export interface Met {
  readonly name: string;
  readonly scope: Scope;
  readonly chat: ChatAddress;
  /** An event of theirs that is done. */
  readonly inboxId: string;
}

/** A text of a chat, with an event key of its own. */
export function textIn(chat: ChatAddress, text = "lunch 15"): InboundEvent {
  return { ...chat, eventKey: randomUUID(), senderKey: chat.chatKey, kind: "text", text };
}

/** Puts an event into the inbox and returns its id. */
export async function arrive(database: Database, event: InboundEvent): Promise<string> {
  return (await receive(database, event, { id: uuidV7.next(), nowMs: AT })).inboxId;
}

function waitingAs(event: InboundEvent, inboxId: string): WaitingEvent {
  return {
    ...event,
    inboxId,
    refersTo: null,
    receivedAtMs: AT,
    saidAtMs: AT,
    albumKey: null,
    holds: 0,
    attempt: 1,
    behind: 0,
    person: null,
    applied: null,
  };
}

export async function meet(database: Database, name: string = randomUUID()): Promise<Met> {
  await ensureDefaultOrg(database.system, uuidV7.next());
  const chat = { platform: "fake", account: "bot", chatKey: name };
  const event = textIn(chat);
  const inboxId = await arrive(database, event);
  const waiting = waitingAs(event, inboxId);
  const person = await createPerson(database, {
    event: waiting,
    userId: uuidV7.next(),
    identityId: uuidV7.next(),
  });
  await database.system.query("UPDATE inbox SET state = 'done' WHERE id = $1", [inboxId]);
  return { name, scope: person.scope, chat, inboxId };
}

/** An expense as a tool would hand it to the ledger. */
export function lunch(changes: Partial<Entry> = {}): Entry {
  return {
    id: uuidV7.next(),
    kind: "expense",
    amountMinor: 1500,
    currency: "MYR",
    description: "lunch",
    merchant: null,
    category: "food",
    date: "2026-03-11",
    source: "text",
    ...changes,
  };
}

/** Records a lunch of this person. */
export function records(
  database: Database,
  { scope, inboxId }: Met,
  changes?: Partial<Entry>,
): Promise<Entry> {
  return database.withUser(scope, async (tx) => {
    const { entry } = await insertEntry(tx, scope, { entry: lunch(changes), inboxId, nowMs: AT });
    return entry;
  });
}

/** Writes a message to this person and returns its id. */
export async function tells(
  database: Database,
  { scope, chat, inboxId }: Met,
  draft: Partial<OutboxDraft> = {},
): Promise<string> {
  const id = uuidV7.next();
  await database.withUser(scope, (tx) =>
    writeOutbox(tx, { id, scope, ...chat, inboxId, kind: "reply", language: "en", text: "hello", ...draft }),
  );
  return id;
}

/** The end of a turn of this person that said one thing and did `effects`. */
export function turnEnd(
  { scope, chat }: Met,
  { lease, inboxId, effects = [] }: { lease: Lease; inboxId: string; effects?: TurnEnd["effects"] },
): TurnEnd {
  return {
    scope,
    lease,
    effects,
    began: 0,
    heard: "Lunch RM15",
    event: waitingAs(textIn(chat), inboxId),
    plan: { mode: "expense", source: "reader", items: [] },
    verdict: "certain",
    reply: {
      text: "Recorded",
      language: "en",
      buttons: [{ label: "Undo", does: [{ tool: "undo", input: {} }] }],
    },
    ids: { outbox: uuidV7.next(), user: uuidV7.next(), mama: uuidV7.next() },
  };
}

/** Leases the chat of a person who has something waiting; undefined when somebody else has it. */
export async function leaseOf(
  database: Database,
  { name }: Met,
  owner: string = uuidV7.next(),
): Promise<Lease | undefined> {
  const leases = await claimChats(database.system, { owner, leaseMs: 60_000, most: 1000 });
  return leases.find(({ chatKey }) => chatKey === name);
}

/** The same, for a chat that must be free. */
export async function leased(database: Database, met: Met, owner?: string): Promise<Lease> {
  const lease = await leaseOf(database, met, owner);
  if (!lease) throw new Error("the chat is not free, or nothing waits in it");
  return lease;
}

/** A database's rows as they are, whoever they belong to. */
export function rows(database: Database, table: string, where = "true"): Promise<Record<string, unknown>[]> {
  return database.system.query(`SELECT * FROM ${table} WHERE ${where} ORDER BY 1`);
}
