import { noWrites, type Transaction, type TransactionsOf } from "@symbolon/core/storage"
import { claim, same } from "../claims.ts"
import { club, found } from "../club.ts"
import { type List, sortsBy } from "../paging.ts"
import { head, leaves, ofWallet, post, retold, threeTransfers, transaction } from "../postings.ts"
import { at } from "../samples.ts"
import { read, storageCase, type StorageCase } from "../storage-case.ts"

const { treasury, annsPurse, bobsPurse, cidsPurse } = club

/**
 * From treasury to Ann, to Bob, Ann to Bob, Bob to Cid, all at different times but the first two.
 */
const five = (): readonly Transaction[] => {
  const plain: readonly (readonly [
    from: typeof treasury,
    to: typeof treasury,
    change: Partial<Transaction>,
  ])[] = [
    [treasury, annsPurse, { status: "pending", expiresAt: at(300), movedAmount: 0 }],
    [treasury, bobsPurse, { status: "pending", expiresAt: at(200), movedAmount: 0 }],
    [annsPurse, bobsPurse, { status: "failed", failedAt: at(40) }],
    [bobsPurse, cidsPurse, { status: "reversed", reversalReason: "no" }],
    [treasury, cidsPurse, { status: "pending", expiresAt: at(200), movedAmount: 0 }],
  ]
  return plain.map(([from, to, change], logIndex) => {
    const one = transaction(
      {
        from: { ...from, sequence: 10 * logIndex },
        to: { ...to, sequence: 10 * logIndex },
        amount: 1,
        logIndex,
      },
      change,
    )
    const type = logIndex === 2 ? "spend" : one.body.transaction_type
    return {
      ...retold(one, { transaction_type: type }),
      createdAt: at(logIndex < 2 ? 50 : 100 - logIndex),
    }
  })
}

/** Back from where one went to where it came from. */
const sides = (
  { body: { from_address: to, to_address: from } }: Transaction,
  n: number,
): Pick<Parameters<typeof transaction>[0], "from" | "to"> => {
  const end = (address: string) => {
    const wallet = [treasury, annsPurse, bobsPurse].find((one) => one.address === address)
    return { ...(wallet ?? treasury), sequence: 10 * n }
  }
  return { from: end(from), to: end(to) }
}

const ofAll =
  (of: TransactionsOf): List<"created_at", Transaction> =>
  (tx, page) =>
    tx.transactions.listOfAll(of, page)

