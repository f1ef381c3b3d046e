import {
  noNeeds,
  noWrites,
  type Outcome,
  type StatusEvent,
  type Storage,
  type Transaction,
  type Writes,
} from "@symbolon/core/storage"
import { claim, rejects, same } from "../claims.ts"
import { club, found } from "../club.ts"
import {
  batch,
  firstTransfer,
  head,
  moved,
  outcome,
  post,
  retold,
  transaction,
  transactionId,
} from "../postings.ts"
import { at, hash, sealedKey } from "../samples.ts"
import { read, storageCase, type StorageCase, write } from "../storage-case.ts"

const { annsPurse, bobsPurse } = club
const find = (storage: Storage, n: number) =>
  read(storage, (tx) => tx.transactions.find(transactionId(n)))

/** A transaction as it stands after something became of it. */
const reversed = (one: Transaction): Transaction => ({
  ...one,
  status: "reversed",
  movedAmount: 7,
  refundedAmount: 3,
  failureReason: "hold_expired",
  reversalReason: "wrong person",
  failedAt: at(60),
  confirmedAt: at(61),
})

/** The leaf that says so. */
const statusOf = (
  one: Transaction,
  logIndex: number,
  change: Partial<StatusEvent> = {},
): StatusEvent => {
  const body = {
    v: 1,
    network: "test",
    transaction_id: one.body.id,
    transaction_hash: one.transactionHash,
    from_status: "confirmed",
    to_status: "reversed",
    at: at(60).toISOString(),
    reason_hash: hash(71),
  } as const
  return {
    body,
    text: JSON.stringify(body),
    signature: "s".repeat(86),
    leafHash: hash(7_000_000 + logIndex),
    logIndex,
    reason: { reason: "wrong person, «Zoë»", salt: "c2FsdHNhbHRzYWx0c2FsdA" },
    ...change,
  }
}

/** {@link firstTransfer}, and then what takes it back. */
const takenBack = (change: Partial<Writes> = {}): Writes => {
  const [treasury1, ann1] = moved(firstTransfer)
  const back = { from: ann1, to: treasury1, amount: 10, logIndex: 1 }
  const reversal = retold(transaction(back), {
    transaction_type: "reversal",
    original_transaction_id: transactionId(0),
  })
  const original = transaction(firstTransfer)
  return {
    ...noWrites,
    transactions: [reversal],
    settled: [reversed(original)],
    statuses: [statusOf(original, 2)],
    wallets: moved(back),
    ledger: head(3),
    ...change,
  }
}

