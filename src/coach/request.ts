/** What the coach is asked, with or without a model. */
import type { ModelCall } from "../kernel/model.ts";
import type { QuestionInput } from "../kernel/question.ts";
import type { IsoDate, Language, Scope, Settings } from "../kernel/types.ts";
import type { Insight } from "../memory/ports/types.ts";
import type { Messages } from "../messages/index.ts";
import type { Said } from "../store/conversation.ts";
import type { Facts } from "./facts.ts";
import type { AsUser } from "./turn-tools.ts";

/** One message that wants advice, and all that the advice may rest on. */
export interface CoachRequest {
  readonly scope: Scope;
  readonly settings: Settings;
  readonly today: IsoDate;
  readonly language: Language;
  readonly say: Messages;
  readonly text: string;
  /** What the reader made of a question: answered plainly when there is no reply of the model's. */
  readonly asked: readonly QuestionInput[];
  /** It is talk, about anything: without the model there is no advice to give. */
  readonly talk: boolean;
  /** They tell something of themselves. */
  readonly news: boolean;
  readonly history: readonly Said[];
  /** What this message has recorded: lines that the user is shown, and their figures. */
  readonly recorded: { readonly lines: readonly string[]; readonly facts: Facts };
  /** What is known of the person, for the prompt and for the check against reciting it. */
  readonly memory: {
    readonly block: string;
    readonly statements: readonly string[];
    /** Weightiest first: what advice without the model is shaped by. */
    readonly insights: readonly Insight[];
  };
  /** Until the turn's deadline. */
  readonly asUser: AsUser;
  /** For the plain reply, which may take what is left behind that. */
  readonly asUserLast: AsUser;
  readonly signal: AbortSignal;
  readonly tokensLeft: () => number;
  readonly onCall: (call: ModelCall) => void;
}
