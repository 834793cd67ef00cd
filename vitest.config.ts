// The suite of `npm test`: everything but the slow proofs, on the embedded database unless TEST_DATABASE_URL is set.
import { configDefaults, defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["test/**/*.test.ts"],
    exclude: [...configDefaults.exclude, "test/**/*.long.test.ts"],
    globalSetup: ["test/support/global-setup.ts"],
    setupFiles: ["test/support/seed.ts"],
    // Processes, not threads: tests set environment variables, and PGlite holds about half a gigabyte per worker.
    pool: "forks",
    maxWorkers: 2,
    // A worker loads the product once for all its files; each file opens a database of its own.
    isolate: false,
    // The embedded databases live for seconds: making their machine code better would cost more than it gives.
    execArgv: ["--liftoff-only"],
    // On a busy CI machine a test may lose a race that is its own: it gets a second try there, and the count names it.
    retry: process.env.CI ? 1 : 0,
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
});
