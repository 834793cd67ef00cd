/** What a message says, whatever it is about: for those who must not put anything else into it (SPEC S3, S12). */
import type { Doubt, ReaderContext } from "../kernel/reading.ts";
import type { IsoDate, Money } from "../kernel/types.ts";
import { messageOf } from "./message.ts";
import { normalise } from "./normalise.ts";
import { recordsOf } from "./records.ts";
import { tokenise } from "./tokens.ts";
import { resolveWhen } from "./when.ts";

/** What a message says that a plan may hold: amounts, each as often as it is said, and days of spending. */
export interface SaidIn {
  readonly amounts: readonly Money[];
  readonly days: readonly IsoDate[];
  /** What speaks against recording it, when it is read as a record. */
  readonly doubts: readonly Doubt[];
}

/** The amounts as they are written, and as they come out of a split or a product: "dinner 120 split 3" holds 120 and 40. */
export function saidIn(text: string, context: ReaderContext): SaidIn {
  const message = messageOf(tokenise(normalise(text)), context);
  const written = message.pieces.flatMap(({ amount }) => (amount ? [amount] : []));
  const read = recordsOf(message);
  const records = read.flatMap(({ input }) => (input ? [input] : []));
  const same = (one: Money, other: Money): boolean =>
    one.amountMinor === other.amountMinor && one.currency === other.currency;
  const reckoned = records.filter((record) => !written.some((amount) => same(record, amount)));
  const named = message.pieces.flatMap(({ date }) => {
    const day = date?.when && resolveWhen(date.when, message.today, "past");
    return day ? [day.date] : [];
  });
  return {
    amounts: [...written, ...reckoned].map(({ amountMinor, currency }) => ({ amountMinor, currency })),
    days: [message.today, ...records.map(({ date }) => date), ...named],
    doubts: read.flatMap(({ doubts }) => doubts),
  };
}
