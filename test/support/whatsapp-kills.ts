/**
 * Kills real processes, one after another, while messages come in from the fake WhatsApp. WhatsApp hands a message over
 * once: it is safe from when it is in the inbox, so that a process is killed when it has taken in what there is.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { inject } from "vitest";
import type { FakeWhatsApp } from "../fakes/whatsapp-server.ts";
import type { Stage } from "./conversations.ts";
import type { Place } from "./database.ts";
import { QUICK } from "./processes.ts";
import { link, SECRET } from "./whatsapp.ts";

interface Child {
  readonly process: ChildProcess;
  /** How many messages it has taken in. */
  received(): number;
  readonly gone: Promise<unknown>;
}

function startChild(place: Place, whatsapp: FakeWhatsApp): Child {
  const child = spawn(process.execPath, [...QUICK, fileURLToPath(inject("whatsappChild"))], {
    env: {
      ...process.env,
      ...place.env,
      NODE_ENV: "test",
      MAMA_LEASE_MS: "6000",
      WHATSAPP: "qr",
      MAMA_SECRET: SECRET,
      WHATSAPP_SOCKET_URL: whatsapp.socketUrl,
    },
    stdio: ["ignore", "pipe", "inherit"],
  });
  let received = 0;
  createInterface({ input: child.stdout }).on("line", (line) => {
    if (line === "received") received += 1;
    whatsapp.look();
  });
  return { process: child, received: () => received, gone: once(child, "close") };
}

const name = (person: number): string => `${person}@s.whatsapp.net`;

/**
 * Gives each person their messages in waves, one for each process: all but the last are killed after so many more answers.
 * @returns the amounts that each person was answered about, in order
 */
export async function killedOnWhatsApp(
  { stage, whatsapp }: { stage: Stage; whatsapp: FakeWhatsApp },
  { people, each, killAfter }: { people: readonly number[]; each: number; killAfter: readonly number[] },
): Promise<number[][]> {
  await stage.look((database) => link(database, whatsapp.selfJid));
  const answers = (): number => people.reduce((sum, person) => sum + whatsapp.chat(name(person)).length, 0);
  const wave = Math.ceil(each / (killAfter.length + 1));
  let said = 0;
  for (const more of [...killAfter, null]) {
    const child = startChild(stage.place, whatsapp);
    try {
      const until = Math.min(said + wave, each);
      for (let amount = said + 1; amount <= until; amount += 1)
        for (const person of people) await whatsapp.says(name(person), `lunch ${amount}`);
      const given = (until - said) * people.length;
      said = until;
      await whatsapp.until(() => child.received() >= given);
      const before = answers();
      if (more !== null) await whatsapp.until(() => answers() >= before + more);
      else await whatsapp.until(() => people.every((person) => answered(whatsapp, person).includes(each)));
      if (more === null) child.process.kill("SIGTERM");
      else child.process.kill("SIGKILL");
      await child.gone;
    } finally {
      child.process.kill("SIGKILL");
    }
  }
  return people.map((person) => answered(whatsapp, person));
}

function answered(whatsapp: FakeWhatsApp, person: number): number[] {
  return whatsapp.chat(name(person)).flatMap((text) => {
    const [, amount] = /RM(\d+)\.00 lunch/.exec(text) ?? [];
    return amount === undefined ? [] : [Number(amount)];
  });
}

/** What is recorded, in order of person and time. */
export const RECORDED = `SELECT split_part(i.platform_user_id, '@', 1) || ' ' || e.amount_minor AS line
  FROM ledger_entry e JOIN identity i ON i.user_id = e.user_id ORDER BY i.platform_user_id, e.created_at, e.id`;
