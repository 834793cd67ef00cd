/** Every amount that a message holds, whatever it is about: for those who must not state another (SPEC S3, S7). */
import type { ReaderContext } from "../kernel/reading.ts";
import type { Money } from "../kernel/types.ts";
import { messageOf } from "./message.ts";
import { normalise } from "./normalise.ts";
import { recordsOf } from "./records.ts";
import { tokenise } from "./tokens.ts";

/** The amounts as they are written, and as they come out of a split or a product: "dinner 120 split 3" holds 120 and 40. */
export function amountsSaid(text: string, context: ReaderContext): Money[] {
  const message = messageOf(tokenise(normalise(text)), context);
  const written = message.pieces.flatMap(({ amount }) => (amount ? [amount] : []));
  const reckoned = recordsOf(message).flatMap(({ input }) => (input ? [input] : []));
  return [...written, ...reckoned].map(({ amountMinor, currency }) => ({ amountMinor, currency }));
}
