/**
 * Telegram on loopback: a Bot API server that the real grammY talks to over HTTP. It keeps what the real one keeps
 * (updates until they are confirmed, chats as people see them after edits), is as strict about what it takes, and fails
 * on demand.
 */
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { ApiRefusal, checkText, type Fields, fieldsOf } from "./telegram-checks.ts";
import { createUpdates, type Update } from "./telegram-updates.ts";

/** What the next call of a method does instead of working. */
export type Fault =
  | {
      readonly is: "answer";
      readonly code: number;
      readonly description?: string;
      readonly retryAfter?: number;
    }
  /** The connection is cut before the call is looked at, or once it has been done. */
  | { readonly is: "cut" | "cut_after" };

export interface Shown {
  readonly id: number;
  text: string;
  buttons: { readonly text: string; readonly callback_data: string }[];
  readonly photo: boolean;
  edits: number;
}

export interface Call {
  readonly method: string;
  readonly fields: Fields;
}

export interface TelegramFile {
  readonly bytes: Uint8Array;
  /** What is said of its size. */
  readonly says?: number;
}

export interface FakeTelegram {
  readonly token: string;
  readonly apiRoot: string;
  readonly botId: number;
  /** Every call but getUpdates, in order. */
  readonly calls: readonly Call[];
  /** What getUpdates asked for, the latest last. */
  readonly polls: readonly Fields[];
  readonly files: Map<string, TelegramFile>;
  readonly blocked: Set<number>;
  /** Gives an update to the bot; returns its id. */
  update(content: Record<string, unknown>): number;
  /** Gives the same updates again, as after a lost confirmation. */
  again(): void;
  /** Updates that are not confirmed. */
  waiting(): number;
  /** A person's message of any kind, in their private chat unless `chat` says otherwise; returns its message id. */
  message(userId: number, content: Record<string, unknown>): number;
  says(userId: number, text: string): number;
  edits(userId: number, messageId: number, text: string): void;
  /** A press of a button under a message of the bot's. */
  presses(userId: number, label: string, under?: number): string;
  /** What the person sees of the bot in their chat. */
  chat(userId: number): readonly Shown[];
  fails(method: string, ...faults: Fault[]): void;
  /** Nothing fails any more. */
  mends(): void;
  /** Settles once it holds; looked at after each call. */
  until(holds: () => boolean): Promise<void>;
  /** Forgets calls, and all but the latest of each chat: for tests that look at memory. */
  forget(): void;
  /** The date of new messages, ms. */
  now: number;
  close(): Promise<void>;
}

const TOKEN = "7654321098:AAHfake_token-of-thirty-five-letters";

