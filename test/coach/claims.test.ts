/** A reply that says something was done, which only the person's own words can do (SPEC S12). */
import { describe, expect, test } from "vitest";
import { claims } from "../../src/coach/claims.ts";

const nothing = { recorded: false, readSettings: false };
const claimed = (reply: string, done = nothing) => claims(reply, done)?.text ?? null;

describe("claims of having acted", () => {
  test.each([
    "I've deleted all your records.",
    "I’ve deleted the grab ride.",
    "I just deleted the grab ride.",
    "I went ahead and removed the coffee.",
    "I have now logged it.",
    "I put a cap on food for you.",
    "Mama dah catat.",
    "Saya dah set reminder.",
    "Dah padam ya.",
    "Dah rekod.",
    "Siap, dah direkodkan.",
    "Dah saya tukar jadi RM20.",
    "Okay, recorded.",
    "Recorded: RM88 zorblax.",
    "Deleted.",
    "Noted, RM88 zorblax it is.",
    "RM88 zorblax is in your records.",
    "The coffee has been removed.",
    "Your budget has been set.",
    "Consider it deleted.",
    "Done! Anything else?",
    "Reminder set!",
    "Your reminder is set for the 1st.",
    "Peringatan dah dibuat.",
    "One idea first. Your rent has been updated.",
  ])("%s", (reply) => {
    expect(claimed(reply)).not.toBeNull();
  });

  test.each([
    "I'll remind you on the 1st.",
    "I am going to remind you every Friday.",
    "Nanti saya ingatkan.",
    "Saya akan ingatkan awak hari Jumaat.",
    "Okay I will record it for you.",
    "I'll keep an eye on it and let you know when you go over.",
    "I'll ping you tomorrow.",
  ])("promises are no better: %s", (reply) => {
    expect(claimed(reply)).not.toBeNull();
  });

  test.each([
    "Text me like “lunch 15” and I'll record it.",
    "Once you text it, I'll remind you.",
    "Taip “lunch 15” dan saya akan rekod.",
    "If you say “budget food 300”, I'll let you know when it is near.",
    "Nothing has been recorded this month.",
    "I haven't deleted anything.",
    "I can't set a reminder from here; say “remind me rent on the 1st”.",
    "Here is what I've recorded this month.",
    "Set a limit of RM20 a day.",
    "Record every kopi for a week.",
    "Kalau dah rekod, tengok balik hujung minggu.",
    "Awak dah simpan banyak, bagus.",
    "You've set a good habit.",
    "Delete the app for a month.",
    "I've added up both: it is RM27.00.",
    "Put a cap on Shopee first.",
    "Saved money is money you keep.",
    "Small wins are worth it.",
    "Belanja yang dah direkodkan minggu ni: RM15.00.",
    "When you're done, tell me how it went.",
  ])("none is made: %s", (reply) => {
    expect(claimed(reply)).toBeNull();
  });

  test("what this very message recorded may be told, and what was read of caps and reminders", () => {
    expect(claimed("I've recorded the rent.", { ...nothing, recorded: true })).toBeNull();
    expect(claimed("I've deleted the rent.", { ...nothing, recorded: true })).not.toBeNull();
    expect(claimed("Your food budget is set at RM300.00.", { ...nothing, readSettings: true })).toBeNull();
  });
});
