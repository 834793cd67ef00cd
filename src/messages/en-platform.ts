/** English: what a chat network shows of Mama. */
import type { PlatformMessages } from "./platform.ts";

export const platform: PlatformMessages = {
  commands: {
    today: "What you spent today",
    month: "This month so far",
    caps: "Your spending caps, and what is left",
    reminders: "Your bills and reminders",
    undo: "Take back the last record",
    memories: "What I remember about you",
    settings: "Time zone, currency, language",
    link: "Use the same records in another app",
    export: "Everything about you in a file",
    erase: "Remove everything about you",
    help: "What you can text me",
    start: "How to begin",
  },
  about:
    "I'm Mama, your money coach. Text me what you spend, like “lunch 15”, and I keep it. Ask me “how much today?”, or to remind you of a bill.",
  aboutShort: "A money coach in chat. Text what you spent, ask where it went.",
  privateOnly: "I keep money matters private, so I only work in a private chat. Text me there!",
  unreadable: {
    voice: "I can't listen to voice messages yet. Could you type it?",
    audio: "I can't listen to audio. Could you type it?",
    video: "I can't watch videos. A photo or a few words work.",
    video_note: "I can't watch videos. A photo or a few words work.",
    animation: "I can't read GIFs. A few words work best.",
    sticker: "Nice sticker! I only read words and photos, though.",
    location: "I can't use locations. Text me what you spent there, like “lunch 15”.",
    contact: "I can't use contacts. Text me what you spent, like “lunch 15”.",
    poll: "I can't answer polls. Text me what you spent, like “lunch 15”.",
    document: "I can't read that kind of file yet. A photo or a few words work.",
    large_picture: "That picture is larger than 10 MB. Could you send a smaller one?",
    view_once: "I can't open photos that can be seen once. Could you send it as a normal photo?",
    sealed_edit: "I can't see edits here. Text me the change instead, like “actually RM18”.",
    unread: "I couldn't read your last message. Could you please send it again?",
    other: "I can't read that kind of message yet. Could you type it?",
  },
};
