/** English: questions that wait, and rules that were taught. */
import type { EditMessages } from "./edits.ts";
import { CATEGORIES } from "./en-names.ts";
import { bullets } from "./shared.ts";

export const edits: EditMessages = {
  noRush: (asks) => `No rush.\n${asks ?? "I'm still waiting for your answer."}`,
  deleteAll: (lines) => bullets("Shall I delete these?", lines),
  ruleTaught: ({ phrase, category }) =>
    `OK, from now on ${phrase} goes to ${CATEGORIES[category] ?? category}.`,
  ruleBack: ({ phrase, category }) => `${phrase} goes to ${CATEGORIES[category] ?? category} again`,
  ruleGone: ({ phrase }) => `the rule for ${phrase} is gone`,
};
