/** Currencies called by their names or codes, without an amount: "usd", "ringgit". */
import { isCurrency } from "../kernel/money.ts";
import type { Currency } from "../kernel/types.ts";
import currencies from "./data/currencies.json" with { type: "json" };
import { PhraseTable } from "./phrases.ts";
import type { Token } from "./tokens.ts";

const table = new PhraseTable<string>();
for (const [name, code] of Object.entries(currencies.words)) if (code.length === 3) table.add(name, code);
for (const code of currencies.codes) table.add(code, code === "rmb" ? "CNY" : code.toUpperCase());

/** The currency that is named at a place, and how many tokens name it. */
export function currencyNamed(
  tokens: readonly Token[],
  at: number,
): { readonly currency: Currency; readonly length: number } | undefined {
  const hit = table.match(tokens, at);
  return hit && isCurrency(hit.value) ? { currency: hit.value, length: hit.length } : undefined;
}
