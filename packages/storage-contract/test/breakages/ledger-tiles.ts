import { type Breakage, verbs } from "./breakage.ts"

export const ofLedgerTiles: readonly Breakage[] = [
  verbs(
    "tile hashes are forgotten",
    "ledger: tiles, above level 0 what was written, each level by itself and in order",
    () => (tx) => ({
      ledger: { ...tx.ledger, write: (writes) => tx.ledger.write({ ...writes, tileHashes: [] }) },
    }),
  ),
  verbs(
    "status leaves have no place in a tile",
    "ledger: tiles, of level 0 the leaf hashes of both kinds, in log order, as far as the log reaches",
    () => (tx) => ({
      transactions: {
        ...tx.transactions,
        hashes: async (ranges) => {
          const leaves = await tx.transactions.leaves(0, 1000)
          const statuses = new Set(
            leaves.filter(({ kind }) => kind === "status").map(({ leafHash }) => leafHash),
          )
          return (await tx.transactions.hashes(ranges)).map((hashes) =>
            hashes.filter((hash) => !statuses.has(hash)),
          )
        },
      },
    }),
  ),
  verbs(
    "a tile hash is written over",
    "ledger: tiles, a place is written once, and a refused batch leaves none",
    () => (tx) => ({
      ledger: {
        ...tx.ledger,
        write: async (writes) => {
          const isTaken = await Promise.all(
            writes.tileHashes.map(
              async ({ level, index }) =>
                (await tx.transactions.hashes([{ level, from: index, count: 1 }]))[0]?.length === 1,
            ),
          )
          await tx.ledger.write({
            ...writes,
            tileHashes: writes.tileHashes.filter((_, at) => isTaken[at] === false),
          })
        },
      },
    }),
  ),
]
