// The slow proofs of `npm run test:long` (many kills, soaks, thousands of reminders) and all the cases of the properties,
// one file at a time so that each has the machine to itself.
import { configDefaults, defineConfig } from "vitest/config";
import quick from "./vitest.config.ts";

// What no database has a part in (pictures, the reader) is proved once, on the embedded database; that many processes
// share one database is proved where they can.
const elsewhere = process.env.TEST_DATABASE_URL
  ? ["test/**/*.property.test.ts", "test/receipts/**", "test/eval*"]
  : ["test/faults/many-processes.long.test.ts"];

export default defineConfig({
  test: {
    ...quick.test,
    include: ["test/**/*.long.test.ts", "test/**/*.property.test.ts"],
    exclude: [...configDefaults.exclude, ...elsewhere],
    env: { FUZZ_ALL: "1" },
    fileParallelism: false,
    // A soak measures what stays after a collection, so it has to be able to ask for one.
    execArgv: [...(quick.test?.execArgv ?? []), "--expose-gc"],
    testTimeout: 300_000,
    hookTimeout: 120_000,
  },
});
