/** The Edit button: shows its own record and asks what it should be (SPEC S4). It writes nothing itself. */
import { z } from "zod";
import type { Entry } from "../kernel/types.ts";
import { findEntry } from "../store/ledger.ts";
import { defineTool } from "./tool.ts";

export const edit = defineTool<{ readonly recordId: string }, Entry | null>({
  name: "edit",
  mode: "edit",
  input: z.object({ recordId: z.uuid() }),
  run: ({ tx, scope }, { recordId }) => findEntry(tx, scope, recordId),
  reply: ([entry], { say, today }) =>
    entry
      ? {
          text: say.editWhat(entry, today),
          question: {
            kind: "change",
            recordId: entry.id,
            description: entry.description,
            currency: entry.currency,
          },
        }
      : { text: say.recordGone },
});
