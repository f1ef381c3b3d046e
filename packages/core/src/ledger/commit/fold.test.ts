import { describe, expect, it } from "vitest"
import { playedSample, openSample } from "../../../test/fixtures/sample-ledger.ts"
import { ticketHolding } from "../../../../storage-contract/src/reward-samples.ts"
import { noWrites, type Outcome, type View, type Writes } from "../entries/change.ts"
import { beginFold } from "./fold.ts"
import { appended, emptyLedger } from "../log/merkle.ts"

const loaded = (): View => ({
  keys: new Map(),
  transactions: new Map(),
  wallets: openSample().wallets,
  tickets: new Map(),
  supplies: new Map(),
  reservations: new Map(),
  ledger: emptyLedger,
})
const outcome = (key: string): Outcome => ({
  key,
  digest: "",
  transactionId: key,
  refusal: undefined,
  createdAt: new Date(0),
})

/** One change a transaction, as the committer meets them. */
const changes = (): readonly Writes[] => {
  const { transactions, wallets } = playedSample(4)
  let ledger = emptyLedger
  return transactions.map((transaction, index) => {
    ledger = appended(ledger, transaction.leafHash)
    const touched = [...wallets.values()].filter(({ address }) =>
      [transaction.body.from_address, transaction.body.to_address].includes(address),
    )
    return {
      ...noWrites,
      transactions: [transaction],
      outcomes: [outcome(`${index}`)],
      wallets: touched.map((each) => ({ ...each, sequence: index + 1 })),
      ledger,
    }
  })
}

describe("a fold", () => {
  it("shows each change what the ones before it did", () => {
    const fold = beginFold(loaded())
    changes().forEach((writes, index) => {
      fold.take(writes)
      expect(fold.view.ledger).toEqual(writes.ledger)
      expect(fold.view.keys.get(`${index}`)).toEqual(outcome(`${index}`))
      for (const wallet of writes.wallets)
        expect(fold.view.wallets.get(wallet.address)).toBe(wallet)
    })
  })

  it("writes everything in order, and each wallet and the head once", () => {
    const batch = changes()
    const fold = beginFold(loaded())
    batch.forEach(fold.take)
    const writes = fold.writes()
    expect(writes.transactions.map(({ logIndex }) => logIndex)).toEqual([0, 1, 2, 3, 4, 5])
    expect(writes.outcomes.map(({ key }) => key)).toEqual(["0", "1", "2", "3", "4", "5"])
    expect(new Set(writes.wallets.map(({ address }) => address)).size).toBe(writes.wallets.length)
    for (const wallet of writes.wallets)
      expect(
        batch.findLast(({ wallets }) => wallets.some(({ address }) => address === wallet.address))
          ?.wallets,
      ).toContain(wallet)
    expect(writes.ledger).toEqual(batch.at(-1)?.ledger)
  })

  it("shows tickets as the changes before left them, and writes each that was moved once", () => {
    const nothing = { ...noWrites, ledger: emptyLedger }
    const [old, fresh] = [ticketHolding(1), ticketHolding(2)]
    const moved = { ...old, transactionId: "later" }
    const fold = beginFold({ ...loaded(), tickets: new Map([[old.uid, old]]) })
    fold.take({ ...nothing, tickets: [fresh] })
    fold.take({ ...nothing, movedTickets: [{ ...old, transactionId: "meanwhile" }] })
    fold.take({ ...nothing, movedTickets: [moved] })
    expect([...fold.view.tickets.values()]).toEqual([moved, fresh])
    expect(fold.writes()).toMatchObject({ tickets: [fresh], movedTickets: [moved] })
    expect(() => fold.take({ ...nothing, movedTickets: [ticketHolding(3)] })).toThrow(
      /did not need/,
    )
  })

  it("leaves what was loaded as it was, and writes nothing when nothing was taken", () => {
    const view = loaded()
    const before = structuredClone([...view.wallets])
    expect(beginFold(view).writes()).toEqual({ ...noWrites, ledger: emptyLedger })
    const fold = beginFold(view)
    changes().forEach(fold.take)
    expect([...view.wallets]).toEqual(before)
    expect(view.keys.size).toBe(0)
  })

  it("refuses a change that does not continue the log, or writes what was not loaded", () => {
    const [first, second] = changes()
    if (first === undefined || second === undefined) throw new Error("There are changes.")
    const fold = beginFold(loaded())
    expect(() => fold.take(second)).toThrow(/continue the log/)
    expect(() => fold.take({ ...first, transactions: second.transactions })).toThrow(
      /continue the log/,
    )
    expect(() => fold.take({ ...first, ledger: emptyLedger })).toThrow(/continue the log/)
    expect(() => beginFold({ ...loaded(), wallets: new Map() }).take(first)).toThrow(/did not need/)
    fold.take(first)
    expect(() => fold.take(first)).toThrow(/continue the log/)
  })
})
