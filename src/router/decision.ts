/** What was decided about one event: what it does, what is said when that is nothing, and whether advice is wanted. */
import type { QuestionInput } from "../kernel/question.ts";
import type { Language, Plan, Verdict } from "../kernel/types.ts";
import type { Tx } from "../store/sql.ts";
import type { ReplyContext, ReplyDraft } from "../tools/tool.ts";

/** Looks something up among this person's own rows. */
export type AsUser = <T>(work: (tx: Tx) => Promise<T>) => Promise<T>;

export interface Decision {
  readonly plan: Plan;
  readonly verdict: Verdict;
  readonly language: Language;
  /** What the person said, where the event's own text is not that: the label of a pressed button. */
  readonly heard?: string | undefined;
  /** The message whose question this answers: what is recorded now is from that one. */
  readonly originId?: string | undefined;
  /** The coach answers, once the plan's items are applied. */
  readonly advise?: boolean | undefined;
  /** What the reader made of a question that the coach answers: the plain reply when she cannot. */
  readonly asked?: readonly QuestionInput[] | undefined;
  /** What is asked beside the advice: what the same message may have told to record. */
  readonly beside?: ((context: ReplyContext) => ReplyDraft) | undefined;
  /** Of a photo: how many pictures were read for it. */
  readonly pictures?: number | undefined;
  /** The reply when the plan has no items and no advice is wanted. */
  readonly say: (context: ReplyContext) => ReplyDraft;
}
