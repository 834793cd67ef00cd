/**
 * A reply that says it did something, or that it will (SPEC S12): the coach can only read, so it is not true. Who is
 * told that "it is noted" does not write it again, and the record is lost.
 */
import phrases from "./data/claims.json" with { type: "json" };
import type { Fault } from "./fault.ts";
import { anyOf, oneOf } from "./patterns.ts";
import { placed } from "./placed.ts";

const adverbs = `(?:\\s+${oneOf(phrases.adverbs)})*`;

/** "I've just deleted", "has been recorded", "Recorded: …", "dah saya rekod", "is in your records". */
function waysOf({ done, passive, bare, malay }: Record<"done" | "passive" | "bare" | "malay", string[]>) {
  const malayDid = `${oneOf(phrases.malayDid)}(?:\\s+${oneOf(phrases.malaySelves)})?`;
  return new RegExp(
    [
      `${oneOf(phrases.selves)}${adverbs}\\s+${oneOf(done)}`,
      `${oneOf(phrases.passives)}${adverbs}\\s+${oneOf(passive)}`,
      `^[^\\p{L}\\d]*(?:${oneOf(phrases.openers)}[^\\p{L}\\d]+)*(?:${oneOf(phrases.adverbs)}\\s+)?${oneOf(bare)}(?=\\s*(?:$|[^\\p{L}\\d\\s])|\\s+(?:it|that|this|them|the|your|for|RM|\\d))`,
      `${malayDid}\\s+${oneOf(malay)}`,
    ].join("|"),
    "iu",
  );
}

const RECORDED = waysOf({
  done: phrases.recorded,
  passive: phrases.recorded,
  bare: phrases.bare,
  malay: phrases.malayRecorded,
});
const IN_BOOKS = anyOf(phrases.inBooks);
const CHANGED = waysOf({
  done: phrases.changed,
  passive: [...phrases.changed, ...phrases.passiveDone],
  bare: phrases.bareChanged,
  malay: phrases.malayChanged,
});
const malayOwn = oneOf(phrases.malayOwn);
const malaySelf = oneOf(phrases.malaySelves);
const MALAY_OWN = new RegExp(
  `${malaySelf}\\s+${oneOf(phrases.malayDid)}\\s+${malayOwn}|${oneOf(phrases.malayDid)}\\s+${malaySelf}\\s+${malayOwn}`,
  "iu",
);
const ALONE = new RegExp(`^[^\\p{L}\\d]*${oneOf(phrases.bareAlone)}\\s*(?=$|[!,.])`, "iu");
const STATES = anyOf(phrases.states);
const PROMISES = new RegExp(
  `${oneOf(phrases.wills)}(?:\\s+[\\p{L}']+){0,6}?\\s+${oneOf(phrases.promised)}`,
  "iu",
);
const UNLESS = anyOf(phrases.unless);

/** What happened in this turn that makes a claim true. */
export interface Done {
  /** The message's own records were written. */
  readonly recorded: boolean;
  /** Reminders and caps were read, so that how they are set may be told. */
  readonly readSettings: boolean;
}

function claimIn(sentence: string, { recorded, readSettings }: Done): RegExpExecArray | null {
  const claims = [
    CHANGED,
    MALAY_OWN,
    PROMISES,
    ...(recorded ? [] : [RECORDED, IN_BOOKS, ALONE]),
    ...(readSettings ? [] : [STATES]),
  ];
  for (const claim of claims) {
    const match = claim.exec(sentence);
    if (match && !UNLESS.test(sentence.slice(0, match.index))) return match;
  }
  return null;
}

/** The first claim of having acted, or a promise to, or null. "Text it, and I'll record it" is none. */
export function claims(reply: string, done: Done): Fault | null {
  const { plain } = placed(reply);
  let at = 0;
  for (const sentence of plain.split(/(?<=[.!?;\n])/)) {
    const match = claimIn(sentence, done);
    if (match) {
      const start = at + match.index;
      return { kind: "claim", text: reply.slice(start, start + match[0].length), at: start };
    }
    at += sentence.length;
  }
  return null;
}
