/** Bahasa Melayu: peringatan. */
import { formatMoney } from "../kernel/money.ts";
import type { Doubt } from "../kernel/reading.ts";
import { parseRecurrence } from "../kernel/recurrence.ts";
import type { IsoDate, Reminder } from "../kernel/types.ts";
import { CATEGORIES, date, MONTHS, WEEKDAYS } from "./ms-names.ts";
import { type ReminderMessages, zoneName } from "./reminder-messages.ts";
import { bullets } from "./shared.ts";

function every(count: number, unit: string): string {
  return count === 1 ? `setiap ${unit}` : `setiap ${count} ${unit}`;
}

/** "setiap bulan 15hb". */
function rhythm(recurrence: string): string {
  const rule = parseRecurrence(recurrence);
  switch (rule?.unit) {
    case "day":
      return every(rule.every, "hari");
    case "week":
      return rule.every === 1
        ? `setiap ${WEEKDAYS[rule.weekday]}`
        : `${every(rule.every, "minggu")} pada ${WEEKDAYS[rule.weekday]}`;
    case "month":
      return rule.day === 31
        ? `${every(rule.every, "bulan")} pada hari terakhir`
        : `${every(rule.every, "bulan")} ${rule.day}hb`;
    case "year":
      return `${every(rule.every, "tahun")} pada ${rule.day} ${MONTHS[rule.month - 1]}`;
    case undefined:
      return recurrence;
  }
}

function amountOf({ amountMinor, currency }: Reminder): string {
  return amountMinor === null || currency === null ? "" : ` ${formatMoney({ amountMinor, currency })}`;
}

function line(reminder: Reminder, today: IsoDate): string {
  const { title, recurrence, wallTime, zone, nextDueOn, anchorOn, kind } = reminder;
  const clock = `${wallTime} (${zoneName(zone)})`;
  const when =
    recurrence === null
      ? `${date(nextDueOn ?? anchorOn, today)}, ${clock}`
      : `${rhythm(recurrence)}, ${clock}${nextDueOn === null ? "" : `, seterusnya ${date(nextDueOn, today)}`}`;
  return `${title}${amountOf(reminder)} · ${when}${kind === "recurring" ? " · dicatat sendiri" : ""}`;
}

const UNCLEAR: Readonly<Partial<Record<Doubt, string>>> = {
  no_subject: "Nak saya ingatkan apa?",
  bad_date: "Bila nak saya ingatkan? Tulis macam “15hb”, “setiap 1hb” atau “esok 8 malam”.",
  no_such_date: "Hari itu tak ada. Bila nak saya ingatkan?",
  past_date: "Itu dah lepas. Bila nak saya ingatkan?",
  too_often:
    "Paling kerap saya boleh ialah sehari sekali. Tulis macam “ingatkan setiap hari pukul 9 pagi minum air”.",
  two_amounts: "Saya nampak lebih daripada satu jumlah. Yang mana satu jumlah bil?",
  negated: "OK, saya tak tetapkan peringatan.",
  no_amount: "Untuk dicatat sendiri saya perlu jumlahnya. Berapa?",
};

function next(nextDueOn: IsoDate | null, today: IsoDate): string {
  return nextDueOn === null ? "" : ` Seterusnya: ${date(nextDueOn, today)}.`;
}

