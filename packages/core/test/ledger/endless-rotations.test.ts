import { describe, expect, it } from "vitest"
import { createSymbolon, type KeyVault } from "../../src/index.ts"
import { openMemory } from "../../src/memory/index.ts"
import { memoryKeyVault, testClock } from "../../src/testing/index.ts"
import { openIssued } from "../contents.suite.ts"
import { start } from "../fixtures/world.ts"

describe("a wallet whose key somebody rotates on and on", () => {
  it("sends nothing, says to try again, and sends when that is over", async () => {
    const { storage, adas, treasury, issue, symbolon: other } = await openIssued(openMemory())
    await issue("points", { amount: 5 })
    const real = memoryKeyVault(new Uint8Array(32).fill(7))
    let rotations = 0
    const rotationsMax = 5
    const vault: KeyVault = {
      ...real,
      // Between preparing and judging: another process rotates.
      unwrap: async (wrapped, aad) => {
        const key = await real.unwrap(wrapped, aad)
        if (aad.startsWith(adas) && rotations < rotationsMax) {
          rotations += 1
          await other.wallets.rotateKey({ wallet: adas, idempotencyKey: `rotate-${rotations}` })
        }
        return key
      },
    }
    const { wallets } = await createSymbolon({ storage, vault, testClock: testClock(start) })
    const transfer = () =>
      wallets.transfer({
        wallet: adas,
        to: { type: "wallet", value: treasury },
        amount: 5,
        idempotencyKey: "send",
      })
    await expect(transfer()).rejects.toMatchObject({
      _tag: "Unavailable",
      code: "unavailable",
      retryAfterSeconds: 1,
    })
    expect(rotations).toBe(rotationsMax)
    expect((await wallets.get({ wallet: adas })).balance).toBe(5)
    // The refusal was not kept as the outcome of its key.
    await transfer()
    expect((await wallets.get({ wallet: adas })).balance).toBe(0)
  })
})
