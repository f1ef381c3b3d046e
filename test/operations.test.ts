import { globSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it } from "vitest"

const sources = join(import.meta.dirname, "../packages/core/src")
const read = (path: string): string => readFileSync(join(sources, path), "utf8")
const lists = globSync("operations/*.ts", { cwd: sources })
const operations = globSync(["*/operations.ts", "*/operations/*.ts"], { cwd: sources }).filter(
  (path) => !path.endsWith(".test.ts"),
)

/** Operations without a docstring right above them. */
const undocumented = (code: string): readonly string[] =>
  [
    ...code.matchAll(/(\*\/)?\nexport const (\w+) = (?:step\(|listing\(|\(caller: Caller)/g),
    // `delete` is a reserved word: an operation of that name is exported under it, in braces.
    ...code.matchAll(/(\*\/)?\n\s*\w+ as (\w+),\n/g),
  ].flatMap(([, doc, name]) => (doc === undefined ? [name ?? ""] : []))

describe("what an editor shows of an operation", () => {
  it("is its docstring, which every one has", () => {
    const found = operations.flatMap((path) =>
      undocumented(read(path)).map((name) => `${path} ${name}`),
    )
    expect(operations.length).toBeGreaterThan(50)
    expect(found).toEqual([])
  })

  it("gets through the lists, since they export whole files: an editor finds no docstring behind a name in braces", () => {
    expect(lists.filter((path) => /^export \{/m.test(read(path)))).toEqual([])
  })

  it("is missed where there is none", () => {
    expect(undocumented("/** Lists. */\nexport const list = step(")).toEqual([])
    expect(undocumented("const a = 1\nexport const list = step(")).toEqual(["list"])
    expect(undocumented("const a = 1\nexport const leave = (caller: Caller, input: A) =>")).toEqual(
      ["leave"],
    )
    expect(undocumented("export {\n  /** Deletes. */\n  remove as delete,\n}")).toEqual([])
    expect(undocumented("export {\n  remove as delete,\n}")).toEqual(["delete"])
  })
})

/** Operations that list and take no turn. */
const takingNoTurn = (code: string): readonly string[] =>
  [...code.matchAll(/^export const (list\w*) = (?!listing\()/gm)].map(([, name]) => name ?? "")

describe("operations that list", () => {
  // Those of the service's keys are the host's alone, which takes no place.
  const ofHost = ["service-keys/operations.ts list"]

  it("take turns, so that who lists much at once keeps nobody waiting", () => {
    const found = operations.flatMap((path) =>
      takingNoTurn(read(path)).map((name) => `${path} ${name}`),
    )
    expect(found.filter((one) => !ofHost.includes(one))).toEqual([])
  })

  it("are found out where they do not", () => {
    expect(takingNoTurn("export const listKeys = step(function* (")).toEqual(["listKeys"])
    expect(takingNoTurn("export const list = listing(function* (")).toEqual([])
  })
})
