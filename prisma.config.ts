import { defineConfig } from "prisma/config";

/** For the Prisma command line alone; Mama itself reads src/kernel/config.ts. */
export default defineConfig({
  schema: "prisma/schema.prisma",
  migrations: { path: "prisma/migrations" },
  datasource: { url: process.env.DATABASE_URL ?? "" },
});
