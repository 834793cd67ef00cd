/** The command line: role, options, signals and exit codes. Everything else is wired in app.ts. */
import { join } from "node:path";
import { parseArgs } from "node:util";
import { createTerminal, type Terminal } from "./adapters/terminal/terminal.ts";
import { type App, createApp, MIGRATIONS, type Role } from "./app.ts";
import type { Path } from "./app-path.ts";
import { type Config, readConfig } from "./kernel/config.ts";
import { MamaError } from "./kernel/errors.ts";
import { uuidV7 } from "./kernel/ids.ts";
import { limits } from "./kernel/limits.ts";
import { createLog, type Log } from "./kernel/log.ts";
import type { Adapter } from "./kernel/ports.ts";
import { migrateServer } from "./store/migrations.ts";

const USAGE = `usage: npm start [-- [all|web|worker|migrate] [--user NAME] [--json]]`;

interface Arguments {
  readonly command: Role | "migrate";
  readonly user: string;
  readonly json: boolean;
}

function readArguments(argv: readonly string[]): Arguments {
  try {
    const { values, positionals } = parseArgs({
      args: [...argv],
      allowPositionals: true,
      options: { user: { type: "string", default: "me" }, json: { type: "boolean", default: false } },
    });
    const [command = "all", ...rest] = positionals;
    if (
      rest.length > 0 ||
      !["all", "web", "worker", "migrate"].includes(command) ||
      values.user.trim() === ""
    ) {
      throw new Error(USAGE);
    }
    return { command: command as Arguments["command"], user: values.user.trim(), json: values.json };
  } catch {
    throw new MamaError("config_invalid", USAGE);
  }
}

/** A person at the keyboard is not shown the log, unless something is wrong or they ask for it. */
function logLevel(config: Config, interactive: boolean): string {
  return config.logLevel ?? (interactive ? "warn" : "info");
}

async function release(config: Config, log: Log): Promise<void> {
  if (!config.databaseUrl) {
    log.info("the embedded database brings itself up to date at the start; nothing to do");
    return;
  }
  log.info({ applied: await migrateServer(config.databaseUrl, MIGRATIONS) }, "the database is up to date");
}

/** The chat networks that are configured; each is loaded only then. */
async function openNetworks({ telegram, whatsapp }: Config, log: Log): Promise<(path: Path) => Adapter[]> {
  const makers: ((path: Path) => Adapter)[] = [];
  if (telegram) {
    const { createTelegram } = await import("./adapters/telegram/telegram.ts");
    makers.push((path) => createTelegram({ config: telegram, log, ports: path.account }));
  }
  if (whatsapp) {
    const { createWhatsApp, loadLibrary } = await import("./adapters/whatsapp/whatsapp.ts");
    const library = await loadLibrary();
    makers.push((path) => createWhatsApp({ config: whatsapp, library, log, ports: path.account }));
  }
  return (path) => makers.map((make) => make(path));
}

async function serve({ user, json }: Arguments, role: Role, config: Config, log: Log): Promise<void> {
  const interactive = process.stdin.isTTY === true && process.stdout.isTTY === true;
  const networks = role === "worker" ? () => [] : await openNetworks(config, log);
  let terminal: Terminal | undefined;
  const app = await createApp({
    config,
    role,
    log,
    adapters: (path) => {
      const served = networks(path);
      // On a chat network without a keyboard nobody speaks here, and the end of the input is not the end.
      if (role !== "all" || (served.length > 0 && !interactive)) return served;
      terminal = createTerminal({
        user,
        json,
        interactive,
        input: process.stdin,
        output: process.stdout,
        ids: uuidV7,
        pictureDir: join(config.dataDir, "pictures"),
        report: path.report,
        answered: path.answered,
        drained: async (account) => {
          await path.sweepNow();
          await path.drained({ platform: "terminal", account });
        },
      });
      return [...served, terminal];
    },
  });
  const readyMs = Math.round(process.uptime() * 1000);
  log.info({ role, readyMs }, "ready");
  if (interactive && !json)
    process.stdout.write(`Mama is ready (${(readyMs / 1000).toFixed(1)} s). Ctrl-D ends.\n`);
  const signal = signalled(log);
  await Promise.race([app.start(), signal]);
  await Promise.race([terminal?.ended ?? forever(), signal]);
  await stopInTime(app, log);
}

function forever(): Promise<never> {
  return new Promise(() => undefined);
}

function signalled(log: Log): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of ["SIGINT", "SIGTERM"] as const) {
      process.once(signal, () => {
        log.info({ signal }, "stopping");
        resolve();
      });
    }
  });
}

/** A shutdown that hangs is cut off: what is unfinished is safe in the database, and is taken up next time. */
async function stopInTime(app: App, log: Log): Promise<void> {
  const timer = setTimeout(() => {
    log.error("could not stop cleanly in time");
    process.exit(1);
  }, limits.shutdownMs);
  await app.stop();
  clearTimeout(timer);
}

/** Who reads may go before Mama does (`| head -1`): the terminal notices by itself, and nobody needs a trace. */
function outliveReaders(): void {
  for (const stream of [process.stdout, process.stderr]) stream.on("error", () => undefined);
}

async function main(): Promise<void> {
  outliveReaders();
  let log = createLog("warn");
  try {
    const args = readArguments(process.argv.slice(2));
    const config = readConfig(process.env);
    log = createLog(logLevel(config, process.stdin.isTTY === true && process.stdout.isTTY === true));
    if (args.command === "migrate") await release(config, log);
    else await serve(args, args.command, config, log);
    process.exit(0);
  } catch (error) {
    // An operator's mistake gets its sentence; anything else its place in the log.
    if (error instanceof MamaError) process.stderr.write(`Mama cannot start: ${error.message}\n`);
    else log.fatal({ err: error }, "Mama stopped unexpectedly");
    process.exit(1);
  }
}

await main();
