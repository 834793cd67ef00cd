/** English: the look back at a week or a month. */
import { formatMoney } from "../kernel/money.ts";
import type { Entry, IsoDate } from "../kernel/types.ts";
import type { DigestFigures, DigestMessages } from "./digests.ts";
import { caps } from "./en-caps.ts";
import { CATEGORIES, day, period } from "./en-names.ts";
import { bullets, changeOf, sumsOf } from "./shared.ts";

function largestLine({ description, category, date, ...money }: Entry, today: IsoDate): string {
  const parts = [`${formatMoney(money)} ${description}`, CATEGORIES[category] ?? category, day(date, today)];
  return `largest: ${parts.join(" · ")}`;
}

function digest({ kind, period: span, today, totals, change, biggest, cap, largest }: DigestFigures): string {
  const against = { more: "more", less: "less", than: ` than the ${kind} before` };
  const lines = [
    `${sumsOf(totals, "nothing", " and ")} in all${changeOf(change, against)}`,
    `most on ${CATEGORIES[biggest.category] ?? biggest.category}: ${formatMoney(biggest)}${changeOf(biggest.change, against)}`,
  ];
  if (cap) lines.push(caps.line(cap, today));
  else if (largest) lines.push(largestLine(largest, today));
  return `${bullets(`Your ${kind}, ${period(span, today)}:`, lines)}\n“stop digest” ends these.`;
}

export const digests: DigestMessages = {
  digest,
  stop: "Stop digests",
  setting: (on) =>
    `weekly and monthly digest: ${on ? "on, in the morning of your week's first day and of the 1st" : "off"}`,
  changed: (on) =>
    on
      ? "OK, I look back at your week and your month for you. “stop digest” ends it."
      : "OK, no more digests. “start digest” brings them back.",
};