export const ledgerSettling: readonly StorageCase[] = [
  storageCase(
    "ledger: of a settled transaction what may change is written, and nothing else",
    async (storage) => {
      await found(storage)
      await post(storage, batch(firstTransfer))
      const before = transaction(firstTransfer)
      const reported = {
        ...reversed(before),
        encryptedData: "other",
        signature: "x".repeat(86),
        text: "{}",
        logIndex: 77,
        expiresAt: at(9),
      }
      await post(
        storage,
        takenBack({
          settled: [{ ...reported, body: { ...before.body, amount: 999, reference_id: "other" } }],
        }),
      )
      same(await find(storage, 0), reversed(before), "the settled transaction")
      const view = await write(storage, (tx) =>
        tx.ledger.load({ ...noNeeds, transactions: [transactionId(0), transactionId(9)] }),
      )
      same(
        view.transactions,
        new Map([[transactionId(0), reversed(before)]]),
        "what load answers of it",
      )
    },
  ),
  storageCase(
    "ledger: a settled transaction that is not there rejects, and nothing is written",
    async (storage) => {
      await found(storage)
      const unknown = transaction({ ...firstTransfer, logIndex: 5 })
      await rejects(
        post(storage, batch(firstTransfer, { settled: [unknown] })),
        "settling what is not there",
      )
      same(await find(storage, 0), undefined, "the batch's transaction")
    },
  ),
  storageCase("ledger: status leaves stand among the others in log order", async (storage) => {
    await found(storage)
    await post(storage, batch(firstTransfer))
    await post(storage, takenBack())
    const leaves = await read(storage, (tx) => tx.transactions.leaves(0, 10))
    same(
      leaves.map(({ logIndex, kind }) => `${logIndex} ${kind}`),
      ["0 transaction", "1 transaction", "2 status"],
      "the kinds",
    )
    const { text, signature, leafHash } = statusOf(transaction(firstTransfer), 2)
    same(leaves[2], { logIndex: 2, kind: "status", text, signature, leafHash }, "the status leaf")
    same(await read(storage, (tx) => tx.transactions.leaves(2, 1)), leaves.slice(2), "from it on")
  }),
  storageCase("ledger: a place in the log is not used again by a status leaf", async (storage) => {
    await found(storage)
    await post(storage, batch(firstTransfer))
    await post(storage, takenBack())
    const again = {
      ...noWrites,
      statuses: [statusOf(transaction(firstTransfer), 2)],
      ledger: head(4),
    }
    await rejects(post(storage, again), "a status leaf in a place that is taken")
    same((await read(storage, (tx) => tx.transactions.head())).size, 3, "the head's size")
  }),
  storageCase(
    "ledger: a transaction is reversed once, and refunded as often as one likes",
    async (storage) => {
      await found(storage)
      await post(storage, batch(firstTransfer))
      await post(storage, takenBack())
      const [treasury1] = moved(firstTransfer)
      const next = {
        from: { ...treasury1, sequence: 2, head: hash(1_000_001) },
        to: bobsPurse,
        amount: 1,
        logIndex: 3,
      }
      const again = (
        type: "reversal" | "refund",
        logIndex: number,
        from = next.from,
        to = next.to,
      ): Writes => {
        const plain = transaction({ ...next, from, to, logIndex })
        const transactions = [
          retold(plain, { transaction_type: type, original_transaction_id: transactionId(0) }),
        ]
        return { ...batch({ ...next, from, to, logIndex }), transactions }
      }
      await rejects(post(storage, again("reversal", 3)), "a second reversal")
      await post(storage, again("refund", 3))
      const [treasury3, bob3] = moved(next)
      await post(storage, again("refund", 4, treasury3, bob3))
      same((await find(storage, 4))?.body.transaction_type, "refund", "the second refund")
    },
  ),
  storageCase("ledger: refusals are kept under their key as outcomes are", async (storage) => {
    await found(storage)
    const refusals: readonly Outcome["refusal"][] = [
      { kind: "insufficient_balance", available: 2 ** 53 - 1 },
      {
        kind: "conflict",
        reason: "already_settled",
        message: "No, «twice».",
        details: { status: "reversed", left: 0 },
      },
    ]
    const refused = refusals.map(
      (refusal, n): Outcome => ({ ...outcome(`r:${n}`, n), transactionId: undefined, refusal }),
    )
    const made = outcome("a:1", 0)
    await post(storage, { ...batch(firstTransfer), outcomes: [...refused, made] })
    const view = await write(storage, (tx) =>
      tx.ledger.load({ ...noNeeds, keys: ["r:0", "r:1", "a:1"] }),
    )
    same(view.keys, new Map([...refused, made].map((one) => [one.key, one])), "the outcomes")
    for (const one of [...refused, made])
      same(await read(storage, (tx) => tx.ledger.outcome(one.key)), one, "one outcome")
    same(await read(storage, (tx) => tx.ledger.outcome("unknown")), undefined, "an unknown key")
    const many = (keys: readonly string[]) => read(storage, (tx) => tx.ledger.outcomes(keys))
    same(await many([made.key, "unknown"]), [made], "many outcomes")
    same(await many([]), [], "none of them")
  }),
  storageCase(
    "ledger: erasing takes away what was written on a transaction and what it carries, and nothing that was signed",
    async (storage) => {
      await found(storage)
      const meta = { description: "for the «tea»", tags: ["tea"], salt: "c2FsdHNhbHRzYWx0c2FsdA" }
      const written = transaction(firstTransfer, { meta, encryptedData: "sealed" })
      await post(storage, { ...batch(firstTransfer), transactions: [written] })
      const back = takenBack()
      const [reversal] = back.transactions
      claim(reversal !== undefined, "what takes it back")
      await post(storage, {
        ...back,
        transactions: [{ ...reversal, meta, encryptedData: "sealed too" }],
      })
      const leaves = await read(storage, (tx) => tx.transactions.leaves(0, 10))
      same(await write(storage, (tx) => tx.ledger.erase(transactionId(0))), true, "it was there")
      same(
        await write(storage, (tx) => tx.ledger.erase(transactionId(9))),
        false,
        "another was not",
      )
      const erased = {
        ...reversed(written),
        meta: undefined,
        encryptedData: "",
        reversalReason: "",
      }
      same(await find(storage, 0), erased, "the transaction")
      same(
        await find(storage, 1),
        { ...reversal, meta, encryptedData: "sealed too" },
        "the other one",
      )
      same(await read(storage, (tx) => tx.transactions.leaves(0, 10)), leaves, "the leaves")
      same(
        await write(storage, (tx) => tx.ledger.erase(transactionId(0))),
        true,
        "once more is the same",
      )
    },
  ),
  storageCase("ledger: nothing held is spent", async (storage) => {
    await found(storage)
    const rich = { ...annsPurse, sequence: 1, balance: 10, held: 10 }
    await post(storage, { ...noWrites, wallets: [rich], ledger: head(0) })
    same(await read(storage, (tx) => tx.wallets.find(annsPurse.address)), rich, "all of it held")
    for (const bad of [
      { ...rich, sequence: 2, balance: 9 },
      { ...rich, sequence: 2, held: 11 },
      { ...rich, sequence: 2, held: -1 },
    ])
      await rejects(
        post(storage, { ...noWrites, wallets: [bad], ledger: head(0) }),
        `${bad.held} held of ${bad.balance}`,
      )
    same(
      await read(storage, (tx) => tx.wallets.find(annsPurse.address)),
      rich,
      "what was there before",
    )
  }),
  storageCase(
    "ledger: the sealed key of a rotated wallet replaces the one before",
    async (storage) => {
      await found(storage)
      const sealed = sealedKey(77)
      const walletKeys = [{ address: annsPurse.address, sealed }]
      await post(storage, { ...batch(firstTransfer), walletKeys })
      same(
        await read(storage, (tx) => tx.wallets.sealedKey(annsPurse.address)),
        sealed,
        "the rotated key",
      )
      claim(
        (await read(storage, (tx) => tx.wallets.sealedKey(bobsPurse.address))) !== undefined,
        "the others keep theirs",
      )
    },
  ),
]
