/** The commands that exist on every platform (SPEC S1), with a slash or as a plain word such as "help". */
import type { ReadItem, Reading } from "../kernel/reading.ts";
import type { Mode } from "../kernel/types.ts";
import settings from "./data/settings.json" with { type: "json" };
import type { Message } from "./message.ts";
import { notMine, readingOf } from "./reading-of.ts";

const NAMES = new Set(settings.commands);
const PLAIN: ReadonlyMap<string, string> = new Map(Object.entries(settings.plainCommands));
const MODES: Readonly<Record<string, Mode>> = {
  today: "question",
  month: "question",
  caps: "question",
  reminders: "question",
  memories: "memory",
  undo: "edit",
};

function itemOf(name: string, rest: string): ReadItem {
  if (name === "undo") return { tool: "undo", input: {} };
  return { tool: "command", input: { name, rest } };
}

/** @param text the normalised message */
export function readCommand(text: string, { language, tokens }: Message): Reading | undefined {
  const slash = /^\s*\/([a-z_]{1,32})(?:@\w{1,64})?(?:\s+([\s\S]*))?$/i.exec(text);
  if (slash) {
    const name = (slash[1] ?? "").toLowerCase();
    if (!NAMES.has(name)) return notMine("unclear", language, ["unknown_command"]);
    return readingOf(MODES[name] ?? "settings", [itemOf(name, (slash[2] ?? "").trim())], { language });
  }
  const words = tokens.filter((token) => token.kind === "word" || token.kind === "number");
  if (words.length > 6) return undefined;
  const name = PLAIN.get(words.map((token) => token.lower).join(" "));
  if (name === undefined || tokens.some((token) => token.text === "/")) return undefined;
  return readingOf(MODES[name] ?? "settings", [itemOf(name, "")], { language });
}
