/** Kills real processes, one after another, while updates come in from the fake Telegram. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { inject } from "vitest";
import type { FakeTelegram } from "../fakes/telegram-server.ts";
import type { Place } from "./database.ts";
import { QUICK } from "./processes.ts";

function startChild(place: Place, telegram: FakeTelegram): ChildProcess {
  return spawn(process.execPath, [...QUICK, fileURLToPath(inject("telegramChild"))], {
    env: {
      ...process.env,
      ...place.env,
      NODE_ENV: "test",
      // A send is given up after this: on a busy machine a short one is over before the answer could be read.
      MAMA_LEASE_MS: "12000",
      TELEGRAM_BOT_TOKEN: telegram.token,
      TELEGRAM_API_ROOT: telegram.apiRoot,
    },
    stdio: ["ignore", "pipe", "inherit"],
  });
}

/** Answers in all chats so far; a reply that was sent twice counts twice. */
function answers(telegram: FakeTelegram, people: readonly number[]): number {
  return people.reduce((sum, person) => sum + telegram.chat(person).length, 0);
}

/**
 * Gives each person their messages, then runs processes that are killed after so many more answers each, and a last one
 * that ends in peace.
 * @returns the amounts that each person was answered about, in order, without those that came twice in a row
 */
export async function killedWhileAnswering(
  { place, telegram }: { place: Place; telegram: FakeTelegram },
  { people, each, killAfter }: { people: readonly number[]; each: number; killAfter: readonly number[] },
): Promise<number[][]> {
  for (let amount = 1; amount <= each; amount += 1)
    for (const person of people) telegram.says(person, `lunch ${amount}`);
  for (const more of killAfter) {
    const before = answers(telegram, people);
    const child = startChild(place, telegram);
    const gone = once(child, "close");
    await telegram.until(() => answers(telegram, people) >= before + more);
    child.kill("SIGKILL");
    await gone;
    // As after a confirmation that was lost with the process.
    telegram.again();
  }
  const last = startChild(place, telegram);
  const gone = once(last, "close");
  await telegram.until(() => people.every((person) => answered(telegram, person).includes(each)));
  last.kill("SIGTERM");
  await gone;
  return people.map((person) => answered(telegram, person));
}

function answered(telegram: FakeTelegram, person: number): number[] {
  const amounts = telegram.chat(person).flatMap(({ text }) => {
    const [, amount] = /RM(\d+)\.00 lunch/.exec(text) ?? [];
    return amount === undefined ? [] : [Number(amount)];
  });
  return amounts.filter((amount, place) => amount !== amounts[place - 1]);
}

/** What is recorded, in order of person and time. */
export const RECORDED = `SELECT i.platform_user_id || ' ' || e.amount_minor AS line FROM ledger_entry e
  JOIN identity i ON i.user_id = e.user_id ORDER BY i.platform_user_id, e.created_at, e.id`;
