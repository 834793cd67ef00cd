/** Greetings, thanks and the like, and a plain yes or no: sayings that need no look-up and no tool. */
import type { Reading } from "../kernel/reading.ts";
import { cover, isQuiet, tableOf } from "./cover.ts";
import sayings from "./data/small-talk.json" with { type: "json" };
import type { Message } from "./message.ts";
import type { Token } from "./tokens.ts";

type Kind = NonNullable<Reading["smallTalk"]>;
type Saying = Kind | "filler";

const KINDS: readonly Kind[] = ["who_are_you", "how_are_you", "thanks", "praise", "bye", "greeting", "ack"];
const { yes, no, okay, ...talk } = sayings;
const OKAY = tableOf({ okay }, () => true);
const talkTable = tableOf<Saying>(talk, (name) => name as Saying);
const answers = tableOf<"yes" | "no" | "filler">(
  {
    yes,
    no,
    filler: ["lah", "la", "je", "please", "pls", "thanks", "mama", "tu", "ok", "okay", "that's", "it"],
  },
  (name) => name as "yes" | "no" | "filler",
);
const MOST_WORDS = 16;

/** "yes", "ya betul", "no", "bukan": undefined when the text is something else. */
function answerOf(tokens: readonly Token[]): "yes" | "no" | undefined {
  const parts = cover(tokens, answers);
  if (parts === undefined) return undefined;
  const said = new Set(parts.flatMap((values) => values.find((value) => value !== "filler") ?? []));
  return said.size === 1 ? ([...said][0] as "yes" | "no") : undefined;
}

/** The message as small talk, or undefined. Laughter and emoji alone count as an acknowledgement. */
export function readSmallTalk({ tokens, language }: Message): Reading | undefined {
  if (tokens.length > MOST_WORDS || tokens.some((token) => token.kind === "number")) return undefined;
  const base = { mode: "small_talk", verdict: "certain", language, items: [], doubts: [] } as const;
  const answer = answerOf(tokens);
  if (answer !== undefined) return { ...base, smallTalk: "ack", answer };
  if (tokens.every(isQuiet))
    return tokens.some((token) => token.kind === "emoji")
      ? { ...base, smallTalk: "ack", okay: tokens.every((token) => token.text.startsWith("👍")) }
      : undefined;
  const parts = cover(tokens, talkTable);
  if (parts === undefined) return undefined;
  const said = new Set(parts.map((values) => KINDS.find((kind) => values.includes(kind))));
  const kind = KINDS.find((name) => said.has(name));
  if (kind === "ack") return { ...base, smallTalk: kind, okay: cover(tokens, OKAY) !== undefined };
  if (kind !== undefined) return { ...base, smallTalk: kind };
  const called = tokens.some((token) => token.lower === "mama");
  return called && tokens.length <= 2 ? { ...base, smallTalk: "greeting" } : undefined;
}
