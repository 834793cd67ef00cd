// Who may import whom, so that a change stays in its folder. ARCHITECTURE.md says why; this file says no.
// Types count as imports: a folder that needs another's types depends on it.

const foundations = ["kernel", "messages", "language", "store", "memory"];

/** Each folder of src with the folders it may import besides itself. */
const mayImport = {
  kernel: [],
  messages: ["kernel"],
  language: ["kernel"],
  // What memory needs of the outside it declares in its ports; those who provide it know these and nothing else of it.
  store: ["kernel", "memory/ports"],
  model: ["kernel", "memory/ports"],
  embedding: ["kernel", "language", "memory/ports"],
  charts: ["kernel"],
  server: ["kernel"],
  memory: ["kernel", "language"],
  receipts: ["kernel", "language"],
  tools: [...foundations, "charts"],
  coach: [...foundations, "tools"],
  router: [...foundations, "receipts", "tools", "coach"],
  delivery: ["kernel", "messages", "store"],
  jobs: ["kernel", "messages", "language", "store", "memory", "tools", "delivery"],
  adapters: ["kernel", "messages"],
};

/** Packages that one folder alone knows, so that each can be replaced in one place. */
const fences = {
  "src/adapters/telegram": ["grammy", "@grammyjs/[^/]+"],
  "src/adapters/whatsapp": ["@whiskeysockets/baileys"],
  "src/model": ["openai", "cockatiel"],
  "src/store": ["prisma", "@prisma/[^/]+", "pg", "@types/pg", "@electric-sql/[^/]+", "pglite-[^/]+"],
  "src/embedding": ["@energetic-ai/[^/]+", "@tensorflow/[^/]+"],
  "src/jobs": ["agenda", "@agendajs/[^/]+", "mongodb"],
  "src/receipts": [
    "tesseract\\.js",
    "@tesseract\\.js-data/[^/]+",
    "onnxruntime-[^/]+",
    "@gutenye/[^/]+",
    "sharp",
    "heic-decode",
  ],
  "src/kernel": ["pino"],
  "src/server": ["prom-client"],
};

const folders = Object.keys(mayImport).join("|");
// app.ts, with app-memory.ts and app-path.ts, and main.ts wire everything together, so they may import all of it.
const places = `^src/((${folders})/|(app|app-memory|app-path|main)\\.ts$)`;
const generated = "^src/store/generated/";

/** @type {import("dependency-cruiser").IConfiguration} */
module.exports = {
  forbidden: [
    ...Object.entries(mayImport).map(([folder, others]) => ({
      name: `${folder}-imports`,
      severity: "error",
      comment: `${folder} may import ${others.join(", ") || "nothing of ours"}`,
      from: { path: `^src/${folder}/` },
      to: { path: "^src/", pathNot: `^src/(${[folder, ...others].join("|")})/` },
    })),
    {
      name: "adapters-apart",
      severity: "error",
      comment: "an adapter never imports another one",
      from: { path: "^src/adapters/([^/]+)" },
      to: { path: "^src/adapters/", pathNot: "^src/adapters/$1(/|$)" },
    },
    ...Object.entries(fences).map(([home, packages]) => ({
      name: `only-in-${home.replace("src/", "").replace("/", "-")}`,
      severity: "error",
      comment: `imported in ${home} only`,
      from: { path: "^src/", pathNot: `^${home}/` },
      to: { path: `^(node_modules/)?(${packages.join("|")})(/|$)` },
    })),
    {
      name: "no-cycles",
      severity: "error",
      comment: "two modules that need each other are one, or a third is missing",
      from: { pathNot: generated },
      to: { circular: true },
    },
    {
      name: "a-place-for-each-file",
      severity: "error",
      comment: "a new folder of src needs its line in the table above",
      from: { path: "^src/", pathNot: places },
      to: {},
    },
    {
      name: "imports-from-a-known-place",
      severity: "error",
      comment: "a new folder of src needs its line in the table above",
      from: {},
      to: { path: "^src/", pathNot: places },
    },
    {
      name: "src-stands-alone",
      severity: "error",
      comment: "the product needs neither its tests nor its scripts",
      from: { path: "^src/" },
      to: { path: "^(test|scripts|bench)/" },
    },
    {
      name: "no-dev-packages",
      severity: "error",
      comment: "what src imports belongs under dependencies in package.json",
      from: { path: "^src/", pathNot: generated },
      to: { dependencyTypes: ["npm-dev", "npm-no-pkg", "npm-unknown"], dependencyTypesNot: ["type-only"] },
    },
    {
      name: "resolvable",
      severity: "error",
      comment: "the import leads nowhere",
      from: { path: "^src/" },
      to: { couldNotResolve: true },
    },
  ],
  options: {
    tsPreCompilationDeps: true,
    tsConfig: { fileName: "tsconfig.json" },
    doNotFollow: { path: "node_modules" },
    enhancedResolveOptions: {
      exportsFields: ["exports"],
      conditionNames: ["import", "node", "default", "types"],
    },
  },
};
