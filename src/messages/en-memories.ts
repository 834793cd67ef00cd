/** English: what is remembered. */
import type { MemoryMessages } from "./memories.ts";
import { asListed, bullets, numbered } from "./shared.ts";

export const memories: MemoryMessages = {
  list: (lines, more) => {
    const title =
      more > 0
        ? `What I remember about you (${lines.length} of ${lines.length + more}):`
        : "What I remember about you:";
    const hint = "You can say “forget 2”, “number 1 is wrong: …”, or “forget everything about me”.";
    return `${numbered(title, lines.map(asListed))}\n${hint}`;
  },
  nothing:
    "I don't know much about you yet. As we talk about your plans and worries, I'll keep what helps, and you can see it here.",
  later: "What you told me in the last minutes comes in a little later.",
  nothingToForget: "I have nothing noted about you yet, so there is nothing to forget.",
  forgotten: (lines) =>
    lines.length === 1
      ? `Forgotten: ${asListed(lines[0] ?? "")}`
      : bullets("Forgotten:", lines.map(asListed)),
  gone: (number) =>
    number === undefined
      ? "That is not there any more."
      : `There is no number ${number} any more. Ask “what do you remember about me” to see the list.`,
  listFirst: "Which one do you mean? Say it again with its number from this list.",
  forgotLast: "Forgotten: what you told me last. I had kept nothing of it yet.",
  noneLast: "I have nothing that you told me lately, so there is nothing to forget.",
  cannotStop:
    "I can't switch that off: as we talk I note your plans and worries, so that my advice fits. You can see it (“what do you remember about me”), and have one thing forgotten (“forget 2”) or all of it (“forget everything about me”).",
  noneAbout: (words) => `I remember nothing about “${words}”.`,
  which: (lines) => numbered("Which one should I forget?", lines.map(asListed)),
  allOfThem: "All of them",
  corrected: (line) => `Thank you, corrected: ${asListed(line)}`,
  sayWhole: (number) =>
    `What should it say? Say it as a whole, like “number ${number} is wrong: I'm saving RM6,000 for a car”.`,
  whichNumber: "Which one is wrong? Say its number, like “number 2 is wrong: it's in July”.",
  whatInstead: (line) => `What should it say instead of “${asListed(line)}”?`,
  remembered: (line) => `I'll remember that: ${asListed(line)}`,
  known: (line) => `I have that already: ${asListed(line)}`,
  secret:
    "That looks like a PIN, a password or a card number, and I would rather not keep it. Please keep it somewhere safer, and never send it to anybody, not even to a bank.",
  askForgetAll:
    "Should I forget everything that I know about you, and our conversation? What you recorded stays. This can't be undone.",
  forgotAll: "Done: I've forgotten all of it. Your records are still here.",
  how: "Ask “what do you remember about me”, say “forget 2”, “number 1 is wrong: …”, or “remember that …”.",
};
