/** All tools, by name. A new one is a file beside this one and a line here. */
import { amend } from "./amend.ts";
import { paid, skip, snooze } from "./bill.ts";
import { cap } from "./cap.ts";
import { correct } from "./correct.ts";
import { deleteTool } from "./delete.ts";
import { edit } from "./edit.ts";
import { expense } from "./expense.ts";
import { forget, forgetEverything } from "./forget.ts";
import { income } from "./income.ts";
import { link, unlink } from "./link.ts";
import { memories } from "./memories.ts";
import { correctMemory, remember } from "./memory-changes.ts";
import { moveItem } from "./move-item.ts";
import { question } from "./question.ts";
import { receipt } from "./receipt.ts";
import { reminder } from "./reminder.ts";
import { cancelReminderTool, changeReminder, editReminder } from "./reminder-edits.ts";
import { rules } from "./rules.ts";
import { setting } from "./setting.ts";
import type { Tool } from "./tool.ts";
import { uncap } from "./uncap.ts";
import { undo } from "./undo.ts";

export const tools: readonly Tool[] = [
  expense,
  income,
  receipt,
  moveItem,
  undo,
  correct,
  deleteTool,
  edit,
  amend,
  setting,
  rules,
  question,
  cap,
  uncap,
  reminder,
  changeReminder,
  cancelReminderTool,
  editReminder,
  paid,
  snooze,
  skip,
  memories,
  forget,
  forgetEverything,
  correctMemory,
  remember,
  link,
  unlink,
];

const byName = new Map(tools.map((tool) => [tool.name, tool]));

/** The tool with this name, or undefined: a stored plan may be older than the code. */
export function findTool(name: string): Tool | undefined {
  return byName.get(name);
}

const takesBack = new Map(tools.flatMap((tool) => Object.entries(tool.takesBack ?? {})));

/** How effects of this kind are taken back. */
export function takerBack(kind: string): NonNullable<Tool["takesBack"]>[string] | undefined {
  return takesBack.get(kind);
}
