/**
 * Structured logs to stderr. No personal text gets in (SPEC S12): errors go through our own serializer, which
 * keeps code, name and stack but neither statements' values nor what a platform echoes of a message, and
 * anything that looks like a bot token or an API key is scrubbed from the line.
 */
import { type DestinationStream, type Logger, pino } from "pino";

export type Log = Logger;

const TOKEN = /\b(bot)?\d{6,}:[\w-]{20,}/g;
const API_KEY = /\b(sk-|Bearer\s+)[\w.-]{8,}/g;
const CREDENTIALS = /(\w+:\/\/)[^\s/@]+@/g;

/** Causes that are followed; a chain may be long, or lead back to itself. */
const MOST_CAUSES = 4;

/** Removes bot tokens, keys of model servers and the user:password of URLs. */
export function scrub(line: string): string {
  return line.replace(TOKEN, "[token]").replace(API_KEY, "$1[key]").replace(CREDENTIALS, "$1[credentials]@");
}

/**
 * What a log may know of an error. Messages of our own errors are written for operators; those of others may
 * quote a person's words (a database names the value it choked on), so only their code and place are kept.
 */
export function serializeError(error: unknown, depth = 0): Record<string, unknown> {
  if (!(error instanceof Error)) return { type: typeof error };
  const { code, constraint } = error as { code?: unknown; constraint?: unknown };
  const ours = error.name === "MamaError" || error.name === "SendError";
  // The stack begins with the message, whose own lines may look like frames.
  const frames = (error.stack ?? "")
    .replace(error.message, "")
    .split("\n")
    .filter((line) => /^\s+at /.test(line));
  return {
    name: error.name,
    code: typeof code === "string" || typeof code === "number" ? code : undefined,
    // The name of a rule of the schema, as a database gives it.
    constraint: typeof constraint === "string" ? constraint : undefined,
    message: ours ? error.message : undefined,
    at: frames.slice(0, 6).map((line) => line.trim()),
    cause:
      error.cause === undefined || depth === MOST_CAUSES ? undefined : serializeError(error.cause, depth + 1),
  };
}

/**
 * @param level a pino level
 * @param stream where lines go; stderr unless a test wants to read them
 */
export function createLog(level: string, stream?: DestinationStream): Log {
  const target = stream ?? { write: (line: string) => process.stderr.write(line) };
  return pino(
    {
      level,
      base: { pid: process.pid },
      serializers: { err: (error: unknown) => serializeError(error) },
      hooks: {
        logMethod(args, method) {
          // An error that is logged without a sentence would lend the line its own message.
          if (args.length === 1 && typeof args[0] === "object") method.call(this, args[0], "an error");
          else method.apply(this, args);
        },
      },
    },
    { write: (line: string) => target.write(scrub(line)) },
  );
}
