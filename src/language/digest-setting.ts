/** The one word that ends digests, or has them again, and when they come (SPEC S11): "stop digest", "henti ringkasan", "stop". */
import type { Reading } from "../kernel/reading.ts";
import { cover, isQuiet, tableOf } from "./cover.ts";
import data from "./data/digests.json" with { type: "json" };
import type { Message } from "./message.ts";
import { normalise } from "./normalise.ts";
import { readingOf } from "./reading-of.ts";
import { type Token, tokenise } from "./tokens.ts";

type Cue = "digest" | "stop" | "start" | "when" | "filler";

const { alone, ...lists } = data;
const cues = tableOf<Cue>(lists, (name) => name as Cue);
const ALONE = new Set(alone);
const MOST_TOKENS = 12;

function isStopAlone(said: readonly Token[]): boolean {
  const words = said.filter((token) => !isQuiet(token));
  return words.length === 1 && ALONE.has(words[0]?.lower ?? "");
}

/** "Stop" and nothing else: it ends the digests, unless a question waits, which it answers. */
export function saysStop(text: string): boolean {
  return isStopAlone(tokenise(normalise(text)));
}

/** The message as the setting of digests, or undefined. */
export function readDigestSetting({ tokens, language }: Message): Reading | undefined {
  if (tokens.length > MOST_TOKENS) return undefined;
  // A word alone: what every other sender of messages takes it for, and nothing that could be lost by it.
  const stops = isStopAlone(tokens);
  const found = cover(tokens, cues)?.flat() ?? [];
  // "When do I get my weekly summary?": the settings say it.
  const asks = found.includes("when") && !found.includes("stop");
  if (asks && found.includes("digest"))
    return readingOf("settings", [{ tool: "setting", input: { name: "show" } }], { language });
  if (tokens.some(({ text }) => text === "?")) return undefined;
  const named = found.includes("digest") && found.includes("stop") !== found.includes("start");
  if (!stops && !named) return undefined;
  const value = !stops && found.includes("start");
  return readingOf("settings", [{ tool: "setting", input: { name: "digests", value } }], { language });
}
