/** What Telegram takes, and how patient Mama is with it. Times are in ms, lengths in UTF-16 units. */

const SECOND = 1_000;

export const limits = {
  longestMessage: 4_096,
  longestCaption: 1_024,
  /** Updates in one answer: the most that there may be. */
  updatesAtOnce: 100,
  /** How long one picture may take. */
  pictureMs: 60 * SECOND,
  /** How often one group is told that Mama works in private chats. */
  groupSilenceMs: 60 * SECOND,
  /** How often an update that the database does not take is tried, when it takes others. */
  updateTries: 5,
  /** A webhook's update is answered within this, or Telegram sends it again. */
  webhookMs: 10 * SECOND,
} as const;

/** What tests shorten. */
export interface Timing {
  /** How long Telegram holds a request for updates, in seconds. */
  readonly pollSeconds: number;
  /** How much longer it may take before it counts as lost. */
  readonly pollGraceMs: number;
  /** After a 409: the other poll ends within 30 s. */
  readonly conflictMs: number;
  /** After other failures: the first pause, which doubles, and the longest. */
  readonly pauseMs: number;
  readonly longestPauseMs: number;
  /** How long after an unclear answer a message is sent once more. */
  readonly unclearMs: number;
}

export const timing: Timing = {
  pollSeconds: 30,
  pollGraceMs: 15 * SECOND,
  conflictMs: 35 * SECOND,
  pauseMs: 1 * SECOND,
  longestPauseMs: 30 * SECOND,
  unclearMs: 20 * SECOND,
};
