import { describe, expect, it } from "vitest"
import { openMemory } from "../src/memory/index.ts"
import { createTestOrganization, openTestSymbolon } from "./fixtures/world.ts"

/** A core whose store of limits can be switched off, on a storage that goes on. */
const openWithLimits = async () => {
  const lines: string[] = []
  let isDown = false
  const { symbolon } = await openTestSymbolon(
    {
      ...openMemory({ strict: true }),
      rateLimitStore: {
        take: (checks) =>
          isDown
            ? Promise.reject(new Error("gone"))
            : Promise.resolve({
                allowed: true,
                states: checks.map(({ limit }) => ({
                  remaining: limit - 1,
                  resetSeconds: 1,
                  retryAfterSeconds: 0,
                })),
              }),
      },
    },
    {
      limits: "on",
      ledger: { treasurySigningsPerHour: 100 },
      mailer: { send: () => Promise.resolve() },
      logger: {
        info: () => undefined,
        warn: () => undefined,
        error: (_, message) => void lines.push(message),
      },
    },
  )
  const { club } = await createTestOrganization(symbolon, 1)
  await symbolon.points.setAllowance({ organization: club.slug, allowance: 1_000_000 })
  const mint = (idempotencyKey: string) =>
    symbolon.points.mint({ organization: club.slug, amount: 1, idempotencyKey })
  return { symbolon, mint, lines, down: () => (isDown = true), up: () => (isDown = false) }
}

describe("a store of limits that the storage brings", () => {
  it("fails: no wallet signs, accounts are counted here, and the log has one line", async () => {
    const { symbolon, mint, lines, down, up } = await openWithLimits()
    expect((await mint("before")).replayed).toBe(false)
    down()
    for (let again = 0; again < 3; again += 1)
      await expect(mint("during")).rejects.toMatchObject({
        _tag: "Unavailable",
        retryAfterSeconds: 5,
      })
    await symbolon.users.requestPasswordReset({ name: "member-1" })
    await symbolon.users.requestPasswordReset({ name: "nobody" })
    expect(lines).toEqual(["The rate limit store fails. This process counts by itself meanwhile."])
    up()
    await expect.poll(() => mint("after"), { timeout: 5000, interval: 300 }).toBeDefined()
    await symbolon.close()
  })
})
