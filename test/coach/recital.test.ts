/** Memory is used silently (SPEC S9): what announces or recites it is caught, what only uses it is not. */
import { describe, expect, test } from "vitest";
import { recites } from "../../src/coach/recital.ts";

const MEMORIES = [
  "Wants to save RM5,000 for her sister's wedding in June 2026",
  "Is worried about her credit card debt with Maybank",
  "Prefers to eat at home on weekdays because hawker food got expensive",
  "Considering a used Myvi, not decided yet",
  "Suka minum teh tarik setiap pagi sebelum pergi kerja di Bangsar",
];

interface Case {
  readonly reply: string;
  readonly said?: string;
  /** Absent when the reply is fine. */
  readonly caught?: string;
}

const ANNOUNCED: readonly Case[] = [
  { reply: "I remember that you like kopi, so let's keep that.", caught: "I remember that you" },
  { reply: "As you told me last week, cash is tight.", caught: "As you told me last week" },
  { reply: "You mentioned before that rent is heavy.", caught: "You mentioned before" },
  { reply: "Based on what I know about you, start small.", caught: "Based on what I know" },
  { reply: "Last time we talked, you were worried.", caught: "Last time we" },
  {
    reply: "You mentioned your sister's wedding, so go slow.",
    said: "can I buy new shoes?",
    caught: "You mentioned",
  },
  { reply: "Seperti yang awak cakap dulu, duit ketat.", caught: "awak cakap dulu" },
  { reply: "Saya ingat awak suka kopi.", caught: "Saya ingat awak" },
  { reply: "Memandangkan awak pernah beritahu pasal hutang, bayar dulu.", caught: "awak pernah beritahu" },
  { reply: "Macam you pernah cakap, gaji lambat.", caught: "you pernah cakap" },
  { reply: "Dari perbualan kita sebelum ini, elok mula kecil.", caught: "perbualan kita sebelum" },
  { reply: "I’ve noted that you get paid on the 25th.", caught: "I’ve noted" },
];

const RECITED: readonly Case[] = [
  {
    reply: "Since you prefer to eat at home on weekdays because hawker food got expensive, cook more.",
    said: "how to spend less?",
    caught: "prefer to eat at home on weekdays because hawker food got expensive",
  },
  {
    reply: "Save RM5,000 for the wedding of your sister in June 2026 first.",
    said: "should I buy a bag?",
    caught: "Save RM5,000 for the wedding of your sister in June 2026 first",
  },
  {
    reply: "Elok kurangkan: awak suka minum teh tarik setiap pagi sebelum pergi kerja.",
    said: "macam mana nak jimat",
    caught: "suka minum teh tarik setiap pagi sebelum pergi kerja",
  },
  {
    reply: "Start with the credit card debt with Maybank that has you worried.",
    said: "where do I start?",
    caught: "Start with the credit card debt with Maybank that has you worried",
  },
];

const SILENT: readonly Case[] = [
  { reply: "Remember to pay the Unifi bill on time." },
  { reply: "I'll remember that." },
  { reply: "You said RM15 for lunch, which is fine.", said: "lunch 15, is that ok?" },
  { reply: "You mentioned a new phone: wait a week first.", said: "thinking of a new phone" },
  { reply: "As you said, the bag can wait.", said: "the bag can wait right" },
  { reply: "Macam awak cakap, beg tu boleh tunggu.", said: "beg tu boleh tunggu kan" },
  { reply: "Jangan lupa bayar bil. Saya ingatkan awak esok." },
  { reply: "Cooking at home is the cheapest start. Try three dinners a week." },
  { reply: "June is close, so put a little aside each payday.", said: "should I buy a bag?" },
  { reply: "Pay the card with the highest rate first.", said: "where do I start?" },
  {
    reply: "Saving RM5,000 for your sister's wedding in June 2026 is doable.",
    said: "I want to save RM5,000 for my sister's wedding in June 2026, possible?",
  },
  { reply: "I remember that you want RM5,000 for the wedding.", said: "what do you remember about me?" },
  {
    reply: "Ya, saya ingat awak nak simpan untuk kahwin.",
    said: "awak ingat tak apa saya cakap pasal simpanan?",
  },
  { reply: "By the end of the month you could put some of it in a jar." },
  { reply: "If you know your fixed costs, the rest is easy." },
];

function table(name: string, cases: readonly Case[], kind?: string): void {
  describe(name, () => {
    test.each(cases.map((one) => [one.reply, one] as const))("%s", (reply, { said = "", caught }) => {
      const fault = recites(reply, MEMORIES, said);
      expect(fault?.text).toBe(caught);
      expect(fault?.kind).toBe(kind);
      if (fault) expect(reply.slice(fault.at).startsWith(fault.text)).toBe(true);
    });
  });
}

table("an announced memory is caught", ANNOUNCED, "announcement");
table("a recited memory is caught", RECITED, "recital");
table("memory that is used silently passes", SILENT);
