/** Buttons as numbered choices: picked by number or by label (SPEC S15). */
import type { Button } from "../../kernel/ports.ts";

/** The button that a line picks, or null when it picks none. */
export function pickButton(line: string, buttons: readonly Button[]): Button | null {
  const said = line.trim().toLowerCase();
  const byLabel = buttons.find(({ label }) => label.toLowerCase() === said);
  if (byLabel) return byLabel;
  return /^\d{1,2}$/.test(said) ? (buttons[Number(said) - 1] ?? null) : null;
}

/** The choices in one line; nothing when the message itself has numbered them. */
export function choices(buttons: readonly Button[]): string {
  if (buttons.every(({ label }, position) => label === String(position + 1))) return "";
  return buttons.map(({ label }, position) => `[${position + 1}] ${label}`).join("  ");
}
