import { readFileSync } from "node:fs"
import { describe, expect, it } from "vitest"
import { envelopes } from "../packages/core/src/foundation/errors/envelope.ts"
import { conflictReasons, unreadConflicts } from "../scripts/errors-page/conflict-reasons.ts"
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

  it("misses no conflict: its reason and its message are written where it is made", () => {
    expect(unreadConflicts()).toEqual([])
  })

  it("has a row for each word of `details.reason`", () => {
    for (const { reason } of [...conflictReasons(), { reason: "insufficient_balance" }])
      expect(page).toContain(`\n| \`${reason}\` | `)
  })

  it("finds the reasons of conflicts, however they are written", () => {
    const reasons = conflictReasons().map(({ reason }) => reason)
    expect(reasons).toEqual(
      expect.arrayContaining([
        "already_member",
        "tier_in_use",
        "never_expires",
        "points_allowance_exceeded",
        "draft",
        "card_changed",
        "endless_remainder",
      ]),
    )
    expect(
      conflictReasons().filter(({ messages }) => messages.some((message) => message.length < 8)),
    ).toEqual([])
  })
})
