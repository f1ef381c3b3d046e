import { AsyncLocalStorage } from "node:async_hooks"

/** `transact` was called inside the `work` of another `transact`. */
export class NestedTransaction extends Error {
  override readonly name = "NestedTransaction"
  constructor() {
    super("transact inside transact: the inner one would wait for the outer one for ever. Hand `tx` on instead.")
  }
}

/** The store was closed. */
export class StorageClosed extends Error {
  override readonly name = "StorageClosed"
  constructor() {
    super("This storage was closed.")
  }
}

/** Keeps transactions from opening inside one another. */
export interface Nesting {
  /** Calls `open` unless a transaction is around it; `open` runs its work through what it is given, in its caller's context. */
  readonly outermost: <A>(open: (inside: <B>(work: () => Promise<B>) => Promise<B>) => Promise<A>) => Promise<A>
}

/** A {@link Nesting} for one store. */
export const openNesting = (): Nesting => {
  const around = new AsyncLocalStorage<{ isOpen: boolean }>()
  return {
    outermost: async (open) => {
      if (around.getStore()?.isOpen === true) throw new NestedTransaction()
      // A work may be run by a queue that somebody else set going: it must see the context of who asked for it.
      const inContext = AsyncLocalStorage.snapshot()
      return open((work) =>
        inContext(async () => {
          const transaction = { isOpen: true }
          try {
            return await around.run(transaction, work)
          } finally {
            transaction.isOpen = false
          }
        }),
      )
    },
  }
}
