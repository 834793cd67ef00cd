/** The one word that ends digests, or has them again (SPEC S11): "stop digest", "henti ringkasan", "stop". */
import type { Reading } from "../kernel/reading.ts";
import { cover, isQuiet, tableOf } from "./cover.ts";
import data from "./data/digests.json" with { type: "json" };
import type { Message } from "./message.ts";
import { readingOf } from "./reading-of.ts";

type Cue = "digest" | "stop" | "start" | "filler";

const { alone, ...lists } = data;
const cues = tableOf<Cue>(lists, (name) => name as Cue);
const ALONE = new Set(alone);
const MOST_TOKENS = 12;

/** The message as the setting of digests, or undefined. */
export function readDigestSetting({ tokens, language }: Message): Reading | undefined {
  if (tokens.length > MOST_TOKENS || tokens.some(({ text }) => text === "?")) return undefined;
  const said = tokens.filter((token) => !isQuiet(token));
  // A word alone: what every other sender of messages takes it for, and nothing that could be lost by it.
  const stops = said.length === 1 && ALONE.has(said[0]?.lower ?? "");
  const found = cover(tokens, cues)?.flat() ?? [];
  const named = found.includes("digest") && found.includes("stop") !== found.includes("start");
  if (!stops && !named) return undefined;
  const value = !stops && found.includes("start");
  return readingOf("settings", [{ tool: "setting", input: { name: "digests", value } }], { language });
}
