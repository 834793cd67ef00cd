/** "Gaji masuk 3500": money in. */
import { recordTool } from "./record.ts";

export const income = recordTool("income");
