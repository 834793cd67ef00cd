/** Bahasa Melayu. */
import { formatMoney } from "../kernel/money.ts";
import type { Doubt } from "../kernel/reading.ts";
import type { Settings } from "../kernel/types.ts";
import type { Messages, Missing } from "./messages.ts";
import { advice } from "./ms-advice.ts";
import { answers, moneys } from "./ms-answers.ts";
import { caps } from "./ms-caps.ts";
import { digests } from "./ms-digests.ts";
import { edits } from "./ms-edits.ts";
import { linking } from "./ms-linking.ts";
import { memories } from "./ms-memories.ts";
import { CATEGORIES, day, during, period, WEEKDAYS } from "./ms-names.ts";
import { platform } from "./ms-platform.ts";
import { receipts } from "./ms-receipts.ts";
import { reminders } from "./ms-reminders.ts";
import { bullets, changedTo, LANGUAGE_SET, numbered, thingOf } from "./shared.ts";

const DOUBTS: Readonly<Partial<Record<Doubt, string>>> = {
  no_amount: "Berapa harganya? Tulis macam “makan 15”.",
  bad_amount: "Saya tak dapat baca jumlah itu. Boleh tulis macam 24.70 atau 1,250.50?",
  negative_amount: "Itu duit keluar atau duit masuk? Tulis “makan 15”, atau “refund 15” kalau dapat balik.",
  amount_out_of_range: "Jumlah itu di luar had yang boleh saya simpan (satu bilion). Boleh semak semula?",
  two_amounts: "Saya nampak lebih daripada satu jumlah. Yang mana satu? Tulis macam “kfc 25”.",
  two_currencies: "Saya nampak dua mata wang. Yang mana satu? Tulis macam “kopi S$6.50”.",
  bad_date: "Saya tak kenal hari itu. Boleh tulis macam 5/3 atau “jumaat lepas”?",
  no_such_date: "Saya tak kenal hari itu. Boleh tulis macam 5/3 atau “jumaat lepas”?",
  unknown_setting:
    "Saya boleh tetapkan zon waktu, mata wang, bahasa, hari pertama minggu dan waktu senyap. Yang mana?",
  unknown_command: "Tiada arahan macam itu. /help tunjuk apa yang saya boleh buat.",
  future: "Itu macam belum berlaku, jadi saya belum catat. Beritahu saya bila dah bayar.",
  negated: "Saya tak catat apa-apa. Beritahu saya bila dah belanja, macam “makan 15”.",
  hypothetical: "Saya belum catat. Beritahu saya bila dah belanja, macam “makan 15”.",
  someone_else: "Itu duit awak sendiri? Kalau ya, tulis macam “makan 15”.",
};

const MISSING: Readonly<Record<Missing, string>> = {
  export: "Saya belum boleh buat eksport.",
  erase: "Saya belum boleh padam semua dengan arahan. “undo” dan “padam kopi” boleh.",
};

function settingsText(settings: Settings): string {
  const quiet = settings.quietHours
    ? `${settings.quietHours.from} hingga ${settings.quietHours.to}`
    : "tiada";
  const language = { auto: "ikut bahasa awak", en: "Inggeris", ms: "Melayu" }[settings.language];
  return bullets("Tetapan awak:", [
    `zon waktu: ${settings.zone}`,
    `mata wang: ${settings.currency}`,
    `bahasa: ${language}`,
    `minggu bermula: ${WEEKDAYS[settings.weekStart]}`,
    `waktu senyap: ${quiet}`,
    digests.setting(settings.digests),
  ]);
}

