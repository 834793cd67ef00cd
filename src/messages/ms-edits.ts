/** Bahasa Melayu: questions that wait, and rules that were taught. */
import type { EditMessages } from "./edits.ts";
import { CATEGORIES } from "./ms-names.ts";
import { bullets } from "./shared.ts";

export const edits: EditMessages = {
  noRush: (asks) => `Tak apa, ambil masa.\n${asks ?? "Saya masih tunggu jawapan awak."}`,
  deleteAll: (lines) => bullets("Nak saya padam yang ini?", lines),
  ruleTaught: ({ phrase, category }) => `OK, lepas ni ${phrase} masuk ${CATEGORIES[category] ?? category}.`,
  ruleBack: ({ phrase, category }) => `${phrase} masuk ${CATEGORIES[category] ?? category} semula`,
  ruleGone: ({ phrase }) => `peraturan untuk ${phrase} dibuang`,
};
