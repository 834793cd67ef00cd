/** Configuration by environment (SPEC S13): read once, all problems listed at once, each naming its variable. */
import { z } from "zod";
import { MamaError } from "./errors.ts";
import { limits } from "./limits.ts";

const LEVELS = ["trace", "debug", "info", "warn", "error", "fatal", "silent"] as const;

const databaseUrl = z
  .string()
  .refine((value) => /^postgres(ql)?:\/\/[^\s]+$/.test(value) && URL.canParse(value), {
    message: "must look like postgres://user:password@host:5432/database",
  });

const mongoUri = z.string().refine((value) => /^mongodb(\+srv)?:\/\/[^\s/]+/.test(value), {
  message: "must look like mongodb://user:password@host:27017/mama",
});

const instant = z
  .string()
  .refine((value) => /(Z|[+-]\d{2}:?\d{2})$/.test(value) && !Number.isNaN(Date.parse(value)), {
    message: "must be an ISO time with its offset, such as 2026-03-11T09:00:00+08:00",
  })
  .transform((value) => Date.parse(value));

const webAddress = z.string().refine((value) => /^https?:\/\/[^\s]+$/.test(value) && URL.canParse(value), {
  message: "must look like https://server/v1",
});

/** What can stand in an HTTP header. The value itself is never quoted. */
const secret = z.string().refine((value) => /^[\x21-\x7e]+$/.test(value), {
  message: "has spaces or characters that a key cannot have",
});

/** Characters of MAMA_SECRET: fewer can be guessed. */
const LEAST_SECRET = 24;

/** A whole number written in digits. */
const whole = (least: number, most: number) =>
  z
    .string()
    .refine((value) => /^\d{1,9}$/.test(value) && Number(value) >= least && Number(value) <= most, {
      message: `must be a whole number from ${least} to ${most}`,
    })
    .transform(Number);

const onOff = (byDefault: "on" | "off") =>
  z
    .enum(["on", "off"], { message: "must be on or off" })
    .default(byDefault)
    .transform((value) => value === "on");

const environment = z.object({
  NODE_ENV: z.enum(["development", "production", "test"]).default("development"),
  DATABASE_URL: databaseUrl.optional(),
  MONGODB_URI: mongoUri.optional(),
  MAMA_DATA_DIR: z.string().default("./.mama"),
  MAMA_NOW: instant.optional(),
  MAMA_LANES: whole(1, 100).default(limits.concurrentLanes),
  MAMA_LEASE_MS: whole(500, 600_000).default(limits.leaseMs),
  OPENAI_API_KEY: secret.optional(),
  OPENAI_BASE_URL: webAddress.optional(),
  OPENAI_MODEL: z.string().default("gpt-4.1"),
  OPENAI_SMALL_MODEL: z.string().default("gpt-4.1-mini"),
  OPENAI_EMBEDDING_MODEL: z.string().default("text-embedding-3-small"),
  MAMA_EMBEDDER: z.enum(["local", "openai"]).optional(),
  MAMA_VISION: onOff("on"),
  MAMA_KEEP_PICTURES: onOff("off"),
  MAMA_DAILY_TOKENS: whole(1, 999_999_999).default(limits.dailyTokens),
  TELEGRAM_BOT_TOKEN: z
    .string()
    .refine((value) => /^\d{3,20}:[\w-]{20,100}$/.test(value), {
      message:
        "does not look like a bot token: digits, a colon, and some 35 characters, as BotFather gives it",
    })
    .optional(),
  TELEGRAM_API_ROOT: webAddress.optional(),
  TELEGRAM_WEBHOOK_URL: webAddress.optional(),
  TELEGRAM_WEBHOOK_SECRET: z
    .string()
    .refine((value) => /^[\w-]{16,256}$/.test(value), {
      message: "must be 16 to 256 letters, digits, _ or -",
    })
    .optional(),
  WHATSAPP: z
    .string()
    .transform((value) =>
      /^[+\d\s()-]+$/.test(value) ? value.replace(/\D/g, "") : value.trim().toLowerCase(),
    )
    .refine((value) => /^(off|qr|\d{8,15})$/.test(value), {
      message: "must be off, qr, or the number to pair with its country code, such as 60123456789",
    })
    .default("off"),
  WHATSAPP_GROUPS: z.enum(["answer", "ignore"], { message: "must be answer or ignore" }).default("answer"),
  WHATSAPP_SOCKET_URL: z
    .string()
    .refine((value) => /^wss?:\/\/[^\s]+$/.test(value) && URL.canParse(value), {
      message: "must look like ws://127.0.0.1:8080/ws/chat",
    })
    .optional(),
  MAMA_SECRET: z
    .string()
    .refine((value) => value.length >= LEAST_SECRET, {
      message: `must have at least ${LEAST_SECRET} characters: \`openssl rand -base64 32\` makes one`,
    })
    .optional(),
  PORT: whole(0, 65_535).optional(),
  LOG_LEVEL: z.enum(LEVELS, { message: `must be one of ${LEVELS.join(", ")}` }).optional(),
});

