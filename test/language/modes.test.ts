/** Everything that is not a record: reminders, caps, questions, corrections, settings, memory, advice, small talk. */
import { describe, expect, test } from "vitest";
import { onlyInput, reading } from "./reading.ts";

describe("reminders (SPEC S5)", () => {
  test.each([
    ["remind me to pay rent every 1st", { title: "pay rent", recurrence: "monthly:1" }],
    ["ingatkan aku bayar unifi 15hb", { title: "bayar unifi", date: "2026-03-15" }],
    [
      "remind me tomorrow 9am to transfer 200 to mum",
      { title: "transfer to mum", amountMinor: 20_000, date: "2026-03-12", time: "09:00" },
    ],
    ["jangan lupa ingatkan zakat hujung bulan", { title: "zakat", date: "2026-03-31" }],
    ["tiap isnin ingatkan aku simpan 20", { amountMinor: 2_000, recurrence: "weekly:MO" }],
    ["remind me every other friday to water the plants", { recurrence: "weekly:FR/2" }],
    ["setiap hujung bulan ingatkan bayar sewa", { recurrence: "monthly:31" }],
    ["remind me every year on 25 dec to buy gifts", { recurrence: "yearly:12-25" }],
    ["unifi RM149 every 15hb", { title: "unifi", amountMinor: 14_900, recurrence: "monthly:15" }],
    ["netflix 54.90 every month on the 8th, record it", { recurrence: "monthly:8", recordsItself: true }],
    ["remind me friday: car insurance", { date: "2026-03-13" }],
    ["remind me in 2 hours to call the bank", { date: "2026-03-11", time: "14:30" }],
    ["remind me at 11am to pay rent", { date: "2026-03-12", time: "11:00" }],
  ])("%s", (text, input) => {
    expect(reading(text)).toMatchObject({ mode: "reminder", verdict: "certain" });
    expect(onlyInput(text)).toMatchObject(input);
  });

  test.each([
    "remind me to pay rent",
    "remind me on 30 feb to pay rent",
    "remind me yesterday to pay rent",
    "bayar sewa esok",
  ])("%s waits for an answer", (text) => {
    expect(reading(text)).toMatchObject({ mode: "reminder", verdict: "likely" });
  });
});

describe("caps (SPEC S6)", () => {
  test.each([
    ["set food budget 500", { category: "food", amountMinor: 50_000, period: "month" }],
    ["had makan RM20 sehari", { category: "food", amountMinor: 2_000, period: "day" }],
    [
      "don't let me spend more than 100 a week on coffee",
      { category: "food", amountMinor: 10_000, period: "week" },
    ],
    ["monthly cap 2000", { amountMinor: 200_000, period: "month" }],
    ["I want to keep groceries under 400", { category: "groceries", amountMinor: 40_000 }],
  ])("%s", (text, input) => {
    expect(reading(text)).toMatchObject({ mode: "cap", verdict: "certain" });
    expect(onlyInput(text)).toMatchObject(input);
  });
});

describe("questions (SPEC S7)", () => {
  test.each([
    [
      "how much did I spend on food this month?",
      { ask: "total", category: "food", period: { name: "this_month", from: "2026-03-01" } },
    ],
    [
      "berapa belanja makan minggu ni?",
      { ask: "total", category: "food", period: { name: "this_week", from: "2026-03-09" } },
    ],
    ["how much I spend on grab ah", { ask: "total", words: ["grab"] }],
    ["what's my biggest expense last week", { ask: "biggest", period: { name: "last_week" } }],
    ["did I pay rent already?", { ask: "paid_already", words: ["rent"] }],
    ["compare this month to last month", { ask: "compare", against: { name: "last_month" } }],
    [
      "average daily spending in feb?",
      { ask: "average", per: "day", period: { from: "2026-02-01", to: "2026-02-28" } },
    ],
    ["how much have I saved since January", { ask: "net", period: { from: "2026-01-01", to: "2026-03-11" } }],
    ["show my last 10 expenses", { ask: "list", limit: 10 }],
    ["find grab rides over 20", { ask: "search", minMinor: 2_000 }],
    ["how much left in my shopping budget", { ask: "cap_left", category: "shopping" }],
    ["am I over budget?", { ask: "caps" }],
    ["list reminders", { ask: "reminders" }],
    ["what bills are due this week", { ask: "due" }],
    ["berapa gaji aku bulan lepas", { kind: "income", period: { name: "last_month" } }],
  ])("%s", (text, input) => {
    expect(reading(text).mode).toBe("question");
    expect(onlyInput(text)).toMatchObject(input);
  });
});

describe("edits (SPEC S4)", () => {
  test.each([
    ["change lunch to 18", { target: { words: ["lunch"] }, change: { amountMinor: 1_800 } }],
    [
      "actually the grab was 14 not 12",
      { target: { words: ["grab"], amountMinor: 1_200 }, change: { amountMinor: 1_400 } },
    ],
    ["tukar minyak tadi jadi 55", { target: { words: ["minyak"] }, change: { amountMinor: 5_500 } }],
    ["actually RM18", { target: { words: [] }, change: { amountMinor: 1_800 } }],
    ["that was groceries", { change: { category: "groceries" } }],
    ["it was yesterday", { change: { date: "2026-03-10" } }],
    [
      "delete the grab expense from yesterday",
      { target: { words: ["grab"], kind: "expense", date: "2026-03-10" } },
    ],
    ["padam rekod kopi", { target: { words: ["kopi"] } }],
    ["remove netflix reminder", { target: { words: ["netflix"], kind: "reminder" } }],
  ])("%s", (text, input) => {
    expect(reading(text)).toMatchObject({ mode: "edit", verdict: "certain" });
    expect(onlyInput(text)).toMatchObject(input);
  });

  test.each(["undo", "batal yang tadi", "oops wrong, cancel that", "/undo", "cancel the last one"])(
    "%s is an undo",
    (text) => {
      expect(reading(text)).toMatchObject({
        mode: "edit",
        verdict: "certain",
        items: [{ tool: "undo", input: {} }],
      });
    },
  );

  test("an oil change is no change of a record", () => {
    expect(reading("tukar minyak hitam 160")).toMatchObject({ mode: "expense" });
  });
});

