/**
 * Configuration by environment (SPEC S13): an operator sees every problem at once, by the variable's name, and
 * no value that could be a secret.
 */
import { expect, test } from "vitest";
import { readConfig } from "../../src/kernel/config.ts";
import { MamaError } from "../../src/kernel/errors.ts";
import { limits } from "../../src/kernel/limits.ts";

/** The problems that an environment has, a line each, without the heading. */
function problems(env: Record<string, string>): string[] {
  try {
    readConfig(env);
    return [];
  } catch (error) {
    if (!(error instanceof MamaError)) throw error;
    expect(error.code).toBe("config_invalid");
    return error.message.split("\n").slice(1);
  }
}

const named = (env: Record<string, string>): (string | undefined)[] =>
  problems(env).map((line) => /^ {2}(\w+): \S/.exec(line)?.[1]);

test("no configuration at all is the embedded database in ./.mama", () => {
  expect(readConfig({})).toEqual({
    production: false,
    databaseUrl: undefined,
    dataDir: "./.mama",
    startAtMs: undefined,
    lanes: limits.concurrentLanes,
    leaseMs: limits.leaseMs,
    logLevel: undefined,
    model: undefined,
    embedder: "local",
    vision: true,
    keepPictures: false,
  });
});

test("with a model server its embeddings are used, unless the local ones are asked for", () => {
  expect(readConfig({ OPENAI_API_KEY: "sk-1" }).embedder).toBe("openai");
  expect(readConfig({ OPENAI_API_KEY: "sk-1", MAMA_EMBEDDER: "local" }).embedder).toBe("local");
  expect(named({ MAMA_EMBEDDER: "openai" })).toEqual(["MAMA_EMBEDDER"]);
});

test("a broken configuration lists every problem at once, each naming its variable", () => {
  const env = {
    NODE_ENV: "staging",
    DATABASE_URL: "mysql://root:hunter2@localhost/mama",
    MAMA_NOW: "yesterday",
    MAMA_LANES: "0",
    MAMA_LEASE_MS: "ten",
    LOG_LEVEL: "loud",
    OPENAI_API_KEY: "sk-hunter2 with a space",
    OPENAI_BASE_URL: "localhost:11434",
    MAMA_DAILY_TOKENS: "lots",
  };
  expect(named(env).sort()).toEqual(Object.keys(env).sort());
  expect(problems(env).join()).not.toContain("hunter2");
});

test("MAMA_NOW is refused in production, beside whatever else is wrong", () => {
  const now = "2026-03-11T09:00:00+08:00";
  expect(named({ NODE_ENV: "production", MAMA_NOW: now })).toEqual(["MAMA_NOW"]);
  expect(named({ NODE_ENV: "production", MAMA_NOW: now, MAMA_LANES: "x" }).sort()).toEqual([
    "MAMA_LANES",
    "MAMA_NOW",
  ]);
  expect(readConfig({ NODE_ENV: "test", MAMA_NOW: now }).startAtMs).toBe(Date.UTC(2026, 2, 11, 1));
});

test("a variable that is set to nothing counts as not set", () => {
  const names = [
    "NODE_ENV",
    "DATABASE_URL",
    "MAMA_DATA_DIR",
    "MAMA_NOW",
    "MAMA_LANES",
    "MAMA_LEASE_MS",
    "LOG_LEVEL",
    "OPENAI_API_KEY",
    "OPENAI_BASE_URL",
    "OPENAI_MODEL",
    "OPENAI_SMALL_MODEL",
    "OPENAI_EMBEDDING_MODEL",
    "MAMA_DAILY_TOKENS",
  ];
  expect(readConfig(Object.fromEntries(names.map((name) => [name, ""])))).toEqual(readConfig({}));
  expect(named({ NODE_ENV: "production", MAMA_NOW: "" })).toEqual([]);
});

test("a time needs its offset, and a number is whole and within its range", () => {
  for (const value of ["2026-03-11", "2026-03-11T09:00:00", "2026-13-45T09:00:00Z", "1741651200"])
    expect(named({ MAMA_NOW: value }), value).toEqual(["MAMA_NOW"]);
  for (const value of ["1.5", "-1", "1e2", "101", " 8", "0x8"])
    expect(named({ MAMA_LANES: value }), value).toEqual(["MAMA_LANES"]);
  expect(readConfig({ MAMA_LANES: "100", MAMA_LEASE_MS: "500" })).toMatchObject({ lanes: 100, leaseMs: 500 });
});

test("both spellings of a Postgres address are taken, anything else is not", () => {
  for (const url of ["postgres://mama:x@localhost:5432/mama", "postgresql://localhost/mama?sslmode=require"])
    expect(readConfig({ DATABASE_URL: url }).databaseUrl).toBe(url);
  for (const url of ["localhost:5432/mama", "postgres://", "postgres://a b/c", "http://localhost"])
    expect(named({ DATABASE_URL: url }), url).toEqual(["DATABASE_URL"]);
});

