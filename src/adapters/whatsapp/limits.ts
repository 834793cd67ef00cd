/** What WhatsApp takes, and how careful Mama is with it. Times are in ms, lengths in UTF-16 units. */

const SECOND = 1_000;
const MINUTE = 60 * SECOND;

export const limits = {
  /** WhatsApp takes more, but hides what is longer behind "read more". */
  longestMessage: 4_000,
  /** What was sent longer ago than this waited for Mama. */
  lateAfterMs: 5 * MINUTE,
  /** Longest text that may be a button's label. */
  longestLabel: 24,
  /** How often a message that the database does not take is tried, when it takes others. */
  messageTries: 5,
  /** How long a picture, and the request for its bytes to be uploaded again, may take. */
  pictureMs: 60 * SECOND,
  reuploadMs: 30 * SECOND,
  /** How long "typing" is shown in one turn. */
  typingMs: 10 * SECOND,
  /** Messages a day, and of these what Mama says by herself: more looks like spam, and is. */
  dailyMessages: 3_000,
  dailyPushes: 300,
  /** How often one group is told that Mama works in private chats, and in how many groups a day: they take from the same messages. */
  groupSilenceMs: 24 * 60 * MINUTE,
  dailyGroups: 50,
  /** QR codes that are shown before it is said that nobody scans them. */
  codes: 5,
  /** Open for so long, a connection counts as good, and earlier failures are forgotten. */
  settledMs: 60 * SECOND,
  /** Messages of a chat that are looked through when a phone asks for one again. */
  resendLookBack: 50,
  /** Ids, chats and messages that are kept in memory. */
  remembered: 5_000,
  rememberedSent: 200,
  /** Groups whose members are kept in memory: there may be a thousand in each. */
  rememberedGroups: 20,
  /** How often a message is sent without a clear answer before it counts as one whose fate is not known. */
  unclearTries: 5,
} as const;

/** What tests shorten. */
export interface Timing {
  /** Between two messages to one chat: at least this, and up to twice as much. */
  readonly betweenMs: number;
  /** How long the server may take to say that it has a message. */
  readonly ackMs: number;
  /** How long after an unclear answer a message is sent once more. */
  readonly unclearMs: number;
  /** How long after it was found that there is no connection a message is tried again. */
  readonly awayMs: number;
  /** How long a message that cannot be decrypted may still come again by itself. */
  readonly resendMs: number;
  /** The pause before what failed is tried again. */
  readonly pauseMs: number;
  /** How long a connection may take to open. */
  readonly openMs: number;
  /** An open connection on which no message, receipt or notice has come for this long is made anew. */
  readonly deafMs: number;
}

export const timing: Timing = {
  betweenMs: 1 * SECOND,
  ackMs: 12 * SECOND,
  unclearMs: 20 * SECOND,
  awayMs: 3 * SECOND,
  resendMs: 20 * SECOND,
  pauseMs: 1 * SECOND,
  openMs: 60 * SECOND,
  deafMs: 30 * MINUTE,
};
