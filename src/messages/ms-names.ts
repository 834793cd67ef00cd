/** Nama dalam Bahasa Melayu: hari, tempoh dan kategori. */
import { DateTime } from "luxon";
import { addDays } from "../kernel/calendar.ts";
import { dictionary } from "../kernel/dictionary.ts";
import type { Period } from "../kernel/question.ts";
import type { IsoDate } from "../kernel/types.ts";

export const WEEKDAYS = ["", "Isnin", "Selasa", "Rabu", "Khamis", "Jumaat", "Sabtu", "Ahad"] as const;
export const MONTHS = [
  "Jan",
  "Feb",
  "Mac",
  "Apr",
  "Mei",
  "Jun",
  "Jul",
  "Ogos",
  "Sep",
  "Okt",
  "Nov",
  "Dis",
] as const;

export const CATEGORIES = dictionary<string>({
  food: "makanan",
  groceries: "barang dapur",
  transport: "pengangkutan",
  housing: "rumah",
  bills: "bil",
  shopping: "beli-belah",
  health: "kesihatan",
  entertainment: "hiburan",
  education: "pendidikan",
  family: "keluarga",
  gifts: "hadiah",
  travel: "perjalanan",
  personal: "peribadi",
  pets: "haiwan",
  debt: "hutang",
  giving: "derma",
  other: "lain-lain",
  salary: "gaji",
  side_income: "pendapatan sampingan",
  other_income: "pendapatan lain",
});

export function date(day: IsoDate, today: IsoDate): string {
  const moment = DateTime.fromISO(day);
  const year = day.slice(0, 4) === today.slice(0, 4) ? "" : ` ${moment.year}`;
  return `${WEEKDAYS[moment.weekday]} ${moment.day} ${MONTHS[moment.month - 1]}${year}`;
}

export function day(of: IsoDate, today: IsoDate): string {
  if (of === today) return "hari ini";
  return of === addDays(today, -1) ? "semalam" : date(of, today);
}

export function period({ name, from, to }: Period, today: IsoDate): string {
  switch (name) {
    // Mengikut masa ia ditanya, mungkin sehari lepas.
    case "today":
    case "yesterday":
    case "day":
      return day(from, today);
    case "this_week":
      return "minggu ini";
    case "last_week":
      return "minggu lepas";
    case "this_month":
      return "bulan ini";
    case "last_month":
      return "bulan lepas";
    case "month":
      return `${MONTHS[Number(from.slice(5, 7)) - 1]} ${from.slice(0, 4)}`;
    case "this_year":
      return "tahun ini";
    case "last_year":
      return "tahun lepas";
    case "year":
      return from.slice(0, 4);
    case "range":
      return from === to ? day(from, today) : `${date(from, today)} hingga ${date(to, today)}`;
    case "all":
      return "setakat ini";
  }
}

/** Nama tempoh yang sehari, atau mungkin sehari. */
const ONE_DAY: ReadonlySet<Period["name"]> = new Set(["today", "yesterday", "day", "range"]);

/** Tempoh dalam ayat. */
export function during(of: Period, today: IsoDate): string {
  const name = period(of, today);
  if (of.name === "month" || of.name === "year") return `pada ${name}`;
  if (of.name === "range" && of.from !== of.to) return `dari ${name}`;
  if (ONE_DAY.has(of.name) && !/^(hari ini|semalam)$/.test(name)) return `pada ${name}`;
  return name;
}
