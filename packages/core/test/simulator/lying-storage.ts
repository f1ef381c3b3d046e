import type { Repositories, Storage } from "../../src/foundation/storage/storage.ts"
import type { LedgerWrites } from "../../src/ledger/entries/change.ts"

/**
 * Ways in which a storage can be broken that no error tells of. A simulator that does not notice
 * them is worth nothing.
 */
export type Lie =
  /** Forgets what became of a request. */
  | "loses outcomes"
  /** Answers, and keeps nothing. */
  | "answers before it commits"
  /** Forgets that a hold was settled, or a transaction reversed. */
  | "loses settlements"

/** The same storage, but for a lie every `every` ledger writes or so. */
export const lyingStorage = (inner: Storage, lie: Lie, lies: () => boolean): Storage => ({
  ...inner,
  transact: async (mode, work) => {
    if (mode === "read" || !lies()) return inner.transact(mode, work)
    if (lie !== "answers before it commits")
      return inner.transact(mode, (tx) =>
        work(
          writing(tx, (writes) => ({
            ...writes,
            [lie === "loses outcomes" ? "outcomes" : "settled"]: [],
          })),
        ),
      )
    let answer: { readonly of: Awaited<ReturnType<typeof work>> } | undefined
    let wroteLedger = false
    const undone = new Error("never kept")
    await inner
      .transact(mode, async (tx) => {
        wroteLedger = false
        const noting = writing(tx, (writes) => {
          wroteLedger = true
          return writes
        })
        answer = { of: await work(noting) }
        if (wroteLedger) throw undone
      })
      .catch((reason: unknown) => {
        if (reason !== undone) throw reason
      })
    if (answer === undefined) throw new Error("There is no answer.")
    return answer.of
  },
})

const writing = (
  tx: Repositories,
  change: (writes: LedgerWrites) => LedgerWrites,
): Repositories => {
  const ledger: Repositories["ledger"] = {
    load: (needs) => tx.ledger.load(needs),
    erase: (id) => tx.ledger.erase(id),
    origin: () => tx.ledger.origin(),
    fixOrigin: (origin) => tx.ledger.fixOrigin(origin),
    outcome: (key) => tx.ledger.outcome(key),
    outcomes: (keys) => tx.ledger.outcomes(keys),
    write: (writes) => tx.ledger.write(change(writes)),
  }
  return new Proxy(tx, {
    get: (target, noun) => (noun === "ledger" ? ledger : Reflect.get(target, noun)),
  })
}
