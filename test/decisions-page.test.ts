import { readFileSync } from "node:fs"
import { describe, expect, it } from "vitest"
import { decisions, decisionsPage, pageFile } from "../scripts/decisions-page/page.ts"

describe("docs/decisions/README.md", () => {
  it("lists every decision; else: npm run generate", () => {
    expect(readFileSync(pageFile, "utf8")).toBe(decisionsPage())
  })

  it("has each number once", () => {
    const numbers = decisions().map(({ number }) => number)
    expect(numbers.length).toBeGreaterThan(100)
    expect(new Set(numbers).size).toBe(numbers.length)
  })
})