test("a key switches the model on, and so does an address that needs none", () => {
  const defaults = {
    main: "gpt-4.1",
    small: "gpt-4.1-mini",
    embedding: "text-embedding-3-small",
    dailyTokens: limits.dailyTokens,
  };
  expect(readConfig({ OPENAI_API_KEY: "sk-x" }).model).toEqual({ apiKey: "sk-x", ...defaults });
  expect(readConfig({ OPENAI_BASE_URL: "http://localhost:11434/v1" }).model).toEqual({
    baseUrl: "http://localhost:11434/v1",
    ...defaults,
  });
  expect(readConfig({ OPENAI_MODEL: "gpt-4.1", MAMA_DAILY_TOKENS: "1000" }).model).toBeUndefined();
  const named = { OPENAI_MODEL: "a", OPENAI_SMALL_MODEL: "b", OPENAI_EMBEDDING_MODEL: "c" };
  expect(readConfig({ OPENAI_API_KEY: "k", ...named, MAMA_DAILY_TOKENS: "5" }).model).toMatchObject({
    main: "a",
    small: "b",
    embedding: "c",
    dailyTokens: 5,
  });
});

test("Telegram is switched on by its token; a webhook needs its secret and the port", () => {
  const token = "7654321098:AAHfake_token-of-thirty-five-letters";
  expect(readConfig({ TELEGRAM_BOT_TOKEN: token }).telegram).toEqual({
    token,
    apiRoot: "https://api.telegram.org",
  });
  const webhook = {
    TELEGRAM_BOT_TOKEN: token,
    TELEGRAM_API_ROOT: "http://127.0.0.1:8081/",
    TELEGRAM_WEBHOOK_URL: "https://mama.example.org/telegram",
    TELEGRAM_WEBHOOK_SECRET: "sixteen-letters-",
    PORT: "8080",
  };
  expect(readConfig(webhook).telegram).toEqual({
    token,
    apiRoot: "http://127.0.0.1:8081",
    webhook: { url: webhook.TELEGRAM_WEBHOOK_URL, secret: webhook.TELEGRAM_WEBHOOK_SECRET },
  });
  expect(named({ ...webhook, TELEGRAM_WEBHOOK_SECRET: "", PORT: "" })).toEqual([
    "TELEGRAM_WEBHOOK_SECRET",
    "PORT",
  ]);
  expect(named({ TELEGRAM_WEBHOOK_SECRET: "short" })).toEqual(["TELEGRAM_WEBHOOK_SECRET"]);
  expect(named({ TELEGRAM_API_ROOT: "http://localhost:8081" })).toEqual(["TELEGRAM_BOT_TOKEN"]);
  expect(named({ TELEGRAM_BOT_TOKEN: "botfather" })).toEqual(["TELEGRAM_BOT_TOKEN"]);
  expect(() => readConfig({ TELEGRAM_BOT_TOKEN: `${token} ` })).not.toThrow(/AAHfake/);
});

test("WhatsApp is switched on by a word or a number, and needs a secret worth its name", () => {
  const secret = "twenty-four characters at least";
  const on = (env: Record<string, string>) => readConfig({ MAMA_SECRET: secret, ...env }).whatsapp;
  expect(on({})).toBeUndefined();
  expect(on({ WHATSAPP: "off" })).toBeUndefined();
  expect(on({ WHATSAPP: "QR" })).toMatchObject({ pair: "qr", secret, dataDir: "./.mama" });
  expect(on({ WHATSAPP: "+60 12-345 6789" })).toMatchObject({ pair: { phone: "60123456789" } });
  expect(named({ WHATSAPP: "qr" })).toEqual(["MAMA_SECRET"]);
  expect(named({ WHATSAPP: "maybe", MAMA_SECRET: "short" }).sort()).toEqual(["MAMA_SECRET", "WHATSAPP"]);
  expect(named({ WHATSAPP: "123", MAMA_SECRET: secret })).toEqual(["WHATSAPP"]);
  expect(on({ WHATSAPP: "qr" })).toMatchObject({ groups: "answer" });
  expect(on({ WHATSAPP: "qr", WHATSAPP_GROUPS: "ignore" })).toMatchObject({ groups: "ignore" });
  expect(named({ WHATSAPP_GROUPS: "all" })).toEqual(["WHATSAPP_GROUPS"]);
  expect(named({ WHATSAPP_SOCKET_URL: "ws://127.0.0.1:1/" })).toEqual(["WHATSAPP"]);
  expect(named({ WHATSAPP: "qr", MAMA_SECRET: secret, WHATSAPP_SOCKET_URL: "http://x" })).toEqual([
    "WHATSAPP_SOCKET_URL",
  ]);
  expect(problems({ WHATSAPP: "qr", MAMA_SECRET: "hunter2" }).join()).not.toContain("hunter2");
});
