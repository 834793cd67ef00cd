/** Whose chat an id is, and where its answers go; what was asked of the database once is remembered. */
import type { Chats } from "../../kernel/ports.ts";
import { Bounded } from "./cache.ts";
import { limits } from "./limits.ts";

export interface Contacts {
  /** The key of the chat that a person writes in, by any of their ids; the first one writes now. */
  writtenBy(ids: readonly string[]): Promise<string>;
  /** Where an answer goes; null when nobody wrote from there. */
  addressOf(chatKey: string): Promise<string | null>;
  /** The key of the chat that an id is of; null when it never wrote, nor its person. */
  chatOf(id: string): Promise<string | null>;
  /** Whether nothing has to be asked about this id. */
  knows(id: string): boolean;
}

export function createContacts(chats: Chats): Contacts {
  const chatOf = new Bounded<string>(limits.remembered);
  const address = new Bounded<string>(limits.remembered);
  return {
    knows: (id) => chatOf.get(id) !== undefined,
    chatOf: async (id) => chatOf.get(id) ?? chats.keyOf(id),
    writtenBy: async (ids) => {
      const [writes = ""] = ids;
      const known = chatOf.get(writes);
      const complete = ids.every((id) => chatOf.get(id) === known);
      if (known !== undefined && complete && address.get(known) === writes) return known;
      const chatKey = await chats.writtenBy(ids);
      chatOf.set(writes, chatKey);
      for (const id of ids) chatOf.set(id, chatKey);
      address.set(chatKey, writes);
      return chatKey;
    },
    addressOf: async (chatKey) => {
      const known = address.get(chatKey);
      if (known !== undefined) return known;
      const found = await chats.addressOf(chatKey);
      if (found !== null) address.set(chatKey, found);
      return found;
    },
  };
}
