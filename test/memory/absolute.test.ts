/** "Yesterday" and "next June" are made absolute against the message's time (SPEC S10.3). */
import { expect, test } from "vitest";
import { absolute } from "../../src/memory/absolute.ts";

/** Wednesday 11 March 2026, ten in Kuala Lumpur. */
const said = { saidAtMs: Date.parse("2026-03-11T10:00:00+08:00"), zone: "Asia/Kuala_Lumpur" };

test.each([
  ["The user lost their job yesterday.", "The user lost their job on 10 March 2026."],
  ["The wedding is next June.", "The wedding is in June 2026."],
  ["The wedding is in June.", "The wedding is in June 2026."],
  ["The wedding is next February.", "The wedding is in February 2027."],
  ["The user moved in January.", "The user moved in January 2026."],
  ["The user moved in November.", "The user moved in November 2025."],
  ["The user starts a new job next month.", "The user starts a new job in April 2026."],
  ["The user wants RM5,000 by next year.", "The user wants RM5,000 by 2027."],
  ["The baby is due in 3 months.", "The baby is due in June 2026."],
  ["The user married 2 years ago.", "The user married in 2024."],
  ["The interview is on friday.", "The interview is on 13 March 2026."],
  ["kahwin bulan depan", "kahwin pada April 2026"],
  ["nak pergi umrah tahun depan", "nak pergi umrah pada 2027"],
  ["The user pays RM500 a month.", "The user pays RM500 a month."],
  ["The wedding is on 12 June 2027.", "The wedding is on 12 June 2027."],
  ["The user may buy a mac.", "The user may buy a mac."],
  ["I got a new job at Shell, starting Jan", "I got a new job at Shell, starting in January 2027"],
  ["dapat kerja baru, mula Januari", "dapat kerja baru, mula pada January 2027"],
  ["dah mula kerja baru bulan Januari", "dah mula kerja baru bulan January 2026"],
])("%s", (text, expected) => {
  expect(absolute(text, said)).toBe(expected);
});

test.each([
  "The user is paid every Friday.",
  "The user eats out every other Friday.",
  "The user pays rent on the 25th of every month.",
  "The user's insurance is due every year in June.",
  "setiap jumaat bayar mak RM100",
  "gaji masuk 25hb setiap bulan",
])("what comes again and again is no date: %s", (text) => {
  expect(absolute(text, said)).toBe(text);
});

test("the day is the person's, not the server's", () => {
  const late = { saidAtMs: Date.parse("2026-03-11T23:30:00+08:00"), zone: "Asia/Kuala_Lumpur" };
  expect(absolute("The user was robbed today.", late)).toBe("The user was robbed on 11 March 2026.");
  expect(absolute("The user was robbed today.", { ...late, zone: "Pacific/Auckland" })).toBe(
    "The user was robbed on 12 March 2026.",
  );
});
