import { spawnSync } from "node:child_process"
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { publishedPackages } from "../scripts/pack.ts"
import {
  entriesOf,
  type Installed,
  installPublished,
  link,
  readerOf,
  tarballFaults,
  undeclaredTypes,
} from "./published.ts"

const root = join(import.meta.dirname, "..")
const names = publishedPackages().map(({ manifest }) => manifest.name)
/** A program of somebody else's, far from the workspace. */
let consumer: string
let installed: readonly Installed[]

const get = (name: string): Installed => {
  const one = installed.find((candidate) => candidate.name === name)
  if (one === undefined) throw new Error(`${name} was not packed`)
  return one
}
const run = (command: string, ...args: readonly string[]) => {
  const { status, stdout, stderr } = spawnSync(command, args, { cwd: consumer, encoding: "utf8" })
  return { status, said: `${stdout}${stderr}` }
}
const node = (text: string) => run(process.execPath, "--input-type=module", "--eval", text)

beforeAll(() => {
  consumer = mkdtempSync(join(tmpdir(), "symbolon-consumer-"))
  installed = installPublished(consumer)
  link(join(root, "node_modules/@types/node"), join(consumer, "node_modules/@types/node"))
  writeFileSync(
    join(consumer, "package.json"),
    JSON.stringify({ name: "consumer", private: true, type: "module" }),
  )
})
afterAll(() => rmSync(consumer, { recursive: true, force: true }))

it("seven packages are published", () => expect(names).toHaveLength(7))

describe.each(names)("%s", (name) => {
  it("ships what its package.json promises", () => expect(tarballFaults(get(name))).toEqual([]))

  it("declares every package its types name", () => {
    const { seen, faults } = undeclaredTypes(get(name), readerOf(get(name).folder))
    console.log(`${name}: ${seen} declaration files`)
    expect(faults).toEqual([])
    expect(seen).toBeGreaterThan(0)
  })

  it("gives something at every entry, with nothing installed but what it declares", () => {
    const entries = entriesOf(get(name)).filter(({ types }) => types !== undefined)
    expect(entries.length).toBeGreaterThan(0)
    const script = entries
      .map(
        ({ specifier }) =>
          `console.log("${specifier}", Object.keys(await import("${specifier}")).length)`,
      )
      .join("\n")
    const { status, said } = node(script)
    expect(said).not.toMatch(/Error/)
    expect(status).toBe(0)
    // An entry of types alone gives nothing at run time; the package as a whole does.
    expect(said.trim().split("\n")).toHaveLength(entries.length)
    expect(said).toMatch(/ [1-9]/)
  })
})

it("all entries have types that hold in a strict program", () => {
  const specifiers = names.flatMap((name) =>
    entriesOf(get(name)).flatMap(({ specifier, types }) =>
      types === undefined ? [] : [specifier],
    ),
  )
  const complaints = typeCheck(
    specifiers
      .map(
        (specifier, i) =>
          `import * as m${i} from "${specifier}"\n// @ts-expect-error an entry without types would have any name\nm${i}.noSuchExport`,
      )
      .join("\n"),
  )
  expect(complaints).toEqual([])
}, 120_000)

it("the firmware file has types, and tells the version of its package", () => {
  const program = (line: string): string => `import "@symbolon/door-offline/firmware"
const { Door, version } = SymbolonDoor
const door = new Door({ trustKeys: { keys: [] }, now: () => 0 })
${line}`
  const lines = [
    `const told: string = version`,
    `const { decision } = door.admit("04A1")`,
    `door.admit({ tap: "04A1" })`,
  ]
  expect(typeCheck(program(`${lines.join("\n")}\nexport { decision, told }`))).toEqual([])
  expect(typeCheck(program("door.admit(7)"))).toEqual([expect.stringContaining("TS2345")])
  const { said } = node(
    `await import("@symbolon/door-offline/firmware"); console.log(SymbolonDoor.version)`,
  )
  expect(said.trim()).toBe(
    JSON.parse(readFileSync(join(get("@symbolon/door-offline").folder, "package.json"), "utf8"))
      .version,
  )
}, 120_000)

/** The first example of the client's README that says `words`. */
const exampleOf = (words: string): string => {
  const readme = readFileSync(join(get("@symbolon/client-sdk").folder, "README.md"), "utf8")
  const examples = [...readme.matchAll(/^```ts\n(.*?)^```$/gms)].map(([, code]) => code ?? "")
  return examples.find((code) => code.includes(words)) ?? `no example says ${words}`
}

it("the client's README keeps a wallet's history in a strict program", () => {
  const snippet = exampleOf("verifyHistory(")
  const given = `import type { Client } from "@symbolon/client-sdk"
declare const client: Client
declare const address: string
declare const localStorage: { getItem(key: string): string | null; setItem(key: string, value: string): void }`
  expect(typeCheck(`${given}\n${snippet}\nexport { verdict, balance, firstError }`)).toEqual([])
}, 120_000)

