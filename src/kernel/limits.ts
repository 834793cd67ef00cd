/** Every product constant, once, with the section of the specification it comes from. Times are in ms. */

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

export const limits = {
  /** S4: the largest amount, in major units. */
  maxAmountMajor: 1_000_000_000,
  /** S12: characters of one message that are read; longer ones are answered with a sentence. */
  maxMessageCharacters: 2_000,
  /** Characters of one message that are kept at all. */
  maxStoredCharacters: 20_000,
  /** Characters of a description that are kept. */
  maxDescriptionCharacters: 120,
  /** As many rows as a person can choose from at a glance. */
  mostChoices: 6,
  /** "Delete the last three": at most so many at once. */
  mostLatest: 10,
  /** How many items one message may record. */
  maxItemsPerMessage: 20,
  /** S4: how long the last write of a chat can be undone. */
  undoWindowMs: 24 * HOUR,
  /** S4: how close together two entries that look alike are asked about. */
  twinWindowMs: 10 * MINUTE,
  /** S4: how long deleted rows are kept. */
  deletedKeepMs: 30 * DAY,
  /** S10.1: how long conversation text is kept. */
  historyKeepMs: 365 * DAY,
  /** S2: how often an event may fail before it is set aside. */
  maxFailures: 3,
  /** How often a turn may begin and not end. A process may die for any reason; an event that kills it again and again is the reason. */
  maxAttempts: 20,
  /** S2: waiting events of one chat that earn one "slow down". */
  slowDownAt: 20,
  /** How long after it was sent a message is still read against the day of its sending. */
  sentAtKeepsMs: 48 * HOUR,
  /** S2: when a turn counts as long enough to show that Mama is at work, and how often that is shown again. */
  typingAfterMs: 700,
  typingEveryMs: 4 * SECOND,
  /** S8: bytes of one picture that are taken. */
  pictureBytes: 10 * 1024 * 1024,
  /**
   * S8: processes that look at pictures, half a gigabyte each, and how many pictures may wait for them. The turns that wait
   * take no lanes, and there are no more of them than that.
   */
  receiptWorkers: 1,
  receiptQueue: 2,
  /** How long one look at a picture may take, and before it the start of the process. */
  receiptPatienceMs: 20 * SECOND,
  receiptStartMs: 15 * SECOND,
  /** How long a second look may take, by the other engine, before the first reading is answered with. */
  receiptSecondMs: 6 * SECOND,
  /** A process is replaced after so many pictures, or when it has grown beyond so many bytes; without any it ends. */
  receiptsPerWorker: 200,
  receiptWorkerBytes: 1_200 * 1024 * 1024,
  receiptIdleMs: 5 * MINUTE,
  /** S8: how long after a picture of an album the next one is waited for. */
  albumQuietMs: 1_500,
  /** A turn that its picture or the reader keeps waiting is put off: the first pause, which doubles, the longest, and how often. */
  holdMs: 250,
  longestHoldMs: 2 * SECOND,
  maxHolds: 60,
  /** S8: when it is said that a picture is being read. */
  readingItAfterMs: 3 * SECOND,
  /** S8: bits of 64 in which pictures of one receipt may differ. */
  samePictureBits: 6,
  /** Years back that a receipt's date is believed without asking. */
  receiptYears: 10,
  /** Characters of a merchant's name, and lines of a receipt, that are kept. */
  merchantCharacters: 60,
  receiptItems: 100,
  /** S8: tokens that the reading of one picture by the model may take, and the largest picture that it is sent. */
  visionTokens: 1_500,
  visionBytes: 5 * 1024 * 1024,
  /** How long after a receipt "split 3" and "the shampoo is personal" are about it. */
  receiptWordsMs: 24 * HOUR,
  /** S2: one deadline for a turn. */
  turnDeadlineMs: 25 * SECOND,
  /** S2: the longest a waiting row goes unnoticed when no wake-up arrives. */
  pollMs: 1 * SECOND,
  /** S2: how long a chat stays with a process that has died. Renewed every third of it. */
  leaseMs: 15 * SECOND,
  /** Chats handled side by side by one process. */
  concurrentLanes: 8,
  /** S6: lines about caps under one reply. */
  capLines: 3,
  /** S11: hours of the user's morning in which a digest is sent: from, and until when. */
  digestFromHour: 9,
  digestUntilHour: 12,
  /** Users whose digests are made in one transaction. */
  digestBatch: 100,
  /** S1: how long a code that joins another platform works. */
  linkCodeMs: 10 * MINUTE,
  /** A pending question lapses by itself after this. */
  pendingQuestionMs: 12 * HOUR,
  /** S11: how often due reminders are looked for, and digests; by the scheduler, or by the process itself without one. */
  remindersEveryMs: 15 * SECOND,
  remindersAloneEveryMs: 60 * SECOND,
  digestsEveryMs: 15 * MINUTE,
  /** S10.2, S11: how often buffers that are due for a flush are looked for; by the scheduler, or by the process itself. */
  flushEveryMs: 30 * SECOND,
  flushAloneEveryMs: 60 * SECOND,
  /** S11: how long one run of a job may go on; what is left is the next run's. */
  jobRunMs: 20 * SECOND,
  /** How long a job stays with a process that died while it ran it. */
  jobLockMs: 30 * SECOND,
  /** Reminders that one transaction fires. */
  firingBatch: 200,
  /** A process that falls silent in the middle of such a transaction loses it after this. */
  firingSilenceMs: 10 * SECOND,
  /** S5: a push that goes out later than this says when it was due; what is older than a day is not pushed any more. */
  lateAfterMs: 5 * MINUTE,
  tooLateAfterMs: 24 * HOUR,
  /** S5: a missed moment is mentioned in the reminder's next push, or at once when that is further away than this. */
  missedWaitsMs: 7 * DAY,
  /** Days back that missed moments are looked for, each of which gets its row. */
  missedDays: 31,
  /** S15: how long the first line waits for what is due. */
  startSweepMs: 10 * SECOND,
  /** How long a shutdown waits for a job under way. */
  jobStopMs: 3 * SECOND,
  /** S10.5, S10.6: how often there is a look for what is to be summarised, or embedded again. */
  memorySummariesMs: 10 * MINUTE,
  /** S10.7: how often there is a look for users whose daily work on memory is due, and how often it is for each. */
  memoryLookMs: 1 * HOUR,
  memoryDailyMs: 24 * HOUR,
  /** Users that such a job takes at a time, and how long they stay with a process that died, or failed on them. */
  memoryUsersBatch: 20,
  memoryUserHoldMs: 10 * MINUTE,
  /** How often what is past its keep is removed. */
  sweepMs: 1 * HOUR,
  /** S13: a clean shutdown is done within this. */
  shutdownMs: 10 * SECOND,
  /** S7: rows a list shows unless asked for more; longer lists say that they are cut. */
  listRows: 20,
  /** S5: when a reminder comes that names no time, and when "tonight" and "tomorrow" are. */
  reminderTime: "09:00",
  tonightTime: "20:00",
  /** S5: how long the first snooze is. */
  snoozeMs: 1 * HOUR,
  /** How long after a push "paid" alone is about it. */
  billWordsMs: 3 * DAY,
  /** S7: how far ahead "what is due" looks when no days are named. */
  dueAheadDays: 31,
  /** S9: tokens of the model that one user may spend a day, in and out together. */
  dailyTokens: 200_000,
  /** S9: the longest that one request to the model may take. */
  modelTimeoutMs: 12 * SECOND,
  /** S9: how often a request is tried again after a failure that may pass. */
  modelRetries: 2,
  /** The pause before the first of these, before jitter; it doubles. */
  modelRetryPauseMs: 250,
  /** S9: the longest pause that the model's server may ask for; more than that counts as being away. */
  modelLongestPauseMs: 5 * SECOND,
  /** S9: failures in a row after which the model is left alone, and for how long. */
  modelFailuresToRest: 5,
  modelRestMs: 30 * SECOND,
  /** S9: rounds of tool calls in a turn of the coach, and calls that are answered in each. */
  toolRounds: 6,
  toolCallsPerRound: 8,
  /** Characters of one tool's result that the model is shown. */
  toolResultCharacters: 12_000,
  /** S9: tokens that the coach may answer with. */
  coachTokens: 700,
  /** The longest reply of the coach that is sent; more of it is cut behind a sentence. */
  coachCharacters: 3_000,
  /** S3: tokens that a classification may take. */
  routeTokens: 900,
  /** Messages before this one that a classification is shown. */
  routeHistory: 4,
  /** S10.1: messages of the recent conversation in a prompt, and how many characters of them. */
  historyMessages: 20,
  historyMessageCharacters: 600,
  historyCharacters: 6_000,
  /** S2: what is kept of a turn's time for the database, once the model has had its part. */
  turnReserveMs: 3 * SECOND,
  /** S10: floats of one embedding. */
  embeddingDimensions: 512,
  /** Texts embedded by one request. */
  embeddingBatch: 128,
  /** Characters of a text that the local embedder reads. */
  embeddedCharacters: 600,
  /** Requests that may wait for the local embedder. */
  embeddingQueue: 1_000,
  /** How long the local embedder may take over a few texts, its start included, before it counts as hung. */
  embeddingPatienceMs: 20 * SECOND,
} as const;
