import { availableParallelism } from "node:os"
import { join } from "node:path"
import { configDefaults, defineConfig } from "vitest/config"

/** Tests run on the sources, so that no build stands between a change and its test. */
const source = {
  resolve: { conditions: ["@symbolon/source"] },
  ssr: { resolve: { conditions: ["@symbolon/source", "node"] } },
}

/** Tests that put something of their own in the place of a module. */
const alone = "**/*.alone.test.ts"

interface More {
  /**
   * False where files share the modules of their worker: to load them anew for each took a quarter
   * of the time. Nothing that a file sets up may stay in a module then.
   */
  readonly isolate?: boolean
  readonly testTimeout?: number
  readonly exclude?: readonly string[]
  readonly globalSetup?: string
  /** Runs before each test file. */
  readonly setupFiles?: string
  /** How long `expect.poll` waits for what will come, in milliseconds. */
  readonly pollTimeout?: number
}

/**
 * Node keeps here what it compiled: the processes that tests start run the sources, and need not
 * strip the types of a thousand files each time.
 */
const compileCache = join(import.meta.dirname, "node_modules/.cache/node-compile")

const project = (
  name: string,
  include: readonly string[],
  {
    isolate = true,
    testTimeout = 20_000,
    exclude = [],
    globalSetup,
    setupFiles,
    pollTimeout = 1_000,
  }: More = {},
) => ({
  ...source,
  test: {
    name,
    include: [...include],
    exclude: [...configDefaults.exclude, ...(isolate ? [] : [alone]), ...exclude],
    isolate,
    env: { NODE_COMPILE_CACHE: compileCache },
    testTimeout,
    hookTimeout: 60_000,
    expect: { poll: { timeout: pollTimeout } },
    ...(globalSetup === undefined ? {} : { globalSetup }),
    ...(setupFiles === undefined ? {} : { setupFiles }),
  },
})

export default defineConfig({
  test: {
    // Two more than there are processors: many tests wait for servers, disks and time-outs.
    maxWorkers: availableParallelism() + 2,
    projects: [
      project("core", ["packages/{core,storage-contract}/{src,test}/**/*.test.ts"], {
        exclude: ["packages/core/src/door/**"],
        testTimeout: 60_000,
        isolate: false,
      }),
      project("alone", [`packages/${alone}`]),
      project(
        "door",
        ["packages/core/src/door/**/*.test.ts", "packages/door-offline/**/*.test.ts"],
        {
          exclude: ["packages/door-offline/test/{browser,interop}/**"],
          isolate: false,
        },
      ),
      project(
        "sqlite",
        ["packages/storage-sql/src/**/*.test.ts", "packages/storage-sqlite/**/*.test.ts"],
        {
          testTimeout: 60_000,
          isolate: false,
          globalSetup: "packages/storage-sqlite/test/global-setup.ts",
          setupFiles: "packages/storage-sqlite/test/each-file.ts",
        },
      ),
      project("postgres", ["packages/storage-postgres/**/*.test.ts"], {
        testTimeout: 120_000,
        isolate: false,
        exclude: ["packages/storage-postgres/test/servers/**"],
        // One PostgreSQL for the whole run, started from npm binaries.
        globalSetup: "packages/storage-postgres/test/global-setup.ts",
      }),
      project("http", ["packages/http-server/**/*.test.ts"], {
        testTimeout: 60_000,
        exclude: ["packages/http-server/test/{browser,interop,servers,s3}/**"],
        isolate: false,
      }),
      // The pages in a real browser: `npm run test:browser`. Not part of `npm test`, since it needs
      // Chromium on the machine.
      project(
        "browser",
        [
          "packages/{http-server,door-offline}/test/browser/**/*.test.ts",
          "examples/door-web/test/*.test.ts",
        ],
        {
          testTimeout: 90_000,
          // A page may take its time on a busy machine.
          pollTimeout: 20_000,
        },
      ),
      // Clients and doors in other languages: `npm run test:interop`. Needs Python with Authlib and
      // cryptography.
      project(
        "interop",
        ["packages/{http-server,door-offline,client-sdk}/test/interop/**/*.test.ts"],
        {
          testTimeout: 60_000,
        },
      ),
      // Several servers on one PostgreSQL: `npm run test:servers`. Needs HAProxy and
      // PgBouncer on the machine, and the built command.
      project("servers", ["packages/{http-server,storage-postgres}/test/servers/**/*.test.ts"], {
        testTimeout: 120_000,
      }),
      // Files in a bucket: `npm run test:s3`. Needs OpenStack Swift and HAProxy on the machine, and
      // the built command.
      project("s3", ["packages/http-server/test/s3/**/*.test.ts"], { testTimeout: 60_000 }),
      project("sdk", ["packages/client-sdk/**/*.test.ts"], {
        testTimeout: 60_000,
        exclude: ["packages/client-sdk/test/interop/**"],
        isolate: false,
      }),
      project("house", ["test/**/*.test.ts", "examples/door-web/test/unit/**/*.test.ts"], {
        testTimeout: 120_000,
        isolate: false,
      }),
    ],
  },
})
