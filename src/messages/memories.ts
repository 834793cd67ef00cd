/** What Mama says about what she remembers, as every language has it (SPEC S10.8). */

export interface MemoryMessages {
  /** Numbered lines; `more` are not shown. */
  list(lines: readonly string[], more: number): string;
  readonly nothing: string;
  /** What was said of late is not in the list yet. */
  readonly later: string;
  /** A number of a list with nothing in it. */
  readonly nothingToForget: string;
  forgotten(lines: readonly string[]): string;
  /** The row is not there any more. */
  gone(number: number | undefined): string;
  /** Above the list, when a number is named before any list was shown. */
  readonly listFirst: string;
  /** What was said last, before anything of it was kept. */
  readonly forgotLast: string;
  readonly noneLast: string;
  /** Remembering cannot be switched off by talking. */
  readonly cannotStop: string;
  noneAbout(words: string): string;
  which(lines: readonly string[]): string;
  readonly allOfThem: string;
  corrected(line: string): string;
  /** It is not plain what the statement should be now. */
  sayWhole(number: number): string;
  readonly whichNumber: string;
  whatInstead(line: string): string;
  remembered(line: string): string;
  known(line: string): string;
  /** A PIN, a password, a card number. */
  readonly secret: string;
  readonly askForgetAll: string;
  readonly forgotAll: string;
  /** What can be said to her about memories. */
  readonly how: string;
}
