/** The Change button of a confirmation: asks what the items should be before they are recorded (SPEC S3). */
import { z } from "zod";
import type { Entry, PlanItem } from "../kernel/types.ts";
import { draftedEntry } from "./record.ts";
import { defineTool } from "./tool.ts";

const items = z.array(z.object({ tool: z.string(), input: z.unknown() })).max(20);

export const amend = defineTool<{ readonly items: readonly PlanItem[] }, readonly PlanItem[]>({
  name: "amend",
  mode: "edit",
  input: z.object({ items }),
  run: async (_, input) => input.items,
  reply: ([wanted = []], { say, today }) => {
    const [item] = wanted;
    const record = item?.tool === "expense" || item?.tool === "income";
    const only: Entry | undefined = wanted.length === 1 && record ? draftedEntry(item) : undefined;
    const text = say.editWhat(only, today);
    return { text, question: { kind: "amend", items: wanted, asks: text } };
  },
});