/** What only shows when two variables are looked at together; checked even when one of them is wrong by itself. */
function crossChecks(given: Readonly<Record<string, unknown>>): string[] {
  const problems: string[] = [];
  const needs = (name: string, other: string, why: string): void => {
    if (given[name] !== undefined && given[other] === undefined) problems.push(`  ${other}: ${why}`);
  };
  if (given.NODE_ENV === "production" && given.MAMA_NOW !== undefined)
    problems.push("  MAMA_NOW: is for tries and tests; unset it in production");
  if (given.MAMA_EMBEDDER === "openai" && !hasModel(given))
    problems.push("  MAMA_EMBEDDER: openai needs OPENAI_API_KEY or OPENAI_BASE_URL; set one, or use local");
  for (const name of ["TELEGRAM_API_ROOT", "TELEGRAM_WEBHOOK_URL"])
    needs(name, "TELEGRAM_BOT_TOKEN", `is needed with ${name}`);
  needs("TELEGRAM_WEBHOOK_URL", "TELEGRAM_WEBHOOK_SECRET", "is needed with TELEGRAM_WEBHOOK_URL");
  needs("TELEGRAM_WEBHOOK_URL", "PORT", "is needed with TELEGRAM_WEBHOOK_URL: webhooks come in there");
  if (isOnWhatsApp(given) && given.MAMA_SECRET === undefined)
    problems.push("  MAMA_SECRET: is needed with WHATSAPP: the keys of its account are kept under it");
  if (given.WHATSAPP_SOCKET_URL !== undefined && !isOnWhatsApp(given))
    problems.push("  WHATSAPP: is needed with WHATSAPP_SOCKET_URL");
  return problems;
}

function isOnWhatsApp({ WHATSAPP: value }: Readonly<Record<string, unknown>>): boolean {
  return typeof value === "string" && value.trim().toLowerCase() !== "off";
}

/** How to be on WhatsApp. */
export interface WhatsAppConfig {
  /** How a number is linked: by a QR code, or by a code for this phone number (digits, with its country code). */
  readonly pair: "qr" | { readonly phone: string };
  /** Whether who addresses Mama in a group is told where she works, or groups are not even decrypted. */
  readonly groups: "answer" | "ignore";
  /** Absent: WhatsApp itself. */
  readonly socketUrl?: string | undefined;
  /** What the account's keys are sealed with. */
  readonly secret: string;
  /** Where the QR code is put as a picture. */
  readonly dataDir: string;
}

function whatsAppOf(value: z.output<typeof environment>): WhatsAppConfig | undefined {
  const {
    WHATSAPP: pair,
    WHATSAPP_GROUPS: groups,
    WHATSAPP_SOCKET_URL: socketUrl,
    MAMA_SECRET: secret,
  } = value;
  if (pair === "off" || secret === undefined) return undefined;
  return {
    pair: pair === "qr" ? pair : { phone: pair },
    groups,
    socketUrl,
    secret,
    dataDir: value.MAMA_DATA_DIR,
  };
}

/** How to reach Telegram. */
export interface TelegramConfig {
  readonly token: string;
  /** Without a slash at its end. */
  readonly apiRoot: string;
  /** Absent: long polling. */
  readonly webhook?: { readonly url: string; readonly secret: string } | undefined;
}

