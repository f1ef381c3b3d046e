import type { Repositories } from "@symbolon/core/storage"
import { type Breakage, verbs } from "./breakage.ts"

export const ofLedger: readonly Breakage[] = [
  verbs(
    "half of the batch is written",
    "ledger: write keeps transactions, outcomes, wallets and the head",
    () => (tx) => ({
      ledger: {
        ...tx.ledger,
        write: (writes) =>
          tx.ledger.write({
            ...writes,
            transactions: writes.transactions.slice(0, Math.ceil(writes.transactions.length / 2)),
          }),
      },
    }),
  ),
  verbs(
    "a moved service renames its ledger",
    "ledger: its origin is fixed once, and neither a batch nor another name changes it",
    () => {
      let latest: string | undefined
      return (tx) => ({
        ledger: {
          ...tx.ledger,
          origin: async () => latest,
          fixOrigin: async (origin) => (latest = origin),
        },
      })
    },
  ),
  verbs(
    "a batch forgets the ledger's origin",
    "ledger: its origin is fixed once, and neither a batch nor another name changes it",
    () => {
      let isForgotten = false
      return (tx) => ({
        ledger: {
          ...tx.ledger,
          origin: async () => (isForgotten ? undefined : tx.ledger.origin()),
          write: async (writes) => {
            isForgotten = true
            await tx.ledger.write(writes)
          },
        },
      })
    },
  ),
  verbs(
    "whoever names the ledger is answered their own name",
    "ledger: of ten names at once one is fixed, and all are answered that one",
    () => (tx) => ({
      ledger: {
        ...tx.ledger,
        fixOrigin: async (origin) => tx.ledger.fixOrigin(origin).then(() => origin),
      },
    }),
  ),
  verbs("a used log index moves on", "ledger: a log index cannot be used again", () => (tx) => ({
    ledger: {
      ...tx.ledger,
      write: async (writes) => {
        const { size } = await tx.transactions.head()
        const transactions = writes.transactions.map((one, n) => ({
          ...one,
          logIndex: Math.max(one.logIndex, size + n),
        }))
        await tx.ledger.write({ ...writes, transactions })
      },
    },
  })),
  verbs(
    "a used outcome is skipped",
    "ledger: an outcome's key cannot be used again",
    () => (tx) => ({
      ledger: {
        ...tx.ledger,
        write: async (writes) => {
          const { keys } = await tx.ledger.load({
            keys: writes.outcomes.map(({ key }) => key),
            transactions: [],
            wallets: [],
          })
          await tx.ledger.write({
            ...writes,
            outcomes: writes.outcomes.filter(({ key }) => !keys.has(key)),
          })
        },
      },
    }),
  ),
  verbs(
    "a balance below zero is zero",
    "ledger: no balance but an issuance wallet's goes below zero",
    () => (tx) => ({
      ledger: {
        ...tx.ledger,
        write: (writes) =>
          tx.ledger.write({
            ...writes,
            wallets: writes.wallets.map((one) => ({
              ...one,
              balance: one.kind === "issuance" ? one.balance : Math.max(one.balance, 0),
            })),
          }),
      },
    }),
  ),
  verbs(
    "a rotated key is not written",
    "ledger: a wallet is written in its last form, its rotated key too",
    () => (tx) => ({
      ledger: {
        ...tx.ledger,
        write: async (writes) => {
          const { wallets } = await tx.ledger.load({
            keys: [],
            transactions: [],
            wallets: writes.wallets.map(({ address }) => address),
          })
          const unchanged = writes.wallets.map((one) => ({
            ...one,
            publicKey: wallets.get(one.address)?.publicKey ?? "",
            keyVersion: wallets.get(one.address)?.keyVersion ?? 1,
          }))
          await tx.ledger.write({ ...writes, wallets: unchanged })
        },
      },
    }),
  ),
  verbs(
    "a view is what it was before",
    "ledger: concurrent load and write of 50 changes lose no point, no leaf and no link",
    () => {
      let seen: Awaited<ReturnType<Repositories["ledger"]["load"]>> | undefined
      return (tx) => ({
        ledger: {
          ...tx.ledger,
          load: async (needs) =>
            (seen = seen?.ledger.size === 0 ? seen : await tx.ledger.load(needs)),
        },
      })
    },
  ),
  verbs(
    "leaves begin after the one asked for",
    "ledger: leaves come in log order, from one on, at most as many as asked for",
    () => (tx) => ({
      transactions: {
        ...tx.transactions,
        leaves: (from, limit) => tx.transactions.leaves(from === 0 ? 0 : from + 1, limit),
      },
    }),
  ),
  verbs(
    "a wallet's list is what it sent",
    "ledger: listOf shows what the wallet sent and received, in the order of the log",
    () => (tx) => ({
      transactions: {
        ...tx.transactions,
        listOf: async (address, page) => {
          const { items } = await tx.transactions.listOf(address, page)
          const sent = items.filter(({ body }) => body.from_address === address)
          return { items: sent, totalItems: sent.length }
        },
      },
    }),
  ),
]
