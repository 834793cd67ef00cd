/**
 * The import rules bite: a tree with one wrong import per file is cruised with the real rules, because a pattern
 * that matches nothing looks exactly like a clean codebase.
 */
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";
import { cruise, type ICruiseResult } from "dependency-cruiser";
import { expect, test } from "vitest";

const rules = createRequire(import.meta.url)("../.dependency-cruiser.cjs");

/** Cruises a tree of `{ file: what it imports }` and returns its violations as "file → import: rule". */
async function violations(tree: Record<string, readonly string[]>): Promise<string[]> {
  const root = await mkdtemp(join(tmpdir(), "mama-rules-"));
  try {
    for (const [file, imports] of Object.entries(tree)) {
      const path = join(root, "src", file);
      await mkdir(dirname(path), { recursive: true });
      const lines = imports.map((target) => {
        if (!target.endsWith(".ts")) return `import "${target}";`;
        const steps = relative(dirname(path), join(root, "src", target));
        return `import type { X } from "${steps.startsWith(".") ? steps : `./${steps}`}"; export type Y = X;`;
      });
      await writeFile(path, `${lines.join("\n")}\nexport type X = 1;\n`);
    }
    const { output } = await cruise(["src"], {
      ruleSet: { forbidden: rules.forbidden },
      validate: true,
      baseDir: root,
      tsPreCompilationDeps: true,
      doNotFollow: { path: "node_modules" },
    });
    return (output as ICruiseResult).summary.violations
      .map(({ from, to, rule }) => `${from} → ${to}: ${rule.name}`.replaceAll("src/", ""))
      .sort();
  } finally {
    await rm(root, { recursive: true });
  }
}

const leaf = (files: readonly string[]) => Object.fromEntries(files.map((file) => [file, []]));

test("what each folder may import passes, types and whole modules alike", async () => {
  expect(
    await violations({
      ...leaf(["kernel/a.ts", "messages/a.ts", "language/a.ts", "store/a.ts", "memory/a.ts", "charts/a.ts"]),
      ...leaf(["receipts/a.ts", "coach/a.ts", "delivery/a.ts", "model/a.ts"]),
      "store/rows.ts": ["kernel/a.ts", "store/a.ts"],
      "memory/recall.ts": ["kernel/a.ts", "language/a.ts"],
      "receipts/read.ts": ["kernel/a.ts", "language/a.ts"],
      "tools/expenses.ts": ["messages/a.ts", "language/a.ts", "store/a.ts", "memory/a.ts", "charts/a.ts"],
      "coach/turn.ts": ["tools/expenses.ts", "memory/a.ts"],
      "router/turn.ts": ["tools/expenses.ts", "coach/a.ts", "receipts/a.ts"],
      "delivery/sender.ts": ["messages/a.ts", "store/a.ts"],
      "jobs/sweep.ts": ["delivery/a.ts", "tools/expenses.ts"],
      "adapters/telegram/bot.ts": ["messages/a.ts"],
      "app.ts": ["model/a.ts", "jobs/sweep.ts", "adapters/telegram/bot.ts"],
      "main.ts": ["app.ts"],
    }),
  ).toEqual([]);
});

test("a folder that reaches further than it may is named", async () => {
  const { forbidden } = rules as { forbidden: { name: string }[] };
  const folders = forbidden.flatMap(({ name }) =>
    name.endsWith("-imports") ? [name.replace("-imports", "")] : [],
  );
  expect(folders).toHaveLength(16);
  const reaching = folders.map((folder) => `${folder}/x${folder === "adapters" ? "/y" : ""}.ts`);
  expect(
    await violations({ "app.ts": [], ...Object.fromEntries(reaching.map((file) => [file, ["app.ts"]])) }),
  ).toEqual(reaching.map((file) => `${file} → app.ts: ${file.split("/")[0]}-imports`).sort());
});

test("the folders' neighbours that are not theirs are named", async () => {
  expect(
    await violations({
      ...leaf(["kernel/a.ts", "messages/a.ts", "language/a.ts", "store/a.ts", "model/a.ts", "router/a.ts"]),
      ...leaf(["receipts/a.ts", "jobs/a.ts"]),
      "kernel/x.ts": ["messages/a.ts"],
      "memory/x.ts": ["store/a.ts"],
      "receipts/x.ts": ["model/a.ts"],
      "tools/x.ts": ["receipts/a.ts"],
      "coach/x.ts": ["model/a.ts"],
      "delivery/x.ts": ["router/a.ts"],
      "adapters/terminal/x.ts": ["store/a.ts"],
      "router/x.ts": ["jobs/a.ts"],
    }),
  ).toEqual([
    "adapters/terminal/x.ts → store/a.ts: adapters-imports",
    "coach/x.ts → model/a.ts: coach-imports",
    "delivery/x.ts → router/a.ts: delivery-imports",
    "kernel/x.ts → messages/a.ts: kernel-imports",
    "memory/x.ts → store/a.ts: memory-imports",
    "receipts/x.ts → model/a.ts: receipts-imports",
    "router/x.ts → jobs/a.ts: router-imports",
    "tools/x.ts → receipts/a.ts: tools-imports",
  ]);
});

test("adapters stay apart, cycles of types are cycles, and each file has its place", async () => {
  expect(
    await violations({
      "adapters/telegram/a.ts": ["adapters/telegram/b.ts"],
      "adapters/telegram/b.ts": [],
      "adapters/whatsapp/a.ts": ["adapters/telegram/b.ts"],
      "store/a.ts": ["store/b.ts"],
      "store/b.ts": ["store/a.ts"],
      "helpers/a.ts": [],
      "main.ts": ["helpers/a.ts"],
    }),
  ).toEqual([
    "adapters/whatsapp/a.ts → adapters/telegram/b.ts: adapters-apart",
    "main.ts → helpers/a.ts: imports-from-a-known-place",
    "store/a.ts → store/b.ts: no-cycles",
  ]);
});

test("a fenced package is imported at home only", async () => {
  const packages = [
    ["grammy", "adapters-telegram"],
    ["@grammyjs/auto-retry", "adapters-telegram"],
    ["@whiskeysockets/baileys", "adapters-whatsapp"],
    ["openai", "model"],
    ["openai/helpers/zod", "model"],
    ["cockatiel", "model"],
    ["@prisma/client", "store"],
    ["@prisma/adapter-pg", "store"],
    ["pg", "store"],
    ["@electric-sql/pglite", "store"],
    ["pglite-prisma-adapter", "store"],
    ["agenda", "jobs"],
    ["@agendajs/mongo-backend", "jobs"],
    ["mongodb", "jobs"],
    ["tesseract.js", "receipts"],
    ["onnxruntime-node", "receipts"],
    ["@gutenye/ocr-node", "receipts"],
    ["pino", "kernel"],
    ["prom-client", "server"],
  ] as const;
  const named = packages.map(([name]) => name);
  const fenced = (await violations({ "tools/x.ts": named })).filter((line) => line.includes("only-in-"));
  expect(fenced).toEqual(packages.map(([name, home]) => `tools/x.ts → ${name}: only-in-${home}`).sort());
  const atHome = packages.map(
    ([name, home]) => [`${home.replace("adapters-", "adapters/")}/x.ts`, name] as const,
  );
  const tree: Record<string, string[]> = {};
  for (const [file, name] of atHome) tree[file] = [...(tree[file] ?? []), name];
  expect((await violations(tree)).filter((line) => line.includes("only-in-"))).toEqual([]);
});