/** Transactions of one wallet, of several, held ones that expired, and the leaves of the log. */
export const transactionLists: readonly StorageCase[] = [
  storageCase(
    "ledger: listOf shows what the wallet sent and received, in the order of the log",
    async (storage) => {
      await found(storage)
      const { writes } = threeTransfers()
      const [a, b, c] = writes.transactions.map((one, n) => ({
        ...one,
        // Moments say nothing about the order of the log.
        createdAt: at(n === 2 ? 0 : 50),
      }))
      claim(a !== undefined && b !== undefined && c !== undefined, "three transactions")
      await post(storage, { ...writes, transactions: [a, b, c] })
      await sortsBy(storage, ofWallet(treasury.address), "created_at", [a, b])
      await sortsBy(storage, ofWallet(annsPurse.address), "created_at", [a, c])
      await sortsBy(storage, ofWallet(bobsPurse.address), "created_at", [b, c])
      await sortsBy(storage, ofWallet(cidsPurse.address), "created_at", [])
    },
  ),
  storageCase(
    "ledger: leaves come in log order, from one on, at most as many as asked for",
    async (storage) => {
      await found(storage)
      const { writes, transactions } = threeTransfers()
      await post(storage, { ...writes, transactions: transactions.toReversed() })
      const all = transactions.map(({ logIndex, text, signature, leafHash }) => ({
        logIndex,
        kind: "transaction",
        text,
        signature,
        leafHash,
      }))
      same(await leaves(storage), all, "all leaves")
      same(await leaves(storage, 0, 2), all.slice(0, 2), "the first two")
      same(await leaves(storage, 2, 2), all.slice(2), "from the third on")
      same(await leaves(storage, 3, 2), [], "after the last")
    },
  ),
  storageCase(
    "ledger: listOfAll shows what touched any of the wallets, each once, in the order of the log, filtered before it is paged",
    async (storage) => {
      await found(storage)
      const [a, b, c, d, e] = five()
      claim(
        a !== undefined && b !== undefined && c !== undefined && d !== undefined && e !== undefined,
        "five transactions",
      )
      await post(storage, { ...noWrites, transactions: [a, b, c, d, e], ledger: head(5) })
      const [ann, bob, cid] = [annsPurse.address, bobsPurse.address, cidsPurse.address]
      await sortsBy(storage, ofAll({ addresses: [ann, bob] }), "created_at", [a, b, c, d])
      await sortsBy(storage, ofAll({ addresses: [bob, ann, bob, "unknown"] }), "created_at", [
        a,
        b,
        c,
        d,
      ])
      await sortsBy(storage, ofAll({ addresses: [cid] }), "created_at", [d, e])
      await sortsBy(
        storage,
        ofAll({ addresses: [ann, bob], fromLogIndex: b.logIndex }),
        "created_at",
        [b, c, d],
      )
      const undoing = (one: Transaction, n: number, original: Transaction) => ({
        ...retold(transaction({ ...sides(one, n), amount: 1, logIndex: n }), {
          original_transaction_id: original.body.id,
        }),
        createdAt: at(n),
      })
      const [backA, backB] = [undoing(a, 5, a), undoing(b, 6, b)]
      await post(storage, { ...noWrites, transactions: [backA, backB], ledger: head(7) })
      // What undoes something before the index is left out with it.
      const behind = ofAll({ addresses: [ann, bob], fromLogIndex: b.logIndex })
      await sortsBy(storage, behind, "created_at", [b, c, d, backB])
      await sortsBy(storage, ofAll({ addresses: [ann] }), "created_at", [a, c, backA])
      await sortsBy(storage, ofAll({ addresses: [] }), "created_at", [])
      await sortsBy(
        storage,
        ofAll({ addresses: [ann, bob], statuses: ["pending"] }),
        "created_at",
        [a, b],
      )
      await sortsBy(
        storage,
        ofAll({ addresses: [ann, bob], statuses: ["failed", "reversed"] }),
        "created_at",
        [c, d],
      )
      await sortsBy(storage, ofAll({ addresses: [ann, bob], statuses: [] }), "created_at", [])
      await sortsBy(storage, ofAll({ addresses: [ann, bob], type: "spend" }), "created_at", [c])
      await sortsBy(
        storage,
        ofAll({ addresses: [bob], statuses: ["failed"], type: "spend" }),
        "created_at",
        [c],
      )
    },
  ),
  storageCase(
    "ledger: chainOf shows a wallet's entries in the order of its chain, from one on, at most as many as asked",
    async (storage) => {
      await found(storage)
      const all = five()
      const [a, b, c, d] = all
      // Moments say nothing about the order of a chain.
      await post(storage, { ...noWrites, transactions: all, ledger: head(5) })
      const chainOf = (of: string, after: number, limit: number) =>
        read(storage, (tx) => tx.transactions.chainOf(of, after, limit))
      same(await chainOf(bobsPurse.address, 0, 10), [b, c, d], "received twice, then sent")
      same(await chainOf(bobsPurse.address, 0, 2), [b, c], "the first two")
      same(await chainOf(bobsPurse.address, 11, 10), [c, d], "behind the first, whose number is 11")
      same(await chainOf(bobsPurse.address, 31, 10), [], "behind the last")
      same(await chainOf(annsPurse.address, 0, 10), [a, c], "another wallet's")
      same(await chainOf("unknown", 0, 10), [], "of an unknown wallet")
    },
  ),
  storageCase(
    "ledger: expired holds, the longest ended first, at most as many as asked for",
    async (storage) => {
      await found(storage)
      const [a, b, c, d, e] = five()
      claim(
        a !== undefined && b !== undefined && c !== undefined && d !== undefined && e !== undefined,
        "five transactions",
      )
      await post(storage, { ...noWrites, transactions: [a, b, c, d, e], ledger: head(5) })
      const expired = (moment: number, limit = 10) =>
        read(storage, (tx) => tx.transactions.expiredHolds(at(moment), limit))
      same(await expired(199), [], "before any ends")
      same(await expired(200), [b, e], "those that end at that moment")
      same(await expired(1000), [b, e, a], "all of them")
      same(await expired(1000, 2), [b, e], "two of them")
    },
  ),
]
