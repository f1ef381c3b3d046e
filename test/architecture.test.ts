import { existsSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import {
  ambientCalls,
  type Complaints,
  forbiddenImports,
  sqlClocks,
  strangeEffects,
  styleBreaches,
} from "./checks.ts"
import { circlesOfFiles, circlesOfLayers, circlesOfNouns } from "./circles.ts"
import { domainOf, named, order, roleOf, rules } from "./import-rules.ts"
import { type Module, readModule, readModules } from "./modules.ts"

/**
 * A checker that sees too little passes for the wrong reason: fewer modules than this and the test
 * fails.
 */
const floors: Readonly<Record<string, number>> = {
  "packages/core/src": 100,
  "packages/storage-contract/src": 60,
  "packages/storage-sql/src": 0,
  "packages/storage-sqlite/src": 0,
  "packages/storage-postgres/src": 0,
  "packages/http-server/src": 0,
  "packages/client-sdk/src": 0,
  "packages/door-offline/src": 8,
}

const sources = readModules(...Object.keys(floors))
const everything = [
  ...sources,
  ...readModules(
    "test",
    "scripts",
    "bench",
    "examples",
    ...Object.keys(floors).map((folder) => folder.replace("/src", "/test")),
  ),
]

describe("the modules", () => {
  it.each(Object.entries(floors))("%s has at least %i modules to look at", (folder, least) => {
    const seen = sources.filter(
      ({ path }) => path.startsWith(`${folder}/`) && roleOf(path) !== undefined,
    ).length
    console.log(`${folder}: ${seen} modules`)
    expect(seen).toBeGreaterThanOrEqual(least)
  })

  it("import only what the table allows", () => expect(forbiddenImports(sources)).toEqual([]))
  it("import one another in no circle of files, types counted", () =>
    expect(circlesOfFiles(sources)).toEqual([]))
  it("need one another in no circle of folders, layer by layer", () =>
    expect(circlesOfLayers(sources)).toEqual([]))
  it("have nouns that know of one another in no circle of folders, types counted", () =>
    expect(circlesOfNouns(sources)).toEqual([]))
  it("write operations and steps in the few names of Effect", () =>
    expect(strangeEffects(sources)).toEqual([]))
  it("catch nothing in steps and operations, which a refusal would pass and a defect would not", () => {
    const catching = sources
      .filter(({ path }) => ["steps", "operations", "together"].includes(roleOf(path) ?? ""))
      .map(({ path }) => path)
      .filter((path) =>
        /\b(try|finally) \{/.test(readFileSync(join(import.meta.dirname, "..", path), "utf8")),
      )
    expect(catching).toEqual([])
  })
  it("take clock, ids, randomness and keys through ports", () =>
    expect(ambientCalls(sources)).toEqual([]))
  it("never ask the database for the time", () => expect(sqlClocks(sources)).toEqual([]))
  it("keep the house style", () => expect(styleBreaches(everything)).toEqual([]))
})

describe("the table", () => {
  it("names only roles that it has", () => {
    const named = Object.values(rules).flatMap(({ from = [], types = [] }) => [...from, ...types])
    expect(named.filter((role) => rules[role] === undefined)).toEqual([])
  })

  it("gives every domain with steps a place in the order", () => {
    const domains = sources
      .filter(({ path }) => roleOf(path) === "steps")
      .map(({ path }) => domainOf(path) ?? path)
    expect([...new Set(domains)].filter((domain) => !order.includes(domain))).toEqual([])
  })

  it("names only files that exist", () =>
    expect(
      Object.keys(named).filter((path) => !existsSync(join(import.meta.dirname, "..", path))),
    ).toEqual([]))
})

describe("each check can fail", () => {
  const core = (path: string, text: string): Module => readModule(`packages/core/src/${path}`, text)
  const planted: readonly (readonly [
    string,
    (modules: readonly Module[]) => Complaints,
    Module,
    string,
  ])[] = [
    [
      "a noun that imports a step",
      forbiddenImports,
      core("tiers/tier.ts", `import { a } from "./steps.ts"`),
      "may not import steps",
    ],
    [
      "a noun that imports a port's value",
      forbiddenImports,
      core("tiers/tier.ts", `import { a } from "../foundation/ports/clock.ts"`),
      "only types from ports",
    ],
    [
      "an operation of another domain",
      forbiddenImports,
      core("sessions/operations/create.ts", `import { a } from "../../wallets/operations.ts"`),
      "another of its kind",
    ],
    [
      "an operation in a folder of them",
      forbiddenImports,
      core("tiers/operations/close.ts", `import { a } from "./open.ts"`),
      "another of its kind",
    ],
    [
      "a step of a later domain",
      forbiddenImports,
      core("tiers/steps.ts", `import { a } from "../ledger/steps.ts"`),
      "stands to the right",
    ],
    [
      "a re-export of a later step",
      forbiddenImports,
      core("tiers/steps.ts", `export * from "../ledger/steps.ts"`),
      "stands to the right",
    ],
    [
      "a dynamic import",
      forbiddenImports,
      core("foundation/kernel/page.ts", `export const a = () => import("../../tiers/tier.ts")`),
      "may not import noun",
    ],
    [
      "a kernel with a package",
      forbiddenImports,
      core("foundation/kernel/page.ts", `import * as z from "zod"`),
      "may not import zod",
    ],
    [
      "a door with node",
      forbiddenImports,
      core("door/verify.ts", `import { createHash } from "node:crypto"`),
      "may not import node:crypto",
    ],
    [
      "a door with the kernel",
      forbiddenImports,
      core("door/verify.ts", `import { a } from "../foundation/kernel/page.ts"`),
      "may not import kernel",
    ],
    [
      "a repository with values",
      forbiddenImports,
      core("tiers/tier-repository.ts", `import { a } from "./tier.ts"`),
      "made of types",
    ],
    [
      "a noun with Effect",
      forbiddenImports,
      core("tiers/tier.ts", `import { Effect } from "effect"`),
      "may not import Effect",
    ],
    [
      "a step with a Layer",
      forbiddenImports,
      core("tiers/steps.ts", `import { Layer } from "effect"`),
      "may not import Layer",
    ],
    [
      "a memory adapter with Effect",
      forbiddenImports,
      core("memory/rows.ts", `import { Effect } from "effect"`),
      "may not import effect",
    ],
    [
      "a route with a storage",
      forbiddenImports,
      readModule(
        "packages/http-server/src/routes/a.ts",
        `import { a } from "@symbolon/storage-sqlite"`,
      ),
      "may not import @symbolon/storage-sqlite",
    ],
    [
      "an SDK with the core",
      forbiddenImports,
      readModule("packages/client-sdk/src/client.ts", `import type { A } from "@symbolon/core"`),
      "may not import @symbolon/core",
    ],
    [
      "a path into another package",
      forbiddenImports,
      readModule(
        "packages/door-offline/src/a.ts",
        `import { a } from "../../core/src/door/index.ts"`,
      ),
      "another package",
    ],
    [
      "a step with tryPromise",
      strangeEffects,
      core(
        "tiers/steps.ts",
        `import { Effect } from "effect"\nexport const a = Effect.tryPromise(b)`,
      ),
      "Effect.tryPromise",
    ],
    [
      "an operation that sleeps",
      strangeEffects,
      core(
        "sessions/operations/create.ts",
        `import { Effect } from "effect"\nexport const a = Effect.sleep(1)`,
      ),
      "Effect.sleep",
    ],
    [
      "a clock",
      ambientCalls,
      core("tiers/tier.ts", "export const a = Date.now()"),
      "takes Date.now()",
    ],
    [
      "a date of now",
      ambientCalls,
      core("tiers/tier.ts", "export const a = new Date()"),
      "takes new Date()",
    ],
    [
      "randomness",
      ambientCalls,
      core("tiers/tier.ts", "export const a = globalThis.Math.random()"),
      "Math.random()",
    ],
    [
      "an id",
      ambientCalls,
      core(
        "tiers/tier.ts",
        `import { randomUUID } from "node:crypto"\nexport const a = randomUUID()`,
      ),
      "randomUUID()",
    ],
    [
      "an id through the namespace",
      ambientCalls,
      core("tiers/tier.ts", "export const a = crypto.randomUUID()"),
      "crypto.randomUUID()",
    ],
    [
      "SQL that knows the time",
      sqlClocks,
      readModule("packages/storage-sql/src/a.ts", "export const a = sql`select now()`"),
      "now()",
    ],
    [
      "a default of now",
      sqlClocks,
      readModule(
        "packages/storage-sql/src/a.ts",
        `export const a = "at text default CURRENT_TIMESTAMP"`,
      ),
      "CURRENT_TIMESTAMP",
    ],
    [
      "SQLite's now",
      sqlClocks,
      readModule("packages/storage-sqlite/src/a.ts", `export const a = "select datetime('now')"`),
      "'now'",
    ],
    [
      "a default export",
      styleBreaches,
      core("tiers/tier.ts", "export default 1"),
      "default export",
    ],
    [
      "a default export by name",
      styleBreaches,
      core("tiers/tier.ts", "const a = 1\nexport { a as default }"),
      "default export",
    ],
    [
      "an import without .ts",
      styleBreaches,
      core("tiers/tier.ts", `import { a } from "./a.js"`),
      "without its .ts",
    ],
    [
      "zod by name",
      styleBreaches,
      core("contract/a.ts", `import { z } from "zod"`),
      "imports zod by name",
    ],
    ...(
      [
        ["a long file", "packages/core/src/tiers/tier.ts", 400],
        ["a long test beside its source", "packages/core/src/tiers/tier.test.ts", 400],
        ["a long list of cases", "packages/storage-contract/src/cases/tiers.ts", 400],
        ["a long test of a package", "packages/core/test/tiers.test.ts", 500],
        ["a long test of the repository", "test/tiers.test.ts", 500],
      ] as const
    ).map(
      ([what, path, cap]) =>
        [
          what,
          styleBreaches,
          readModule(path, "export {}\n".repeat(cap + 1)),
          `has ${cap + 1} lines; ${cap} is the cap`,
        ] as const,
    ),
  ]

  it.each(planted)("on %s", (_, check, module, expected) =>
    expect(check([module])).toEqual([expect.stringContaining(expected)]),
  )

  const type = (name: string, text: string) =>
    core(name, `import type { a } from "${text}"\nexport type b = a`)
  const value = (name: string, text: string) =>
    core(name, `import { a } from "${text}"\nexport const b = a`)
  const circles: readonly (readonly [
    string,
    (modules: readonly Module[]) => Complaints,
    readonly Module[],
    string,
  ])[] = [
    [
      "types of two files",
      circlesOfFiles,
      [type("tiers/tier.ts", "./terms.ts"), type("tiers/terms.ts", "./tier.ts")],
      "tiers/tier.ts -> packages/core/src/tiers/terms.ts -> packages/core/src/tiers/tier.ts",
    ],
    [
      "three files of the root",
      circlesOfFiles,
      [value("a.ts", "./b.ts"), value("b.ts", "./c.ts"), type("c.ts", "./a.ts")],
      "a.ts -> packages/core/src/b.ts -> packages/core/src/c.ts -> packages/core/src/a.ts",
    ],
    [
      "rules of two folders",
      circlesOfLayers,
      [value("tiers/tier.ts", "../cards/card.ts"), value("cards/pin.ts", "../tiers/terms.ts")],
      "tiers (nouns) -> cards (nouns) -> tiers (nouns)",
    ],
    [
      "keepers of three folders",
      circlesOfLayers,
      [
        value("wallets/wallet-keyring.ts", "../manifest/manifest-cache.ts"),
        value("manifest/manifest-cache.ts", "../ledger/log/checkpoints.ts"),
        value("ledger/log/ledger-origin.ts", "../../wallets/wallet-directory.ts"),
      ],
      "wallets (keepers) -> manifest (keepers) -> ledger (keepers) -> wallets (keepers)",
    ],
    [
      "types of two folders",
      circlesOfNouns,
      [type("tiers/tier.ts", "../cards/card.ts"), value("cards/pin.ts", "../tiers/terms.ts")],
      "tiers -> cards -> tiers",
    ],
    [
      "a room of the foundation that knows a domain",
      circlesOfNouns,
      [
        type("foundation/ports/clock.ts", "../../tiers/tier.ts"),
        type("tiers/tier.ts", "../foundation/ports/clock.ts"),
      ],
      "foundation/ports -> tiers -> foundation/ports",
    ],
  ]

  it.each(circles)("on a circle of %s", (_, check, modules, expected) =>
    expect(check(modules)).toEqual([expect.stringContaining(expected)]),
  )

  it("and not on steps that need the rules of a folder whose steps need theirs", () => {
    const modules = [
      value("tiers/steps.ts", "../cards/card.ts"),
      value("cards/steps.ts", "../tiers/tier.ts"),
    ]
    expect(
      [circlesOfFiles, circlesOfLayers, circlesOfNouns].flatMap((check) => check(modules)),
    ).toEqual([])
  })

  const innocent: readonly (readonly [string, Module])[] = [
    [
      "a date of a given time",
      core("tiers/tier.ts", "export const a = (ms: number) => new Date(ms)"),
    ],
    [
      "a clock that was handed in",
      core("tiers/tier.ts", "export const a = (clock: { now: () => Date }) => clock.now()"),
    ],
    [
      "an earlier domain's step",
      core("ledger/steps.ts", `import { a } from "../tiers/steps.ts"\nexport const b = a`),
    ],
    [
      "a type of a later one",
      core("tiers/steps.ts", `import type { a } from "../ledger/steps.ts"\nexport type b = a`),
    ],
    [
      "Effect as a type",
      core(
        "tiers/steps.ts",
        `import type { Effect } from "effect"\nexport type A = Effect.Effect<number>`,
      ),
    ],
    [
      "a clock in the system",
      core("foundation/system/clock.ts", "export const now = () => new Date()"),
    ],
  ]

  it.each(innocent)("and not on %s", (_, module) =>
    expect(
      [forbiddenImports, strangeEffects, ambientCalls, sqlClocks, styleBreaches].flatMap((check) =>
        check([module]),
      ),
    ).toEqual([]),
  )
})
