/**
 * What a server sent, made into what Mama knows: lenient about forms that compatible servers vary, strict about
 * what the rest relies on. Nothing here trusts the server's word for a type.
 */
import { z } from "zod";
import { limits } from "../kernel/limits.ts";
import type { ToolCall, Usage } from "../kernel/model.ts";
import { ModelFailure } from "./errors.ts";

/** The first choice of a completion. */
export interface Completion {
  readonly text: string;
  readonly toolCalls: readonly ToolCall[];
  readonly cut: boolean;
}

/** A field that is missing or of the wrong type counts as not there. */
const text = z.string().nullish().catch(null);

const completion = z.object({
  choices: z
    .array(
      z.object({
        finish_reason: text,
        message: z.object({
          content: text,
          refusal: text,
          tool_calls: z
            .array(
              z.object({
                id: text,
                // Some servers send the object itself.
                function: z
                  .object({ name: z.string().min(1), arguments: z.unknown() })
                  .nullish()
                  .catch(null),
              }),
            )
            .nullish()
            .catch(null),
        }),
      }),
    )
    .min(1),
});

const tokens = z.int().min(0).max(10_000_000);

/**
 * @throws ModelFailure `garbage` when it is no completion at all, `bad_answer` when it says nothing, `refused`
 *   when the model or its filter declined
 */
export function readCompletion(body: unknown): Completion {
  const choice = completion.safeParse(body).data?.choices[0];
  if (choice === undefined) throw new ModelFailure("garbage", "the model's server sent no completion");
  const { message, finish_reason: finish } = choice;
  if (finish === "content_filter" || (message.refusal ?? "") !== "") {
    throw new ModelFailure("refused", "the model declined to answer");
  }
  const toolCalls = (message.tool_calls ?? []).flatMap(({ id, function: called }, position) =>
    called ? [{ id: id || `call_${position}`, name: called.name, arguments: rawJson(called.arguments) }] : [],
  );
  const said = message.content ?? "";
  if (said.trim() === "" && toolCalls.length === 0) {
    // Often ours: too few tokens to answer with, for a model that thinks first.
    throw new ModelFailure("bad_answer", "the model's answer is empty");
  }
  return { text: said, toolCalls, cut: finish === "length" };
}

function rawJson(given: unknown): string {
  return typeof given === "string" ? given : JSON.stringify(given ?? {});
}

const embeddings = z.object({
  data: z.array(
    z.object({
      index: z.int().optional().catch(undefined),
      embedding: z.array(z.number()).length(limits.embeddingDimensions),
    }),
  ),
});

/**
 * @param count how many texts were sent
 * @returns a vector each, in the order of the texts
 * @throws ModelFailure `garbage` when one is missing or has another length
 */
export function readEmbeddings(body: unknown, count: number): number[][] {
  const read = embeddings.safeParse(body);
  const byPlace = new Map(
    read.data?.data.map(({ index, embedding }, position) => [index ?? position, embedding]) ?? [],
  );
  const vectors = Array.from({ length: count }, (_, position) => byPlace.get(position));
  const complete = vectors.filter((vector) => vector !== undefined);
  if (complete.length < count || byPlace.size !== count) {
    throw new ModelFailure(
      "garbage",
      `the model's server did not send ${count} embeddings of ${limits.embeddingDimensions} floats`,
    );
  }
  return complete;
}

const usage = z.object({
  usage: z.object({ prompt_tokens: tokens, completion_tokens: tokens.optional().catch(undefined) }),
});

/**
 * As the server counted, or about a token for four characters where it does not.
 * @param characters that were sent
 */
export function readUsage(body: unknown, model: string, characters: number): Usage {
  const counted = usage.safeParse(body).data?.usage;
  return {
    model,
    inputTokens: counted?.prompt_tokens ?? Math.ceil(characters / 4),
    outputTokens: counted?.completion_tokens ?? (counted ? 0 : Math.ceil(charactersOf(body) / 4)),
  };
}

function charactersOf(body: unknown): number {
  const message = completion.safeParse(body).data?.choices[0]?.message;
  const called = message?.tool_calls?.map((call) => rawJson(call.function?.arguments).length) ?? [];
  return called.reduce((sum, length) => sum + length, message?.content?.length ?? 0);
}
