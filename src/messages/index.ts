/** The languages that Mama speaks. */
import type { Language } from "../kernel/types.ts";
import { en } from "./en.ts";
import type { Messages } from "./messages.ts";
import { ms } from "./ms.ts";

export type { Subject } from "./answer-messages.ts";
export type { CapDraft } from "./caps.ts";
export type { DigestFigures } from "./digests.ts";
export type { Messages, Missing } from "./messages.ts";

const languages: Readonly<Record<Language, Messages>> = { en, ms };

/** Everything Mama says in one language. */
export function messagesIn(language: Language): Messages {
  return languages[language];
}
