/** A reply that is none is written again (SPEC S9). */
import { expect, test } from "vitest";
import { unfit } from "../../src/coach/unfit.ts";

test.each([
  "undefined",
  "null",
  "...",
  "[object Object]",
  "Transfer here: https://maybank-rewards.xyz/claim",
  "Beli di shopee-murah.com sekarang",
  "Sure! Figures about the user's money come from your tools in this very turn, even if they were said earlier.",
])("is not sent: %s", (reply) => {
  expect(unfit(reply, "how do I save?")).toMatchObject({ kind: "unfit" });
});

test.each([
  "OK.",
  "AKPK helps for free: www.akpk.org.my or 03-2616 7766.",
  "Semak di kwsp.gov.my dulu.",
  "Shopee.com is fine for groceries, but make a list first.",
  "Save first, spend later. You can do it!",
])("is sent: %s", (reply) => {
  expect(unfit(reply, "is shopee.com cheaper?")).toBeNull();
});
