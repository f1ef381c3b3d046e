import assert from "node:assert/strict"
import { describe, expect, it } from "vitest"
import { createSymbolon, type Storage } from "../../src/index.ts"
import { memoryKeyVault } from "../../src/testing/index.ts"
import { failingStorage, type Fault } from "../simulator/failing-storage.ts"
import { copyServiceKeys } from "../simulator/service-keys.ts"
import type { Ask } from "./asks.ts"
import { expectAnswer, openModel } from "./model.ts"
import { mustEqual } from "./soundness.ts"
import { openTestLedger, perform, type TestLedger, unlimited } from "../fixtures/ledger.ts"

const members = 2
/** What stands before the one that fails. */
const before = (now: number): readonly Ask[] => [
  { verb: "mint", key: "minted", amount: 100 },
  { verb: "transfer", key: "given", from: 1, to: 2, amount: 50 },
  { verb: "hold", key: "held", from: 2, to: 3, amount: 20, expiresAt: now + 60_000 },
]
/** One of each. */
const asks = (now: number): readonly Ask[] => [
  { verb: "mint", key: "x", amount: 7 },
  { verb: "burn", key: "x", amount: 7 },
  { verb: "transfer", key: "x", from: 2, to: 3, amount: 7 },
  { verb: "transfer", key: "x", from: 2, to: 3, amount: 1000 },
  { verb: "hold", key: "x", from: 2, to: 3, amount: 7, expiresAt: now + 60_000 },
  { verb: "settle", key: "x", of: "held", amount: 5 },
  { verb: "release", key: "x", of: "held", endsAs: "failed" },
  { verb: "reverse", key: "x", of: "given", onInsufficient: "partial" },
  { verb: "refund", key: "x", of: "given", amount: 7 },
  { verb: "rotate", key: "x", wallet: 2 },
]
const faults: readonly Fault[] = [
  "before",
  "undone",
  "answerless",
  "again",
  "dies before",
  "dies after",
]

/**
 * Every transaction that each operation opens fails in every way there is, one at a time. Then the
 * process, or the next one, is asked for the same again under the same key: it has happened once,
 * and what was refused has not.
 */
export const crashPointsSuite = (storage: string, open: () => Promise<Storage> | Storage): void => {
  describe(`whatever transaction fails on ${storage}`, () => {
    it.each(
      asks(0).map(
        (ask, index) =>
          [
            `${ask.verb}${"amount" in ask && ask.amount === 1000 ? " that is refused" : ""}`,
            index,
          ] as const,
      ),
    )("%s happens once", async (_, index) => {
      let points = 0
      for (const fault of faults)
        for (let call = 0; await failsAt(await open(), index, fault, call); call += 1) points += 1
      expect(points).toBeGreaterThan(faults.length)
    })
  })
}

/** Answers false when the operation opens no such transaction. */
const failsAt = async (
  inner: Storage,
  index: number,
  fault: Fault,
  call: number,
): Promise<boolean> => {
  await copyServiceKeys(inner)
  let calls = Number.NEGATIVE_INFINITY
  const failing = failingStorage(inner, () => (calls++ === call ? fault : "none"))
  const ledger = await openTestLedger(failing, members)
  const now = ledger.clock.now().getTime()
  const model = openModel(members)
  for (const ask of before(now))
    assert.equal(await perform(ledger, ask), expectAnswer(model, ask, now))
  const ask = asks(now)[index]
  if (ask === undefined) throw new Error("There is no such request.")
  calls = 0
  const first = await perform(ledger, ask).catch(() => "no answer")
  const reached = calls > call
  calls = Number.NEGATIVE_INFINITY
  const later = failing.isDead() ? { ...ledger, symbolon: await reopened(inner, ledger) } : ledger
  const expected = expectAnswer(model, ask, now)
  if (first !== "no answer") assert.equal(first, expected)
  for (const repeat of [1, 2])
    assert.equal(
      await perform(later, ask),
      expected,
      `${fault} at transaction ${call}, asked again (${repeat})`,
    )
  await mustEqual(later, model)
  return reached
}

const reopened = (storage: Storage, { clock }: TestLedger) =>
  createSymbolon({
    storage,
    vault: memoryKeyVault(new Uint8Array(32).fill(7)),
    testClock: clock,
    ...unlimited,
  })
