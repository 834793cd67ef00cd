/** Malay: two apps, one ledger. */
import { type LinkingMessages, platformName } from "./linking.ts";

export const linking: LinkingMessages = {
  code: (code, minutes) =>
    `Hantar kod ini dari aplikasi lain dalam ${minutes} minit, dan kedua-duanya akan berkongsi rekod ini:\n${code}\nKod ini sah sekali sahaja. Simpan sendiri: sesiapa yang hantar kod ini akan nampak rekod anda.`,
  joined: (merged) =>
    `Dah disambung. Rekod di sini dan di aplikasi lain kini sama.${merged ? " Apa yang dicatat di sini turut dibawa." : ""}`,
  joinedElsewhere: (platform) => `Rekod anda kini disambung dengan ${platformName(platform)}, guna kod anda.`,
  notMe: "Bukan saya",
  unlinked: "Sambungan diputuskan: aplikasi itu tak nampak rekod anda lagi.",
  notLinked: "Aplikasi itu tak disambung lagi.",
  refused: {
    unknown: "Saya tak kenal kod itu. Tulis “link” di aplikasi lain untuk kod baru.",
    expired: "Kod itu dah luput. Tulis “link” di aplikasi lain untuk kod baru.",
    used: "Kod itu dah digunakan. Tulis “link” di aplikasi lain untuk kod baru.",
    own: "Kod itu dari sini. Hantar dari aplikasi lain.",
  },
};
