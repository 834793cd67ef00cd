/**
 * What is no reply at all, whatever it says (SPEC S9, S12): nothing in words, an address that nobody checked, the
 * coach's own instructions.
 */
import official from "./data/official.json" with { type: "json" };
import type { Fault } from "./fault.ts";
import { RULES } from "./prompt.ts";

/** As many words of an instruction in a row are no accident. */
const RUN = 8;

const NOT_SAID = /^\W*(?:undefined|null|nan|none|true|false|error|object object)?\W*$/i;
const ADDRESS =
  /\b(?:https?:\/\/|www\.)\S+|\b[a-z0-9-]+(?:\.[a-z0-9-]+)*\.(?:com|net|org|info|io|app|link|shop|site|online|xyz|my)\b/gi;

const wordsOf = (text: string): string[] => text.toLowerCase().match(/\p{L}+/gu) ?? [];

const runs = new Set(
  RULES.flatMap((rule) => {
    const words = wordsOf(rule);
    return words.slice(RUN - 1).map((_, at) => words.slice(at, at + RUN).join(" "));
  }),
);

function isKnown(address: string, said: string): boolean {
  const host =
    address
      .replace(/^https?:\/\//i, "")
      .split("/")[0]
      ?.toLowerCase() ?? "";
  return (
    official.hosts.some((known) => host === known || host.endsWith(`.${known}`)) ||
    said.toLowerCase().includes(host)
  );
}

/**
 * @param reply as it would be sent
 * @param said  the person's own words of this turn: an address in them may be spoken of
 */
export function unfit(reply: string, said: string): Fault | null {
  const fault = (text: string, at = 0): Fault => ({ kind: "unfit", text, at });
  if (NOT_SAID.test(reply)) return fault(reply);
  const words = wordsOf(reply);
  const leaked = words.findIndex((_, at) => runs.has(words.slice(at, at + RUN).join(" ")));
  if (leaked >= 0) return fault(words.slice(leaked, leaked + RUN).join(" "));
  for (const { 0: address, index } of reply.matchAll(ADDRESS))
    if (!isKnown(address, said)) return fault(address, index);
  return null;
}
