/** All read tools, by name. A new one is a definition beside these and a line here. */
import { calculate } from "./calculate.ts";
import { caps } from "./cap-answers.ts";
import { averages, compare, net, paidAlready, records, share, spending } from "./ledger-reads.ts";
import type { ReadTool } from "./read-tool.ts";
import { reminders } from "./reminder-reads.ts";

export const readTools: readonly ReadTool[] = [
  spending,
  records,
  compare,
  averages,
  net,
  paidAlready,
  share,
  caps,
  reminders,
  calculate,
];
