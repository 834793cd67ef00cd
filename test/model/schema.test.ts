/** A zod schema as strict mode wants it, and the way back: nulls that stand for absence. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { z } from "zod";
import { plainSchema, strictSchema, withoutNulls } from "../../src/model/schema.ts";

const strict = (schema: z.ZodType) => strictSchema(plainSchema(schema));
const back = (schema: z.ZodType, value: unknown) => schema.parse(withoutNulls(plainSchema(schema), value));

/** Every object schema within. */
function objects(schema: unknown): Record<string, unknown>[] {
  if (typeof schema !== "object" || schema === null) return [];
  const inner = Object.values(schema).flatMap(objects);
  return (schema as { type?: unknown }).type === "object"
    ? [schema as Record<string, unknown>, ...inner]
    : inner;
}

const Item = z.object({
  kind: z.enum(["expense", "income"]),
  amountMinor: z.int().min(1).describe("minor units"),
  note: z.string().max(120).optional().describe("in the user's words"),
  merchant: z.string().nullable(),
  date: z.iso.date().nullish(),
  category: z.string().default("other"),
});
const Plan = z.object({
  items: z.array(Item).max(20),
  when: z
    .discriminatedUnion("type", [
      z.object({ type: z.literal("day"), day: z.iso.date().optional() }),
      z.object({ type: z.literal("never") }),
    ])
    .optional(),
});

test("every object is closed and requires all that it has, at any depth", () => {
  const found = objects(strict(Plan));
  expect(found).toHaveLength(4);
  for (const { properties, required, additionalProperties } of found) {
    expect(required).toEqual(Object.keys(properties as object));
    expect(additionalProperties).toBe(false);
  }
});

test("what is optional may be null, what may be null already stays as it is", () => {
  const { properties } = strict(Item) as { properties: Record<string, unknown> };
  expect(properties.note).toEqual({
    description: "in the user's words",
    anyOf: [{ type: "string" }, { type: "null" }],
  });
  expect(properties.merchant).toEqual({ type: ["string", "null"] });
  expect(properties.date).toEqual({ anyOf: [{ type: "string", format: "date" }, { type: "null" }] });
  expect(properties.category).toEqual({ anyOf: [{ type: "string" }, { type: "null" }] });
});

test("only keywords that strict mode knows go out", () => {
  const { properties } = strict(Item) as { properties: Record<string, unknown> };
  expect(properties.amountMinor).toEqual({ type: "integer", minimum: 1, description: "minor units" });
  for (const word of ["$schema", "maxLength", "pattern", "default", "oneOf"]) {
    expect(JSON.stringify(strict(Plan)), word).not.toContain(`"${word}"`);
  }
});

test("null means absent where the schema knows no null, and null where it does", () => {
  const item = { kind: "expense", amountMinor: 5, note: null, merchant: null, date: null, category: null };
  expect(back(Plan, { items: [item], when: null })).toEqual({
    items: [{ kind: "expense", amountMinor: 5, merchant: null, date: null, category: "other" }],
  });
  expect(back(Plan, { items: [], when: { type: "day", day: null } })).toEqual({
    items: [],
    when: { type: "day" },
  });
});

test.each([
  z.string(),
  z.string().max(3),
  z.enum(["a"]),
  z.literal(["a", null]),
  z.object({ a: z.string() }),
  z.int(),
])("an optional value that may be null keeps its null, however zod writes it", (value) => {
  const Row = z.object({ value: value.nullish() });
  expect(back(Row, { value: null })).toEqual({ value: null });
});

test("a null where something is required is left for zod to refuse", () => {
  expect(() => back(Item, { kind: "expense", amountMinor: null, merchant: null })).toThrow();
});

test.each([
  ["a record", z.object({ totals: z.record(z.string(), z.number()) })],
  ["a tuple", z.object({ pair: z.tuple([z.string(), z.number()]) })],
  ["an open object", z.object({ open: z.looseObject({ a: z.string() }) })],
  ["anything", z.object({ any: z.unknown() })],
  ["a list at the root", z.array(z.string())],
])("%s is refused when the schema is made, not when a server sees it", (_, schema) => {
  expect(() => strict(schema)).toThrow(/strict mode|root/);
});

test("whatever a model answers, taking its nulls away does not throw and changes nothing else", () => {
  const plain = plainSchema(Plan);
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      withoutNulls(plain, value);
      withoutNulls(plain, { items: [value], when: value });
    }),
  );
  fc.assert(
    fc.property(
      fc.record({ kind: fc.constant("expense"), amountMinor: fc.integer(), extra: fc.jsonValue() }),
      (value) => {
        expect(withoutNulls(plainSchema(Item), value)).toEqual(value);
      },
    ),
  );
});
