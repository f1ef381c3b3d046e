import { readFileSync } from "node:fs"
import { describe, expect, it } from "vitest"

const read = (path: string): string => readFileSync(new URL(`../${path}`, import.meta.url), "utf8")

const rows = [...read("docs/conformance.md").matchAll(/^\| (oidcc-[a-z0-9-]+) \| (.+) \|$/gm)].map(
  ([, module = "", result = ""]) => ({
    module,
    result,
  }),
)
const tests = ["basic-op", "config-op"]
  .map((name) => read(`packages/http-server/test/oauth/conformance/${name}.test.ts`))
  .join("\n")
const tested = new Set(
  [...tests.matchAll(/\bit\("(oidcc-[a-z0-9-]+)"|\["(oidcc-[a-z0-9-]+)",/g)].map(
    ([, one, other]) => one ?? other,
  ),
)

describe("docs/conformance.md", () => {
  it("has the 38 modules of the Basic OP plan and the one of the Config OP plan, once each", () => {
    expect(rows).toHaveLength(39)
    expect(new Set(rows.map(({ module }) => module)).size).toBe(39)
  })
  it("says `passes` of exactly those modules that a test is named after", () => {
    const passing = rows
      .filter(({ result }) => result.startsWith("passes"))
      .map(({ module }) => module)
    expect(new Set(passing)).toEqual(tested)
  })
})
