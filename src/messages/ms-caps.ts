/** Malay: spending caps. */
import { formatMoney } from "../kernel/money.ts";
import type { CapPeriod, CapState, IsoDate } from "../kernel/types.ts";
import { type CapDraft, type CapMessages, capFigures, capPeriod } from "./caps.ts";
import { CATEGORIES, period } from "./ms-names.ts";
import { bullets } from "./shared.ts";

const RATES: Readonly<Record<CapPeriod, string>> = { day: "sehari", week: "seminggu", month: "sebulan" };

function name(category: string | null): string {
  return category === null ? "keseluruhan" : (CATEGORIES[category] ?? category);
}

const rate = (cap: CapDraft): string => `${formatMoney(cap)} ${RATES[cap.period]}`;

function line(state: CapState, today: IsoDate): string {
  const { spent, cap, rest, side, percent } = capFigures(state);
  const left = { left: `baki ${rest}`, "used up": "sudah habis", over: `lebih ${rest}` }[side];
  const what = state.category === null ? "semua belanja" : name(state.category);
  const figures = `${what} ${period(capPeriod(state, today), today)}: ${spent} daripada ${cap}, ${left}`;
  if (state.tells === 0) return figures;
  return state.tells === 80
    ? `${figures}. Itu ${percent} % daripada had awak.`
    : `${figures}. Had awak sudah dicapai.`;
}

export const caps: CapMessages = {
  cap: (cap) => `had ${name(cap.category)} ${rate(cap)}`,
  set: (cap, was) =>
    was ? `Ditukar: ${caps.cap(cap)} (dulu ${formatMoney(was)})` : `Ditetapkan: ${caps.cap(cap)}`,
  unchanged: (cap) => `Memang sudah begitu: ${caps.cap(cap)}.`,
  removed: (cap) => `Dibuang: ${caps.cap(cap)}`,
  confirmRemove: (cap) => `Buang ${caps.cap(cap)}?`,
  takenBack: (op, cap) =>
    ({
      create: `${caps.cap(cap)} dibuang`,
      update: `kembali ke ${caps.cap(cap)}`,
      delete: `${caps.cap(cap)} ada semula`,
    })[op],
  line,
  list: (states, category, today) => {
    if (states.length > 0)
      return bullets(
        "Had belanja awak:",
        states.map((state) => line(state, today)),
      );
    return category === undefined
      ? "Awak belum ada had belanja. “bajet makan 500” tetapkan satu."
      : `Tiada had untuk ${name(category)}. “bajet ${name(category)} 500” tetapkan satu.`;
  },
  noSuch:
    "Had mesti lebih daripada kosong, dan paling banyak satu bilion. Tulis macam “bajet makan 600”; “buang had makan” menamatkannya.",
  howToChange: "Saya boleh tukar had bila awak tulis macam “bajet makan 600” atau “bajet makan 50 seminggu”.",
  notFound: (category) =>
    category === undefined || category === null
      ? "Tiada had macam itu. “had aku” tunjuk semua."
      : `Tiada had untuk ${name(category)}. “had aku” tunjuk yang ada.`,
};
