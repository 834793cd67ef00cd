/** How a message looks in a terminal: as text, or as the JSON of SPEC S15. */
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Button, Picture } from "../../kernel/ports.ts";
import { choices } from "./buttons.ts";

/** What a turn did, as far as `--json` prints it. */
export interface Turn {
  readonly text: string;
  readonly mode: string;
  readonly source: string;
  readonly actions: readonly {
    readonly kind: string;
    readonly op: "create" | "update" | "delete";
    readonly before: unknown;
    readonly after: unknown;
  }[];
}

export function plainText(text: string, buttons: readonly Button[]): string {
  const line = choices(buttons);
  return line === "" ? text : `${text}\n${line}`;
}

/** The kinds of effect that are records; changes of settings are not. */
const RECORDS = new Set(["expense", "income", "reminder", "cap"]);

/** The fields of a record that are printed, in this order. */
const FIELDS = [
  "amountMinor",
  "currency",
  "category",
  "description",
  "date",
  "time",
  "recurrence",
  "period",
] as const;

/** A reminder's own names for what is printed: its title, when it is due next, its wall time. */
const REMINDER_NAMES = { description: "title", date: "nextDueOn", time: "wallTime" } as const;

function named(kind: string, record: Record<string, unknown> | null): Record<string, unknown> | null {
  if (kind !== "reminder" || record === null) return record;
  const fields = Object.entries(REMINDER_NAMES).map(([name, own]) => [name, record[own]]);
  return { ...record, ...Object.fromEntries(fields) };
}

function recordOf({ kind, op, before, after }: Turn["actions"][number]): Record<string, unknown> {
  const record = named(kind, (op === "delete" ? before : after) as Record<string, unknown> | null);
  const fields = FIELDS.filter((field) => record?.[field] != null).map((field) => [field, record?.[field]]);
  return { kind, op, ...Object.fromEntries(fields) };
}

/** @param turn null for a push */
export function jsonLine(turn: Turn | null, reply: string, buttons: readonly Button[]): string {
  const labels = buttons.map(({ label }) => label);
  if (!turn) return JSON.stringify({ push: true, reply, buttons: labels });
  const records = turn.actions.filter(({ kind }) => RECORDS.has(kind)).map(recordOf);
  const { text, mode, source } = turn;
  return JSON.stringify({ text, mode, source, reply, buttons: labels, records });
}

/** Saves a picture and returns its path. */
export async function savePicture(picture: Picture, directory: string, name: string): Promise<string> {
  await mkdir(directory, { recursive: true });
  const extension = picture.mime === "image/jpeg" ? "jpg" : "png";
  const path = join(directory, `${name}.${extension}`);
  await writeFile(path, picture.bytes);
  return path;
}
