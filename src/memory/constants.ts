/** Every constant of memory, once, with the section of the specification it comes from. Times are in ms. */
const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

export const memoryLimits = {
  /** S10.2: a buffer of so many exchanges is flushed at once, a smaller one after so much quiet. */
  flushAt: 5,
  flushAfterQuietMs: 10 * MINUTE,
  /** S10.2: how long a flush may keep its exchanges; how often it is tried, and the pause before the second try, which doubles. */
  flushClaimMs: 2 * MINUTE,
  flushAttempts: 5,
  flushRetryMs: 1 * MINUTE,
  /** Exchanges that one flush takes; how often a process may die over them; users flushed side by side, and per run. */
  exchangesPerFlush: 10,
  flushDeaths: 20,
  flushesSideBySide: 4,
  flushesPerRun: 200,
  /** S10.3: live memories that extraction is shown, nearest first. */
  knownShown: 100,
  /** Memories that one flush may bring, and the longest that one may be. */
  memoriesPerFlush: 10,
  memoryCharacters: 240,
  /** How much of one message extraction by rules reads. */
  extractedCharacters: 4_000,
  /** The same while somebody waits for an answer; what is longer is no news, and no goal that a short "no" puts right. */
  extractedInTurn: 600,
  /** S10.4: words of an insight; live ones per user; what said and inferred ones may be sure of. */
  insightWords: 20,
  liveInsights: 30,
  saidConfidence: 0.8,
  inferredConfidence: 0.6,
  /** S10.5: messages of a summary, summaries of a longer one. */
  messagesPerSummary: 40,
  summariesPerLonger: 3,
  summaryCharacters: 1_200,
  /** Summaries of a user that one run of the daily pass looks through. */
  examinedPerRun: 10,
  /** S10.6: what recall brings at most. */
  recalledMemories: 5,
  recalledInsights: 8,
  recalledSummaries: 3,
  /** S10.6: the pool that is ranked, as a multiple of the limit; rows scored where the embedder does it itself. */
  poolFactor: 2,
  scoredRows: 500,
  minimumImportance: 0.1,
  weights: { similarity: 0.6, importance: 0.25, recency: 0.15 },
  /** S10.6: effective importance: a hundredth part for each use up to ten; a tenth off for each idle month after the first. */
  useBonus: 0.02,
  usesCounted: 10,
  idleFactor: 0.9,
  idleAfterDays: 30,
  idleEveryDays: 30,
  /** S10.6: insights that are ranked, the half-life of their weight, and how long they are cached. */
  insightsRanked: 40,
  insightHalfLifeMs: 45 * DAY,
  insightCacheMs: 30 * MINUTE,
  /** Users whose insights one process keeps; who was away longest goes first. */
  insightCacheUsers: 2_000,
  /** S10.6: the whole of recall, and what of it is kept for the database when the embedding is late. */
  recallBudgetMs: 150,
  recallDatabaseMs: 60,
  /** Characters of the memory block of a prompt, and of one statement in it. */
  blockCharacters: 4_000,
  statementCharacters: 600,
  /** S10.8: how long "not 5,000, make it 6,000" may be about what was told, when no record is of that amount. */
  toldOfLateMs: 1 * DAY,
  /** S10.8: statements that a list shows. */
  listed: 30,
  /** S10.7: near-duplicates; what goes when it is worth little, seldom used and old. */
  duplicateSimilarity: 0.92,
  /** Where the embedder has a measure of its own, it is asked about pairs from this cosine on. */
  duplicateCosine: 0.8,
  /** Pairs that are looked at together, and judged by one request; how often it is looked again. */
  pairsPerRound: 1_000,
  mergeBatch: 20,
  mergeRounds: 10,
  worthlessBelow: 0.2,
  worthlessUses: 2,
  worthlessAfterMs: 90 * DAY,
  memoriesPerUser: 500,
  /** Memories over an organisation's quota that one run removes. */
  evictedPerRun: 5_000,
  /** S10.6: rows that are re-embedded together, and how often in one run. */
  reembedBatch: 128,
  reembedBatches: 20,
} as const;
