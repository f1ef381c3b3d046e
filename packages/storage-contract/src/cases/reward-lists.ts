import { noWrites, type ReceivingWallet, type Transaction } from "@symbolon/core/storage"
import { same, sameSet } from "../claims.ts"
import { club, found } from "../club.ts"
import { type List, sortsBy } from "../paging.ts"
import { head, post, retold, transaction } from "../postings.ts"
import { at } from "../samples.ts"
import { read, storageCase, type StorageCase } from "../storage-case.ts"

const { treasury, annsPurse, bobsPurse, cidsPurse } = club

/** The types of these, in the order of the log: rewards and tickets to Ann and Bob, and others. */
const kinds = [
  ["reward", treasury, annsPurse, 50],
  ["ticket_transfer", bobsPurse, annsPurse, 50],
  ["transfer", treasury, annsPurse, 60],
  ["reward", treasury, bobsPurse, 40],
  ["reward", annsPurse, cidsPurse, 30],
  ["reward", treasury, annsPurse, 90],
] as const

const all = (): readonly Transaction[] =>
  kinds.map(([type, from, to, time], logIndex) => {
    const one = transaction(
      {
        from: { ...from, sequence: 10 * logIndex },
        to: { ...to, sequence: 10 * logIndex },
        amount: 0,
        logIndex,
      },
      logIndex === 5 ? { status: "reversed", reversalReason: "no" } : {},
    )
    return { ...retold(one, { transaction_type: type }), createdAt: at(time) }
  })

const ofWallets =
  (...wallets: readonly ReceivingWallet[]): List<"created_at", Transaction> =>
  (tx, page) =>
    tx.transactions.listRewards(wallets, page)

/** What brought rewards into wallets. */
export const rewardLists: readonly StorageCase[] = [
  storageCase(
    "transactions: listRewards shows the rewards and tickets that wallets received, each from a place in the log on",
    async (storage) => {
      await found(storage)
      const transactions = all()
      await post(storage, { ...noWrites, transactions, ledger: head(6) })
      const [a, b, , d, e, f] = transactions
      const [ann, bob, cid] = [annsPurse, bobsPurse, cidsPurse].map(({ address }) => ({ address }))
      if (ann === undefined || bob === undefined || cid === undefined) return
      const sorted = (
        wallets: readonly ReceivingWallet[],
        rows: readonly (Transaction | undefined)[],
      ) =>
        sortsBy(
          storage,
          ofWallets(...wallets),
          "created_at",
          rows.filter((row) => row !== undefined),
        )
      await sorted([ann], [a, b, f])
      await sorted([bob], [d])
      await sorted([cid], [e])
      await sorted([ann, bob], [d, a, b, f])
      // Ann's first two are of one moment.
      await sorted([{ ...ann, fromLogIndex: 1 }, bob], [d, b, f])
      await sorted([{ ...ann, fromLogIndex: 0 }], [a, b, f])
      await sorted(
        [
          { ...ann, fromLogIndex: 6 },
          { ...bob, fromLogIndex: 3 },
        ],
        [d],
      )
      await sorted([{ address: treasury.address }], [])
      await sorted([], [])
    },
  ),
  storageCase("transactions: findAll finds those of the ids, in no order", async (storage) => {
    await found(storage)
    const transactions = all()
    await post(storage, { ...noWrites, transactions, ledger: head(6) })
    const [a, b] = transactions
    const ids = [a, b].map((one) => one?.body.id ?? "")
    const findAll = (asked: readonly string[]) =>
      read(storage, (tx) => tx.transactions.findAll(asked))
    sameSet(await findAll([...ids, ...ids, "unknown"]), [a, b], "two, each once")
    same(await findAll(ids.slice(0, 1)), [a], "one")
    same(await findAll([]), [], "of none")
  }),
]
