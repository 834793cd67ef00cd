/**
 * "Make it 6,000" behind talk of saving 5,000, "not 5,000, make it 6,000" while no flush has seen what was told: the words
 * are about what was just talked of (SPEC S10.8). They join it in the buffer, so that one goal comes of both; where a
 * flush was quicker, its memory is put right.
 */
import { formatMoney } from "../kernel/money.ts";
import type { CorrectInput } from "../kernel/reading.ts";
import type { Money } from "../kernel/types.ts";
import { memoryLimits } from "../memory/constants.ts";
import { extractLocally } from "../memory/extract-locally.ts";
import { about } from "../memory/hand.ts";
import { putRight } from "../memory/replacing.ts";
import { lastTalkIn } from "../store/conversation.ts";
import { addExchange, flushOf, waitingTalk } from "../store/memory-buffer.ts";
import { handStore } from "../store/memory-hand.ts";
import { memoryVersion } from "../store/memory-version.ts";
import { changeRow } from "./memory-changes.ts";
import type { ToolContext } from "./tool.ts";

type Wanted = Pick<CorrectInput, "target" | "change">;

/** What a correction that can be about talk says, in the words that extraction reads; null for any other. */
function saidIn({ target, change }: Wanted, { settings }: ToolContext): string | null {
  const { kind, date, recordId, latest, amountMinor: old } = target;
  const { amountMinor, currency = settings.currency, ...others } = change;
  if (amountMinor === undefined || Object.values(others).some((value) => value !== undefined)) return null;
  if (kind ?? date ?? recordId ?? latest) return null;
  const written = (money: Money): string => formatMoney(money).replace(/\.00$/, "");
  const now = written({ amountMinor, currency });
  if (old === undefined) return `make it ${now}`;
  return `not ${written({ amountMinor: old, currency: target.currency ?? settings.currency })}, make it ${now}`;
}

/**
 * Where the last thing said in this chat was talk, and no amount is named that a record could have.
 * @returns what was told, as it will be; null, with nothing changed, when the words are about something else
 */
export async function justTalkedOf(context: ToolContext, wanted: Wanted): Promise<string | null> {
  const { tx, scope, chat } = context;
  if (wanted.target.amountMinor !== undefined) return null;
  const words = saidIn(wanted, context);
  const lastId = words === null ? null : await lastTalkIn(tx, scope, chat);
  if (words === null || lastId === null) return null;
  const waiting = await talk(context);
  const last = waiting.find(({ inboxId }) => inboxId === lastId);
  if (last) return last.records.length > 0 ? null : joinsTalk(context, { wanted, words, waiting });
  const source = (await flushOf(tx, scope, lastId)) ?? lastId;
  const told = (await handStore.memories(tx, scope, context.nowMs)).filter((row) => row.source.id === source);
  return changeTold(context, told, { wanted, words });
}

/** Where no record and no memory has the amount that is named: what waits in the buffer may. */
export async function talkPutRight(context: ToolContext, wanted: Wanted): Promise<string | null> {
  const words = saidIn(wanted, context);
  if (words === null || wanted.target.amountMinor === undefined) return null;
  return joinsTalk(context, { wanted, words, waiting: await talk(context) });
}

type Talk = Awaited<ReturnType<typeof waitingTalk>>;

function talk({ tx, scope, nowMs }: ToolContext): Promise<Talk> {
  const sinceMs = nowMs - memoryLimits.toldOfLateMs;
  return waitingTalk(tx, scope, { sinceMs, most: memoryLimits.exchangesPerFlush });
}

/** Adds the words to the buffer when they put exactly one thing right that was said there. */
async function joinsTalk(
  context: ToolContext,
  { wanted, words, waiting }: { wanted: Wanted; words: string; waiting: Talk },
): Promise<string | null> {
  const { tx, scope, settings, ids, inboxId, nowMs } = context;
  const when = { saidAtMs: nowMs, zone: settings.zone };
  const short = waiting.map((one) => ({ ...one, said: one.said.slice(0, memoryLimits.extractedInTurn) }));
  const told = extractLocally(short, []).map(({ text }, place) => ({
    of: "memory" as const,
    id: String(place),
    text,
  }));
  const righted = named(told, wanted).flatMap(({ text }) => putRight(text, words, when) ?? []);
  const [text, another] = righted;
  if (text === undefined || another !== undefined) return null;
  const exchange = {
    id: ids.next(),
    inboxId,
    said: words,
    reply: "",
    records: [],
    language: "en",
    zone: settings.zone,
    saidAtMs: nowMs,
  } as const;
  await addExchange(tx, scope, exchange, await memoryVersion(tx, scope));
  return text;
}

async function changeTold(
  context: ToolContext,
  told: readonly { readonly id: string; readonly text: string }[],
  { wanted, words }: { wanted: Wanted; words: string },
): Promise<string | null> {
  const { settings, nowMs } = context;
  const rows = named(
    told.map(({ id, text }) => ({ of: "memory" as const, id, text })),
    wanted,
  );
  const [row, another] = rows.filter(
    ({ text }) => putRight(text, words, { saidAtMs: nowMs, zone: settings.zone }) !== null,
  );
  return row && !another ? changeRow(context, row, words.replace(/^make it /, "")) : null;
}

function named<Row extends Parameters<typeof about>[0][number]>(
  rows: readonly Row[],
  { target: { words } }: Wanted,
): readonly Row[] {
  if (words.length === 0) return rows;
  const meant = new Set(about(rows, words.join(" ")).map(({ id }) => id));
  return rows.filter(({ id }) => meant.has(id));
}
