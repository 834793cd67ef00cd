/** What Mama says about questions that wait and about rules that were taught, as every language has it. */

interface Rule {
  readonly phrase: string;
  readonly category: string;
}

export interface EditMessages {
  /** After "hmm": the question is asked again. */
  noRush(asks: string | undefined): string;
  /** Before several records are deleted, when that was not said in so many words. */
  deleteAll(lines: readonly string[]): string;
  ruleTaught(rule: Rule): string;
  /** Undo brought a rule back. */
  ruleBack(rule: Rule): string;
  /** Undo took a rule away. */
  ruleGone(rule: Pick<Rule, "phrase">): string;
}
