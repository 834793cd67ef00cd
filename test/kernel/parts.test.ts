/** Long messages in parts (SPEC S9): nothing lost, nothing longer than the platform takes. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { createDelivery } from "../../src/delivery/deliver.ts";
import { SendError } from "../../src/kernel/errors.ts";
import { partsOf } from "../../src/kernel/parts.ts";
import type { OutboundMessage } from "../../src/kernel/ports.ts";
import { fakePlatform } from "../support/platform.ts";

const bare = (text: string): string => text.replace(/\s/g, "");

test("a text is cut between its paragraphs", () => {
  expect(partsOf("one two three\n\nfour five\n\nsix", 24)).toEqual(["one two three\n\nfour five", "six"]);
  expect(partsOf("short", 24)).toEqual(["short"]);
});

test("whatever the text, nothing is lost and no part is too long", () => {
  fc.assert(
    fc.property(
      fc.string({ unit: "grapheme", maxLength: 400 }),
      fc.integer({ min: 4, max: 90 }),
      (text, longest) => {
        const parts = partsOf(text, longest);
        expect(bare(parts.join(""))).toBe(bare(text));
        for (const part of parts) expect(part.length).toBeLessThanOrEqual(longest);
      },
    ),
  );
});

function message(text: string): OutboundMessage {
  const buttons = [{ id: "1", label: "Undo" }];
  return { outboxId: "o1", kind: "reply", platform: "fake", account: "bot", chatKey: "ann", text, buttons };
}

const signal = new AbortController().signal;

test("parts go out in order, the buttons under the last; what was accepted is not sent again", async () => {
  const platform = fakePlatform();
  const small = { ...platform, capabilities: { ...platform.capabilities, longestMessage: 10 } };
  const { deliver } = createDelivery(small);
  const ok = (): Promise<never> => Promise.resolve(undefined as never);
  platform.faults.push(ok, () => Promise.reject(new SendError("retry", "429", 5)));
  await expect(deliver(message("first line\n\nsecond one"), signal)).rejects.toThrow("429");
  await deliver(message("first line\n\nsecond one"), signal);
  expect(platform.delivered.map(({ text, buttons }) => [text, buttons.length])).toEqual([
    ["first line", 0],
    ["second one", 1],
  ]);
});

test("markup that the platform cannot read is sent again as plain text", async () => {
  const platform = fakePlatform();
  platform.faults.push(() => Promise.reject(new SendError("markup", "400 can't parse entities")));
  await createDelivery(platform).deliver(message("a < b"), signal);
  expect(platform.delivered).toMatchObject([{ text: "a < b", plain: true }]);
});