export const ms: Messages = {
  language: "ms",
  category: (name) => CATEGORIES[name] ?? name,
  weekday: (weekday) => WEEKDAYS[weekday],
  day,
  period,
  during,
  entry: (entry, today) =>
    [
      `${formatMoney(entry)} ${thingOf(entry, "di")}`,
      CATEGORIES[entry.category] ?? entry.category,
      ...(entry.date === today ? [] : [day(entry.date, today)]),
    ].join(" · "),
  buttons: {
    undo: "Batal",
    edit: "Ubah",
    yes: "Ya",
    change: "Tukar",
    no: "Tidak",
    removeOne: "Buang satu",
    keepBoth: "Simpan dua-dua",
  },

  welcome:
    "Hai, saya Mama. Tulis apa yang awak belanja dan saya catat:\n“makan 15” atau “grab 12, kopi 3.50”.\nLepas tu tanya “berapa belanja hari ini?”",
  help: bullets("Apa yang boleh awak tulis:", [
    "“makan 15”, “minyak RM60 semalam”, “grab 12, kopi 3.50”",
    "gambar resit, dengan kata-kata kalau mahu: “bahagi 3”, “untuk mak”",
    "“gaji masuk 3500” untuk duit masuk",
    "“berapa belanja makan bulan ini?”, “senarai belanja hari ini”",
    "“tukar kopi jadi 4”, “padam kopi”, “batal”",
    "“peraturan saya” untuk apa yang awak ajar saya, “guna SGD”, “tukar bahasa ke English”, “tetapan”",
    "/today, /month, /undo, /settings, /help",
    "Bahasa Inggeris pun boleh: “lunch 15”, “how much this week?”",
  ]),
  smallTalk: (kind) =>
    ({
      greeting: "Hai! Belanja apa hari ini? Tulis macam “makan 15”.",
      thanks: "Sama-sama!",
      bye: "Jumpa lagi, jaga diri!",
      praise: "Terima kasih, baik hati awak.",
      ack: "👍",
      who_are_you: "Saya Mama, jurulatih duit awak. Catat belanja dengan saya, dan tanya ke mana duit pergi.",
      how_are_you: "Saya sihat, terima kasih. Duit awak macam mana hari ini?",
    })[kind],
  unclear: (doubt, amount) => {
    if (doubt === "no_subject" || (doubt === undefined && amount))
      return `${amount ?? "Jumlah itu"}: untuk apa?`;
    return (
      DOUBTS[doubt ?? "empty"] ?? "Saya kurang faham. Tulis belanja awak, macam “makan 15”, atau “help”."
    );
  },
  missing: (what) => MISSING[what],
  linking,
  unsupported: (kind) => platform.unreadable[kind] ?? platform.unreadable.other,

  recorded: (list, today, together) => {
    const [only] = list;
    if (list.length === 1 && only) {
      return `${only.kind === "income" ? "Duit masuk" : "Dicatat"}: ${ms.entry(only, today)}`;
    }
    const heading = list.every(({ kind }) => kind === "income") ? "Duit masuk" : "Dicatat";
    const rows = bullets(
      `${heading}, ${list.length} perkara:`,
      list.map((entry) => ms.entry(entry, today)),
    );
    return `${rows}\nJumlah ${moneys(together)}`;
  },
  sameTwice: "Sama dua kali? Baru tadi ada satu yang serupa.",
  confirm: (lines) =>
    lines.length === 1 ? `${lines[0]}, betul?` : bullets("Nak saya catat yang ini?", lines),
  nothingAsked: "Tiada soalan terbuka, jadi tiada apa berubah. “batal” tarik balik rekod terakhir.",
  heard:
    "Terima kasih sebab beritahu saya. Tanya saya bila-bila kalau nak rancang duit untuk itu; belanja awak, teks saja.",
  leftAlone: "OK, saya biarkan.",
  editWhat: (entry, today) =>
    entry
      ? `${ms.entry(entry, today)}\nPatut jadi apa? Tulis jumlah baru, kategori, atau hari.`
      : "OK, tulis semula macam yang sepatutnya.",
  undone: (lines) => {
    if (lines.length === 1) return `Dibatalkan: ${lines[0]}`;
    return bullets(`Dibatalkan, ${lines.length} perkara:`, lines);
  },
  takenBack: (op, entry, today) => {
    const line = ms.entry(entry, today);
    return { create: `${line} dibuang`, update: `kembali ke ${line}`, delete: `${line} ada semula` }[op];
  },
  confirmUndo: "Nak saya batalkan rekod terakhir?",
  nothingToUndo: "Tiada apa untuk dibatalkan dalam 24 jam lepas.",
  corrected: (after, before, today, newCategory) => {
    const was: string[] = [];
    if (after.amountMinor !== before.amountMinor || after.currency !== before.currency)
      was.push(formatMoney(before));
    if (after.category !== before.category) was.push(ms.category(before.category));
    if (after.date !== before.date) was.push(day(before.date, today));
    if (after.description !== before.description) was.push(before.description);
    const note = newCategory ? `\n“${after.category}” ialah kategori baru awak.` : "";
    return `Ditukar: ${ms.entry(after, today)}${was.length > 0 ? ` (dulu ${was.join(", ")})` : ""}${note}`;
  },
  unchanged: (entry, today) => `Memang sudah ${ms.entry(entry, today)}.`,
  deleted: (entry, today) => `Dipadam: ${ms.entry(entry, today)}`,
  editKept:
    "Saya nampak suntingan awak tapi tak pasti maksudnya, jadi rekod kekal. “sebenarnya RM18” menukarnya.",
  editNothing:
    "Saya nampak suntingan awak. Tiada apa dicatat daripada mesej itu, jadi tiada apa untuk ditukar.",
  recordGone: "Rekod itu sudah tiada, jadi tiada apa untuk ditukar.",
  buttonGone: "Butang itu sudah tak berfungsi. Tulis sahaja apa yang awak mahu.",
  notFound: (words) =>
    words.length > 0
      ? `Tiada rekod “${words.join(" ")}”. “senarai belanja” tunjuk semua.`
      : "Belum ada rekod untuk ditukar.",
  confirmEdit: (entry, change, today) => {
    const line = ms.entry(entry, today);
    return change ? `Tukar ${line} jadi ${changedTo(change, ms, today)}?` : `Padam ${line}?`;
  },
  whichOne: (lines) => numbered("Yang mana satu?", lines),

  settings: settingsText,
  settingChanged: (name, settings, nowThere) => {
    const sentences: Record<string, string> = {
      zone: `Zon waktu sekarang ${settings.zone}, di sana pukul ${nowThere}.`,
      currency: `Jumlah tanpa mata wang kini dikira ${settings.currency}. Rekod lama kekal.`,
      language: LANGUAGE_SET[settings.language],
      weekStart: `Minggu awak kini bermula ${WEEKDAYS[settings.weekStart]}.`,
      quietHours: settings.quietHours
        ? `Waktu senyap: ${settings.quietHours.from} hingga ${settings.quietHours.to}.`
        : "Tiada waktu senyap.",
    };
    if (name === "digests") return digests.changed(settings.digests);
    return sentences[name] ?? settingsText(settings);
  },
  settingUnknown: (name, value) =>
    name === "zone"
      ? `Saya tak kenal zon waktu “${value}”. Tulis macam Asia/Singapore.`
      : `Saya tak kenal “${value}”. Mata wang ada tiga huruf, macam MYR atau SGD.`,

  rules: (rules) =>
    rules.length === 0
      ? "Saya belum belajar kategori daripada awak. Betulkan satu (“tu barang dapur”) dan saya ikut."
      : numbered(
          "Apa yang awak ajar saya:",
          rules.map(({ phrase, category }) => `${phrase} → ${ms.category(category)}`),
        ),
  ruleForgotten: ({ phrase, category }) =>
    `OK, ${phrase} tak lagi masuk ${ms.category(category)} dengan sendiri.`,
  ruleUnknown: (phrase) => `Tiada peraturan untuk “${phrase}”. “peraturan saya” tunjuk semua.`,

  ...answers,

  edits,
  memories,
  caps,
  digests,
  platform,
  advice,
  receipts,
  reminders,

  slowDown: "Lajunya! Sekejap ya, saya tengah proses mesej awak.",
  setAside: "Maaf, ada masalah dengan mesej itu dan saya tak dapat proses. Tiada apa dicatat daripadanya.",
  tooSlow: "Saya tak sempat semak rekod awak kali ini. Cuba tanya sekali lagi sekejap lagi.",
  answerFailed: "Rekod awak disimpan, tapi yang lain tak dapat saya jawab. “undo” membatalkan rekod itu.",
  tooLong: "Itu terlalu panjang untuk saya baca sekali gus. Boleh hantar sikit-sikit?",
  inCaseYouMissedIt: "Kalau terlepas tadi:",
};
