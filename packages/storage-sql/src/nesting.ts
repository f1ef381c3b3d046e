import { AsyncLocalStorage } from "node:async_hooks"

/** `transact` was called inside the `work` of another `transact`. */
export class NestedTransaction extends Error {
  override readonly name = "NestedTransaction"
  constructor() {
    super("transact inside transact would wait for itself. Pass `tx` on instead.")
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
  /** Throws if a transaction of this store is around the caller. */
  readonly refuse: () => void
  /** Runs a work, as the inside of a transaction. */
  readonly inside: <A>(work: () => Promise<A>) => Promise<A>
}

/** A {@link Nesting} for one store. */
export const openNesting = (): Nesting => {
  const around = new AsyncLocalStorage<{ isOpen: boolean }>()
  return {
    refuse: () => {
      if (around.getStore()?.isOpen === true) throw new NestedTransaction()
    },
    inside: async (work) => {
      // What a work sets going may outlive it, and may then open a transaction of its own.
      const transaction = { isOpen: true }
      try {
        return await around.run(transaction, work)
      } finally {
        transaction.isOpen = false
      }
    },
  }
}
