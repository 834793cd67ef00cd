/** Bahasa Melayu: gambar resit. */
import { formatMoney } from "../kernel/money.ts";
import { date } from "./ms-names.ts";
import type { ReceiptMessages } from "./receipts.ts";

const at = (merchant: string | null): string => (merchant === null ? "resit itu" : `resit ${merchant}`);

export const receipts: ReceiptMessages = {
  nameless: "resit",
  buttons: { recordAnyway: "Catat juga", moneyIn: "Duit masuk" },
  readingIt: "Saya sedang baca…",
  unread: {
    empty: "Gambar itu sampai kosong. Boleh hantar semula?",
    too_large: "Gambar itu lebih besar daripada 10 MB. Boleh hantar yang lebih kecil?",
    too_many_pixels: "Gambar itu terlalu banyak piksel untuk saya. Boleh hantar yang lebih kecil?",
    unknown_type:
      "Saya tak boleh buka itu sebagai gambar. Gambar JPEG atau PNG boleh, tangkapan skrin pun boleh.",
    pdf: "Saya belum boleh baca PDF. Gambar atau tangkapan skrin boleh.",
    broken: "Gambar itu sampai dalam keadaan rosak. Boleh hantar semula?",
    no_text:
      "Saya tak nampak apa-apa tulisan dalam gambar itu. Boleh ambil semula, lebih dekat dan terang, atau taip jumlahnya?",
    not_a_receipt: "Itu tak nampak macam resit. Taip apa yang awak belanja, contohnya “makan 15”.",
    too_slow: "Gambar itu terlalu lama untuk dibaca. Boleh hantar yang lebih kecil, atau taip jumlahnya?",
    busy: "Terlalu banyak gambar untuk dibaca sekarang. Boleh hantar semula beberapa minit lagi?",
    unavailable: "Saya tak dapat baca gambar sekarang. Taip jumlahnya, contohnya “barang dapur 84.20”.",
    gone: "Saya tak dapat gambar itu. Boleh hantar semula?",
  },
  fromYourWords: "Saya tak dapat baca gambarnya, jadi ini ikut tulisan awak.",
  howMuch: (why, merchant) =>
    why === "zero"
      ? `Jumlah pada ${at(merchant)} ialah kosong. Berapa yang awak bayar?`
      : `Saya tak jumpa jumlah pada ${at(merchant)}. Berapa?`,
  twoTotals: (totals) =>
    `Saya nampak dua jumlah: ${totals.map(formatMoney).join(" dan ")}. Yang mana awak bayar?`,
  saidAndRead: (said, read) =>
    `Awak tulis ${formatMoney(said)}, resit pula ${formatMoney(read)}. Yang mana nak saya catat?`,
  whichDay: (when, printed, today) =>
    `Resit itu bertarikh ${date(printed, today)}, ${when === "to_come" ? "yang belum tiba" : "sudah lama dulu"}. Hari apa sebenarnya?`,
  refund: (amount, merchant) =>
    `Itu macam pulangan ${formatMoney(amount)}${merchant === null ? "" : ` daripada ${merchant}`}. Nak saya catat sebagai duit masuk?`,
  sameReceipt: (line) => `Sama dua kali? Resit ini sudah ada: ${line}`,
  leftOut: ({ noTotal, known }) => {
    const parts: string[] = [];
    if (noTotal > 0)
      parts.push(
        `Saya tak dapat baca jumlah pada ${noTotal === 1 ? "satu" : noTotal} daripadanya. Taip yang itu, contohnya “barang dapur 84.20”.`,
      );
    if (known > 0) parts.push(`${known === 1 ? "Satu" : known} daripadanya sudah ada, jadi saya tinggalkan.`);
    return parts.join("\n");
  },
  moved: (item, rest) => `Dipindah: ${item}\nBakinya: ${rest}`,
};
