/**
 * The one place that speaks to a model server: OpenAI, or any that has its API, through the official SDK. It
 * sends, receives and classes failures; whether to try again and what an answer means is decided elsewhere.
 */
import { OpenAI } from "openai";
import type { ModelConfig } from "../kernel/config.ts";
import { limits } from "../kernel/limits.ts";
import type { ChatRequest, ModelMessage } from "../kernel/model.ts";
import { classify } from "./errors.ts";

/** How an answer's form is asked for; absent is no form. */
export type ResponseFormat =
  | {
      readonly type: "json_schema";
      readonly json_schema: { name: string; strict: true; schema: Record<string, unknown> };
    }
  | { readonly type: "json_object" };

export type CompletionRequest = Pick<ChatRequest, "messages" | "tools" | "toolChoice" | "maxTokens"> & {
  /** The model's name, as the server knows it. */
  readonly model: string;
  readonly format?: ResponseFormat | undefined;
};

/** Answers come back as they are: nothing about them has been checked. */
export interface ModelServer {
  complete(request: CompletionRequest, signal: AbortSignal): Promise<unknown>;
  embed(request: { model: string; texts: readonly string[] }, signal: AbortSignal): Promise<unknown>;
}

type Body = OpenAI.ChatCompletionCreateParamsNonStreaming;

export function openAiServer({ apiKey, baseUrl }: ModelConfig): ModelServer {
  const client = new OpenAI({
    // The SDK insists on a key; a server that wants none is sent no header.
    apiKey: apiKey ?? "none",
    defaultHeaders: apiKey === undefined ? { Authorization: null } : {},
    baseURL: baseUrl ?? "https://api.openai.com/v1",
    // Retries are the guard's, or there would be two of them.
    maxRetries: 0,
    timeout: limits.turnDeadlineMs,
    // Otherwise OPENAI_LOG=debug would print conversations.
    logLevel: "off",
    // What is not in Mama's configuration must not come in by the SDK's own variables; its custom headers do.
    adminAPIKey: null,
    organization: null,
    project: null,
    webhookSecret: null,
  });
  // OpenAI's newer models refuse the old name, and other servers know no other.
  const cap = baseUrl === undefined ? "max_completion_tokens" : "max_tokens";
  return {
    complete: (request, signal) =>
      classed(() => client.chat.completions.create(bodyOf(request, cap), { signal })),
    embed: ({ model, texts }, signal) =>
      classed(() =>
        client.embeddings.create(
          // The SDK's default of base64 is more than other servers speak.
          { model, input: [...texts], dimensions: limits.embeddingDimensions, encoding_format: "float" },
          { signal },
        ),
      ),
  };
}

async function classed(send: () => Promise<unknown>): Promise<unknown> {
  try {
    return await send();
  } catch (error) {
    throw classify(error);
  }
}

function bodyOf(
  { model, messages, tools, toolChoice, maxTokens, format }: CompletionRequest,
  cap: "max_completion_tokens" | "max_tokens",
): Body {
  const body: Body = { model, messages: messages.map(messageOf) };
  if (maxTokens !== undefined) body[cap] = maxTokens;
  if (format !== undefined) body.response_format = format;
  if (tools !== undefined && tools.length > 0) {
    body.tools = tools.map(({ name, description, parameters }) => ({
      type: "function",
      function: { name, description, parameters: { ...parameters } },
    }));
    body.tool_choice =
      typeof toolChoice === "object"
        ? { type: "function", function: { name: toolChoice.name } }
        : (toolChoice ?? "auto");
  }
  return body;
}

function messageOf(message: ModelMessage): OpenAI.ChatCompletionMessageParam {
  if (message.role === "tool") {
    return { role: "tool", tool_call_id: message.toolCallId, content: message.content };
  }
  if (message.role === "system") return { role: "system", content: message.content };
  if (message.role === "user") return { role: "user", content: userContent(message) };
  const { content, toolCalls = [] } = message;
  if (toolCalls.length === 0) return { role: "assistant", content };
  return {
    role: "assistant",
    content: content === "" ? null : content,
    tool_calls: toolCalls.map((call) => ({
      id: call.id,
      type: "function",
      function: { name: call.name, arguments: call.arguments },
    })),
  };
}

type UserMessage = Extract<ModelMessage, { role: "user" }>;

/** Words alone stay words: not every server takes parts. */
function userContent({ content, pictures = [] }: UserMessage): string | OpenAI.ChatCompletionContentPart[] {
  if (pictures.length === 0) return content;
  const parts = pictures.map(({ mime, bytes }): OpenAI.ChatCompletionContentPart => {
    const url = `data:${mime};base64,${Buffer.from(bytes).toString("base64")}`;
    return { type: "image_url", image_url: { url, detail: "high" } };
  });
  return [{ type: "text", text: content }, ...parts];
}
