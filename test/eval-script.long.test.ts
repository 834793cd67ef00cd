/** `npm run eval -- messages` as a script: what it prints last, and how it fails. */
import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { DEFAULT_NOW } from "../scripts/eval-messages.ts";

const folder = mkdtempSync(join(tmpdir(), "mama-eval-"));
const file = join(folder, "messages.jsonl");
const script = ["--import", "tsx", "scripts/eval.ts", "messages"];
afterAll(() => rmSync(folder, { recursive: true }));

test("ends with one line of JSON", () => {
  writeFileSync(file, `${JSON.stringify({ text: "hi mama", intent: "smalltalk", lang: "en" })}\n`);
  const lines = execFileSync("node", [...script, file], { encoding: "utf8" })
    .trim()
    .split("\n");
  expect(lines[0]).toContain(DEFAULT_NOW);
  expect(JSON.parse(lines.at(-1) ?? "")).toEqual({
    n: 1,
    mode: 1,
    full: 1,
    certain: 1,
    certainRight: 1,
    wrongWrites: 0,
  });
});

test("says which line is broken, and fails", () => {
  writeFileSync(file, '{"text":"hi","intent":"smalltalk"}\n{"text":');
  const { status, stderr } = spawnSync("node", [...script, file], { encoding: "utf8" });
  expect(status).toBe(1);
  expect(stderr).toContain("line 2");
});

test("says that a file is missing, and fails", () => {
  const { status, stderr } = spawnSync("node", [...script, join(folder, "nowhere")], { encoding: "utf8" });
  expect(status).toBe(1);
  expect(stderr).toContain("nowhere");
});
