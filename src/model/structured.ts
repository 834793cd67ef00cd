/**
 * Answers with a form (SPEC S9). How firmly the form is asked for depends on what the server can do:
 *
 *   json_schema (strict) ─400, 404, 422→ json_object + the schema in words ─400, 404, 422→ the schema in words alone
 *
 * What worked is remembered for each model. The form is always checked here, and an answer that has it not is
 * shown its faults once.
 */
import type { z } from "zod";
import type { ModelMessage, StructuredRequest } from "../kernel/model.ts";
import { ModelFailure } from "./errors.ts";
import type { ResponseFormat } from "./openai.ts";
import type { Completion } from "./read-answer.ts";
import { plainSchema, strictSchema, withoutNulls } from "./schema.ts";

/** From the firmest to the one that any server has. */
const MODES = ["json_schema", "json_object", "prompt"] as const;
export type JsonMode = (typeof MODES)[number];

/** The firmest mode that each model is known to take, by its name; empty at the start of the process. */
export type KnownModes = Map<string, JsonMode>;

/** Statuses with which servers refuse a response format that they do not know. */
const FORMAT_REFUSED: readonly (number | undefined)[] = [400, 404, 422];

/** Characters of a faulty answer, and faults, that the model is shown again. */
const SHOWN_CHARACTERS = 4_000;
const SHOWN_FAULTS = 10;

/** Sends messages and gets one answer; everything that can go wrong on the way is behind it. */
export type Ask = (
  messages: readonly ModelMessage[],
  format: ResponseFormat | undefined,
) => Promise<Completion>;

type Wanted<T> = Pick<StructuredRequest<T>, "name" | "schema" | "messages">;

/**
 * @param known read, and written when a softer mode was needed
 * @throws ModelFailure of any kind that `ask` has, and `bad_answer` when the repair has not helped either
 */
export async function structured<T>(
  { name, schema, messages }: Wanted<T>,
  { ask, model, known }: { ask: Ask; model: string; known: KnownModes },
): Promise<T> {
  const plain = plainSchema(schema);
  const first = await inBestMode({ ask, model, known, messages, name, plain });
  const read = await readAs(schema, plain, first.completion.text);
  if ("value" in read) return read.value;
  // An answer that was cut for its length would be cut again.
  if (first.completion.cut) throw badAnswer(name, "was cut for its length");
  const again = [
    ...first.messages,
    { role: "assistant", content: first.completion.text.slice(0, SHOWN_CHARACTERS) },
    { role: "user", content: repairRequest(read.faults) },
  ] as const;
  const repaired = await readAs(schema, plain, (await ask(again, first.format)).text);
  if ("value" in repaired) return repaired.value;
  throw badAnswer(name, `has ${repaired.faults.length} faults after the repair`);
}

interface Answered {
  readonly completion: Completion;
  /** As they were sent. */
  readonly messages: readonly ModelMessage[];
  readonly format: ResponseFormat | undefined;
}

async function inBestMode({
  ask,
  model,
  known,
  messages,
  name,
  plain,
}: { ask: Ask; model: string; known: KnownModes } & Pick<Wanted<unknown>, "messages" | "name"> & {
    plain: Readonly<Record<string, unknown>>;
  }): Promise<Answered> {
  const strict = strictSchema(plain);
  let mode: JsonMode = known.get(model) ?? MODES[0];
  for (;;) {
    const sent = mode === "json_schema" ? messages : withSchemaInWords(messages, plain);
    const format = formatOf(mode, name, strict);
    try {
      const completion = await ask(sent, format);
      // Only what worked is remembered: a request that is wrong in itself is refused in every mode.
      known.set(model, mode);
      return { completion, messages: sent, format };
    } catch (error) {
      const softer = MODES[MODES.indexOf(mode) + 1];
      const formatRefused = error instanceof ModelFailure && FORMAT_REFUSED.includes(error.status);
      if (!formatRefused || softer === undefined) throw error;
      mode = softer;
    }
  }
}

function formatOf(mode: JsonMode, name: string, schema: Record<string, unknown>): ResponseFormat | undefined {
  if (mode === "prompt") return undefined;
  if (mode === "json_object") return { type: mode };
  return { type: mode, json_schema: { name, strict: true, schema } };
}

/** Adds to the first system message: some servers take one only, and only in front. */
function withSchemaInWords(
  messages: readonly ModelMessage[],
  plain: Readonly<Record<string, unknown>>,
): readonly ModelMessage[] {
  const words = `Answer with one JSON object and nothing else. It must fit this JSON Schema:\n${JSON.stringify(plain)}`;
  const [head, ...rest] = messages;
  return head?.role === "system"
    ? [{ role: "system", content: `${head.content}\n\n${words}` }, ...rest]
    : [{ role: "system", content: words }, ...messages];
}

function repairRequest(faults: readonly string[]): string {
  const list = faults.slice(0, SHOWN_FAULTS).map((fault) => `- ${fault}`);
  return `That answer does not fit:\n${list.join("\n")}\nAnswer again, with the corrected JSON object and nothing else.`;
}

async function readAs<T>(
  schema: z.ZodType<T>,
  plain: Readonly<Record<string, unknown>>,
  text: string,
): Promise<{ value: T } | { faults: string[] }> {
  let json: unknown;
  try {
    json = parse(text);
  } catch {
    return { faults: ["it is not JSON"] };
  }
  try {
    const parsed = await schema.safeParseAsync(withoutNulls(plain, json));
    if (parsed.success) return { value: parsed.data };
    return {
      faults: parsed.error.issues.map(({ path, message }) => `${path.join(".") || "the object"}: ${message}`),
    };
  } catch {
    // A transform or a check of the schema that cannot bear what the model made up.
    return { faults: ["a value cannot be used"] };
  }
}

/** The answer itself, or the object in one that wraps it in a fence, a preface or its thoughts. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    const said = text.slice(text.lastIndexOf("</think>") + 1);
    return JSON.parse(said.slice(said.indexOf("{"), said.lastIndexOf("}") + 1));
  }
}

function badAnswer(name: string, why: string): ModelFailure {
  return new ModelFailure("bad_answer", `the model's answer for ${name} ${why}`);
}
