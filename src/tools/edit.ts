/** The Edit button, and "edit the grab" in words: shows the record and asks what it should be (SPEC S4). Writes nothing. */
import { z } from "zod";
import type { EditInput } from "../kernel/reading.ts";
import type { Entry } from "../kernel/types.ts";
import { resolve, type Unresolved, unresolvedReply } from "./choose.ts";
import { target } from "./schemas.ts";
import { defineTool } from "./tool.ts";

type Result = { readonly found: "one"; readonly entry: Entry } | Unresolved;

export const edit = defineTool<EditInput, Result>({
  name: "edit",
  mode: "edit",
  input: z.object({ recordId: z.uuid().optional(), target: target.optional() }),
  run: (context, { recordId, target: wanted }) => resolve(context, wanted ?? { words: [], recordId }),
  reply: ([result], context) => {
    const { say, today } = context;
    if (result?.found !== "one") {
      return unresolvedReply(result ?? { found: "none", target: { words: [] } }, context, {
        doing: ({ id }) => ({ tool: "edit", input: { recordId: id } }),
        change: null,
      });
    }
    const { id: recordId, description, currency } = result.entry;
    const text = say.editWhat(result.entry, today);
    return { text, question: { kind: "change", recordId, description, currency, asks: text } };
  },
});
