/** What is sealed says nothing, and opens only with its secret, at its place, unchanged (SPEC S12). */
import { expect, test } from "vitest";
import { createSeal } from "../../src/kernel/seal.ts";

const seal = createSeal("a secret of more than enough characters", "whatsapp");
const plain = Buffer.from("the key of a session");

test("it opens with its secret and at its place", () => {
  expect(Buffer.from(seal.open(seal.close(plain, "a/b"), "a/b"))).toEqual(plain);
});

test("the same value is never sealed the same way twice, and nothing of it shows", () => {
  const [one, other] = [seal.close(plain, "a"), seal.close(plain, "a")];
  expect(one).not.toEqual(other);
  expect(Buffer.from(one).toString("latin1")).not.toContain("session");
});

test.each<[string, (sealed: Uint8Array) => Uint8Array]>([
  [
    "with another secret",
    (sealed) => createSeal("another secret of enough characters", "whatsapp").open(sealed, "a"),
  ],
  [
    "for another purpose",
    (sealed) => createSeal("a secret of more than enough characters", "x").open(sealed, "a"),
  ],
  ["at another place", (sealed) => seal.open(sealed, "b")],
  [
    "when a byte was changed",
    (sealed) =>
      seal.open(
        sealed.map((byte, at) => (at === 30 ? byte ^ 1 : byte)),
        "a",
      ),
  ],
  ["when its end is missing", (sealed) => seal.open(sealed.subarray(0, 20), "a")],
  ["when it is nothing", () => seal.open(new Uint8Array(), "a")],
])("it does not open %s", (_, open) => {
  expect(() => open(seal.close(plain, "a"))).toThrow(expect.objectContaining({ code: "secret_wrong" }));
});
