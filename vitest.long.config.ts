// The slow proofs of `npm run test:long` (many kills, soaks, thousands of reminders), one file at a time so that
// each has the machine to itself.
import { configDefaults, defineConfig } from "vitest/config";
import quick from "./vitest.config.ts";

// What no database has a part in, pictures, is proved once: on the embedded database.
const elsewhere = process.env.TEST_DATABASE_URL ? ["test/receipts/**"] : [];

export default defineConfig({
  test: {
    ...quick.test,
    include: ["test/**/*.long.test.ts"],
    exclude: [...configDefaults.exclude, ...elsewhere],
    fileParallelism: false,
    // A soak measures what stays after a collection, so it has to be able to ask for one.
    execArgv: [...(quick.test?.execArgv ?? []), "--expose-gc"],
    testTimeout: 300_000,
    hookTimeout: 120_000,
  },
});
