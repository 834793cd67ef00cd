/** "Lunch RM15": money out. */
import { recordTool } from "./record.ts";

export const expense = recordTool("expense");
