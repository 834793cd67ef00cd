/** What a month is called, in all languages and short forms. */
import { dictionary } from "../kernel/dictionary.ts";
import dates from "./data/dates.json" with { type: "json" };

const MONTHS = dictionary<number>(dates.months);

/** @param month 1 to 12 */
export function monthNames(month: number): readonly string[] {
  return Object.keys(MONTHS).filter((name) => MONTHS[name] === month);
}
