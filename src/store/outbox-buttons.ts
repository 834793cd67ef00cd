/** Buttons under messages: what platforms know them by, and how a pressed one is found again. */
import type { Button, ButtonDraft } from "../kernel/ports.ts";
import type { Scope } from "../kernel/types.ts";
import { first, type Sql } from "./sql.ts";

/** The buttons of a message as a platform is told of them. */
export function buttonsOf(outboxId: string, buttons: readonly ButtonDraft[]): Button[] {
  return buttons.map(({ label }, position) => ({ id: buttonId(outboxId, position), label }));
}

/** An id that says nothing by itself: it is looked up among the user's own messages when it is pressed. */
function buttonId(outboxId: string, position: number): string {
  return `b:${outboxId}:${position}`;
}

/** A button that was found again when it was pressed. */
export interface PressedButton extends ButtonDraft {
  /** The message whose answer it hangs under. */
  readonly inboxId: string | null;
}

/** The button with this id under a message to this user; null when they have no such button. */
export async function findButton(sql: Sql, scope: Scope, id: string): Promise<PressedButton | null> {
  const [, outboxId = "", position = ""] = /^b:([0-9a-f-]{36}):(\d{1,2})$/.exec(id) ?? [];
  if (!outboxId) return null;
  const row = await first<{ buttons: ButtonDraft[]; inbox_id: string | null }>(
    sql,
    "SELECT buttons, inbox_id FROM outbox WHERE id = $1 AND user_id = $2",
    [outboxId, scope.userId],
  );
  const button = row?.buttons[Number(position)];
  return row && button ? { ...button, inboxId: row.inbox_id } : null;
}
