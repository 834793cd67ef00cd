/** How the reader's tests speak: one context, and readings as short lines that a table can hold. */
import { toDecimal } from "../../src/kernel/money.ts";
import type { ReaderContext, ReadItem, Reading } from "../../src/kernel/reading.ts";
import { read } from "../../src/language/reader.ts";

/** Wednesday 11 March 2026, half past twelve in Kuala Lumpur. */
export const TODAY = "2026-03-11";

export function context(changes: Partial<ReaderContext> = {}): ReaderContext {
  return {
    nowMs: Date.parse(`${TODAY}T12:30:00+08:00`),
    settings: {
      zone: "Asia/Kuala_Lumpur",
      currency: "MYR",
      language: "auto",
      weekStart: 1,
      quietHours: null,
      digests: true,
    },
    ownCategories: [],
    ...changes,
  };
}

export function reading(text: string, changes: Partial<ReaderContext> = {}): Reading {
  return read(text, context(changes));
}

/** "15.00 MYR food 2026-03-11" for each record of the message. */
export function records(text: string): string[] {
  return reading(text).items.flatMap((item) => recordLine(item) ?? []);
}

function recordLine(item: ReadItem): string | undefined {
  if (item.tool !== "expense" && item.tool !== "income") return undefined;
  const { input } = item;
  const day = input.date === TODAY ? "" : ` ${input.date}`;
  return `${item.tool} ${toDecimal(input)} ${input.currency} ${input.category}${day}`;
}

/** The input of the only item, whatever its tool. */
export function onlyInput(text: string): unknown {
  const { items } = reading(text);
  return items.length === 1 ? items[0]?.input : items;
}

/** A certain reading that writes a row or changes one. */
export function writes(result: Reading): boolean {
  return (
    result.verdict === "certain" &&
    result.items.some((item) => item.tool !== "question" && item.tool !== "command")
  );
}
