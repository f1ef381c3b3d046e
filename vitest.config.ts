import { defineConfig } from "vitest/config"

const source = { resolve: { conditions: ["@symbolon/source"] }, ssr: { resolve: { conditions: ["@symbolon/source", "node", "import", "module", "default"] } } }
const project = (name: string, include: readonly string[], testTimeout = 20_000) => ({
  ...source,
  test: { name, include: [...include], testTimeout, hookTimeout: 60_000 },
})

export default defineConfig({
  test: {
    reporters: process.env["CI"] === undefined ? ["default"] : ["default"],
    projects: [
      project("core", ["packages/core/src/**/*.test.ts"]),
      project("door", ["packages/core/src/door/**/*.test.ts", "packages/door-offline/**/*.test.ts"]),
      project("sqlite", ["packages/storage-sql/src/**/*.test.ts", "packages/storage-sqlite/**/*.test.ts"], 60_000),
      project("postgres", ["packages/storage-postgres/**/*.test.ts"], 120_000),
      project("http", ["packages/http-server/**/*.test.ts"], 60_000),
      project("sdk", ["packages/client-sdk/**/*.test.ts"], 60_000),
      project("house", ["test/**/*.test.ts"], 120_000),
    ],
  },
})
