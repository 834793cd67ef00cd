/** Buttons on a platform that has none: numbered lines, picked by their number or their words. */
import type { Button } from "../../kernel/ports.ts";
import { limits } from "./limits.ts";

/** Mama's text in WhatsApp's markup, with the choices under it; nothing more when the text has numbered them itself. */
export function rendered(text: string, buttons: readonly Button[]): string {
  const lines = buttons.every(({ label }, position) => label === String(position + 1))
    ? []
    : buttons.map(({ label }, position) => `${position + 1}. ${label}`);
  return [markedUp(text), lines.join("\n")].filter((part) => part !== "").join("\n\n");
}

/** What a model writes as **bold** is *bold* here; headings are bold, and bullets are dots. */
function markedUp(text: string): string {
  return text
    .replace(/^#{1,6} +(.+)$/gm, "**$1**")
    .replace(/^([ \t]*)[-*] +/gm, "$1• ")
    .replace(/\*\*(?=\S)([^*\n]+?)(?<=\S)\*\*/g, "*$1*");
}

/** Whether a text may pick a button; most are seen to be something else without asking the database. */
export function mayPick(text: string): boolean {
  const said = text.trim();
  return (
    /^\d{1,2}\.?$/.test(said) || (said.length <= limits.longestLabel && said !== "" && !/[\d\n]/.test(said))
  );
}

/** The button that a text picks, or null when it picks none. */
export function picked(text: string, buttons: readonly Button[]): Button | null {
  const said = text.trim().toLowerCase();
  const byLabel = buttons.find(({ label }) => label.toLowerCase() === said);
  if (byLabel) return byLabel;
  const [, number] = /^(\d{1,2})\.?$/.exec(said) ?? [];
  return number === undefined ? null : (buttons[Number(number) - 1] ?? null);
}
