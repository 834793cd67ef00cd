/** Malay: advice without a model. */
import { dictionary } from "../kernel/dictionary.ts";
import { formatMoney } from "../kernel/money.ts";
import type { AdviceFigures, CategoryShare } from "./advice.ts";
import { caps } from "./ms-caps.ts";
import { CATEGORIES } from "./ms-names.ts";
import { situation } from "./ms-situations.ts";
import { changeOf, sumsOf } from "./shared.ts";

/** One small thing to try, by where the money went. */
const TRIES = dictionary<string>({
  food: "bawa bekal atau masak dua kali minggu depan, yang lain teks saya",
  groceries: "tulis senarai dulu, dan pergi bila perut kenyang",
  transport: "gabungkan dua urusan dalam satu perjalanan, atau kongsi satu grab minggu ini",
  housing: "tanya satu caj atau bil yang boleh dikurangkan",
  bills: "cari satu pelan atau langganan yang tak dipakai",
  shopping: "tunggu 24 jam sebelum beli benda yang tiada dalam senarai",
  health: "minta ubat generik, dan semak apa yang dibayar panel atau insurans",
  entertainment: "satu hiburan seminggu cukup, yang kedua simpan dulu",
  education: "tanya bayaran awal atau buku terpakai",
  family: "tetapkan satu jumlah sebulan dengan mereka, supaya terancang",
  gifts: "tetapkan jumlah sebelum cari hadiah",
  travel: "tetapkan jumlah perjalanan dulu, baru tempah",
  personal: "lewatkan satu temu janji seminggu",
  debt: "bayar dulu yang kadarnya paling tinggi, walau RM50 lebih",
  pets: "beli makanan pek besar, dan kurangkan satu hadiah kecil",
  giving: "pilih satu hari sebulan untuk itu",
});

const TOPICS = {
  debt: "Tentang hutang: senaraikan semua dengan kadarnya, bayar semua minimum, dan lebihkan pada yang paling mahal. AKPK (03-2616 7766) bantu percuma.",
  saving:
    "Tentang simpanan: asingkan sebahagian tetap pada hari gaji, sebelum belanja; 10 % permulaan yang baik, tiga bulan belanja sasaran pertama.",
  cutting: "Untuk kurangkan belanja: ubah satu perkara dulu, yang paling besar.",
  general: "Panduan kasar: 50 % keperluan, 30 % kehendak, 20 % simpanan dan hutang.",
} as const;

/** Where what is freed up can go. */
const AIMS: Readonly<Record<NonNullable<AdviceFigures["aim"]>, string>> = {
  saving: "Yang dapat dijimatkan, terus pindahkan ke simpanan pada hari gaji, sebelum dibelanja.",
  debt: "Yang dapat dijimatkan, lebihkan pada hutang yang paling mahal dulu.",
};

const CRISIS =
  "Saya minta maaf keadaan seberat ini. Tolong bercakap dengan seseorang hari ini: Befrienders 03-7627 2929 (24 jam), Talian Kasih 15999. Masalah duit boleh diselesaikan, dan awak tak perlu tanggung seorang diri.";
const SCAM =
  "Kalau duit baru sahaja keluar dari akaun: telefon bank sekarang, kemudian Pusat Respons Scam Kebangsaan, 997. Jangan hantar lagi untuk dapatkannya balik, dan simpan mesej untuk laporan polis.";

export function advice(figures: AdviceFigures): string {
  const { topic, worried, brief } = figures;
  if (topic === "crisis") return CRISIS;
  if (topic === "scam") return SCAM;
  const lines = [
    "Saya dalam mod ringkas, jadi ini pendek sahaja.",
    ...(situation(figures) ?? usual(figures)),
  ];
  if (worried && !brief) lines.push("Satu langkah kecil pada satu masa pun cukup.");
  return lines.join("\n");
}

function usual(figures: AdviceFigures): string[] {
  const { spent, change, biggest, named, cap, today, aim, brief } = figures;
  const lines: string[] = [];
  if (spent.length > 0) {
    lines.push(
      `Bulan ini setakat ini: ${sumsOf(spent, "tiada", " dan ")}${changeOf(change, { more: "lebih", less: "kurang", than: " berbanding hari yang sama bulan lepas" })}.`,
    );
  } else
    lines.push(
      "Belum ada belanja direkod bulan ini; teks saya setiap satu selama seminggu dan saya boleh kata ke mana perginya.",
    );
  const share = named ?? biggest;
  if (share) lines.push(...shareLines(share, named !== undefined, spent.length > 0));
  if (cap) lines.push(`Had awak: ${caps.line(cap, today)}.`);
  const topic = figures.topic as keyof typeof TOPICS;
  // Who has something in view, or asks about one thing, is better served by that than by a rule of thumb.
  const ruled = topic === "debt" || topic === "saving" || (named === undefined && !brief);
  if (ruled && (topic !== "general" || aim === undefined)) lines.push(TOPICS[topic]);
  if (aim !== undefined && aim !== topic) lines.push(AIMS[aim]);
  return lines;
}

function shareLines(
  { category, amountMinor, currency, percent, count }: CategoryShare,
  asked: boolean,
  recorded: boolean,
): string[] {
  const name = CATEGORIES[category] ?? category;
  const lines: string[] = [];
  const money = formatMoney({ amountMinor, currency });
  if (!asked) lines.push(`Paling banyak pada ${name}: ${money}, ${percent} % daripadanya.`);
  else if (count > 0) lines.push(`Daripadanya pada ${name}: ${money}, ${percent} %, ${count} kali.`);
  else if (recorded) lines.push(`Tiada langsung pada ${name}.`);
  const tried = TRIES[category];
  if (tried) lines.push(`Satu perkara untuk dicuba: ${tried}.`);
  return lines;
}
