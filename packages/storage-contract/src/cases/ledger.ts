import {
  noNeeds,
  noWrites,
  type Storage,
  type Transaction,
  type Wallet,
} from "@symbolon/core/storage"
import { claim, same, sameSet } from "../claims.ts"
import { club, found } from "../club.ts"
import { allOf } from "../paging.ts"
import {
  batch,
  firstTransfer,
  head,
  leaves,
  load,
  moved,
  mustHaveLeaves,
  ofWallet,
  outcome,
  post,
  threeTransfers,
  transaction,
  transactionId,
} from "../postings.ts"
import { address, at, hash, sealedKey, wallet } from "../samples.ts"
import { read, storageCase, type StorageCase, write } from "../storage-case.ts"

const { treasury, issuance, annsPurse, bobsPurse, cidsPurse } = club

export const ledger: readonly StorageCase[] = [
  storageCase(
    "ledger: load answers what is known, leaves out what is not, and the head",
    async (storage) => {
      await found(storage)
      const writes = batch(firstTransfer, { outcomes: [outcome("a:1", 0)] })
      same(
        await load(storage, [], []),
        {
          keys: new Map(),
          transactions: new Map(),
          wallets: new Map(),
          tickets: new Map(),
          supplies: new Map(),
          reservations: new Map(),
          ledger: head(0),
        },
        "a view of nothing",
      )
      await post(storage, writes)
      const view = await load(
        storage,
        ["a:1", "a:1", "unknown"],
        [annsPurse.address, address(999), treasury.address, annsPurse.address],
      )
      same(view.keys, new Map([["a:1", outcome("a:1", 0)]]), "the outcomes")
      same(
        view.wallets,
        new Map(moved(firstTransfer).map((wallet) => [wallet.address, wallet])),
        "the wallets",
      )
      same(view.ledger, head(1), "the head")
    },
  ),
  storageCase("ledger: load takes a batch's 256 wallets and keys", async (storage) => {
    await found(storage)
    const wallets = [...Array.from({ length: 512 }, (_, n) => address(1000 + n)), annsPurse.address]
    const view = await load(
      storage,
      Array.from({ length: 256 }, (_, n) => `key-${n}`),
      wallets,
    )
    same([...view.wallets.keys()], [annsPurse.address], "the wallets")
    same(view.keys.size, 0, "the outcomes")
  }),
  storageCase(
    "ledger: write keeps transactions, outcomes, wallets and the head",
    async (storage) => {
      await found(storage)
      const { writes, transactions, wallets } = threeTransfers()
      const outcomes = [outcome("b:2", 1), outcome("a:1", 0)]
      await post(storage, { ...writes, outcomes })
      await read(storage, async (tx) => {
        for (const one of transactions)
          same(await tx.transactions.find(one.body.id), one, "a transaction")
        same(await tx.transactions.find(transactionId(99)), undefined, "an unknown transaction")
        sameSet(
          await tx.wallets.findAll(wallets.map((wallet) => wallet.address)),
          wallets,
          "the wallets",
        )
        same(await tx.transactions.head(), head(3), "the head")
      })
      const view = await load(storage, ["a:1", "b:2"], [])
      same(
        view.keys,
        new Map([
          ["a:1", outcome("a:1", 0)],
          ["b:2", outcome("b:2", 1)],
        ]),
        "the outcomes",
      )
    },
  ),
  storageCase("ledger: a batch without anything to write but the head is fine", async (storage) => {
    await found(storage)
    await post(storage, { ...noWrites, ledger: head(0) })
    await mustHaveLeaves(storage, 0)
  }),
  storageCase(
    "ledger: a transaction comes back with all its fields, its text verbatim",
    async (storage) => {
      await found(storage)
      const meta = {
        description: 'Grüße, 世界 🎟️ "quoted" \\ back',
        tags: ["été", "", "🎟️"],
        salt: "c2FsdHNhbHRzYWx0c2FsdA",
      }
      const plain = transaction(firstTransfer)
      const body = {
        ...plain.body,
        data_hash: hash(5),
        meta_hash: hash(6),
        reference_id: "öre-1",
        original_transaction_id: transactionId(7),
        amount: 2 ** 53 - 1,
      }
      const text = JSON.stringify(
        Object.fromEntries(Object.entries(body).toSorted(([a], [b]) => (a < b ? -1 : 1))),
      )
      const one: Transaction = {
        ...plain,
        body,
        text,
        meta,
        status: "failed",
        encryptedData: "eyJ",
        failureReason: "no \n luck",
        reversalReason: "because",
        failedAt: at(77),
        confirmedAt: undefined,
      }
      await post(storage, { ...batch(firstTransfer), transactions: [one] })
      same(await read(storage, (tx) => tx.transactions.find(one.body.id)), one, "the transaction")
    },
  ),
  storageCase(
    "ledger: balances up to 2^53-1, and below zero for an issuance wallet",
    async (storage) => {
      await found(storage)
      const most = Number.MAX_SAFE_INTEGER
      const wallets = [
        { ...issuance, balance: -most, sequence: most },
        { ...treasury, balance: most, sequence: 3, head: hash(9) },
      ]
      await post(storage, {
        ...noWrites,
        wallets,
        ledger: { size: most, frontier: [hash(1), hash(2)] },
      })
      const view = await load(storage, [], [issuance.address, treasury.address])
      same(view.wallets, new Map(wallets.map((wallet) => [wallet.address, wallet])), "the wallets")
      same(view.ledger, { size: most, frontier: [hash(1), hash(2)] }, "the head")
    },
  ),
  storageCase(
    "ledger: a wallet is written in its last form, its rotated key too",
    async (storage) => {
      await found(storage)
      const rotated = {
        ...annsPurse,
        publicKey: "n".repeat(43),
        keyVersion: 2,
        sequence: 1,
        head: hash(8),
      }
      await post(storage, { ...noWrites, wallets: [rotated], ledger: head(1) })
      same(await read(storage, (tx) => tx.wallets.find(annsPurse.address)), rotated, "the wallet")
    },
  ),
  storageCase(
    "ledger: a batch of 256 transfers, with as many outcomes and wallets",
    async (storage) => {
      await found(storage)
      const purses = Array.from({ length: 256 }, (_, n) => wallet(1000 + n, { kind: "card" }))
      await write(storage, async (tx) => {
        for (const purse of purses) await tx.wallets.add(purse, sealedKey(1))
      })
      let payer: Wallet = treasury
      const steps = purses.map((to, logIndex) => {
        const transfer = { from: payer, to, amount: 1, logIndex }
        const [after, paid] = moved(transfer)
        payer = after
        return {
          transaction: transaction(transfer),
          paid,
          outcome: outcome(`key-${logIndex}`, logIndex),
        }
      })
      await post(storage, {
        ...noWrites,
        transactions: steps.map((step) => step.transaction),
        outcomes: steps.map((step) => step.outcome),
        wallets: [payer, ...steps.map(({ paid }) => paid)],
        ledger: head(256),
      })
      const view = await load(
        storage,
        steps.map((step) => step.outcome.key),
        [treasury.address, ...purses.map((purse) => purse.address)],
      )
      same(
        [view.keys.size, view.wallets.size, view.ledger.size],
        [256, 257, 256],
        "outcomes, wallets and leaves",
      )
      same(view.wallets.get(treasury.address), payer, "the treasury")
      same(
        (await leaves(storage, 0, 1000)).map(({ text }) => text),
        steps.map((step) => step.transaction.text),
        "the leaves",
      )
    },
  ),
  storageCase(
    "ledger: concurrent load and write of 50 changes lose no point, no leaf and no link",
    async (storage) => {
      await found(storage)
      const purses = [annsPurse, bobsPurse, cidsPurse, club.dansPurse]
      const all = [treasury, issuance, ...purses]
      // Both ways between the same two wallets, so that an adapter which locks in the order of
      // asking runs into itself.
      const change = (n: number) => {
        if (n % 3 === 0) return transfer(storage, issuance, treasury, 2)
        return transfer(
          storage,
          treasury,
          n % 3 === 1 ? issuance : (purses[n % purses.length] ?? annsPurse),
          1,
        )
      }
      await Promise.all(Array.from({ length: 50 }, (_, n) => change(n)))
      const wallets = [
        ...(
          await load(
            storage,
            [],
            all.map(({ address }) => address),
          )
        ).wallets.values(),
      ]
      same(
        wallets.reduce((sum, { balance }) => sum + balance, 0),
        0,
        "the sum of all balances",
      )
      const counting = Array.from({ length: 50 }, (_, n) => n)
      same(
        (await leaves(storage)).map(({ logIndex }) => logIndex),
        counting,
        "log indexes",
      )
      same(
        wallets.find((one) => one.address === treasury.address)?.sequence,
        50,
        "the treasury's sequence",
      )
      const chain = await allOf(storage, ofWallet(treasury.address), "created_at")
      const sequences = chain.map(({ body }) =>
        body.from_address === treasury.address ? body.from_sequence : body.to_sequence,
      )
      same(
        sequences,
        counting.map((n) => n + 1),
        "the treasury's chain",
      )
    },
  ),
]

const transfer = (storage: Storage, from: Wallet, to: Wallet, amount: number): Promise<void> =>
  write(storage, async (tx) => {
    const view = await tx.ledger.load({ ...noNeeds, wallets: [from.address, to.address] })
    const [sender, receiver] = [view.wallets.get(from.address), view.wallets.get(to.address)]
    claim(sender !== undefined && receiver !== undefined, "load must answer both wallets")
    await tx.ledger.write(batch({ from: sender, to: receiver, amount, logIndex: view.ledger.size }))
  })
