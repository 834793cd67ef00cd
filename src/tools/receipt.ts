/**
 * What a photo of a receipt leads to besides a record (SPEC S8): the questions about it, and the sentences when there is
 * nothing to ask. What is certain is recorded by the tool for expenses. Its one write is a further picture of a receipt
 * that is kept already.
 */
import { z } from "zod";
import { formatMoney } from "../kernel/money.ts";
import type { PictureMark } from "../kernel/receipt.ts";
import type { Entry, IsoDate, PlanItem } from "../kernel/types.ts";
import type { UnreadPicture } from "../messages/index.ts";
import type { Option, PendingQuestion } from "../store/pending-question.ts";
import { addPictures } from "../store/receipts.ts";
import { draftedEntry } from "./record.ts";
import { date, pictures } from "./schemas.ts";
import {
  changeOption,
  choice,
  defineTool,
  draftOptions,
  type ReplyContext,
  type ReplyDraft,
} from "./tool.ts";

type Draft = Extract<PendingQuestion, { kind: "receipt" }>["draft"];

export type ReceiptInput =
  /** What was read, to be confirmed. */
  | { readonly says: "confirm"; readonly items: readonly PlanItem[] }
  /** Two totals on it, or the caption's and its own: one draft for each. */
  | { readonly says: "totals" | "said_and_read"; readonly items: readonly PlanItem[] }
  /** A date that cannot be believed: one draft for each day that may be meant. */
  | {
      readonly says: "which_day";
      readonly when: "to_come" | "long_ago";
      readonly printed: IsoDate;
      readonly items: readonly PlanItem[];
    }
  | { readonly says: "how_much"; readonly why: "none" | "zero"; readonly draft: Draft }
  | { readonly says: "refund"; readonly item: PlanItem }
  /** The same receipt made `entry` before. */
  | { readonly says: "same"; readonly entry: Entry; readonly items: readonly PlanItem[] }
  | { readonly says: "left_out"; readonly noTotal: number; readonly known: number }
  | { readonly says: "unread"; readonly why: readonly UnreadPicture[] }
  | { readonly says: "from_words" }
  /** A further picture of a receipt that is kept: nothing to say. */
  | { readonly says: "more"; readonly receiptId: string; readonly pictures: readonly PictureMark[] }
  | { readonly says: "nothing" };

const items = z.array(z.object({ tool: z.string(), input: z.unknown() })).max(20);
const some = <T>() => z.custom<T>((value) => typeof value === "object" && value !== null);

const input = z.discriminatedUnion("says", [
  z.object({ says: z.literal("confirm"), items }),
  z.object({ says: z.literal("totals"), items }),
  z.object({ says: z.literal("said_and_read"), items }),
  z.object({
    says: z.literal("which_day"),
    when: z.enum(["to_come", "long_ago"]),
    printed: date,
    items,
  }),
  z.object({ says: z.literal("how_much"), why: z.enum(["none", "zero"]), draft: some<Draft>() }),
  z.object({ says: z.literal("refund"), item: some<PlanItem>() }),
  z.object({ says: z.literal("same"), entry: some<Entry>(), items }),
  z.object({ says: z.literal("left_out"), noTotal: z.int(), known: z.int() }),
  z.object({ says: z.literal("unread"), why: z.array(z.string() as unknown as z.ZodType<UnreadPicture>) }),
  z.object({ says: z.literal("from_words") }),
  z.object({ says: z.literal("more"), receiptId: z.uuid(), pictures }),
  z.object({ says: z.literal("nothing") }),
]) satisfies z.ZodType<ReceiptInput>;

export const receipt = defineTool<ReceiptInput, ReceiptInput>({
  name: "receipt",
  mode: "receipt",
  input,
  async run({ tx, scope }, wanted) {
    if (wanted.says === "more") await addPictures(tx, scope, wanted.receiptId, wanted.pictures);
    return wanted;
  },
  reply: (results, context) => {
    const drafts = results.map((result) => replyTo(result, context)).filter(({ text }) => text !== "");
    const asking = drafts.find(({ question }) => question);
    return {
      text: drafts.map(({ text }) => text).join("\n"),
      buttons: asking?.buttons,
      question: asking?.question,
    };
  },
});

function replyTo(said: ReceiptInput, context: ReplyContext): ReplyDraft {
  const { say, today } = context;
  switch (said.says) {
    case "confirm":
      return choice(say.confirm(linesOf(said.items, context)), draftOptions(said.items, "receipt", context));
    case "totals":
      return oneOf(say.receipts.twoTotals(said.items.map(draftedEntry)), said.items, context);
    case "said_and_read":
      return saidAndRead(said.items, context);
    case "which_day":
      return oneOf(say.receipts.whichDay(said.when, said.printed, today), said.items, context, "day");
    case "how_much": {
      const { draft, why } = said;
      const asks = say.receipts.howMuch(why, draft.receipt?.merchant ?? null);
      return { text: asks, question: { kind: "receipt", draft, asks } };
    }
    case "refund": {
      const entry = draftedEntry(said.item);
      const options = draftOptions([said.item], "receipt", context).map((option) =>
        option.answer === "yes" ? { ...option, label: say.receipts.buttons.moneyIn } : option,
      );
      return choice(say.receipts.refund(entry, entry.merchant), options);
    }
    case "same": {
      const options = draftOptions(said.items, "receipt", context).map((option) =>
        option.answer === "yes" ? { ...option, label: say.receipts.buttons.recordAnyway } : option,
      );
      return choice(say.receipts.sameReceipt(say.entry(said.entry, today)), options);
    }
    case "left_out":
      return { text: say.receipts.leftOut(said) };
    case "unread":
      return { text: [...new Set(said.why)].map((why) => say.receipts.unread[why]).join("\n") };
    case "from_words":
      return { text: say.receipts.fromYourWords };
    case "more":
    case "nothing":
      return { text: "" };
  }
}

function linesOf(drafts: readonly PlanItem[], { say, today }: ReplyContext): string[] {
  return drafts.map((item) => say.entry(draftedEntry(item), today));
}

function saidAndRead(drafts: readonly PlanItem[], context: ReplyContext): ReplyDraft {
  const [said, read] = drafts.map(draftedEntry);
  if (!said || !read) return { text: "" };
  return oneOf(context.say.receipts.saidAndRead(said, read), drafts, context);
}

/** One of several drafts, by its button, its place, its amount or its day; or something else. */
function oneOf(
  asks: string,
  drafts: readonly PlanItem[],
  context: ReplyContext,
  by: "amount" | "day" = "amount",
): ReplyDraft {
  const { say, today } = context;
  const lines = linesOf(drafts, context);
  const options = drafts.map((item, place): Option => {
    const { amountMinor, currency, date: day } = draftedEntry(item);
    return {
      label: by === "day" ? say.day(day, today) : formatMoney({ amountMinor, currency }),
      line: lines[place],
      row: { amountMinor, currency, date: day },
      does: [item],
      mode: "receipt",
    };
  });
  const no: Option = { label: say.buttons.no, does: [], mode: "unclear", answer: "no" };
  return choice(asks, [...options, changeOption(drafts.slice(0, 1), say), no]);
}
