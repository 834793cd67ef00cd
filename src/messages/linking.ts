/** What is said when two apps come to share one ledger (SPEC S1). */
export interface LinkingMessages {
  /** The code, and for how many minutes it works. */
  code(code: string, minutes: number): string;
  /** In the app that joined; `merged` when records came along. */
  joined(merged: boolean): string;
  /** Where the code was asked for. */
  joinedElsewhere(platform: string): string;
  /** The button under that. */
  readonly notMe: string;
  readonly unlinked: string;
  readonly notLinked: string;
  readonly refused: Readonly<Record<"unknown" | "expired" | "used" | "own", string>>;
}

const PLATFORMS: ReadonlyMap<string, string> = new Map([
  ["telegram", "Telegram"],
  ["whatsapp", "WhatsApp"],
  ["terminal", "terminal"],
]);

/** A platform as people call it. */
export const platformName = (platform: string): string => PLATFORMS.get(platform) ?? platform;
