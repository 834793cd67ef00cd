/**
 * Groups on WhatsApp (SPEC S1): whoever mentions Mama there, or answers her, is told where she works, once a day. What is
 * said in a group is decrypted to see that, and then it is gone: nobody is known by it, and nothing of it is written down.
 */
import type { Log } from "../../kernel/log.ts";
import { createRarely } from "../../kernel/rarely.ts";
import { messagesIn } from "../../messages/index.ts";
import { Bounded } from "./cache.ts";
import { isLate } from "./late.ts";
import type { GroupMetadata, Library, proto, WASocket } from "./library.ts";
import { limits } from "./limits.ts";
import type { Outbound } from "./send.ts";
import type { Time } from "./time.ts";

/** Somebody spoke to Mama in a group. */
export interface Addressed {
  readonly groupKey: string;
  readonly messageKey: string;
  readonly sentAtMs: number | undefined;
}

export interface Groups {
  /** Answers, unless the group has heard it lately. A courtesy: failures harm nobody, and it is not tried again. */
  addressed(group: Addressed): void;
  /**
   * Who is in a group, for Baileys, which has to know in order to encrypt. WhatsApp soon refuses to be asked (rate-overlimit),
   * so what it told once is kept until it tells that something has changed.
   */
  metadata(groupKey: string): Promise<GroupMetadata | undefined>;
  changed(groupKey: string | undefined): void;
  /** There may have been changes that nobody told of. */
  forget(): void;
  /** Gives up what is under way. */
  stop(): Promise<void>;
}

export interface GroupsOptions {
  readonly log: Log;
  readonly time: Time;
  readonly say: Outbound["toGroup"];
  socket(): Pick<WASocket, "groupMetadata"> | null;
}

export function createGroups({ log, time, say, socket }: GroupsOptions): Groups {
  const rarely = createRarely({ now: time.now, restMs: limits.groupSilenceMs });
  const known = new Bounded<GroupMetadata>(limits.rememberedGroups);
  const over = new AbortController();
  /** One after another, so that a crowd of groups is no burst. */
  let answering: Promise<void> = Promise.resolve();
  return {
    addressed: ({ groupKey, messageKey, sentAtMs }) => {
      // What was asked while she was away is over, and answers to all of it would come in one burst.
      if (over.signal.aborted || isLate(sentAtMs, time.now()) || !rarely.may(groupKey)) return;
      // WhatsApp tells nothing of a person's language.
      const text = messagesIn("en").platform.privateOnly;
      answering = answering
        .then(() => say({ groupKey, answers: messageKey, text }, over.signal))
        .catch((error: unknown) => log.debug({ err: error }, "a courtesy to a group failed"));
    },
    metadata: async (groupKey) => {
      const before = known.get(groupKey);
      if (before) return before;
      const told = await socket()?.groupMetadata(groupKey);
      if (told) known.set(groupKey, told);
      return told;
    },
    changed: (groupKey) => known.delete(groupKey ?? ""),
    forget: () => known.clear(),
    stop: async () => {
      over.abort();
      await answering;
    },
  };
}

/**
 * Whether a message in a group is for Mama: it mentions her, or answers a message of hers.
 * @param me her ids, the number's and the LID, without a device: groups may use either
 */
export function isForHer(
  content: proto.IMessage,
  { me, reads }: { me: readonly string[]; reads: Pick<Library, "jidNormalizedUser"> },
): boolean {
  const context = contextOf(content);
  if (!context) return false;
  const { mentionedJid, stanzaId, participant } = context;
  const named = stanzaId && participant ? [participant, ...(mentionedJid ?? [])] : (mentionedJid ?? []);
  return named.some((jid) => me.includes(reads.jidNormalizedUser(jid)));
}

/** It is in whatever field the message is. */
function contextOf(content: proto.IMessage): proto.IContextInfo | null {
  for (const part of Object.values(content)) {
    const { contextInfo } = (part ?? {}) as { contextInfo?: proto.IContextInfo | null };
    if (contextInfo) return contextInfo;
  }
  return null;
}
