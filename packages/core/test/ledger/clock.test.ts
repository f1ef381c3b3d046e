import { expect, it } from "vitest"
import { mustBeSound, walletsOf } from "./soundness.ts"
import { openTown, perform } from "../fixtures/ledger.ts"

// Both were found by the model and the simulator.

it("a hold that is asked for again after its end is answered as it was, not refused for its end", async () => {
  const town = await openTown(undefined)
  await perform(town, { verb: "mint", key: "minted", amount: 10 })
  const hold = {
    verb: "hold",
    key: "held",
    from: 1,
    to: 2,
    amount: 5,
    expiresAt: town.clock.now().getTime() + 1000,
  } as const
  expect(await perform(town, hold)).toBe("done")
  await town.symbolon.testClock?.moveTo(new Date(hold.expiresAt + 1))
  expect(await perform(town, hold)).toBe("done")
  expect(await perform(town, { ...hold, key: "late" })).toBe("BadRequest expires_at")
})

it("a clock that was set back behind the ledger's own key makes no leaf that a verifier refuses", async () => {
  const town = await openTown(undefined)
  await perform(town, { verb: "mint", key: "minted", amount: 10 })
  town.clock.set(new Date(town.clock.now().getTime() - 3_600_000))
  expect(
    await perform(town, { verb: "reverse", key: "back", of: "minted", onInsufficient: "refuse" }),
  ).toBe("done")
  await mustBeSound(town, await walletsOf(town))
})
