/** Malay: advice without a model for what comes once in a while: a bonus, something dear, a job that ends, a home. */
import { dictionary } from "../kernel/dictionary.ts";
import { formatMoney } from "../kernel/money.ts";
import { type AdviceFigures, monthlyOf, monthsFor, partOf, splitOf } from "./advice.ts";

/** Words for what somebody saves for; what is not here is "sasaran simpanan". */
const PLANS = dictionary<string>({
  wedding: "majlis kahwin",
  engagement: "majlis tunang",
  baby: "persiapan bayi",
  house: "rumah",
  car: "kereta",
  motorbike: "motosikal",
  "emergency fund": "dana kecemasan",
  travel: "percutian",
  umrah: "umrah",
  haji: "haji",
  education: "pengajian",
  business: "bisnes",
  retirement: "hari tua",
  renovation: "ubah suai rumah",
});

function planOf({ plan }: AdviceFigures): string {
  return (plan && PLANS[plan]) ?? "sasaran simpanan";
}

function cushion({ unsteady, dependants }: AdviceFigures): string {
  return unsteady || dependants ? "enam bulan" : "tiga bulan";
}

/** @returns undefined for a topic of every day */
export function situation(figures: AdviceFigures): string[] | undefined {
  switch (figures.topic) {
    case "windfall":
      return windfall(figures);
    case "afford":
      return afford(figures);
    case "job":
      return job(figures);
    case "home":
      return home(figures);
    case "saving":
      return saving(figures);
    default:
      return undefined;
  }
}

function share(figures: AdviceFigures, percent: number, words: string): string {
  const { sum } = figures;
  return sum ? `${formatMoney(partOf(sum, percent))} (${percent} %) ${words}` : `${percent} % ${words}`;
}

function windfall(figures: AdviceFigures): string[] {
  const to = {
    cushion: `untuk simpanan kecemasan sebanyak ${cushion(figures)} belanja`,
    debt: "untuk hutang yang paling mahal",
    plan: `untuk ${planOf(figures)}`,
    any: "untuk hutang yang paling mahal, atau sasaran simpanan",
  };
  const split = splitOf(figures);
  const rest = 100 - split.reduce((sum, { percent }) => sum + percent, 0);
  const parts = [
    ...split.map((one) => share(figures, one.percent, to[one.to])),
    share(figures, rest, "untuk diri sendiri, tanpa rasa bersalah"),
  ];
  const lines = [`Satu cara bahagikan: ${parts.join("; ")}.`, ...billsLine(figures)];
  if (!figures.brief)
    lines.push(
      "Asingkan dua bahagian pertama pada hari duit masuk: yang tinggal dalam akaun harian akan habis.",
    );
  return lines;
}

function afford(figures: AdviceFigures): string[] {
  const { sum, left, spent, aim, plan, unsteady, dependants, brief } = figures;
  const lines: string[] = [];
  const months = monthsFor(sum, left);
  if (left && left.amountMinor > 0) {
    const price =
      sum && months
        ? `; ${formatMoney(sum)} ${months === 1 ? "muat dalam satu bulan begitu" : `sama dengan ${months} bulan begitu`}`
        : "";
    lines.push(`Bulan lepas lebihan ${formatMoney(left)}${price}.`);
  } else if (left)
    lines.push(
      `Bulan lepas keluar lebih daripada masuk sebanyak ${formatMoney({ ...left, amountMinor: -left.amountMinor })}: bukan sekarang, kecuali ia menjana atau menjimatkan duit.`,
    );
  else if (spent.length > 0)
    lines.push("Saya belum boleh kira lebihan: teks gaji awak, macam “gaji 3000”, lain kali saya boleh.");
  else
    lines.push(
      "Tanpa pendapatan dan belanja saya tak boleh kata; teks gaji awak, macam “gaji 3000”, dan belanja awak.",
    );
  lines.push(...billsLine(figures));
  if (unsteady || dependants) lines.push("Simpan enam bulan belanja dulu tanpa diusik.");
  if (aim === "debt")
    lines.push("Jangan secara ansuran: hutang yang paling mahal didahulukan, yang baru hanya menambah.");
  else if (aim === "saving" && plan)
    lines.push(
      `Duitnya datang dari tempat yang sama dengan ${planOf(figures)}: putuskan yang mana boleh tunggu, sebelum bayar.`,
    );
  if (!brief) lines.push("Tunggu seminggu, banding dua harga, dan bayar sekali gus kalau boleh.");
  return lines;
}

