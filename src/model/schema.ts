/**
 * A zod schema, said so that a server can hold the model to it. Strict mode wants every object closed and all of
 * its properties required, and refuses a schema with any keyword it does not know; so what is optional may be
 * null there, what strict mode cannot say is left to the zod schema, and what has no form in it at all is an
 * error of whoever wrote the schema.
 *
 *   zod ─ z.toJSONSchema ─→ plain ─ strictSchema ─→ what the server is sent
 *                             └── withoutNulls ←── what the model answered
 */
import { z } from "zod";

type Json = Readonly<Record<string, unknown>>;

/** Carried over as they are. Lengths, patterns and defaults stay with zod. */
const KEPT = ["type", "description", "enum", "const", "minItems", "maxItems", "minimum", "maximum"] as const;
/** Structure for which strict mode has no words. */
const UNSAYABLE = ["allOf", "not", "prefixItems", "patternProperties", "propertyNames", "$ref"] as const;
const FORMATS: readonly unknown[] = ["date", "time", "date-time"];

/** The plain JSON Schema of what the model is to send, before any transform. */
export function plainSchema(schema: z.ZodType): Json {
  return z.toJSONSchema(schema, { io: "input" }) as Json;
}

/**
 * @param plain from `plainSchema`; an object at the root
 * @throws Error when it cannot be said in strict mode: a mistake in the code, found by the first test that asks
 */
export function strictSchema(plain: Json): Record<string, unknown> {
  if (plain.type !== "object") throw new Error("a structured answer needs an object at its root");
  return strict(plain);
}

function strict(plain: Json): Record<string, unknown> {
  const unsayable = UNSAYABLE.find((keyword) => keyword in plain);
  if (unsayable || typeof plain.additionalProperties === "object" || Object.keys(plain).length === 0) {
    throw new Error(`strict mode cannot say ${unsayable ?? "a record, or anything at all"}`);
  }
  const said: Record<string, unknown> = {};
  for (const keyword of KEPT) {
    // The bounds that zod gives every integer are too large for the grammars of some servers.
    const bound = keyword === "minimum" || keyword === "maximum";
    const idle = bound && Math.abs(Number(plain[keyword])) >= Number.MAX_SAFE_INTEGER;
    if (plain[keyword] !== undefined && !idle) said[keyword] = plain[keyword];
  }
  if (FORMATS.includes(plain.format)) said.format = plain.format;
  const branches = branchesOf(plain);
  if (branches.length > 0) said.anyOf = branches.map(strict);
  if (isJson(plain.items)) said.items = strict(plain.items);
  if (plain.type === "object") {
    const properties = Object.entries(propertiesOf(plain));
    said.properties = Object.fromEntries(
      properties.map(([name, property]) => {
        const closed = strict(property);
        return [name, isOptional(plain, name) && !takesNull(property) ? orNull(closed) : closed];
      }),
    );
    said.required = properties.map(([name]) => name);
    said.additionalProperties = false;
  }
  return said;
}

function orNull(schema: Record<string, unknown>): Record<string, unknown> {
  const { description, ...rest } = schema;
  return { ...(description === undefined ? {} : { description }), anyOf: [rest, { type: "null" }] };
}

/**
 * Turns the nulls of strict mode back into absence, where the schema itself knows no null.
 * @param value any JSON; parts that do not fit the schema come back as they are, for zod to judge
 */
export function withoutNulls(plain: Json, value: unknown): unknown {
  if (Array.isArray(value)) {
    const items = itemsOf(plain);
    return items ? value.map((item) => withoutNulls(items, item)) : value;
  }
  if (!isJson(value)) return value;
  const shape = objectFor(plain, value);
  if (!shape) return value;
  const properties = propertiesOf(shape);
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, item]) => {
      const property = Object.hasOwn(properties, name) ? properties[name] : undefined;
      if (!property) return [[name, item]];
      if (item === null && isOptional(shape, name) && !takesNull(property)) return [];
      return [[name, withoutNulls(property, item)]];
    }),
  );
}

function isJson(value: unknown): value is Json {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function branchesOf(plain: Json): readonly Json[] {
  const branches = plain.anyOf ?? plain.oneOf;
  return Array.isArray(branches) ? branches.filter(isJson) : [];
}

function propertiesOf(plain: Json): Readonly<Record<string, Json>> {
  return (plain.properties ?? {}) as Readonly<Record<string, Json>>;
}

function isOptional(plain: Json, name: string): boolean {
  return !(Array.isArray(plain.required) && plain.required.includes(name));
}

function takesNull(plain: Json): boolean {
  const listed = [plain.type, plain.enum].some((given) =>
    Array.isArray(given) ? given.includes("null") || given.includes(null) : given === "null",
  );
  return listed || branchesOf(plain).some(takesNull);
}

function itemsOf(plain: Json): Json | undefined {
  const { items } = plain;
  return isJson(items) ? items : branchesOf(plain).flatMap<Json>((branch) => itemsOf(branch) ?? [])[0];
}

/** The object schema that is meant: the schema itself, or the branch whose constants and names fit the value. */
function objectFor(plain: Json, value: Json): Json | undefined {
  if (plain.type === "object") return plain;
  const objects = branchesOf(plain).flatMap<Json>((branch) => objectFor(branch, value) ?? []);
  return (
    objects.find((shape) => {
      const properties = propertiesOf(shape);
      const marks = Object.entries(properties).filter(([, property]) => property.const !== undefined);
      return (
        marks.every(([name, property]) => value[name] === property.const) &&
        Object.keys(value).every((name) => Object.hasOwn(properties, name))
      );
    }) ?? objects[0]
  );
}
