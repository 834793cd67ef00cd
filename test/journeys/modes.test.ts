/** Each mode of the router in both languages (SPEC S3): what the message was for, and what came of it. */
import { expect } from "vitest";
import { journeys } from "../support/journey.ts";

const { journey } = journeys();

/** [text, mode, part of the reply, records afterwards] */
type Turn = readonly [text: string, mode: string, reply: string, records: number];

const ENGLISH: readonly Turn[] = [
  ["hello mama", "small_talk", "Hi", 0],
  ["lunch 15", "expense", "Recorded: RM15.00 lunch · food", 1],
  ["salary came in RM4,800", "income", "Money in: RM4,800.00 salary", 2],
  ["how much did I spend today?", "question", "RM15.00 today", 2],
  ["actually it was 18", "edit", "", 2],
  ["delete the lunch", "edit", "Deleted", 1],
  ["undo", "edit", "Undone", 2],
  ["use SGD", "settings", "SGD", 2],
  ["remind me to pay rent every 1st", "reminder", "Reminder set: pay rent", 2],
  ["set food budget 500", "cap", "Set: food cap S$500.00 a month", 2],
  ["what do you remember about me?", "memory", "know much about you yet", 2],
  ["how can I save for a house?", "coaching", "simple mode", 2],
  ["thank you!", "small_talk", "welcome", 2],
  ["15", "unclear", "what was it for?", 2],
  ["24,24.7", "unclear", "can't read that amount", 2],
  ["1e9", "unclear", "", 2],
  ["-500", "unclear", "", 2],
  ["RM", "unclear", "", 2],
  ["coffee RM5 S$6", "unclear", "", 2],
];

const MALAY: readonly Turn[] = [
  ["assalamualaikum", "small_talk", "Mama", 0],
  ["apa khabar mama", "small_talk", "sihat", 0],
  ["makan tengahari 15 semalam", "expense", "Dicatat: RM15.00 makan tengahari · makanan · semalam", 1],
  ["gaji masuk 3500", "income", "Duit masuk: RM3,500.00 gaji", 2],
  ["berapa belanja semalam?", "question", "RM15.00 semalam", 2],
  ["tukar makan tengahari jadi 18", "edit", "Ditukar: RM18.00", 2],
  ["padam rekod makan tengahari", "edit", "Dipadam", 1],
  ["batal yang tadi", "edit", "Dibatalkan", 2],
  ["tukar mata wang ke SGD", "settings", "SGD", 2],
  ["ingatkan aku bayar unifi 15hb", "reminder", "Peringatan disimpan: bayar unifi", 2],
  ["had makan RM20 sehari", "cap", "Ditetapkan: had makanan RM20.00 sehari", 2],
  ["apa yang mama ingat pasal saya", "memory", "belum tahu banyak", 2],
  ["macam mana nak jimat duit?", "coaching", "mod ringkas", 2],
  ["terima kasih!", "small_talk", "Sama-sama", 2],
];

for (const [language, turns] of Object.entries({ English: ENGLISH, Malay: MALAY })) {
  journey(`every mode in ${language}`, async ({ ann }) => {
    for (const [text, mode, part, records] of turns) {
      const reply = await ann.says(text);
      expect(await ann.mode(), text).toBe(mode);
      expect(reply.text, text).toContain(part);
      expect(await ann.records(), text).toHaveLength(records);
    }
  });
}

journey("a mixed message records nothing on its own, and says what it can do", async ({ ann }) => {
  await ann.says("hi");
  await ann.says("paid 1,200 rent, how do I cut down?");
  expect(await ann.mode()).toBe("coaching");
});
