/**
 * Puts what came in into the inbox, in order (SPEC S2). WhatsApp counts a message as delivered before Baileys hands it
 * over, and gives it no second time: until the database has it, it is only here, so that it is tried until it is in.
 *
 *   message ─→ what is it? ─→ waits here ─→ whose chat? a button's number? ─→ inbox
 */
import type { Log } from "../../kernel/log.ts";
import type { InboundEvent, Inbox, SentMessages } from "../../kernel/ports.ts";
import { createPump } from "../../kernel/pump.ts";
import { mayPick, picked } from "./buttons.ts";
import type { Contacts } from "./contacts.ts";
import type { Addressed } from "./groups.ts";
import { isLate } from "./late.ts";
import type { Library, WAMessage } from "./library.ts";
import { limits, type Timing } from "./limits.ts";
import { ACCOUNT, meaningOf, PLATFORM, type Said } from "./message.ts";
import { rest, type Time } from "./time.ts";

export interface TakerOptions {
  readonly library: Library;
  readonly contacts: Contacts;
  readonly sent: SentMessages;
  readonly log: Log;
  readonly time: Time;
  readonly timing: Pick<Timing, "pauseMs" | "resendMs">;
  inbox(): Inbox | undefined;
  /** Mama's own ids, without a device. */
  me(): readonly string[];
  /** Somebody spoke to her in a group. */
  addressed(group: Addressed): void;
  /** The other id of a person, where the platform has told it before. */
  alternateOf(id: string): Promise<string | null>;
  /** A picture was announced. */
  announced(): void;
}

export interface Taker {
  take(messages: readonly WAMessage[]): void;
  /** Takes what waits, for `ms` at most. */
  stop(ms: number): Promise<void>;
}

interface Waiting {
  readonly said: Said;
  tries: number;
}

export function createTaker(options: TakerOptions): Taker {
  const { library, log, time, timing } = options;
  const queue: Waiting[] = [];
  /** Messages that could not be read and may still come again, each with how to cancel the wait. */
  const unread = new Map<string, { readonly said: Said; readonly cancel: () => void }>();
  let pausing = false;
  let cancelPause: () => void = () => undefined;
  let emptied: () => void = () => undefined;

  const enqueue = (said: Said): void => {
    queue.push({ said, tries: 0 });
    if (!pausing) pump.wake();
  };

  const pump = createPump(
    async () => {
      while (queue[0] !== undefined) {
        const [head] = queue;
        if (await isIn(head)) queue.shift();
        else if (await isAtFault(head)) {
          log.error(
            { tries: head.tries },
            "a message is let go: the database takes others, and not this one",
          );
          queue.splice(0, 2);
        } else return pause();
      }
      emptied();
    },
    (error) => log.warn({ err: error }, "could not look at what came in"),
  );

  const isIn = async (one: Waiting): Promise<boolean> => {
    try {
      await put(options, one.said);
      return true;
    } catch (error) {
      one.tries += 1;
      log.warn({ err: error, tries: one.tries }, "a message could not be taken in; trying again");
      return false;
    }
  };

  /** One that is refused while the next one is taken, which is in by then. While none is taken, all wait in their order. */
  const isAtFault = async (head: Waiting): Promise<boolean> => {
    const [, next] = queue;
    return head.tries >= limits.messageTries && next !== undefined && isIn(next);
  };

  const pause = (): void => {
    pausing = true;
    cancelPause = time.after(timing.pauseMs, () => {
      pausing = false;
      pump.wake();
    });
  };

  /** A message that came again is read after all; one that did not is asked for. */
  const expect = (said: Said): void => {
    const id = said.messageKey ?? said.key;
    if (unread.has(id)) return;
    const cancel = time.after(timing.resendMs, () => {
      unread.delete(id);
      // Several at once are one request.
      const more = [...unread].filter(([, other]) => other.said.ids[0] === said.ids[0]);
      for (const [other, { cancel }] of more) {
        cancel();
        unread.delete(other);
      }
      enqueue(said);
    });
    unread.set(id, { said, cancel });
  };

  const takeOne = (message: WAMessage): void => {
    const meaning = meaningOf(message, library, options.me());
    if (meaning.is === "addressed") options.addressed(meaning.group);
    if (meaning.is === "unreadable") expect(meaning.said);
    if (meaning.is !== "said") return;
    const { messageKey = "" } = meaning.said;
    unread.get(messageKey)?.cancel();
    unread.delete(messageKey);
    enqueue(meaning.said);
  };

  return {
    take: (messages) => {
      for (const message of messages) {
        try {
          takeOne(message);
        } catch (error) {
          log.error({ err: error }, "a message could not be understood; it is left out");
        }
      }
    },
    stop: async (ms) => {
      for (const { said, cancel } of unread.values()) {
        cancel();
        enqueue(said);
      }
      unread.clear();
      const over = new AbortController();
      const done = new Promise<void>((resolve) => {
        emptied = resolve;
      });
      pump.wake();
      await Promise.race([done, rest(time, ms, over.signal)]);
      over.abort();
      cancelPause();
      await pump.stop();
      if (queue.length > 0)
        log.error({ messages: queue.length }, "messages are lost: the database did not take them");
    },
  };
}

async function put(options: TakerOptions, said: Said): Promise<void> {
  const { contacts, time } = options;
  const chatKey = await contacts.writtenBy(await allIds(options, said));
  const { key, kind, text, messageKey, refersTo, remotePicture, albumKey, sentAtMs } = said;
  const event: InboundEvent = {
    platform: PLATFORM,
    account: ACCOUNT,
    chatKey,
    senderKey: chatKey,
    eventKey: `${chatKey}/${key}`,
    kind,
    text,
    messageKey,
    refersTo,
    remotePicture,
    albumKey,
    sentAtMs,
    late: isLate(sentAtMs, time.now()),
  };
  await options.inbox()?.receive((await asPress(options, said, event)) ?? event);
  if (remotePicture !== undefined) options.announced();
}

/** What the message does not tell about its sender, the platform may have told before. */
async function allIds({ contacts, alternateOf }: TakerOptions, { ids }: Said): Promise<readonly string[]> {
  if (ids.length > 1 || contacts.knows(ids[0])) return ids;
  const other = await alternateOf(ids[0]);
  return other === null ? ids : [...ids, other];
}

/** A number or a label under the latest message, or under the one that is answered, is a press of its button. */
async function asPress(
  { sent }: TakerOptions,
  { kind, text, quotes }: Said,
  event: InboundEvent,
): Promise<InboundEvent | null> {
  if (kind !== "text" || !mayPick(text)) return null;
  const quoted = quotes === undefined ? null : await sent.byMessageKey(event.chatKey, quotes);
  const under = quoted ?? (await sent.latest(event.chatKey, 1))[0];
  const button = under && picked(text, under.buttons);
  return button ? { ...event, kind: "button", text: button.id } : null;
}
