/** The updates of the fake Telegram: kept until they are confirmed, given by poll or by webhook, never both. */
import type { ServerResponse } from "node:http";
import { ApiRefusal, type Fields } from "./telegram-checks.ts";

export interface Update {
  readonly update_id: number;
  readonly [kind: string]: unknown;
}

export interface Updates {
  give(content: Omit<Update, "update_id">): number;
  again(): void;
  waiting(): number;
  /** Forgets what is confirmed. */
  forget(): void;
  poll(fields: Fields, response: ServerResponse): Promise<readonly Update[]>;
  webhook(to: { url: string; secret: string } | null): true;
  close(): void;
}

interface Poll {
  answer(): void;
  refuse(refusal: ApiRefusal): void;
}

/** @param looked is called when anything has changed */
export function createUpdates(looked: () => void): Updates {
  let queue: Update[] = [];
  let confirmed: Update[] = [];
  let next = 1000;
  let poll: Poll | undefined;
  let hook: { url: string; secret: string } | null = null;
  let posting = false;
  let closed = false;

  /** One after another, each until it is taken: as Telegram does within a chat. */
  const post = async (): Promise<void> => {
    if (posting) return;
    posting = true;
    while (hook !== null && queue[0] !== undefined && !closed) {
      const [update] = queue;
      const { url, secret } = hook;
      const headers = { "content-type": "application/json", "x-telegram-bot-api-secret-token": secret };
      const taken = await fetch(url, { method: "POST", headers, body: JSON.stringify(update) }).then(
        ({ ok }) => ok,
        () => false,
      );
      if (taken) queue = queue.filter((one) => one !== update);
      looked();
    }
    posting = false;
  };

  const confirm = (offset: number): void => {
    confirmed = [...confirmed, ...queue.filter(({ update_id: id }) => id < offset)];
    queue = queue.filter(({ update_id: id }) => id >= offset);
  };

  return {
    give: (content) => {
      const update: Update = { update_id: next, ...content };
      next += 1;
      queue.push(update);
      poll?.answer();
      void post();
      return update.update_id;
    },
    again: () => {
      queue = [...confirmed, ...queue];
      confirmed = [];
      poll?.answer();
      void post();
    },
    waiting: () => queue.length,
    forget: () => {
      confirmed = [];
    },
    poll: (fields, response) => {
      if (hook !== null)
        throw new ApiRefusal(409, "Conflict: can't use getUpdates method while webhook is active");
      poll?.refuse(new ApiRefusal(409, "Conflict: terminated by other getUpdates request"));
      if (fields.offset !== undefined) confirm(Number(fields.offset));
      looked();
      const ready = (): Update[] => queue.slice(0, Number(fields.limit ?? 100));
      if (queue.length > 0) return Promise.resolve(ready());
      return new Promise((resolve, reject) => {
        const settle = (): void => {
          clearTimeout(timer);
          if (poll === own) poll = undefined;
        };
        const own: Poll = {
          answer: () => {
            settle();
            resolve(ready());
          },
          refuse: (refusal) => {
            settle();
            reject(refusal);
          },
        };
        const timer = setTimeout(own.answer, Number(fields.timeout ?? 0) * 1000);
        response.on("close", settle);
        poll = own;
      });
    },
    webhook: (to) => {
      hook = to;
      void post();
      return true;
    },
    close: () => {
      closed = true;
      hook = null;
      poll?.answer();
    },
  };
}
