import { configDefaults, defineConfig } from "vitest/config"

/** Tests run on the sources, so that no build stands between a change and its test. */
const source = {
  resolve: { conditions: ["@symbolon/source"] },
  ssr: { resolve: { conditions: ["@symbolon/source", "node", "import", "module", "default"] } },
}

const project = (name: string, include: readonly string[], testTimeout = 20_000, exclude: readonly string[] = []) => ({
  ...source,
  test: { name, include: [...include], exclude: [...configDefaults.exclude, ...exclude], testTimeout, hookTimeout: 60_000 },
})

export default defineConfig({
  test: {
    projects: [
      project("core", ["packages/core/{src,test}/**/*.test.ts"], 20_000, ["packages/core/src/door/**"]),
      project("door", ["packages/core/src/door/**/*.test.ts", "packages/door-offline/**/*.test.ts"]),
      project("sqlite", ["packages/storage-sql/src/**/*.test.ts", "packages/storage-sqlite/**/*.test.ts"], 60_000),
      project("postgres", ["packages/storage-postgres/**/*.test.ts"], 120_000),
      project("http", ["packages/http-server/**/*.test.ts"], 60_000),
      project("sdk", ["packages/client-sdk/**/*.test.ts"], 60_000),
      project("house", ["test/**/*.test.ts"], 120_000),
    ],
  },
})
