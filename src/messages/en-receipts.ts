/** English: photos of receipts. */
import { formatMoney } from "../kernel/money.ts";
import { date } from "./en-names.ts";
import type { ReceiptMessages } from "./receipts.ts";

const at = (merchant: string | null): string =>
  merchant === null ? "that receipt" : `the receipt of ${merchant}`;

export const receipts: ReceiptMessages = {
  nameless: "receipt",
  buttons: { recordAnyway: "Record anyway", moneyIn: "Money in" },
  readingIt: "I'm reading it…",
  unread: {
    empty: "That picture arrived empty. Could you send it again?",
    too_large: "That picture is larger than 10 MB. Could you send a smaller one?",
    too_many_pixels: "That picture has too many pixels for me. Could you send a smaller one?",
    unknown_type: "I can't open that as a picture. A JPEG or PNG photo works, and so does a screenshot.",
    pdf: "I can't read PDFs yet. A photo or a screenshot of it works.",
    broken: "That picture arrived damaged. Could you send it again?",
    no_text:
      "I can't find anything to read in that picture. Could you take it again, closer and in good light, or text me the total?",
    not_a_receipt: "That doesn't look like a receipt to me. Text me what you spent, like “lunch 15”.",
    too_slow: "That picture takes me too long to read. Could you send a smaller one, or text me the total?",
    busy: "I have too many pictures to read just now. Could you send it again in a few minutes?",
    unavailable: "I can't read pictures just now. Text me the total instead, like “groceries 84.20”.",
    gone: "I couldn't get that picture. Could you send it again?",
  },
  fromYourWords: "I couldn't read the picture, so this is from your words.",
  howMuch: (why, merchant) =>
    why === "zero"
      ? `The total on ${at(merchant)} is zero. How much did you pay?`
      : `I can't find the total on ${at(merchant)}. How much was it?`,
  twoTotals: (totals) =>
    `I see two totals on it: ${totals.map(formatMoney).join(" and ")}. Which one did you pay?`,
  saidAndRead: (said, read) =>
    `You say ${formatMoney(said)}, and the receipt says ${formatMoney(read)}. Which one shall I record?`,
  whichDay: (when, printed, today) =>
    `The receipt says ${date(printed, today)}, which is ${when === "to_come" ? "still to come" : "long ago"}. Which day was it?`,
  refund: (amount, merchant) =>
    `That looks like a refund of ${formatMoney(amount)}${merchant === null ? "" : ` from ${merchant}`}. Shall I record it as money in?`,
  sameReceipt: (line) => `Same one twice? I have this receipt already: ${line}`,
  leftOut: ({ noTotal, known }) => {
    const parts: string[] = [];
    if (noTotal > 0)
      parts.push(
        noTotal === 1
          ? "I couldn't read the total on one of them. Text me that one, like “groceries 84.20”."
          : `I couldn't read the total on ${noTotal} of them. Text me those, like “groceries 84.20”.`,
      );
    if (known > 0)
      parts.push(
        known === 1
          ? "One of them I have already, so I left it out."
          : `${known} of them I have already, so I left them out.`,
      );
    return parts.join("\n");
  },
  moved: (item, rest) => `Moved: ${item}\nThe rest: ${rest}`,
};
