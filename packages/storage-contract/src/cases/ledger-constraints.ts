import type { Writes } from "@symbolon/core/storage"
import { rejects, same } from "../claims.ts"
import { club, found } from "../club.ts"
import {
  batch,
  firstTransfer,
  head,
  load,
  moved,
  mustHaveLeaves,
  outcome,
  post,
  threeTransfers,
  transaction,
  transactionId,
} from "../postings.ts"
import { storageCase, type StorageCase } from "../storage-case.ts"

const { issuance, treasury, annsPurse, bobsPurse } = club

/** What must reject: each breaks one constraint of a ledger that holds {@link firstTransfer}. */
function brokenConstraints(): readonly StorageCase[] {
  const [treasury1, ann1] = moved(firstTransfer)
  const next = { from: treasury1, to: bobsPurse, amount: 1, logIndex: 1 }
  const plain = transaction(next)
  const broken: Readonly<Record<string, Writes>> = {
    "a transaction's id": batch(next, {
      transactions: [{ ...plain, body: { ...plain.body, id: transactionId(0) } }],
    }),
    "a log index": batch(next, { transactions: [{ ...plain, logIndex: 0 }] }),
    "the sender's sequence": batch({ ...next, from: { ...treasury1, sequence: 0 } }),
    "the receiver's sequence": batch({ ...next, to: { ...ann1, sequence: 0 } }),
    "an outcome's key": batch(next, { outcomes: [outcome("a:1", 1)] }),
    "an outcome's key, twice in a batch": batch(next, {
      outcomes: [outcome("b:2", 1), outcome("b:2", 1)],
    }),
    "a sequence, twice in a batch": batch(next, {
      transactions: [
        plain,
        { ...transaction({ ...next, logIndex: 2 }), body: { ...plain.body, id: transactionId(2) } },
      ],
    }),
  }
  const used = Object.entries(broken).map(([what, writes]) =>
    storageCase(`ledger: ${what} cannot be used again`, async (storage) => {
      await found(storage)
      await post(storage, batch(firstTransfer, { outcomes: [outcome("a:1", 0)] }))
      await rejects(post(storage, writes), `using ${what} again`)
      await mustHaveLeaves(storage, 1)
      await post(storage, batch(next))
    }),
  )
  const overdrawn = storageCase(
    "ledger: no balance but an issuance wallet's goes below zero",
    async (storage) => {
      await found(storage)
      for (const wallet of [annsPurse, treasury]) {
        const writes = batch(firstTransfer, {
          wallets: [{ ...wallet, sequence: wallet.sequence + 1, balance: -1 }],
        })
        await rejects(post(storage, writes), `a ${wallet.kind} wallet below zero`)
        await mustHaveLeaves(storage, 0)
      }
    },
  )
  return [...used, overdrawn]
}

/** Batches that a storage must reject, whole. */
export const ledgerConstraints: readonly StorageCase[] = [
  ...brokenConstraints(),
  storageCase("ledger: a rejected batch has written nothing, in any table", async (storage) => {
    await found(storage)
    await post(storage, batch(firstTransfer, { outcomes: [outcome("a:1", 0)] }))
    const { writes } = threeTransfers()
    const bad: Writes = {
      ...writes,
      transactions: writes.transactions.slice(1),
      outcomes: [outcome("b:2", 1), outcome("a:1", 2)],
    }
    await rejects(post(storage, bad), "a batch with a used outcome key")
    await mustHaveLeaves(storage, 1)
    const view = await load(storage, ["b:2"], [treasury.address, bobsPurse.address])
    same(
      view,
      {
        keys: new Map(),
        transactions: new Map(),
        wallets: new Map([
          [treasury.address, moved(firstTransfer)[0]],
          [bobsPurse.address, bobsPurse],
        ]),
        tickets: new Map(),
        supplies: new Map(),
        reservations: new Map(),
        ledger: head(1),
      },
      "the view",
    )
  }),
  storageCase(
    "ledger: a place on a chain is used once, as sender or as receiver",
    async (storage) => {
      await found(storage)
      await post(storage, batch({ from: issuance, to: treasury, amount: 5, logIndex: 0 }))
      const stale = batch({ from: treasury, to: bobsPurse, amount: 1, logIndex: 1 })
      await rejects(post(storage, stale), "sending from the place at which something was received")
      await mustHaveLeaves(storage, 1)
      const view = await load(storage, [], [treasury.address, bobsPurse.address])
      same(view.wallets.get(treasury.address)?.sequence, 1, "the place of the treasury")
      same(view.wallets.get(bobsPurse.address), bobsPurse, "the receiver")
    },
  ),
  storageCase("ledger: of two batches judged on the same view one is written", async (storage) => {
    await found(storage)
    const batches = [batch(firstTransfer), batch({ ...firstTransfer, to: bobsPurse })]
    const outcomes = await Promise.allSettled(batches.map((writes) => post(storage, writes)))
    same(outcomes.filter(({ status }) => status === "fulfilled").length, 1, "how many were written")
    await mustHaveLeaves(storage, 1)
  }),
]
