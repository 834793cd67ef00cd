/** The languages that Mama speaks. */
import type { Language } from "../kernel/types.ts";
import { en } from "./en.ts";
import { pushes as enPushes } from "./en-pushes.ts";
import type { Messages } from "./messages.ts";
import { ms } from "./ms.ts";
import { pushes as msPushes } from "./ms-pushes.ts";
import type { Pushes } from "./pushes.ts";

export type { Subject } from "./answer-messages.ts";
export type { CapDraft } from "./caps.ts";
export type { DigestFigures } from "./digests.ts";
export type { Messages } from "./messages.ts";
export { COMMANDS } from "./platform.ts";
export type { DueMoment, Pushes } from "./pushes.ts";
export type { UnreadPicture } from "./receipts.ts";

const languages: Readonly<Record<Language, Messages>> = { en, ms };

/** Everything Mama says in one language. */
export function messagesIn(language: Language): Messages {
  return languages[language];
}

const pushes: Readonly<Record<Language, Pushes>> = { en: enPushes, ms: msPushes };

/** What Mama says by herself in one language. */
export function pushesIn(language: Language): Pushes {
  return pushes[language];
}
