/** What was decided about one event: what it does, and what is said when that is nothing. */
import type { Language, Plan, Verdict } from "../kernel/types.ts";
import type { ReplyContext, ReplyDraft } from "../tools/tool.ts";

export interface Decision {
  readonly plan: Plan;
  readonly verdict: Verdict;
  readonly language: Language;
  /** What the person said, where the event's own text is not that: the label of a pressed button. */
  readonly heard?: string | undefined;
  /** The message whose question this answers: what is recorded now is from that one. */
  readonly originId?: string | undefined;
  /** The reply when the plan has no items. */
  readonly say: (context: ReplyContext) => ReplyDraft;
}
