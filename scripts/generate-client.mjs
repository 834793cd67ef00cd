/**
 * Generates the Prisma client into src/store/generated. Prisma looks for a schema engine that this needs not
 * and that npm does not carry; pointing it at Node itself keeps it from looking.
 */
import { spawnSync } from "node:child_process";

const { status } = spawnSync("npx", ["--no-install", "prisma", "generate"], {
  stdio: "inherit",
  env: { ...process.env, PRISMA_SCHEMA_ENGINE_BINARY: process.execPath, PRISMA_HIDE_UPDATE_MESSAGE: "1" },
});
process.exit(status ?? 1);