function job(figures: AdviceFigures): string[] {
  const { essentials, aim, plan, dependants } = figures;
  const lines: string[] = [];
  if (essentials)
    lines.push(
      `Yang wajib dibayar bulan lepas ${formatMoney(essentials)}: pegang enam bulan daripadanya, ${formatMoney(partOf(essentials, 600))}, sebelum yang lain.`,
    );
  else
    lines.push(
      "Kira apa yang wajib dibayar setiap bulan (rumah, makan, pengangkutan, bil) dan simpan enam bulan daripadanya dulu.",
    );
  lines.push(...billsLine(figures));
  lines.push(
    "Kalau terjadi: tuntut insurans pekerjaan PERKESO (1-300-22-8000) dalam 60 hari; ia bayar sebahagian gaji untuk beberapa bulan.",
  );
  if (aim === "debt")
    lines.push(
      "Telefon bank sebelum terlepas ansuran, bukan selepas; AKPK (03-2616 7766) boleh susun semula secara percuma.",
    );
  else if (plan)
    lines.push(`Tangguhkan ${planOf(figures)}, jangan lepaskan terus: boleh sambung bila gaji masuk semula.`);
  if (dependants) lines.push("Beritahu orang di rumah awal-awal, dan setuju apa yang berhenti dulu.");
  return lines;
}

function home(figures: AdviceFigures): string[] {
  const { left, aim, plan, unsteady, brief } = figures;
  const lines = [
    "Beli sesuai bila semua ini cukup: awak tinggal lima tahun atau lebih, ansuran paling banyak satu pertiga gaji bersih, dan deposit dengan kosnya (lebih kurang 15 % harga) sudah ada.",
  ];
  if (left && left.amountMinor > 0)
    lines.push(
      `Bulan lepas lebihan ${formatMoney(left)}: ansuran yang melebihi sewa sekarang mesti muat dalam jumlah itu.`,
    );
  if (unsteady)
    lines.push(
      "Selagi gaji boleh berubah setiap bulan, menyewa beri kebebasan: beli bila sudah stabil setahun.",
    );
  else if (aim === "debt")
    lines.push("Bank kira hutang awak: kurangkan yang paling mahal dulu, kadar pinjaman jadi lebih baik.");
  else if (plan && plan !== "house")
    lines.push(
      `Kalau deposit datang dari simpanan yang sama dengan ${planOf(figures)}, sewa dulu sampai itu selesai.`,
    );
  else if (plan === "house")
    lines.push(
      "Cuba hidup dengan sewa campur beza ansuran selama setengah tahun, bezanya disimpan: pembelian itu diuji dan deposit bertambah.",
    );
  if (!brief)
    lines.push(
      "Sewa bukan pembaziran: ia beli kebebasan untuk berpindah. Ini bukan nasihat berlesen; minta tawaran bertulis daripada dua bank.",
    );
  return lines;
}

function saving(figures: AdviceFigures): string[] | undefined {
  const { sum, months, left, brief } = figures;
  if (!sum) return undefined;
  const monthly = monthlyOf(sum, months);
  const goal = formatMoney(sum);
  const lines = [
    months === undefined
      ? `${goal} dalam setahun perlukan ${formatMoney(monthly)} sebulan; sebut bulan sasaran, dan saya kira sampai bulan itu.`
      : `${goal} dalam ${months} bulan perlukan ${formatMoney(monthly)} sebulan.`,
  ];
  const takes = monthsFor(sum, left);
  if (left && left.amountMinor >= monthly.amountMinor)
    lines.push(`Bulan lepas lebihan ${formatMoney(left)}, jadi memang muat.`);
  else if (left && takes)
    lines.push(
      `Bulan lepas lebihan ${formatMoney(left)}, dan dengan itu ia ambil ${takes} bulan: lewatkan tarikh, kecilkan jumlah, atau kurangkan satu kategori.`,
    );
  else if (!left) lines.push("Teks gaji awak, macam “gaji 3000”, dan saya boleh kata sama ada muat.");
  lines.push(...billsLine(figures));
  if (!brief) lines.push("Asingkan pada hari gaji, sebelum apa-apa dibelanjakan.");
  return lines;
}

function billsLine({ bills = [] }: AdviceFigures): string[] {
  return bills.length === 0 ? [] : [`Asingkan dulu yang akan dibayar: ${bills.join("; ")}.`];
}
