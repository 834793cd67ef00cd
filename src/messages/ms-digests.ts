/** Malay: the look back at a week or a month. */
import { formatMoney } from "../kernel/money.ts";
import type { Entry, IsoDate } from "../kernel/types.ts";
import type { DigestFigures, DigestMessages } from "./digests.ts";
import { caps } from "./ms-caps.ts";
import { CATEGORIES, day, period } from "./ms-names.ts";
import { bullets, changeOf, sumsOf } from "./shared.ts";

const KINDS = { week: "Minggu", month: "Bulan" } as const;

function largestLine({ description, category, date, ...money }: Entry, today: IsoDate): string {
  const parts = [`${formatMoney(money)} ${description}`, CATEGORIES[category] ?? category, day(date, today)];
  return `paling besar: ${parts.join(" · ")}`;
}

function digest({ kind, period: span, today, totals, change, biggest, cap, largest }: DigestFigures): string {
  const against = {
    more: "lebih",
    less: "kurang",
    than: ` daripada ${KINDS[kind].toLowerCase()} sebelumnya`,
  };
  const lines = [
    `${sumsOf(totals, "tiada", " dan ")} semuanya${changeOf(change, against)}`,
    `paling banyak untuk ${CATEGORIES[biggest.category] ?? biggest.category}: ${formatMoney(biggest)}${changeOf(biggest.change, against)}`,
  ];
  if (cap) lines.push(caps.line(cap, today));
  else if (largest) lines.push(largestLine(largest, today));
  return `${bullets(`${KINDS[kind]} awak, ${period(span, today)}:`, lines)}\n“henti ringkasan” untuk berhenti.`;
}

export const digests: DigestMessages = {
  digest,
  stop: "Henti ringkasan",
  setting: (on) =>
    `ringkasan mingguan dan bulanan: ${on ? "ya, pada pagi hari pertama minggu awak dan pada 1hb" : "tidak"}`,
  changed: (on) =>
    on
      ? "OK, saya ringkaskan minggu dan bulan awak. “henti ringkasan” untuk berhenti."
      : "OK, tiada lagi ringkasan. “mula ringkasan” kalau nak semula.",
};
