/** Greetings, thanks and the like, and a plain yes or no: sayings that need no look-up and no tool. */
import type { Reading } from "../kernel/reading.ts";
import { cover, isQuiet, tableOf } from "./cover.ts";
import sayings from "./data/small-talk.json" with { type: "json" };
import type { Message } from "./message.ts";
import type { Token } from "./tokens.ts";

type Kind = NonNullable<Reading["smallTalk"]>;
type Saying = Kind | "filler";

const KINDS: readonly Kind[] = ["who_are_you", "how_are_you", "thanks", "praise", "bye", "greeting", "ack"];
const { yes, no, okay, okEmoji, noEmoji, answerFiller, ...talk } = sayings;
const OKAY = tableOf<"okay" | "filler">({ okay, filler: answerFiller }, (name) => name as "okay" | "filler");
const OKAY_EMOJI = new Set(okEmoji);
const NO_EMOJI = new Set(noEmoji);
const talkTable = tableOf<Saying>(talk, (name) => name as Saying);
const answers = tableOf<"yes" | "no" | "filler">(
  { yes, no, filler: answerFiller },
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

/** "Ok", "okay boss", "ok thanks": agrees to what is shown, and acknowledges anything else. */
function isOkay(tokens: readonly Token[]): boolean {
  return cover(tokens, OKAY)?.some((values) => values.includes("okay")) === true;
}

/** A thumb up or a heart, a thumb down or a cross, in whatever colour of skin. */
function emojiSays(tokens: readonly Token[]): Pick<Reading, "okay" | "answer"> {
  const said = tokens.filter(({ kind, text }) => kind === "emoji" && !/\p{Emoji_Modifier}/u.test(text));
  if (said.every(({ text }) => NO_EMOJI.has(text))) return { answer: "no" };
  return { okay: said.every(({ text }) => OKAY_EMOJI.has(text)) };
}

/** The message as small talk, or undefined. Laughter and emoji alone count as an acknowledgement. */
export function readSmallTalk({ tokens, language }: Message): Reading | undefined {
  if (tokens.length > MOST_WORDS || tokens.some((token) => token.kind === "number")) return undefined;
  const base = { mode: "small_talk", verdict: "certain", language, items: [], doubts: [] } as const;
  const answer = answerOf(tokens);
  if (answer !== undefined) return { ...base, smallTalk: "ack", answer };
  if (tokens.every(isQuiet))
    return tokens.some((token) => token.kind === "emoji")
      ? { ...base, smallTalk: "ack", ...emojiSays(tokens) }
      : undefined;
  const okayed = isOkay(tokens) ? { okay: true } : {};
  const parts = cover(tokens, talkTable);
  if (parts === undefined) return okayed.okay ? { ...base, smallTalk: "ack", ...okayed } : undefined;
  const said = new Set(parts.map((values) => KINDS.find((kind) => values.includes(kind))));
  const kind = KINDS.find((name) => said.has(name));
  if (kind !== undefined) return { ...base, smallTalk: kind, ...okayed };
  const called = tokens.some((token) => token.lower === "mama");
  return called && tokens.length <= 2 ? { ...base, smallTalk: "greeting" } : undefined;
}