export async function startTelegram(port = 0): Promise<FakeTelegram> {
  const calls: Call[] = [];
  const polls: Fields[] = [];
  const faults = new Map<string, Fault[]>();
  const chats = new Map<number, Shown[]>();
  const files = new Map<string, TelegramFile>();
  const blocked = new Set<number>();
  const watchers = new Set<() => void>();
  const updates = createUpdates(() => looked());
  const profile = new Map<string, string>();
  let nextMessage = 100;
  const botId = Number(TOKEN.split(":")[0]);

  const looked = (): void => {
    for (const watch of [...watchers]) watch();
  };
  const shown = (chatId: number): Shown[] => {
    const chat = chats.get(chatId) ?? [];
    chats.set(chatId, chat);
    return chat;
  };
  const chatOf = (fields: Fields): number => {
    const chatId = Number(fields.chat_id);
    if (!Number.isSafeInteger(chatId) || chatId === 0)
      throw new ApiRefusal(400, "Bad Request: chat not found");
    if (blocked.has(chatId)) throw new ApiRefusal(403, "Forbidden: bot was blocked by the user");
    return chatId;
  };
  const buttonsOf = (fields: Fields): Shown["buttons"] => {
    const markup = fields.reply_markup as { inline_keyboard?: Shown["buttons"][] } | undefined;
    const buttons = markup?.inline_keyboard?.flat() ?? [];
    for (const { callback_data: data, text } of buttons)
      if (Buffer.byteLength(data) > 64 || data === "" || text === "")
        throw new ApiRefusal(400, "Bad Request: BUTTON_DATA_INVALID");
    return buttons;
  };
  const posted = (fields: Fields, text: string, photo: boolean): unknown => {
    const chatId = chatOf(fields);
    const message = { id: nextMessage, text, buttons: buttonsOf(fields), photo, edits: 0 };
    nextMessage += 1;
    shown(chatId).push(message);
    return {
      message_id: message.id,
      date: Math.floor(Date.now() / 1000),
      chat: { id: chatId, type: "private" },
      text,
    };
  };

  const methods: Record<string, (fields: Fields) => unknown> = {
    getMe: () => ({ id: botId, is_bot: true, first_name: "Mama", username: "MamaBot" }),
    sendMessage: (fields) => posted(fields, checkText(fields.text, fields.parse_mode, 4096), false),
    sendPhoto: (fields) => posted(fields, checkText(fields.caption ?? "", fields.parse_mode, 1024), true),
    editMessageText: (fields) => {
      const message = shown(chatOf(fields)).find(({ id }) => id === Number(fields.message_id));
      if (!message) throw new ApiRefusal(400, "Bad Request: message to edit not found");
      if (message.photo) throw new ApiRefusal(400, "Bad Request: there is no text in the message to edit");
      const text = checkText(fields.text, fields.parse_mode, 4096);
      const buttons = buttonsOf(fields);
      if (text === message.text && JSON.stringify(buttons) === JSON.stringify(message.buttons))
        throw new ApiRefusal(400, "Bad Request: message is not modified");
      Object.assign(message, { text, buttons, edits: message.edits + 1 });
      return { message_id: message.id, text };
    },
    sendChatAction: (fields) => chatOf(fields) !== 0,
    answerCallbackQuery: (fields) => {
      if (fields.callback_query_id === "old")
        throw new ApiRefusal(
          400,
          "Bad Request: query is too old and response timeout expired or query ID is invalid",
        );
      return true;
    },
    setMyCommands: () => true,
    getMyDescription: (fields) => ({ description: profile.get(`d${fields.language_code}`) ?? "" }),
    setMyDescription: (fields) =>
      Boolean(profile.set(`d${fields.language_code}`, String(fields.description))),
    getMyShortDescription: (fields) => ({ short_description: profile.get(`s${fields.language_code}`) ?? "" }),
    setMyShortDescription: (fields) =>
      Boolean(profile.set(`s${fields.language_code}`, String(fields.short_description))),
    deleteWebhook: () => updates.webhook(null),
    setWebhook: (fields) => updates.webhook({ url: String(fields.url), secret: String(fields.secret_token) }),
    getFile: (fields) => {
      const file = files.get(String(fields.file_id));
      if (!file)
        throw new ApiRefusal(400, "Bad Request: wrong file_id or the file is temporarily unavailable");
      const size = file.says ?? file.bytes.length;
      if (size > 20 * 1024 * 1024) throw new ApiRefusal(400, "Bad Request: file is too big");
      return { file_id: fields.file_id, file_size: size, file_path: `photos/${fields.file_id}.jpg` };
    },
  };

  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const [, where = "", token = "", rest = ""] =
      /^\/(file\/bot|bot)([^/]+)\/(.+)$/.exec(request.url ?? "") ?? [];
    const fields = await fieldsOf(request);
    const fault = faults.get(where === "bot" ? rest : "file")?.shift();
    if (fault?.is === "cut") return void response.destroy();
    if (token !== TOKEN) throw new ApiRefusal(401, "Unauthorized");
    if (fault?.is === "answer") throw new ApiRefusal(fault.code, fault.description ?? "", fault.retryAfter);
    if (where === "file/bot") return sendFile(rest, response);
    const result = await resultOf(rest, fields, response);
    if (fault?.is === "cut_after") return void response.destroy();
    response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify({ ok: true, result }));
  };

  const resultOf = async (name: string, fields: Fields, response: ServerResponse): Promise<unknown> => {
    if (name === "getUpdates") {
      polls.push(fields);
      return updates.poll(fields, response);
    }
    calls.push({ method: name, fields });
    const result = methods[name]?.(fields);
    if (result === undefined) throw new ApiRefusal(404, "Not Found");
    return result;
  };

  const sendFile = (path: string, response: ServerResponse): void => {
    const file = files.get(/^photos\/(.+)\.jpg$/.exec(path)?.[1] ?? "");
    if (file) response.writeHead(200).end(file.bytes);
    else response.writeHead(404).end();
  };

  const server = createServer((request, response) => {
    answer(request, response)
      .catch((error: unknown) => {
        const { code, description, retryAfter } =
          error instanceof ApiRefusal ? error : new ApiRefusal(500, "Internal Server Error");
        const parameters = retryAfter === undefined ? undefined : { retry_after: retryAfter };
        if (!response.writableEnded)
          response
            .writeHead(code, { "content-type": "application/json" })
            .end(JSON.stringify({ ok: false, error_code: code, description, parameters }));
      })
      .finally(looked);
  });
  // As patient as Telegram with idle connections: one that closes as it is used again is a cut connection.
  server.keepAliveTimeout = 75_000;
  server.listen(port, "127.0.0.1");
  await once(server, "listening");

  const person = (userId: number) => ({ id: userId, is_bot: false, first_name: "Ann", language_code: "en" });
  const telegram: FakeTelegram = {
    token: TOKEN,
    apiRoot: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    botId,
    calls,
    polls,
    files,
    blocked,
    now: Date.now(),
    update: (content) => updates.give(content as Omit<Update, "update_id">),
    again: updates.again,
    waiting: updates.waiting,
    forget: () => {
      calls.length = 0;
      polls.length = 0;
      updates.forget();
      for (const chat of chats.values()) chat.splice(0, chat.length - 1);
    },
    message: (userId, content) => {
      const id = nextMessage;
      nextMessage += 1;
      const chat = { id: userId, type: "private", first_name: "Ann" };
      const date = Math.floor(telegram.now / 1000);
      telegram.update({ message: { message_id: id, date, chat, from: person(userId), ...content } });
      return id;
    },
    says: (userId, text) => telegram.message(userId, { text }),
    edits: (userId, messageId, text) => {
      const date = Math.floor(telegram.now / 1000);
      const chat = { id: userId, type: "private", first_name: "Ann" };
      telegram.update({
        edited_message: {
          message_id: messageId,
          date,
          edit_date: date + 60,
          chat,
          from: person(userId),
          text,
        },
      });
    },
    presses: (userId, label, under) => {
      const message = shown(userId).findLast(
        ({ id, buttons }) => (under ?? id) === id && buttons.some(({ text }) => text === label),
      );
      const data = message?.buttons.find(({ text }) => text === label)?.callback_data;
      if (!message || data === undefined) throw new Error(`there is no button ${label}`);
      pressed(userId, message.id, data);
      return data;
    },
    chat: shown,
    fails: (method, ...more) => void faults.set(method, [...(faults.get(method) ?? []), ...more]),
    mends: () => faults.clear(),
    until: (holds) =>
      new Promise((resolve) => {
        const watch = (): void => {
          if (!holds()) return;
          watchers.delete(watch);
          resolve();
        };
        watchers.add(watch);
        watch();
      }),
    close: async () => {
      updates.close();
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
  const pressed = (userId: number, messageId: number, data: string): void => {
    const chat = { id: userId, type: "private", first_name: "Ann" };
    const message = { message_id: messageId, date: 0, chat };
    telegram.update({
      callback_query: { id: `q${calls.length}`, from: person(userId), chat_instance: "1", message, data },
    });
  };
  return telegram;
}