function telegramOf(value: z.output<typeof environment>): TelegramConfig | undefined {
  const { TELEGRAM_BOT_TOKEN: token, TELEGRAM_WEBHOOK_URL: url, TELEGRAM_WEBHOOK_SECRET: secret } = value;
  if (token === undefined) return undefined;
  const apiRoot = (value.TELEGRAM_API_ROOT ?? "https://api.telegram.org").replace(/\/+$/, "");
  return { token, apiRoot, webhook: url !== undefined && secret !== undefined ? { url, secret } : undefined };
}

/** A key or an address of one's own is what switches the model on. */
function hasModel({ OPENAI_API_KEY: key, OPENAI_BASE_URL: url }: Readonly<Record<string, unknown>>): boolean {
  return key !== undefined || url !== undefined;
}

/** How to reach the model, and what one user may spend. */
export interface ModelConfig {
  /** Absent for a server that wants none. */
  readonly apiKey?: string | undefined;
  /** Absent: OpenAI itself. */
  readonly baseUrl?: string | undefined;
  /** Names of the models, as the server knows them. */
  readonly main: string;
  readonly small: string;
  readonly embedding: string;
  /** Tokens of one user in one day, in and out together. */
  readonly dailyTokens: number;
}

export interface Config {
  readonly production: boolean;
  /** Absent: the embedded database in `dataDir`. */
  readonly databaseUrl?: string | undefined;
  /** Where the scheduler keeps its jobs; absent: in the database. */
  readonly mongoUri?: string | undefined;
  readonly dataDir: string;
  /** When the clock starts, ms since the epoch; absent: now. */
  readonly startAtMs?: number | undefined;
  readonly lanes: number;
  readonly leaseMs: number;
  readonly logLevel?: string | undefined;
  /** Where /health and /metrics are served; absent: nowhere. */
  readonly port?: number | undefined;
  /** Absent: not on Telegram. */
  readonly telegram?: TelegramConfig | undefined;
  /** Absent: not on WhatsApp. */
  readonly whatsapp?: WhatsAppConfig | undefined;
  /** Absent: the local brain alone (SPEC S14). */
  readonly model?: ModelConfig | undefined;
  /** Who makes the vectors of memory (SPEC S10.6): by default the model server, where there is one. */
  readonly embedder: "local" | "openai";
  /** Whether pictures of receipts may go to the model, where there is one (SPEC S8). */
  readonly vision: boolean;
  /** Whether pictures stay in the database when they are read. */
  readonly keepPictures: boolean;
}

function modelOf(value: z.output<typeof environment>): ModelConfig | undefined {
  if (!hasModel(value)) return undefined;
  return {
    apiKey: value.OPENAI_API_KEY,
    baseUrl: value.OPENAI_BASE_URL,
    main: value.OPENAI_MODEL,
    small: value.OPENAI_SMALL_MODEL,
    embedding: value.OPENAI_EMBEDDING_MODEL,
    dailyTokens: value.MAMA_DAILY_TOKENS,
  };
}

/**
 * Reads the configuration. A variable that is set to nothing counts as not set.
 * @throws MamaError("config_invalid") whose message has one line for each problem
 */
export function readConfig(env: Readonly<Record<string, string | undefined>>): Config {
  const given = Object.fromEntries(
    Object.entries(env).filter(([, value]) => value !== undefined && value !== ""),
  );
  const parsed = environment.safeParse(given);
  const problems = (parsed.error?.issues ?? []).map((issue) => `  ${issue.path.join(".")}: ${issue.message}`);
  problems.push(...crossChecks(given));
  if (!parsed.success || problems.length > 0) {
    throw new MamaError("config_invalid", `the configuration has problems:\n${problems.join("\n")}`);
  }
  const value = parsed.data;
  return {
    production: value.NODE_ENV === "production",
    databaseUrl: value.DATABASE_URL,
    mongoUri: value.MONGODB_URI,
    dataDir: value.MAMA_DATA_DIR,
    startAtMs: value.MAMA_NOW,
    lanes: value.MAMA_LANES,
    leaseMs: value.MAMA_LEASE_MS,
    logLevel: value.LOG_LEVEL,
    port: value.PORT,
    telegram: telegramOf(value),
    whatsapp: whatsAppOf(value),
    model: modelOf(value),
    embedder: value.MAMA_EMBEDDER ?? (hasModel(value) ? "openai" : "local"),
    vision: value.MAMA_VISION,
    keepPictures: value.MAMA_KEEP_PICTURES,
  };
}
