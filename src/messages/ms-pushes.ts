/** Malay: what Mama says by herself about reminders. */
import { formatMoney } from "../kernel/money.ts";
import { day } from "./ms-names.ts";
import type { DueMoment, Pushes, Reminded } from "./pushes.ts";
import { bullets } from "./shared.ts";

const named = ({ title, amount }: Reminded): string => (amount ? `${title} · ${formatMoney(amount)}` : title);

/** "pukul 09:00", "pukul 09:00 semalam". */
const at = (due: DueMoment, today: string): string =>
  due.on === today ? `pukul ${due.time}` : `pukul ${due.time} ${day(due.on, today)}`;

export const pushes: Pushes = {
  buttons: {
    paid: "Dah bayar",
    hour: "Tunda 1 jam",
    tonight: "Malam ni",
    tomorrow: "Esok",
    skip: "Langkau",
  },
  due: (what) => `Peringatan: ${named(what)}`,
  late: (what, due, today) => `Peringatan: ${named(what)} (sepatutnya ${at(due, today)})`,
  nudge: (what, due, today) => `Masih belum selesai dari ${day(due.on, today)}: ${named(what)}. Dah bayar?`,
  snoozed: (what) => `Seperti yang awak minta, sekali lagi: ${named(what)}`,
  recorded: (lines) =>
    lines.length === 1
      ? `Saya dah catat, macam biasa: ${lines[0]}`
      : bullets("Saya dah catat, macam biasa:", lines),
  missed: (what, due, today) =>
    `Maaf, saya tiada masa ini sampai: ${named(what)} (sepatutnya ${at(due, today)})`,
  missedBefore: (count, last, today) =>
    count === 1
      ? `Yang sebelum ini saya terlepas, ${day(last, today)}. Maaf!`
      : `${count} sebelum ini saya terlepas, yang terakhir ${day(last, today)}. Maaf!`,
};
