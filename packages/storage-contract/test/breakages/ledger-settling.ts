import { type Breakage, verbs } from "./breakage.ts"

export const ofLedgerSettling: readonly Breakage[] = [
  verbs(
    "a reservation is consumed again and again",
    "ledger: a reservation is consumed once, with its delivery",
    () => (tx) => ({
      ledger: {
        ...tx.ledger,
        write: async (writes) => {
          const known = await Promise.all(
            writes.reservations.map(({ uuid }) => tx.rewardDeliveries.find(uuid)),
          )
          const reservations = writes.reservations.filter(
            (_, n) => known[n]?.status === "pending" || known[n]?.status === "processing",
          )
          await tx.ledger.write({ ...writes, reservations })
        },
      },
    }),
  ),
  verbs(
    "a supply that is exceeded is cut",
    "ledger: a supply is neither below zero nor exceeded",
    () => (tx) => ({
      ledger: {
        ...tx.ledger,
        write: (writes) =>
          tx.ledger.write({
            ...writes,
            supplies: writes.supplies.map((one) => ({
              ...one,
              supplyReserved: Math.max(0, one.supplyReserved),
            })),
          }),
      },
    }),
  ),
  verbs(
    "what is settled is not written",
    "ledger: of a settled transaction what may change is written, and nothing else",
    () => (tx) => ({
      ledger: { ...tx.ledger, write: (writes) => tx.ledger.write({ ...writes, settled: [] }) },
    }),
  ),
  verbs(
    "settling what is not there is passed over",
    "ledger: a settled transaction that is not there rejects, and nothing is written",
    () => (tx) => ({
      ledger: {
        ...tx.ledger,
        write: async (writes) => {
          const known = await Promise.all(
            writes.settled.map(({ body }) => tx.transactions.find(body.id)),
          )
          await tx.ledger.write({
            ...writes,
            settled: writes.settled.filter((_, n) => known[n] !== undefined),
          })
        },
      },
    }),
  ),
  verbs(
    "status leaves are not among the leaves",
    "ledger: status leaves stand among the others in log order",
    () => (tx) => ({
      transactions: {
        ...tx.transactions,
        leaves: async (from, limit) =>
          (await tx.transactions.leaves(from, limit)).filter(({ kind }) => kind === "transaction"),
      },
    }),
  ),
  verbs(
    "a status leaf moves on where its place is taken",
    "ledger: a place in the log is not used again by a status leaf",
    () => (tx) => ({
      ledger: {
        ...tx.ledger,
        write: async (writes) => {
          const { size } = await tx.transactions.head()
          const statuses = writes.statuses.map((one) => ({
            ...one,
            logIndex: Math.max(one.logIndex, size),
          }))
          await tx.ledger.write({ ...writes, statuses })
        },
      },
    }),
  ),
  verbs(
    "a second reversal is written as a refund",
    "ledger: a transaction is reversed once, and refunded as often as one likes",
    () => (tx) => ({
      ledger: {
        ...tx.ledger,
        write: async (writes) => {
          const originals = await Promise.all(
            writes.transactions.map(({ body }) =>
              tx.transactions.find(body.original_transaction_id),
            ),
          )
          const transactions = writes.transactions.map((one, n) =>
            one.body.transaction_type === "reversal" && originals[n]?.status === "reversed"
              ? { ...one, body: { ...one.body, transaction_type: "refund" as const } }
              : one,
          )
          await tx.ledger.write({ ...writes, transactions })
        },
      },
    }),
  ),
  verbs(
    "refusals are not kept",
    "ledger: refusals are kept under their key as outcomes are",
    () => (tx) => ({
      ledger: {
        ...tx.ledger,
        write: (writes) =>
          tx.ledger.write({
            ...writes,
            outcomes: writes.outcomes.filter(({ refusal }) => refusal === undefined),
          }),
      },
    }),
  ),
  verbs(
    "what was erased is still told",
    "ledger: erasing takes away what was written on a transaction and what it carries, and nothing that was signed",
    () => (tx) => ({
      ledger: { ...tx.ledger, erase: async (id) => (await tx.transactions.find(id)) !== undefined },
    }),
  ),
  verbs("more is held than is there", "ledger: nothing held is spent", () => (tx) => ({
    ledger: {
      ...tx.ledger,
      write: (writes) =>
        tx.ledger.write({
          ...writes,
          wallets: writes.wallets.map((one) => ({ ...one, held: Math.min(one.held, one.balance) })),
        }),
    },
  })),
  verbs(
    "a rotated key's secret is forgotten",
    "ledger: the sealed key of a rotated wallet replaces the one before",
    () => (tx) => ({
      ledger: { ...tx.ledger, write: (writes) => tx.ledger.write({ ...writes, walletKeys: [] }) },
    }),
  ),
  verbs(
    "statuses are filtered after paging",
    "ledger: listOfAll shows what touched any of the wallets, each once, in the order of the log, filtered before it is paged",
    () => (tx) => ({
      transactions: {
        ...tx.transactions,
        listOfAll: async ({ statuses, ...of }, page) => {
          const { items, totalItems } = await tx.transactions.listOfAll(of, page)
          return {
            items: items.filter(({ status }) => statuses?.includes(status) ?? true),
            totalItems,
          }
        },
      },
    }),
  ),
  verbs(
    "holds end a moment late",
    "ledger: expired holds, the longest ended first, at most as many as asked for",
    () => (tx) => ({
      transactions: {
        ...tx.transactions,
        expiredHolds: async (at, limit) =>
          (await tx.transactions.expiredHolds(at, limit)).filter(
            ({ expiresAt }) => expiresAt !== undefined && expiresAt < at,
          ),
      },
    }),
  ),
]
