/** Bahasa Melayu: what is remembered. */
import type { MemoryMessages } from "./memories.ts";
import { asListed, bullets, numbered } from "./shared.ts";

export const memories: MemoryMessages = {
  list: (lines, more) => {
    const title =
      more > 0
        ? `Yang saya ingat tentang awak (${lines.length} daripada ${lines.length + more}):`
        : "Yang saya ingat tentang awak:";
    const hint = "Boleh kata “lupakan 2”, “nombor 1 salah: …”, atau “lupakan semua pasal saya”.";
    return `${numbered(title, lines.map(asListed))}\n${hint}`;
  },
  nothing:
    "Saya belum tahu banyak tentang awak. Bila kita berbual tentang rancangan dan kerisauan awak, yang berguna saya simpan, dan awak boleh lihat di sini.",
  later: "Yang awak beritahu beberapa minit lepas masuk sekejap lagi.",
  nothingToForget: "Saya belum simpan apa-apa tentang awak, jadi tiada yang perlu dilupakan.",
  forgotten: (lines) =>
    lines.length === 1
      ? `Dilupakan: ${asListed(lines[0] ?? "")}`
      : bullets("Dilupakan:", lines.map(asListed)),
  gone: (number) =>
    number === undefined
      ? "Yang itu dah tiada."
      : `Nombor ${number} dah tiada. Tanya “apa yang mama ingat pasal saya” untuk lihat senarai.`,
  listFirst: "Yang mana satu? Sebut semula dengan nombor daripada senarai ini.",
  forgotLast: "Dilupakan: yang awak beritahu tadi. Belum ada apa-apa yang saya simpan daripadanya.",
  noneLast: "Tiada apa-apa yang awak beritahu baru-baru ini, jadi tiada yang perlu dilupakan.",
  cannotStop:
    "Itu tak boleh saya matikan: bila kita berbual, rancangan dan kerisauan awak saya catat supaya nasihat saya kena. Awak boleh lihat semuanya (“apa yang mama ingat pasal saya”), dan minta saya lupakan satu (“lupakan 2”) atau semuanya (“lupakan semua pasal saya”).",
  noneAbout: (words) => `Tiada apa-apa yang saya ingat tentang “${words}”.`,
  which: (lines) => numbered("Yang mana satu saya perlu lupakan?", lines.map(asListed)),
  allOfThem: "Semua sekali",
  corrected: (line) => `Terima kasih, dah dibetulkan: ${asListed(line)}`,
  sayWhole: (number) =>
    `Sepatutnya macam mana? Sebut penuh, contohnya “nombor ${number} salah: saya simpan RM6,000 untuk kereta”.`,
  whichNumber: "Yang mana satu salah? Sebut nombornya, contohnya “nombor 2 salah: bulan Julai”.",
  whatInstead: (line) => `Sepatutnya apa, ganti “${asListed(line)}”?`,
  remembered: (line) => `Saya akan ingat: ${asListed(line)}`,
  known: (line) => `Yang itu saya dah ingat: ${asListed(line)}`,
  secret:
    "Itu nampak macam PIN, kata laluan atau nombor kad, jadi lebih baik saya tak simpan. Simpan di tempat yang lebih selamat, dan jangan hantar kepada sesiapa, pihak bank pun.",
  askForgetAll:
    "Nak saya lupakan semua yang saya tahu tentang awak, dan perbualan kita? Rekod awak kekal. Ini tak boleh dibatalkan.",
  forgotAll: "Selesai: semuanya dah saya lupakan. Rekod awak masih ada.",
  how: "Tanya “apa yang mama ingat pasal saya”, kata “lupakan 2”, “nombor 1 salah: …”, atau “ingat yang …”.",
};