export const reminders: ReminderMessages = {
  buttons: {
    paid: "Dah bayar",
    hour: "Tangguh 1 jam",
    tonight: "Malam ini",
    tomorrow: "Esok",
    skip: "Langkau",
  },
  line,
  set: (reminder, today, moved) => {
    const passed = moved
      ? `\nPukul ${reminder.wallTime} hari ini dah lepas, jadi saya ambil yang seterusnya.`
      : "";
    return `Peringatan disimpan: ${line(reminder, today)}${passed}`;
  },
  exists: (reminder, today) => `Yang itu dah ada: ${line(reminder, today)}`,
  confirm: (lines) =>
    lines.length === 1 ? `${lines[0]}, betul?` : bullets("Nak saya simpan peringatan ini?", lines),
  changed: (after, today, was) => {
    const parts: string[] = [];
    if (amountOf(was) !== amountOf(after)) parts.push(amountOf(was).trim() || "tiada jumlah");
    if (
      was.recurrence !== after.recurrence ||
      was.wallTime !== after.wallTime ||
      was.anchorOn !== after.anchorOn
    )
      parts.push(
        `${was.recurrence === null ? date(was.anchorOn, today) : rhythm(was.recurrence)}, ${was.wallTime}`,
      );
    if (was.title !== after.title) parts.push(was.title);
    return `Peringatan ditukar: ${line(after, today)}${parts.length > 0 ? ` (dulu ${parts.join(", ")})` : ""}`;
  },
  unchanged: (reminder, today) => `Memang dah ${line(reminder, today)}.`,
  cancelled: (reminder, today) => `Peringatan dibatalkan: ${line(reminder, today)}`,
  takenBack: (op, reminder, today) =>
    ({
      create: `peringatan ${reminder.title} dibuang`,
      update: `balik kepada ${line(reminder, today)}`,
      delete: `peringatan ${line(reminder, today)} ada balik`,
    })[op],
  editWhat: (reminder, today) =>
    `${line(reminder, today)}\nPatut jadi apa? Tulis hari, masa atau jumlah yang baru.`,
  confirmChange: (reminder, after, today) =>
    after
      ? `Tukar ${line(reminder, today)} kepada ${line(after, today)}?`
      : `Batalkan peringatan ${line(reminder, today)}?`,
  isItThis: (words, shown) => `“${words.join(" ")}” ialah peringatan: ${shown}. Itu yang awak maksudkan?`,
  cancelAll: (lines, left) =>
    bullets(
      left
        ? `Batalkan ${lines.length} peringatan ini? Ada lagi yang kekal; minta sekali lagi untuk yang itu.`
        : "Batalkan peringatan ini?",
      lines,
    ),
  nothingWaits: "Tiada peringatan yang menunggu, jadi tiada apa untuk ditangguh atau dilangkau.",
  nothingToPay: "Tiada bil yang menunggu. Kalau awak ada bayar sesuatu, tulis macam “sewa 900”.",
  notFound: (words) =>
    words.length > 0
      ? `Saya tak jumpa peringatan “${words.join(" ")}”. “senarai peringatan” tunjuk semua.`
      : "Tiada peringatan untuk ditukar.",
  gone: "Peringatan itu dah tiada, jadi tiada apa yang berubah.",
  unclear: (doubt, zone) =>
    doubt === "unknown_setting"
      ? `Peringatan ikut waktu awak sendiri (${zoneName(zone)}). Pukul berapa di sana?`
      : (UNCLEAR[doubt ?? "bad_date"] ??
        "Saya kurang faham peringatan itu. Tulis macam “ingatkan bayar sewa setiap 1hb”."),
  list: (lines, count) => {
    if (count === 0) return "Tiada peringatan. Tulis “ingatkan bayar sewa setiap 1hb” untuk mula.";
    const cut = lines.length < count ? `, tunjuk ${lines.length} daripada ${count}` : "";
    return bullets(`${count} peringatan${cut}:`, lines);
  },
  due: (open, coming, { count, when, today }) => {
    const waiting = open.map(({ title, dueOn }) => `${title}, sejak ${date(dueOn, today)}`);
    const cut = coming.length < count ? `, tunjuk ${coming.length} daripada ${count}` : "";
    const span = when || "dalam sebulan ini";
    const parts = [
      ...(waiting.length > 0 ? [bullets("Belum dibayar:", waiting)] : []),
      ...(coming.length > 0 ? [bullets(`Akan datang ${span}${cut}:`, coming)] : []),
    ];
    return parts.length > 0 ? parts.join("\n") : `Tiada bil ${span}.`;
  },
  paid: ({ title, dueOn, nextDueOn }, entry, today) => {
    const heading = entry.kind === "income" ? "Duit masuk" : "Dicatat";
    const category = CATEGORIES[entry.category] ?? entry.category;
    return `${heading}: ${formatMoney(entry)} ${entry.description} · ${category}\n${title} untuk ${date(dueOn, today)} dah dibayar.${next(nextDueOn, today)}`;
  },
  skipped: ({ title, dueOn, nextDueOn }, today) =>
    `${title} untuk ${date(dueOn, today)} dilangkau.${next(nextDueOn, today)}`,
  howMuch: (title) => `Berapa ${title}?`,
  closed: (title, state, dueOn, today) => {
    const what = {
      paid: "dah dibayar",
      recorded: "dah dicatat",
      skipped: "dah dilangkau",
      missed: "dah lepas",
      open: "masih terbuka",
    }[state];
    return `${title} untuk ${date(dueOn, today)} ${what}, jadi tiada apa yang berubah.`;
  },
  askAhead: (title, nextDueOn, paidOn, today) => {
    const before = paidOn === null ? "" : `${title} untuk ${date(paidOn, today)} dah dibayar. `;
    return `${before}${title} seterusnya ${date(nextDueOn, today)}. Awak bayar awal yang itu?`;
  },
  snoozed: (title, { on, time }, today) =>
    `OK, saya ingatkan ${title} lagi ${on === today ? "hari ini" : date(on, today)} pukul ${time}.`,
  nothingToSnooze: (title) => `${title} tak menunggu lagi, jadi tiada apa yang perlu ditangguh.`,
  reopened: (title, dueOn, today) => `${title} untuk ${date(dueOn, today)} terbuka semula`,
  moved: (count) => `${count} peringatan kekal pada waktu jam yang sama di sana.`,
};
