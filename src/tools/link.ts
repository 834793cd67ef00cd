/** "link": a code that joins another app to this ledger, and the way back out (SPEC S1). */
import { z } from "zod";
import { limits } from "../kernel/limits.ts";
import { linkCodeHash, newLinkCode } from "../kernel/link-code.ts";
import { keepLinkCode, removeIdentities } from "../store/link-codes.ts";
import { defineTool } from "./tool.ts";

/** Makes a code; using it is the router's business, since that is about two users. */
export const link = defineTool<Record<string, never>, { readonly code: string }>({
  name: "link",
  mode: "settings",
  input: z.strictObject({}),
  async run({ tx, scope, chat, nowMs }) {
    const code = newLinkCode();
    const expiresAtMs = nowMs + limits.linkCodeMs;
    await keepLinkCode(tx, scope, { codeHash: linkCodeHash(code), chat, expiresAtMs });
    return { code };
  },
  reply: ([made], { say }) => ({
    text: made ? say.linking.code(made.code, limits.linkCodeMs / 60_000) : "",
  }),
});

/** "Not me", under the message that says who joined. */
export const unlink = defineTool<{ readonly identityIds: readonly string[] }, { readonly removed: number }>({
  name: "unlink",
  mode: "settings",
  input: z.object({ identityIds: z.array(z.uuid()).min(1).max(20) }),
  run: async ({ tx, scope }, { identityIds }) => ({
    removed: await removeIdentities(tx, scope, identityIds),
  }),
  reply: ([done], { say }) => ({ text: done?.removed ? say.linking.unlinked : say.linking.notLinked }),
});
