// A suite that was skipped looks green and proves nothing. CI hands this script vitest's JSON reports, one per run:
// it fails when a run skipped a test, ran none or never finished, and its last line counts the tests of all runs.
// A test that passed only at its second try is named; more than a few such tests are a fault, not a busy machine.
//
//   node scripts/check-no-skips.mjs REPORT.json...
import { readFileSync } from "node:fs";
import { basename } from "node:path";

/** Second tries that a run may need before it counts as failed. */
const MOST_SECOND_TRIES = 5;

/**
 * Reads one report.
 * @param {string} file  what vitest's JSON reporter wrote; missing when the run broke off before its end
 * @returns {{ passed: number, failed: number, again: string[], problems: string[] }} failed also counts files that did not load
 */
function readRun(file) {
  let report;
  try {
    report = JSON.parse(readFileSync(file, "utf8"));
  } catch {
    return { passed: 0, failed: 0, again: [], problems: ["left no report: it did not finish"] };
  }
  const tests = report.testResults.flatMap((suite) => suite.assertionResults);
  const passed = tests.filter((test) => test.status === "passed").length;
  const failedTests = tests.filter((test) => test.status === "failed").length;
  // What failed and then passed keeps the first try's message.
  const again = tests
    .filter((test) => test.status === "passed" && test.failureMessages.length > 0)
    .map((test) => test.fullName);
  const broken = report.testResults.filter(
    (suite) => suite.status === "failed" && !suite.assertionResults.some((test) => test.status === "failed"),
  );
  const idle = tests.filter((test) => test.status !== "passed" && test.status !== "failed");
  return {
    passed,
    failed: failedTests + broken.length,
    again,
    problems: [
      ...(passed + failedTests === 0 ? ["ran no test"] : []),
      ...broken.map((suite) => `did not run all of ${suite.name}`),
      ...idle.map((test) => `did not run (${test.status}): ${test.fullName}`),
      ...(again.length > MOST_SECOND_TRIES ? ["too many tests needed a second try"] : []),
      ...(report.success ? [] : ["failed"]),
    ],
  };
}

const runs = process.argv.slice(2).map((file) => ({ name: basename(file, ".json"), ...readRun(file) }));
for (const run of runs) {
  console.log(
    `${run.name}: ${run.passed + run.failed} tests, ${run.problems.length === 0 ? "none skipped" : "not good:"}`,
  );
  for (const name of run.again) console.log(`  passed at its second try: ${name}`);
  for (const problem of run.problems) console.log(`  ${problem}`);
}
const sum = (/** @type {"passed" | "failed"} */ key) => runs.reduce((total, run) => total + run[key], 0);
console.log(`${sum("passed")} passed, ${sum("failed")} failed`);
process.exitCode = runs.length > 0 && runs.every((run) => run.problems.length === 0) ? 0 : 1;
