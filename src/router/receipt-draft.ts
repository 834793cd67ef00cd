/**
 * What one receipt leads to (SPEC S8): recorded at once when it is sure, else shown and asked about. The caption takes
 * part; what it says in so many words is the person's own.
 */
import { addMonths } from "../kernel/calendar.ts";
import { limits } from "../kernel/limits.ts";
import { maxAmountMinor } from "../kernel/money.ts";
import type { RecordInput } from "../kernel/reading.ts";
import type { ReceiptNote } from "../kernel/receipt.ts";
import { EXPENSE_CATEGORIES, type IsoDate, type PlanItem, type Settings } from "../kernel/types.ts";
import type { Caption } from "../language/caption.ts";
import { categoryOfThing } from "../language/things.ts";
import { rulePhrase } from "../store/category-rules.ts";
import type { Person } from "../store/people.ts";
import type { KeptReceipt } from "../store/receipts.ts";
import type { ReceiptInput } from "../tools/receipt.ts";
import type { ReadReceipt } from "./receipt-groups.ts";

/** From here on a date is as good as certain. */
const SURE_DATE = 0.8;

/** A receipt, and what is known around it. */
export interface Drafting {
  readonly receipt: ReadReceipt;
  /** Without amounts where there are several receipts: nobody could say whose they are. */
  readonly caption: Caption;
  readonly person: Pick<Person, "settings" | "ownCategories" | "rules">;
  /** The day of the message in the user's zone. */
  readonly today: IsoDate;
  /** The description of a purchase at no known merchant. */
  readonly nameless: string;
  /** What the same receipt made before, when it did. */
  readonly same: KeptReceipt | null;
}

/** A record, or what is asked about it. */
export type Drafted =
  | { readonly does: "record"; readonly item: PlanItem }
  | { readonly does: "ask"; readonly asks: ReceiptInput };

export function draftReceipt(drafting: Drafting): Drafted {
  const { caption, same, today } = drafting;
  const { reading } = drafting.receipt;
  const draft = withoutAmount(drafting);
  const of = (amountMinor: number, changes: Partial<RecordInput> = {}): PlanItem => ({
    tool: "expense",
    input: { ...draft, amountMinor: share(amountMinor, caption.ways), ...changes },
  });
  const ask = (asks: ReceiptInput): Drafted => ({ does: "ask", asks });
  const total = paid(drafting);
  if (same) {
    const amountMinor = total.is === "paid" ? total.amountMinor : same.entry.amountMinor;
    return ask({ says: "same", entry: same.entry, items: [of(amountMinor)] });
  }
  if (total.is === "refund") return ask({ says: "refund", item: refundOf(draft, total.amountMinor) });
  if (total.is === "none" || total.is === "zero") return ask({ says: "how_much", why: total.is, draft });
  if (total.is === "either")
    return ask({ says: total.says, items: total.amounts.map((amountMinor) => of(amountMinor)) });
  const day = caption.day === null ? oddDay(reading.date?.value, today) : null;
  if (day) {
    const days = day.when === "to_come" ? [today] : [today, day.printed];
    return ask({ says: "which_day", ...day, items: days.map((date) => of(total.amountMinor, { date })) });
  }
  const item = of(total.amountMinor);
  return total.sure ? { does: "record", item } : ask({ says: "confirm", items: [item] });
}

/** An equal share, to the nearest minor unit. */
export function share(amountMinor: number, ways: number | null): number {
  return ways === null ? amountMinor : Math.max(1, Math.round(amountMinor / ways));
}

type Paid =
  | { readonly is: "paid"; readonly amountMinor: number; readonly sure: boolean }
  | {
      readonly is: "either";
      readonly says: "totals" | "said_and_read";
      readonly amounts: readonly [number, number];
    }
  | { readonly is: "refund"; readonly amountMinor: number }
  | { readonly is: "none" }
  | { readonly is: "zero" };

