import { describe, expect, it } from "vitest"
import { createSymbolon, type Storage } from "../../src/index.ts"
import { memoryKeyVault } from "../../src/testing/index.ts"
import { mustBeSound, walletsOf } from "./soundness.ts"
import { openTestLedger, perform, type TestLedger, unlimited } from "../fixtures/ledger.ts"

const crowd = 64

/**
 * What many at once must leave behind, whatever the engine. Several cores may stand on one store,
 * as several processes would.
 */
export const ledgerRacesSuite = (
  storage: string,
  open: () => Promise<readonly Storage[]>,
): void => {
  const openTestLedgers = async (): Promise<readonly [TestLedger, (n: number) => TestLedger]> => {
    const [first, ...others] = await open()
    const ledger = await openTestLedger(first)
    const cores = [ledger]
    for (const store of others) cores.push({ ...ledger, symbolon: await openCoreOn(store, ledger) })
    // Points for the treasury, for two members, and some for the third.
    expect(await perform(ledger, { verb: "mint", key: "mint", amount: 10_000 })).toBe("done")
    expect(
      await perform(ledger, { verb: "transfer", key: "start", from: 1, to: 2, amount: 100 }),
    ).toBe("done")
    return [ledger, (n) => cores[n % cores.length] ?? ledger]
  }
  const all = async (
    ask: (n: number) => Promise<string>,
  ): Promise<Readonly<Record<string, number>>> => {
    const answers = await Promise.all(Array.from({ length: crowd }, (_, n) => ask(n)))
    const counts: Record<string, number> = {}
    for (const answer of answers) {
      const word = answer.split(" ").slice(0, 2).join(" ").replace(/ \d+$/, "")
      counts[word] = (counts[word] ?? 0) + 1
    }
    return counts
  }
  const balances = async (ledger: TestLedger) =>
    (await walletsOf(ledger)).map(({ balance, held }) => [balance, held])
  const sound = async (ledger: TestLedger) => mustBeSound(ledger, await walletsOf(ledger))

  describe(`many at one ledger on ${storage}`, () => {
    it("of 64 transfers from one wallet at once as many are done as there are points for", async () => {
      const [ledger, core] = await openTestLedgers()
      const counts = await all((n) =>
        perform(core(n), { verb: "transfer", key: `t${n}`, from: 2, to: 3 + (n % 2), amount: 7 }),
      )
      expect(counts).toEqual({
        done: Math.floor(100 / 7),
        InsufficientBalance: crowd - Math.floor(100 / 7),
      })
      expect((await balances(ledger))[2]).toEqual([100 % 7, 0])
      await sound(ledger)
    })

    it("the same request under the same key 64 times is one transaction and one answer", async () => {
      const [ledger, core] = await openTestLedgers()
      // `perform` itself compares the transactions that are answered.
      expect(
        await all((n) =>
          perform(core(n), { verb: "transfer", key: "same", from: 2, to: 3, amount: 10 }),
        ),
      ).toEqual({ done: crowd })
      expect(
        await all((n) =>
          perform(core(n), { verb: "transfer", key: "poor", from: 2, to: 3, amount: 91 }),
        ),
      ).toEqual({
        InsufficientBalance: crowd,
      })
      const other = await all((n) =>
        perform(core(n), { verb: "transfer", key: "differs", from: 2, to: 3, amount: 1 + (n % 2) }),
      )
      expect(other).toEqual({ done: crowd / 2, IdempotencyConflict: crowd / 2 })
      const [, , sender] = await walletsOf(ledger)
      expect(sender?.sequence).toBe(3)
      await sound(ledger)
    })

    it("a storm of reversals moves the points back once, and of refunds no more than there was", async () => {
      const [ledger, core] = await openTestLedgers()
      expect(
        await all((n) =>
          perform(core(n), {
            verb: "reverse",
            key: `r${n}`,
            of: "start",
            onInsufficient: "refuse",
          }),
        ),
      ).toEqual({
        done: 1,
        "Conflict already_settled": crowd - 1,
      })
      expect(await balances(ledger)).toEqual([
        [-10_000, 0],
        [10_000, 0],
        [0, 0],
        [0, 0],
        [0, 0],
        [0, 0],
      ])
      await perform(ledger, { verb: "transfer", key: "again", from: 1, to: 3, amount: 50 })
      expect(
        await all((n) =>
          perform(core(n), { verb: "refund", key: `f${n}`, of: "again", amount: 3 }),
        ),
      ).toEqual({
        done: 16,
        "Conflict exceeds_original": crowd - 16,
      })
      expect((await balances(ledger))[3]).toEqual([2, 0])
      await sound(ledger)
    })

    it("reversals against refunds of one transaction never give back more than it moved", async () => {
      const [ledger, core] = await openTestLedgers()
      await all((n) =>
        perform(
          core(n),
          n % 8 === 7
            ? { verb: "reverse", key: `m${n}`, of: "start", onInsufficient: "partial" }
            : { verb: "refund", key: `m${n}`, of: "start", amount: 9 },
        ),
      )
      expect((await balances(ledger)).slice(1, 3)).toEqual([
        [10_000, 0],
        [0, 0],
      ])
      await sound(ledger)
    })

    it("holds against spends: nothing is promised twice, and each hold is settled or released once", async () => {
      const [ledger, core] = await openTestLedgers()
      const expiresAt = ledger.clock.now().getTime() + 60_000
      // Whoever is faster, one hold is there.
      expect(
        await perform(ledger, { verb: "hold", key: "h1000", from: 2, to: 3, amount: 7, expiresAt }),
      ).toBe("done")
      const counts = await all((n) =>
        perform(
          core(n),
          n % 2 === 0
            ? { verb: "hold", key: `h${n}`, from: 2, to: 3, amount: 7, expiresAt }
            : { verb: "transfer", key: `h${n}`, from: 2, to: 4, amount: 7 },
        ),
      )
      expect(counts).toEqual({ done: 13, InsufficientBalance: crowd - 13 })
      const holds = [...ledger.ids.keys()].filter((key) => /^h\d*[02468]$/.test(key))
      const [, , before] = await balances(ledger)
      expect(before?.[1]).toBe(holds.length * 7)
      expect(
        await perform(ledger, { verb: "transfer", key: "more", from: 2, to: 4, amount: 7 }),
      ).toBe("InsufficientBalance 2")
      const ends = await all((n) => {
        const of = holds[n % holds.length] ?? ""
        const key = `e${n}`
        return perform(
          core(n),
          n % 3 === 0
            ? { verb: "release", key, of, endsAs: "cancelled" }
            : { verb: "settle", key, of, amount: 5 },
        )
      })
      expect(ends["done"]).toBe(holds.length)
      expect(ends["Conflict already_settled"]).toBe(crowd - holds.length)
      expect((await balances(ledger))[2]?.[1]).toBe(0)
      await sound(ledger)
    })

    it("keys are rotated under those who pay: every payment is made, and the ledger verifies", async () => {
      const [ledger, core] = await openTestLedgers()
      const counts = await all((n) =>
        perform(
          core(n),
          n % 16 === 3
            ? { verb: "rotate", key: `k${n}`, wallet: 2 }
            : { verb: "transfer", key: `k${n}`, from: 2, to: 3, amount: 1 },
        ),
      )
      const { done = 0, "Conflict key_changed": late = 0 } = counts
      expect([done + late, done]).toEqual([crowd, expect.any(Number)])
      expect((await balances(ledger))[3]).toEqual([60, 0])
      // The key that it ended with is there, and opens.
      expect(
        await perform(core(1), { verb: "transfer", key: "last", from: 2, to: 3, amount: 1 }),
      ).toBe("done")
      expect(await perform(core(0), { verb: "rotate", key: "once more", wallet: 2 })).toBe("done")
      expect(
        await perform(core(1), { verb: "transfer", key: "after", from: 2, to: 3, amount: 1 }),
      ).toBe("done")
      await sound(ledger)
    })
  })
}

const openCoreOn = async (storage: Storage, { clock }: TestLedger) =>
  createSymbolon({
    storage,
    vault: memoryKeyVault(new Uint8Array(32).fill(7)),
    testClock: clock,
    ...unlimited,
  })
