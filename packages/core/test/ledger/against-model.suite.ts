import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import type { Storage } from "../../src/index.ts"
import { copyServiceKeys } from "../simulator/service-keys.ts"
import { type Ask, askOf, type Draw, holdsMostMs } from "./asks.ts"
import { expectAnswer, expire, type Model, openModel } from "./model.ts"
import { mustEqual } from "./soundness.ts"
import { openTestLedger, perform, type TestLedger } from "../fixtures/ledger.ts"

interface Played {
  readonly model: Model
  readonly past: Ask[]
}

const members = 3
const draws: fc.Arbitrary<Draw> = fc.record({
  what: fc.nat(99),
  a: fc.nat(9999),
  b: fc.nat(9999),
  amount: fc.oneof(
    { weight: 12, arbitrary: fc.integer({ min: 1, max: 60 }) },
    { weight: 1, arbitrary: fc.constant(Number.MAX_SAFE_INTEGER) },
  ),
})

const asking = (draw: Draw): fc.AsyncCommand<Played, TestLedger> => ({
  check: () => true,
  toString: () => JSON.stringify(draw),
  run: async ({ model, past }, ledger) => {
    const now = ledger.clock.now().getTime()
    const ask = askOf(draw, `k${past.length}`, [...ledger.ids.keys()], past, model, now)
    past.push(ask)
    const expected = expectAnswer(model, ask, now)
    expect(`${JSON.stringify(ask)}: ${await perform(ledger, ask)}`).toBe(
      `${JSON.stringify(ask)}: ${expected}`,
    )
  },
})

/** Time passes, and what is due is done; or nobody gets to it yet. */
const waiting = (ms: number, works: boolean): fc.AsyncCommand<Played, TestLedger> => ({
  check: () => true,
  toString: () => `${works ? "work for" : "sleep"} ${ms} ms`,
  run: async ({ model }, { symbolon, clock }) => {
    const to = new Date(clock.now().getTime() + ms)
    if (!works) clock.set(to)
    else {
      await symbolon.testClock?.moveTo(to)
      expire(model, to.getTime())
    }
  },
})

/**
 * Plays random requests on a storage and on the model: the answers, and in the end everything, must
 * be the same.
 */
export const ledgerModelSuite = (
  engine: string,
  open: () => Promise<Storage> | Storage,
  runs: number,
): void => {
  describe(`the ledger on ${engine}`, () => {
    it("does what the model does, whatever is asked of it", async () => {
      const commands = fc.commands(
        [
          draws.map(asking),
          fc
            .tuple(fc.nat(Math.floor(holdsMostMs / 4)), fc.boolean())
            .map(([ms, works]) => waiting(ms, works)),
        ],
        { maxCommands: 60, size: "+2" },
      )
      await fc.assert(
        fc.asyncProperty(commands, async (all) => {
          const storage = await open()
          await copyServiceKeys(storage)
          const ledger = await openTestLedger(storage, members)
          const played: Played = { model: openModel(members), past: [] }
          try {
            // Something to begin with: most refusals are of those who have points.
            for (const ask of begin)
              expect(await perform(ledger, ask)).toBe(
                expectAnswer(played.model, ask, ledger.clock.now().getTime()),
              )
            await fc.asyncModelRun(() => ({ model: played, real: ledger }), all)
            await mustEqual(ledger, played.model)
          } finally {
            await ledger.symbolon.close()
          }
        }),
        { numRuns: runs, interruptAfterTimeLimit: 20_000 },
      )
    })
  })
}

const begin: readonly Ask[] = [
  { verb: "mint", key: "first", amount: 200 },
  { verb: "transfer", key: "second", from: 1, to: 2, amount: 60 },
  { verb: "transfer", key: "third", from: 1, to: 3, amount: 60 },
]