it("the client's README receives webhooks in a strict program", () => {
  const snippet = exampleOf("verifyWebhook(")
  expect(typeCheck(snippet)).toEqual([])
  expect(typeCheck(snippet.replace("tier_slug", "tier_slugs"))).toEqual([
    expect.stringContaining("TS2551"),
  ])
}, 120_000)

it("the command runs where it is installed", () => {
  const server = get("@symbolon/http-server")
  const cli = join(server.folder, server.manifest.bin?.["symbolon"] ?? "")
  expect(
    readFileSync(cli, "utf8")
      .split("\n")
      .filter((line) => line.startsWith("#!")),
  ).toEqual(["#!/usr/bin/env node"])
  const { status, said } = run(process.execPath, cli, "--help")
  expect(said).toContain("serve")
  expect(status).toBe(0)
})

it("the SDK has no dependencies, and no zod and no effect inside", () => {
  const { manifest, folder, files } = get("@symbolon/client-sdk")
  expect({ ...manifest.dependencies, ...manifest.peerDependencies }).toEqual({})
  const code = files
    .filter((file) => /^dist\/.*\.js$/.test(file))
    .map((file) => readFileSync(join(folder, file), "utf8"))
  expect(code.length).toBeGreaterThan(0)
  expect(
    code.filter((text) => /\bzod\b|from "effect"|effect\/Effect|["']node:/i.test(text)),
  ).toEqual([])
})

it("the adapters carry the SQL package inside", () => {
  for (const name of ["@symbolon/storage-sqlite", "@symbolon/storage-postgres"]) {
    const { folder, files } = get(name)
    const named = files.filter(
      (file) =>
        /^dist\/.*\.(js|d\.ts)$/.test(file) &&
        /["']@symbolon\/storage-sql["']/.test(readFileSync(join(folder, file), "utf8")),
    )
    expect(named).toEqual([])
  }
})

describe("each check can fail", () => {
  const manifest = {
    name: "a",
    license: "MIT",
    exports: { ".": { types: "./dist/types/index.d.ts", default: "./dist/index.js" } },
  }
  const files = ["package.json", "README.md", "LICENSE", "dist/index.js", "dist/types/index.d.ts"]

  it.each([
    [
      "a missing file",
      { files: files.filter((file) => file !== "dist/index.js") },
      "lacks dist/index.js",
    ],
    ["a missing licence", { files: files.filter((file) => file !== "LICENSE") }, "lacks LICENSE"],
    ["a test in the tarball", { files: [...files, "src/a.test.ts"] }, "carries src/a.test.ts"],
    ["no licence", { manifest: { ...manifest, license: "UNLICENSED" } }, "names no licence"],
    [
      "a dependency of the workspace",
      { manifest: { ...manifest, dependencies: { b: "workspace:*" } } },
      "depends on b at workspace:*",
    ],
  ])("on %s", (_, broken, expected) => {
    expect(tarballFaults({ name: "a", manifest, files, ...broken })).toEqual([
      expect.stringContaining(expected),
    ])
    expect(tarballFaults({ name: "a", manifest, files })).toEqual([])
  })

  it.each([
    ["an undeclared package", { "dist/types/index.d.ts": `export type { A } from "b"` }],
    [
      "one behind a file",
      {
        "dist/types/index.d.ts": `export * from "./c.ts"`,
        "dist/types/c.d.ts": `import type { A } from "@b/c/d"\nexport type B = A`,
      },
    ],
    ["one within a type", { "dist/types/index.d.ts": `export declare const a: import("b").A` }],
    ["a missing file", { "dist/types/index.d.ts": `export * from "./c.ts"` }],
  ])("on types that name %s", (_, texts: Readonly<Record<string, string>>) => {
    expect(undeclaredTypes({ name: "a", manifest }, (path) => texts[path]).faults).toHaveLength(1)
  })

  it("on an import of what is not declared", () =>
    expect(node(`await import("fast-check")`).status).not.toBe(0))

  it("on a program that does not fit the types", () => {
    expect(
      typeCheck(
        `import { Client } from "@symbolon/client-sdk"\nconst a: number = Client\nexport { a }`,
      ),
    ).toEqual([expect.stringContaining("TS2322")])
  })
})

function typeCheck(text: string) {
  const folder = join(consumer, "program")
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, "main.ts"), text)
  const compilerOptions = {
    strict: true,
    exactOptionalPropertyTypes: true,
    module: "nodenext",
    target: "es2024",
    lib: ["es2024", "esnext.disposable"],
    types: ["node"],
    noEmit: true,
    skipLibCheck: false,
  }
  writeFileSync(
    join(folder, "tsconfig.json"),
    JSON.stringify({ compilerOptions, files: ["main.ts"] }),
  )
  const tsc = join(root, "node_modules/.bin/tsc")
  if (!existsSync(tsc)) throw new Error("TypeScript is not installed")
  const { said } = run(tsc, "-p", folder)
  // Some packages of others do not hold under `skipLibCheck: false`; ours must.
  return said.split("\n").filter((line) => /^program|@symbolon/.test(line))
}
