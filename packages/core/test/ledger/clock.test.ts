import { expect, it } from "vitest"
import { mustBeSound, walletsOf } from "./soundness.ts"
import { openTestLedger, perform } from "../fixtures/ledger.ts"

// Both were found by the model and the simulator.

it("a hold that is asked for again after its end is answered as it was, not refused for its end", async () => {
  const ledger = await openTestLedger(undefined)
  await perform(ledger, { verb: "mint", key: "minted", amount: 10 })
  const hold = {
    verb: "hold",
    key: "held",
    from: 1,
    to: 2,
    amount: 5,
    expiresAt: ledger.clock.now().getTime() + 1000,
  } as const
  expect(await perform(ledger, hold)).toBe("done")
  await ledger.symbolon.testClock?.moveTo(new Date(hold.expiresAt + 1))
  expect(await perform(ledger, hold)).toBe("done")
  expect(await perform(ledger, { ...hold, key: "late" })).toBe("BadRequest expires_at")
})

it("a clock that was set back behind the ledger's own key makes no leaf that a verifier refuses", async () => {
  const ledger = await openTestLedger(undefined)
  await perform(ledger, { verb: "mint", key: "minted", amount: 10 })
  ledger.clock.set(new Date(ledger.clock.now().getTime() - 3_600_000))
  expect(
    await perform(ledger, { verb: "reverse", key: "back", of: "minted", onInsufficient: "refuse" }),
  ).toBe("done")
  await mustBeSound(ledger, await walletsOf(ledger))
})
