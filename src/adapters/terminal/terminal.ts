/**
 * The terminal as a platform: a prompt for a person, or a pipe of lines (SPEC S15).
 *
 *   line ─→ button picked? /photo? text ─→ inbox ─→ … ─→ send ─→ stdout
 *
 * With a pipe each line waits until the one before is answered, so that replies come in order and a number can
 * pick a button of the reply above it.
 */
import { createInterface, type Interface } from "node:readline";
import type { Readable, Writable } from "node:stream";
import { setTimeout } from "node:timers/promises";
import { SendError } from "../../kernel/errors.ts";
import type { Ids } from "../../kernel/ids.ts";
import type { Adapter, Button, InboundEvent, Inbox, OutboundMessage } from "../../kernel/ports.ts";
import { pickButton } from "./buttons.ts";
import { readPhotoLine } from "./photo.ts";
import { jsonLine, plainText, savePicture, type Turn } from "./show.ts";

export interface TerminalOptions {
  /** Who is speaking. */
  readonly user: string;
  /** One JSON object per message instead of text. */
  readonly json: boolean;
  /** Whether a person is at the keyboard. */
  readonly interactive: boolean;
  readonly input: Readable;
  readonly output: Writable;
  readonly ids: Ids;
  /** Where pictures that Mama sends are saved. */
  readonly pictureDir: string;
  /** What one event led to, as far as it has got. */
  report(inboxId: string): Promise<Turn | null>;
  /** Settles once an event is answered and everything to say about it has been sent. */
  answered(inboxId: string): Promise<void>;
  /** Settles once nothing is waiting to be said to this account. */
  drained(account: string): Promise<void>;
}

export interface Terminal extends Adapter {
  /** Settles at the end of input, when everything is answered. */
  readonly ended: Promise<void>;
}

const PLATFORM = "terminal";
const PROMPT = "you> ";

/** Pauses between the tries to take in a line of a pipe. */
const PAUSES_MS = [250, 500, 1_000, 2_000, 4_000];
const NOT_TAKEN = "I couldn't take that in: my database isn't answering. Please send it again in a moment.";

export function createTerminal(options: TerminalOptions): Terminal {
  const { user, json, interactive, input, output, ids } = options;
  const chat = { platform: PLATFORM, account: user, chatKey: user };
  let lines: Interface | undefined;
  /** The buttons under the latest message, which a number or a label picks. */
  let buttons: readonly Button[] = [];
  let end: () => void = () => undefined;
  let fail: (error: unknown) => void = () => undefined;
  /** Nobody reads the output any more. */
  let unread = false;
  const ended = new Promise<void>((resolve, reject) => {
    end = resolve;
    fail = reject;
  });

  const print = (text: string): void => {
    // A person may be typing: their line is put back under what is said.
    if (interactive) output.write("\r\u001b[K");
    output.write(`${text}\n`);
    if (interactive) lines?.prompt(true);
  };

  const eventOf = async (line: string): Promise<InboundEvent | { problem: string }> => {
    const base = { ...chat, eventKey: ids.next(), senderKey: user };
    const picked = pickButton(line, buttons);
    if (picked) return { ...base, kind: "button", text: picked.id };
    const photo = await readPhotoLine(line);
    if (photo === null) return { ...base, kind: "text", text: line, messageKey: base.eventKey };
    if ("problem" in photo) return photo;
    return {
      ...base,
      kind: "photo",
      text: photo.caption,
      messageKey: base.eventKey,
      pictures: [photo.picture],
    };
  };

  /** A line of a pipe cannot be typed again, so it is tried again; a person decides for themselves. Null: not in. */
  const receive = async (inbox: Inbox, event: InboundEvent): Promise<string | null> => {
    for (const pauseMs of interactive ? [] : PAUSES_MS) {
      try {
        return (await inbox.receive(event)).inboxId;
      } catch {
        await setTimeout(pauseMs);
      }
    }
    return inbox.receive(event).then(
      ({ inboxId }) => inboxId,
      () => null,
    );
  };

  /** Something that the terminal itself answers. */
  const asAnswer = (line: string, mode: string, reply: string): string =>
    json ? jsonLine({ text: line, mode, source: "local", actions: [] }, reply, []) : reply;

  const take = async (inbox: Inbox, line: string): Promise<void> => {
    const event = await eventOf(line);
    if ("problem" in event) {
      print(asAnswer(line, "receipt", event.problem));
      return;
    }
    const inboxId = await receive(inbox, event);
    if (inboxId === null) print(asAnswer(line, "unclear", NOT_TAKEN));
    else if (!interactive) await options.answered(inboxId);
  };

  const takeAll = async (inbox: Inbox): Promise<void> => {
    lines = createInterface({
      input,
      output: interactive ? output : undefined,
      prompt: PROMPT,
      crlfDelay: Infinity,
    });
    // Ctrl-C ends the input as Ctrl-D does: what was said is answered before Mama goes.
    const open = lines;
    open.on("SIGINT", () => open.close());
    if (interactive) lines.prompt();
    for await (const line of lines) {
      if (!interactive || line.trim() !== "") await take(inbox, line);
      else lines.prompt();
    }
    await options.drained(user);
  };

  return {
    platform: PLATFORM,
    account: user,
    capabilities: {
      buttons: true,
      pictures: true,
      edit: false,
      markup: "none",
      longestMessage: 100_000,
      progress: interactive,
    },
    ended,
    start: async (inbox) => {
      output.on("error", () => {
        unread = true;
        lines?.close();
        end();
      });
      takeAll(inbox).then(end, fail);
    },
    send: async (message: OutboundMessage) => {
      if (unread) throw new SendError("retry", "nobody reads the terminal any more");
      buttons = message.buttons;
      const saved =
        message.picture && (await savePicture(message.picture, options.pictureDir, message.outboxId));
      const text = saved ? `${message.text}\n[picture: ${saved}]` : message.text;
      if (json) {
        const turn = message.inboxId ? await options.report(message.inboxId) : null;
        print(jsonLine(turn, text, message.buttons));
      } else {
        print(plainText(text, message.buttons));
      }
      return {};
    },
    stop: async () => {
      lines?.close();
    },
  };
}
