/** Mama's text as Telegram's HTML: nothing is lost, every piece stands by itself and fits (SPEC S9). */
import fc from "fast-check";
import { expect, test } from "vitest";
import { htmlParts, plainOf } from "../../src/adapters/telegram/html.ts";
import { checkText } from "../fakes/telegram-checks.ts";

const squeezed = (text: string): string => text.replace(/\s+/g, "");

test("what people typed is text, and the little markup of a model is markup", () => {
  expect(htmlParts("Recorded: RM15.00 <b>fish & chips</b>")).toEqual([
    "Recorded: RM15.00 &lt;b&gt;fish &amp; chips&lt;/b&gt;",
  ]);
  expect(htmlParts("## Plan\n- **Save** RM300\n* see `caps`")).toEqual([
    "<b>Plan</b>\n• <b>Save</b> RM300\n• see <code>caps</code>",
  ]);
  expect(htmlParts("2 * 3 ** 4 and snake_case")).toEqual(["2 * 3 ** 4 and snake_case"]);
  expect(plainOf("a <b>&lt;b&gt;</b> &amp;lt;")).toBe("a <b> &lt;");
});

test("a long text is cut at paragraphs, and bold that is cut is closed and opened again", () => {
  const paragraph = `${"word ".repeat(500).trim()}.`;
  const parts = htmlParts(`${paragraph}\n\n${paragraph}\n\n**${"bold ".repeat(900).trim()}**`);
  expect(parts.map((part) => part.length <= 4096)).toEqual(parts.map(() => true));
  expect(parts[0]).toBe(paragraph);
  expect(parts.slice(-2).every((part) => part.includes("<b>") && part.endsWith("</b>"))).toBe(true);
});

test("any text arrives whole, in pieces that Telegram takes", () => {
  const piece = fc.oneof(
    fc.string({ unit: "grapheme", maxLength: 60 }),
    fc.constantFrom("&&&&&&", "<<>>", "**b** ", "`c`", "**", "`", "\n\n", " ", "😀😀", "# h\n"),
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 80 }), fc.integer({ min: 1, max: 40 }), (pieces, times) => {
      const text = pieces.join("").repeat(times);
      const parts = htmlParts(text, 1024);
      expect(parts[0]?.length).toBeLessThanOrEqual(1024);
      const seen = parts.map((part) => {
        expect(part.length).toBeLessThanOrEqual(4096);
        return part === "" ? "" : checkText(part, "HTML", 1_000_000);
      });
      const bare = (given: string): string => squeezed(given).replace(/[*`#•-]/g, "");
      expect(bare(seen.join(""))).toBe(bare(text));
      for (const part of parts) expect(plainOf(part)).toBe(part === "" ? "" : checkText(part, "HTML", 1e6));
    }),
  );
});
