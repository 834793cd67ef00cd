/**
 * Bills (SPEC S5): what a reminder's title is as a record, and short words about a bill that is due: "paid", "unifi dah
 * bayar", "skip", "snooze till tomorrow". Whether there is such a bill is found out elsewhere.
 */
import type { ReaderContext } from "../kernel/reading.ts";
import type { EntryKind } from "../kernel/types.ts";
import { chooseCategory } from "./categories.ts";
import { tableOf } from "./cover.ts";
import data from "./data/bills.json" with { type: "json" };
import { describe } from "./describe.ts";
import { messageOf } from "./message.ts";
import { normalise } from "./normalise.ts";
import { type Token, tokenise } from "./tokens.ts";

/** What a payment of a bill is recorded as. */
export interface BillRecord {
  readonly description: string;
  readonly kind: EntryKind;
  readonly category: string;
}

/** "bayar sewa": sewa is an act as well as a thing, so the verb in front of it stays otherwise. */
const PAY = /^(pay|bayar|byr|settle)\s+/i;

/** The record that a title stands for: "pay rent" is rent, of housing; "gaji" is income; else it is a bill. */
export function billRecord(title: string, context: ReaderContext): BillRecord {
  const tokens = tokenise(normalise(title));
  const { pieces } = messageOf(tokens, context);
  const said = describe(pieces, tokens) || title;
  const description = said.replace(PAY, "") || said;
  const own = context.ownCategories.find((name) => pieces.some((piece) => piece.lower === name));
  const spent = chooseCategory(pieces, "expense");
  const earned = chooseCategory(pieces, "income");
  if (own === undefined && spent === undefined && earned !== undefined)
    return { description, kind: "income", category: earned.category };
  return { description, kind: "expense", category: own ?? spent?.category ?? "bills" };
}

const OWED = tableOf({ owed: data.owed }, () => true);
const ERRANDS = new Set(data.errands);

/**
 * Whether a reminder's title is of something to be paid, even when nobody said how much.
 * @param likely its category is one of bills: then only an errand ("call the landlord") is none
 */
export function isBillTitle(title: string, likely: boolean): boolean {
  const tokens = tokenise(normalise(title));
  if (ERRANDS.has(tokens[0]?.lower ?? "")) return false;
  return likely || tokens.some((_, at) => OWED.match(tokens, at) !== undefined);
}

export type Until = "hour" | "tonight" | "tomorrow";

/** What short words do to a bill that is due; without `words` the one that was told last. */
export type BillWords =
  | { readonly does: "paid" | "skip"; readonly words: readonly string[] }
  | { readonly does: "snooze"; readonly until: Until; readonly words: readonly string[] };

type Cue = "paid" | "passive" | "skip" | "snooze" | Until | "filler";

const { paid, passive, skip, snooze, hour, tonight, tomorrow, filler } = data;
const CUES = tableOf<Cue>(
  { paid, passive, skip, snooze, hour, tonight, tomorrow, filler },
  (name) => name as Cue,
);
const MOST_TOKENS = 8;
const PAID_VERB = /^(pay|bayar|byr|settle)$/;

interface Covered {
  readonly cues: ReadonlySet<Cue>;
  readonly words: readonly string[];
}

function coveredBy(tokens: readonly Token[]): Covered {
  const cues = new Set<Cue>();
  const words: string[] = [];
  let at = 0;
  while (at < tokens.length) {
    const cue = CUES.match(tokens, at);
    for (const found of cue?.value ?? []) cues.add(found);
    const word = tokens[at];
    if (cue === undefined && word !== undefined && word.kind !== "mark") words.push(word.lower);
    at += cue?.length ?? 1;
  }
  return { cues, words };
}

function untilOf(cues: ReadonlySet<Cue>): Until {
  if (cues.has("tonight")) return "tonight";
  return cues.has("tomorrow") ? "tomorrow" : "hour";
}

/** Reads such words; undefined for anything else, and for whatever asks or is long. */
export function billWords(text: string): BillWords | undefined {
  const tokens = tokenise(normalise(text));
  if (tokens.length === 0 || tokens.length > MOST_TOKENS || tokens.some((token) => token.text === "?"))
    return undefined;
  const { cues, words } = coveredBy(tokens);
  if (cues.has("snooze") && !cues.has("paid")) return { does: "snooze", until: untilOf(cues), words };
  if (cues.has("skip") && !cues.has("paid")) return { does: "skip", words };
  const named = words.filter((word) => !PAID_VERB.test(word));
  // "Rent is paid" names the bill; "I have been paid" is about wages.
  const told = cues.has("paid") || (cues.has("passive") && named.length > 0);
  return told ? { does: "paid", words: named } : undefined;
}
