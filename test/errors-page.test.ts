import { readFileSync } from "node:fs"
import { describe, expect, it } from "vitest"
import { envelopes } from "../packages/core/src/foundation/errors/envelope.ts"
import { conflictReasons } from "../scripts/errors-page/conflict-reasons.ts"
import { errorsPage, pageFile } from "../scripts/errors-page/page.ts"

describe("docs/errors.md", () => {
  const page = readFileSync(pageFile, "utf8")

  it("says what the table of refusals says; else: npm run generate", () => {
    expect(page).toBe(errorsPage())
  })

  it("has an anchor for each code and a name for each refusal", () => {
    for (const [tag, { code }] of Object.entries(envelopes)) {
      expect(page).toContain(`\n## ${code}\n`)
      expect(page).toContain(tag)
    }
  })

  it("finds the reasons of conflicts, however they are written", () => {
    const reasons = conflictReasons().map(({ reason }) => reason)
    expect(reasons).toEqual(
      expect.arrayContaining([
        "already_member",
        "tier_in_use",
        "never_expires",
        "points_allowance_exceeded",
      ]),
    )
    expect(
      conflictReasons().filter(({ messages }) => messages.some((message) => message.length < 8)),
    ).toEqual([])
  })
})