/** What was paid, as the receipt and the caption say together. */
function paid({ receipt: { reading }, caption, person }: Drafting): Paid {
  const { total, otherTotalMinor: other } = reading;
  const currency = currencyOf(reading, person.settings);
  const read = total !== null && Math.abs(total.value) <= maxAmountMinor(currency) ? total.value : null;
  const [said, second] = caption.amounts;
  const goodDate = caption.day !== null || reading.date === null || reading.date.confidence >= SURE_DATE;
  if (said && !second && said.currency === currency) {
    const agrees = read === null || read === 0 || [read, other].includes(said.amountMinor);
    if (agrees)
      return { is: "paid", amountMinor: said.amountMinor, sure: goodDate && !caption.sharedSomehow };
    if (read > 0) return { is: "either", says: "said_and_read", amounts: [said.amountMinor, read] };
  }
  if (read === null) return { is: "none" };
  if (read === 0) return { is: "zero" };
  if (read < 0) return { is: "refund", amountMinor: -read };
  if (other !== null && other > 0 && other !== read)
    return { is: "either", says: "totals", amounts: [read, other] };
  return {
    is: "paid",
    amountMinor: read,
    sure: reading.sure && caption.amounts.length === 0 && !caption.sharedSomehow,
  };
}

/** A date that is not believed without asking. */
function oddDay(
  printed: IsoDate | undefined,
  today: IsoDate,
): { readonly when: "to_come" | "long_ago"; readonly printed: IsoDate } | null {
  if (printed === undefined) return null;
  if (printed > today) return { when: "to_come", printed };
  return printed < addMonths(today, -12 * limits.receiptYears) ? { when: "long_ago", printed } : null;
}

function currencyOf({ currency }: ReadReceipt["reading"], settings: Settings): string {
  return currency ?? settings.currency;
}

/** Everything of the record but the amount. */
function withoutAmount(drafting: Drafting): Omit<RecordInput, "amountMinor"> {
  const { receipt, caption, person, today, nameless } = drafting;
  const { reading } = receipt;
  const note = noteOf(receipt, person.settings);
  const { merchant } = note;
  const { words } = caption;
  const description =
    merchant === null ? words || nameless : words === "" ? merchant : `${merchant}, ${words}`;
  return {
    currency: note.currency,
    description: description.slice(0, limits.maxDescriptionCharacters).trim(),
    category: categoryOf(drafting, merchant),
    date: caption.day ?? reading.date?.value ?? today,
    ...(merchant === null ? {} : { merchant }),
    receipt: note,
  };
}

/** What the person says, then what they taught, then what the receipt is of. */
function categoryOf({ receipt, caption, person }: Drafting, merchant: string | null): string {
  const { ownCategories, rules } = person;
  const taught = merchant === null ? undefined : rules[rulePhrase(merchant)];
  const told = caption.category ?? taught;
  if (told !== undefined) return told;
  const known: readonly string[] = [...EXPENSE_CATEGORIES, ...ownCategories];
  const { category } = receipt.reading;
  if (category !== "other" && known.includes(category)) return category;
  const things = [caption.words, merchant ?? ""].filter((words) => words !== "");
  return things.flatMap((words) => categoryOfThing(words, ownCategories)?.category ?? [])[0] ?? "other";
}

/** What is kept of a receipt beside its entry. */
export function noteOf({ reading, pictures }: ReadReceipt, settings: Settings): ReceiptNote {
  return {
    merchant: reading.merchant && nameOf(reading.merchant.value),
    boughtOn: reading.date?.value ?? null,
    totalMinor: reading.total?.value ?? null,
    currency: currencyOf(reading, settings),
    taxMinor: reading.taxMinor,
    roundingMinor: reading.roundingMinor,
    payment: reading.payment,
    items: reading.items.slice(0, limits.receiptItems).flatMap(({ description, ...item }) => {
      const name = nameOf(description, limits.maxDescriptionCharacters);
      return name === null ? [] : [{ ...item, description: name }];
    }),
    pictures,
  };
}

/** A printed name on one line, without what no name has: it was written by strangers. */
function nameOf(printed: string, most: number = limits.merchantCharacters): string | null {
  const name = printed
    .replace(/[\p{C}<>{}[\]`|\\]/gu, " ")
    .replace(/\s+/g, " ")
    .trim()
    .slice(0, most)
    .trim()
    .toWellFormed();
  return name === "" ? null : name;
}

/** Money that came back. */
function refundOf(draft: Omit<RecordInput, "amountMinor">, amountMinor: number): PlanItem {
  return { tool: "income", input: { ...draft, amountMinor, category: "other_income" } };
}
