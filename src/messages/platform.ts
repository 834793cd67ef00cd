/** What a chat network shows of Mama beside the conversation, and what she cannot read of it. */

/** The commands that exist on every platform (SPEC S1), in the order in which a menu shows them. */
export const COMMANDS = [
  "today",
  "month",
  "caps",
  "reminders",
  "undo",
  "memories",
  "settings",
  "link",
  "export",
  "erase",
  "help",
  "start",
] as const;

export interface PlatformMessages {
  /** What each command does, in a few words; 256 characters at most. */
  readonly commands: Readonly<Record<(typeof COMMANDS)[number], string>>;
  /** Before the first message: what Mama is; 512 characters at most. */
  readonly about: string;
  /** The same in a line; 120 characters at most. */
  readonly aboutShort: string;
  /** Said when she is addressed in a group. */
  readonly privateOnly: string;
  /** What kinds of message she cannot read, each with what to do instead; `other` is for all that have no line. */
  readonly unreadable: Readonly<Record<string, string>> & { readonly other: string };
}
