/**
 * "Not 5,000, make it 6,000", where no record is of that amount and one memory that was told of late is: the words are
 * about that one (SPEC S10.8). An amount that no memory names, or several do, is nobody's.
 */
import { formatMoney } from "../kernel/money.ts";
import type { CorrectInput } from "../kernel/reading.ts";
import { memoryLimits } from "../memory/constants.ts";
import { fits } from "../memory/correct-text.ts";
import { about } from "../memory/hand.ts";
import { handStore } from "../store/memory-hand.ts";
import { changeRow } from "./memory-changes.ts";
import type { ToolContext } from "./tool.ts";

/** @returns the memory as it is now, or null with nothing changed */
export async function memoryPutRight(
  context: ToolContext,
  { target, change }: Pick<CorrectInput, "target" | "change">,
): Promise<string | null> {
  const { tx, scope, settings, nowMs } = context;
  const { amountMinor: old, words, kind, date, recordId, latest } = target;
  const { amountMinor, currency = settings.currency, ...others } = change;
  const onlyAmounts = Object.values(others).every((value) => value === undefined);
  if (old === undefined || amountMinor === undefined || !onlyAmounts) return null;
  if (kind ?? date ?? recordId ?? latest) return null;
  const told = (await handStore.memories(tx, scope, nowMs))
    .filter(({ createdAtMs }) => createdAtMs >= nowMs - memoryLimits.toldOfLateMs)
    .map(({ id, text }) => ({ of: "memory" as const, id, text }));
  const [now, before] = [
    { amountMinor, currency },
    { amountMinor: old, currency: target.currency ?? settings.currency },
  ].map((money) => formatMoney(money).replace(/\.00$/, ""));
  const said = `${now}, not ${before}`;
  const rows = words.length > 0 ? about(told, words.join(" ")) : told;
  const [row, another] = rows.filter(({ text }) =>
    fits(text, said, { saidAtMs: nowMs, zone: settings.zone }),
  );
  return row && !another ? changeRow(context, row, said) : null;
}