describe("settings (SPEC S1)", () => {
  test.each([
    ["I'm in London now", { name: "zone", value: "Europe/London" }],
    ["use SGD", { name: "currency", value: "SGD" }],
    ["tukar bahasa ke BM", { name: "language", value: "ms" }],
    ["week starts on sunday", { name: "weekStart", value: 7 }],
    ["quiet hours 10pm to 8am", { name: "quietHours", value: { from: "22:00", to: "08:00" } }],
    ["turn off quiet hours", { name: "quietHours", value: null }],
    ["my settings", { name: "show" }],
  ])("%s", (text, input) => {
    expect(reading(text)).toMatchObject({
      mode: "settings",
      verdict: "certain",
      items: [{ tool: "setting", input }],
    });
  });

  test.each([
    ["/help", "settings", "help"],
    ["help", "settings", "help"],
    ["/month@mamabot", "question", "month"],
    ["/memories", "memory", "memories"],
    ["/erase", "settings", "erase"],
  ])("%s is a command", (text, mode, name) => {
    expect(reading(text)).toMatchObject({
      mode,
      verdict: "certain",
      items: [{ tool: "command", input: { name } }],
    });
  });
});

describe("memory (SPEC S10.8)", () => {
  test.each([
    ["what do you remember about me?", "memories", {}],
    ["apa yang mama ingat pasal saya", "memories", {}],
    ["forget 3", "forget", { number: 3 }],
    ["lupakan 2", "forget", { number: 2 }],
    ["forget everything about me", "forget_everything", {}],
    ["lupakan semua pasal saya", "forget_everything", {}],
    ["number 3 is wrong: it's RM6,000", "correct_memory", { number: 3, text: "it's RM6,000" }],
    ["nombor 2 salah, bulan Julai", "correct_memory", { number: 2, text: "bulan Julai" }],
    ["betulkan 1: simpan RM6,000", "correct_memory", { number: 1, text: "simpan RM6,000" }],
    ["no 4 is wrong", "correct_memory", { number: 4, text: "" }],
    ["remember that I'm vegetarian", "remember", { text: "I'm vegetarian" }],
    ["please remember my sister's name is Aina.", "remember", { text: "my sister's name is Aina" }],
    ["ingat yang saya tak makan daging", "remember", { text: "saya tak makan daging" }],
  ])("%s", (text, tool, input) => {
    expect(reading(text)).toMatchObject({ mode: "memory", verdict: "certain", items: [{ tool, input }] });
  });

  test.each([
    "remember to pay rent tomorrow",
    "ingat bayar maybank esok",
    "3 is wrong, it was 15",
    "do you remember that I have a car?",
    "salah, 15",
    "no it's 12",
  ])("%s is none of it", (text) => {
    const { mode, verdict, items } = reading(text);
    expect(mode === "memory" && verdict === "certain" && items.length > 0).toBe(false);
  });

  test("words of what to forget are a guess, since it may be said about anything", () => {
    expect(reading("forget the wedding")).toMatchObject({
      mode: "memory",
      verdict: "likely",
      items: [{ tool: "forget", input: { words: "wedding" } }],
    });
  });
});

describe("conversation", () => {
  test.each([
    "how can I save for a house?",
    "should I pay my credit card or save first?",
    "macam mana nak jimat duit?",
    "I feel so broke this month, help",
    "is 30% of salary on rent too much?",
    "worth it ke beli kereta 2nd hand 25k?",
  ])("%s is for the coach", (text) => {
    expect(reading(text).mode).toBe("coaching");
  });

  test("a record told before the question goes with it", () => {
    const result = reading("paid 1,200 rent, how do I cut down?");
    expect(result).toMatchObject({
      mode: "coaching",
      verdict: "likely",
      items: [{ tool: "expense", input: { amountMinor: 120_000, category: "housing" } }],
    });
  });

  test.each([
    ["hi mama", "greeting"],
    ["terima kasih!", "thanks"],
    ["good morning 😊", "greeting"],
    ["haha ok lah", "ack"],
    ["apa khabar?", "how_are_you"],
    ["who are you?", "who_are_you"],
    ["bye, good night", "bye"],
    ["good job", "praise"],
    ["👍", "ack"],
  ])("%s is small talk", (text, smallTalk) => {
    expect(reading(text)).toMatchObject({ mode: "small_talk", verdict: "certain", smallTalk });
  });

  test.each([
    ["yes", "yes"],
    ["ya", "yes"],
    ["ok betul", "yes"],
    ["no", "no"],
    ["tak", "no"],
    ["bukan", "no"],
  ])("%s answers %s", (text, answer) => {
    expect(reading(text)).toMatchObject({ mode: "small_talk", answer });
  });

  test.each([
    ["lunch 15", "en"],
    ["makan tengahari 18", "ms"],
    ["berapa baki duit aku?", "ms"],
    ["how much left?", "en"],
  ])("%s is in %s", (text, language) => {
    expect(reading(text).language).toBe(language);
  });
});
