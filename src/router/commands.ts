/** The commands that exist on every platform under the same names (SPEC S1), as plans or as words. */
import { dayOf, spanOf } from "../kernel/calendar.ts";
import type { QuestionInput } from "../kernel/question.ts";
import type { IsoDate, Mode, PlanItem } from "../kernel/types.ts";
import type { Messages } from "../messages/index.ts";

export type CommandPlan =
  | { readonly mode: Mode; readonly items: readonly PlanItem[] }
  | { readonly mode: Mode; text(say: Messages): string };

function spent(period: QuestionInput["period"]): CommandPlan {
  const input: QuestionInput = { ask: "total", kind: "expense", period };
  return { mode: "question", items: [{ tool: "question", input }] };
}

/** How all of one kind stand now. */
function asks(ask: QuestionInput["ask"], mode: Mode, today: IsoDate): CommandPlan {
  const input: QuestionInput = {
    ask,
    kind: "expense",
    period: { name: "this_month", ...spanOf("month", today) },
  };
  return { mode, items: [{ tool: "question", input }] };
}

/** All that are kept, whatever the day. */
const REMINDERS: QuestionInput = {
  ask: "reminders",
  kind: "expense",
  period: { name: "all", from: "2000-01-01", to: "2999-12-31" },
};

/**
 * What a command does.
 * @param name without its slash, lower case
 * @param moment when and where the person is
 */
export function commandPlan(name: string, moment: { nowMs: number; zone: string }): CommandPlan {
  const today = dayOf(moment.nowMs, moment.zone);
  switch (name) {
    case "start":
      return { mode: "small_talk", text: (say) => say.welcome };
    case "help":
      return { mode: "settings", text: (say) => say.help };
    case "today":
      return spent({ name: "today", from: today, to: today });
    case "month":
      return spent({ name: "this_month", ...spanOf("month", today) });
    case "undo":
      return { mode: "edit", items: [{ tool: "undo", input: {} }] };
    case "settings":
      return { mode: "settings", items: [{ tool: "setting", input: { name: "show" } }] };
    case "caps":
      return asks("caps", "cap", today);
    case "reminders":
      return { mode: "reminder", items: [{ tool: "question", input: REMINDERS }] };
    case "memories":
      return { mode: "memory", items: [{ tool: "memories", input: {} }] };
    case "link":
      return { mode: "settings", items: [{ tool: "link", input: {} }] };
    case "export":
      return { mode: "settings", text: (say) => say.missing("export") };
    case "erase":
      return { mode: "settings", text: (say) => say.missing("erase") };
    default:
      return { mode: "unclear", text: (say) => say.help };
  }
}
