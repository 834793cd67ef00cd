/** Advice without a model (SPEC S14): short, from the person's own figures, honest about being simple. */
import { expect } from "vitest";
import { journeys } from "../support/journey.ts";

const { journey } = journeys();

journey("where most of it went, and one thing to try", async ({ ann, at }) => {
  at("2026-02-05T10:00:00+08:00");
  await ann.says("lunch 10");
  at("2026-03-11T10:00:00+08:00");
  await ann.says("lunch 30");
  await ann.says("grab 10");
  const { text } = await ann.says("how do I spend less money?");
  expect(text).toContain("simple mode");
  expect(text).toContain("RM40.00, RM30.00 more than the same days last month");
  expect(text).toContain("food: RM30.00, 75 % of it");
});

journey("nothing is recorded yet, and nothing is made up", async ({ ann }) => {
  const { text } = await ann.says("macam mana nak simpan duit untuk kahwin?");
  expect(text).toContain("mod ringkas");
  expect(text).not.toMatch(/RM\d/);
});

journey("who is in danger is told where to get help, and nothing about money", async ({ ann }) => {
  const { text } = await ann.says("so much debt I want to kill myself, what should I do");
  expect(text).toContain("03-7627 2929");
  expect(text).not.toContain("simple mode");
});

journey("a scam is answered with the number to call", async ({ ann }) => {
  const { text } = await ann.says("mama aku kena tipu online, apa patut aku buat?");
  expect(text).toContain("997");
});

journey("spending that is told with the question is recorded first", async ({ ann }) => {
  const answer = await ann.says("paid 1,200 rent, how do i cut down?");
  expect(answer.text).toMatch(/^Recorded: RM1,200\.00 rent · housing\n\n/);
  expect(answer.text).toContain("housing: RM1,200.00");
  await ann.presses("Undo");
  expect(await ann.records()).toEqual([]);
});

journey(
  "who may be in a swindler's hands is told where help is, however little is understood",
  async ({ ann }) => {
    for (const text of ["someone called and asked my bank otp", "ada polis palsu call tadi minta nombor pin"])
      expect((await ann.says(text)).text, text).toContain("997");
    expect(await ann.ledger()).toEqual([]);
  },
);

journey("a goal with a day becomes so much a month, held against what was left", async ({ ann, at }) => {
  at("2026-02-10T10:00:00+08:00");
  await ann.says("gaji 4000");
  await ann.says("rent 1200");
  at("2026-03-11T10:00:00+08:00");
  const { text } = await ann.says("I want to save 20k for a house deposit by end of next year");
  expect(text).toContain("RM20,000.00 in 21 months takes RM953.00 a month");
  expect(text).toContain("RM2,800.00 was left over, so it fits");
  const { text: malay } = await ann.says("nak simpan RM9000 untuk kahwin bulan Jun");
  expect(malay).toContain("RM9,000.00 dalam 3 bulan perlukan RM3,000.00 sebulan");
  expect(malay).toContain("ia ambil 4 bulan");
});
