/** English: two apps, one ledger. */
import { type LinkingMessages, platformName } from "./linking.ts";

export const linking: LinkingMessages = {
  code: (code, minutes) =>
    `Send me this from your other app within ${minutes} minutes, and both will share these records:\n${code}\nIt works once. Keep it to yourself: whoever sends it sees your records.`,
  joined: (merged) =>
    `Linked. You see the same records here and in your other app now.${merged ? " What you recorded here came along." : ""}`,
  joinedElsewhere: (platform) => `Your records are linked with ${platformName(platform)} now, by your code.`,
  notMe: "That wasn't me",
  unlinked: "Unlinked: the other app sees none of your records any more.",
  notLinked: "That app isn't linked any more.",
  refused: {
    unknown: "I don't know that code. Text “link” in your other app for a new one.",
    expired: "That code is too old. Text “link” in your other app for a new one.",
    used: "That code was used already. Text “link” in your other app for a new one.",
    own: "That code is from here. Send it to me from your other app.",
  },
};
