/** "I'm in London now", "use SGD", "settings": what a person can set by talking (SPEC S1). */
import { isDeepStrictEqual } from "node:util";
import { DateTime } from "luxon";
import { z } from "zod";
import { isZone } from "../kernel/calendar.ts";
import { isCurrency } from "../kernel/money.ts";
import { afterQuietHours } from "../kernel/quiet-hours.ts";
import type { SettingInput } from "../kernel/reading.ts";
import type { Settings } from "../kernel/types.ts";
import { holdAnew, takeBackHeld } from "../store/held-pushes.ts";
import { moveReminders } from "../store/move-reminders.ts";
import { saveSettings } from "../store/people.ts";
import { defineTool, type ToolContext } from "./tool.ts";

const time = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/);

const input: z.ZodType<SettingInput> = z.discriminatedUnion("name", [
  z.object({ name: z.literal("zone"), value: z.string().max(60) }),
  z.object({ name: z.literal("currency"), value: z.string().max(10) }),
  z.object({ name: z.literal("language"), value: z.enum(["en", "ms", "auto"]) }),
  z.object({
    name: z.literal("weekStart"),
    value: z.union([
      z.literal(1),
      z.literal(2),
      z.literal(3),
      z.literal(4),
      z.literal(5),
      z.literal(6),
      z.literal(7),
    ]),
  }),
  z.object({ name: z.literal("quietHours"), value: z.object({ from: time, to: time }).nullable() }),
  z.object({ name: z.literal("digests"), value: z.boolean() }),
  z.object({ name: z.literal("show") }),
]);

type Result =
  | { readonly is: "shown"; readonly settings: Settings }
  | { readonly is: "unknown"; readonly name: string; readonly value: string }
  | {
      readonly is: "changed";
      readonly name: string;
      readonly settings: Settings /** Reminders that keep their wall time in the new zone. */;
      readonly moved: number;
    };

function changed(settings: Settings, wanted: Exclude<SettingInput, { name: "show" }>): Settings | null {
  if (wanted.name === "zone" && !isZone(wanted.value)) return null;
  if (wanted.name === "currency" && !isCurrency(wanted.value)) return null;
  return { ...settings, [wanted.name]: wanted.value };
}

/**
 * What goes by the zone and the quiet hours goes by the new ones: reminders to come, and pushes that are held.
 * @returns how many reminders keep their wall time in another zone
 */
async function moveAlong(
  { tx, scope, settings: before, nowMs }: ToolContext,
  { zone, quietHours }: Settings,
): Promise<number> {
  if (zone === before.zone && isDeepStrictEqual(quietHours, before.quietHours)) return 0;
  await takeBackHeld(tx, scope, null);
  await holdAnew(tx, scope, afterQuietHours(nowMs, quietHours, zone) - nowMs);
  return zone === before.zone ? 0 : moveReminders(tx, scope, { zone, nowMs });
}

export const setting = defineTool<SettingInput, Result>({
  name: "setting",
  mode: "settings",
  input,
  async run(context, wanted) {
    if (wanted.name === "show") return { is: "shown", settings: context.settings };
    const next = changed(context.settings, wanted);
    if (!next) return { is: "unknown", name: wanted.name, value: String(wanted.value) };
    const settings = await saveSettings(context.tx, context.scope, next);
    const moved = await moveAlong(context, settings);
    context.effect({
      kind: "setting",
      op: "update",
      recordId: context.scope.userId,
      before: context.settings,
      after: settings,
    });
    return { is: "changed", name: wanted.name, settings, moved };
  },
  reply: (results, { say, nowMs }) => {
    const lines = results.map((result) => {
      if (result.is === "unknown") return say.settingUnknown(result.name, result.value);
      if (result.is === "shown") return say.settings(result.settings);
      const there = DateTime.fromMillis(nowMs, { zone: result.settings.zone }).toFormat("HH:mm");
      const sentence = say.settingChanged(result.name, result.settings, there);
      return result.moved > 0 ? `${sentence} ${say.reminders.moved(result.moved)}` : sentence;
    });
    return { text: lines.join("\n") };
  },
  takesBack: {
    setting: async (context, { recordId, before, after }) => {
      const { tx, scope, settings: current } = context;
      // Stored by this same tool as Settings. Only what this change set, and none has set since, goes back.
      const was = before as Settings;
      const is = after as Settings;
      const fields = Object.keys(was).filter((name) => {
        const field = name as keyof Settings;
        return !isDeepStrictEqual(was[field], is[field]) && isDeepStrictEqual(current[field], is[field]);
      });
      if (fields.length === 0) return null;
      const restored = Object.fromEntries(fields.map((field) => [field, was[field as keyof Settings]]));
      const settings = await saveSettings(tx, scope, { ...current, ...restored });
      await moveAlong(context, settings);
      return {
        effect: { kind: "setting", op: "update", recordId, before: current, after: settings, isUndo: true },
        line: (say) => say.settings(settings),
      };
    },
  },
});
