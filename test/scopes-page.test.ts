import { readFileSync } from "node:fs"
import { describe, expect, it } from "vitest"
import { scopes } from "../packages/core/src/contract/scopes.ts"
import { calls, pageFile, scopesPage } from "../scripts/scopes-page/page.ts"

describe("docs/scopes.md", () => {
  const page = readFileSync(pageFile, "utf8")

  it("says what the contract says; else: npm run generate", () => {
    expect(page).toBe(scopesPage())
  })

  it("has a row for each scope, with each call that needs it", () => {
    expect(calls().length).toBeGreaterThan(80)
    const rows = page.split("\n").filter((line) => line.startsWith("| `"))
    expect(rows).toHaveLength(Object.keys(scopes).length)
    for (const { scope, text } of calls())
      expect(rows.find((row) => row.startsWith(`| \`${scope}\` |`))).toContain(text)
  })

  it("has calls for all scopes but those of assets, which are to come", () => {
    const rows = page.split("\n").filter((line) => line.includes("no call yet"))
    expect(rows.filter((row) => !row.startsWith("| `asset:"))).toEqual([])
  })
})
