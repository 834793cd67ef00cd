/** The program itself, started as `npm start` starts it. */
import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { once } from "node:events";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { QUICK } from "./processes.ts";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));

/** Starts Mama with nothing in its environment but what is given. */
export function start(args: readonly string[], env: Record<string, string>): ChildProcessWithoutNullStreams {
  return spawn(process.execPath, [...QUICK, "scripts/start.mjs", ...args], {
    cwd: ROOT,
    env: { PATH: process.env.PATH, ...env },
  });
}

interface Outcome {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export async function outcomeOf(mama: ChildProcessWithoutNullStreams): Promise<Outcome> {
  const [stdout, stderr, [code]] = await Promise.all([
    text(mama.stdout),
    text(mama.stderr),
    once(mama, "close"),
  ]);
  return { code, stdout, stderr };
}

/** One run that is fed these lines. */
export function run(
  args: readonly string[],
  env: Record<string, string>,
  lines: readonly string[] = [],
): Promise<Outcome> {
  const mama = start(args, env);
  // One that refuses to start closes its end first.
  mama.stdin.on("error", () => undefined);
  mama.stdin.end(lines.map((line) => `${line}\n`).join(""));
  return outcomeOf(mama);
}
