/** The one word that ends digests, and how they come back (SPEC S11). */
import { expect } from "vitest";
import { makeDigests } from "../../src/jobs/digest.ts";
import { uuidV7 } from "../../src/kernel/ids.ts";
import { journeys } from "../support/journey.ts";

const { journey } = journeys();

journey(
  "stop, as an answer to a digest, ends them and deletes nothing",
  async ({ ann, database, platform, at }) => {
    await ann.says("lunch 15");
    const nowMs = Date.parse("2026-03-16T09:30:00+08:00");
    await makeDigests({ database, ids: uuidV7, nowMs });
    at("2026-03-16T09:31:00+08:00");
    expect((await ann.says("stop")).text).toBe("OK, no more digests. “start digest” brings them back.");
    expect(await ann.records()).toHaveLength(1);
    expect(
      platform.delivered.some(({ chatKey, text }) => chatKey === ann.name && text.startsWith("Your week")),
    ).toBe(true);
    expect((await ann.says("settings")).text).toContain("weekly and monthly digest: off");
    expect((await ann.says("start digest")).text).toContain("I look back at your week");
    expect((await ann.says("settings")).text).toContain("weekly and monthly digest: on");
  },
);

journey("the button under a digest does the same, and is undone", async ({ ann, database }) => {
  await ann.says("lunch 15");
  await makeDigests({ database, ids: uuidV7, nowMs: Date.parse("2026-03-16T09:30:00+08:00") });
  // Behind the digest in the same chat: it is delivered when this is.
  await ann.says("thanks");
  expect((await ann.presses("Stop digests")).text).toContain("no more digests");
  expect((await ann.says("undo")).text).toContain("weekly and monthly digest: on");
});

journey("henti dan mula", async ({ ann }) => {
  await ann.says("assalamualaikum");
  for (const text of ["henti ringkasan", "hentikan ringkasan", "tak nak ringkasan mingguan lagi"])
    expect((await ann.says(text)).text, text).toContain("tiada lagi ringkasan");
  expect((await ann.says("mula ringkasan")).text).toContain("saya ringkaskan minggu");
});

journey("words of an opt-out", async ({ ann }) => {
  await ann.says("hi");
  for (const text of [
    "stop digest",
    "stop the digests please",
    "unsubscribe",
    "turn off weekly summary",
    "Stop.",
  ])
    expect((await ann.says(text)).text, text).toContain("no more digests");
});
