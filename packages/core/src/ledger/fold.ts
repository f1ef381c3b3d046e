import type { OutboxEvent } from "../outbox/event.ts"
import type { Wallet } from "../wallets/wallet.ts"
import type { LedgerHead, Outcome, View, Writes } from "./change.ts"
import type { Transaction } from "./transaction.ts"

/** A batch in the making: what the next change of it sees, and what all of them so far write. */
export interface Fold {
  /** The view after everything taken so far. Live: look at it again after each {@link Fold.take}, and keep nothing of it. */
  readonly view: View
  /**
   * Takes what a change writes: from now on `view` shows it.
   *
   * @throws {Error} when the writes do not continue the log where it stands, or lean on a wallet the batch did not load.
   */
  readonly take: (writes: Writes) => void
  /** Everything taken: transactions, outcomes and events in order, each wallet and the head once, in their last form. */
  readonly writes: () => Writes
}

/** Begins a batch on what was loaded for it. Copies the maps once, however many changes follow. */
export const beginFold = (loaded: View): Fold => {
  const keys = new Map(loaded.keys)
  const wallets = new Map(loaded.wallets)
  let ledger: LedgerHead = loaded.ledger
  const transactions: Transaction[] = []
  const outcomes: Outcome[] = []
  const events: OutboxEvent[] = []
  const moved = new Map<string, Wallet>()

  return {
    view: {
      keys,
      wallets,
      get ledger() {
        return ledger
      },
    },
    take: (writes) => {
      mustContinue(ledger, writes)
      if (!writes.wallets.every((wallet) => wallets.has(wallet.address))) throw new Error("A change writes a wallet it did not need.")
      ledger = writes.ledger
      for (const wallet of writes.wallets) {
        wallets.set(wallet.address, wallet)
        moved.set(wallet.address, wallet)
      }
      for (const outcome of writes.outcomes) keys.set(outcome.key, outcome)
      transactions.push(...writes.transactions)
      outcomes.push(...writes.outcomes)
      events.push(...writes.events)
    },
    writes: () => ({ transactions, outcomes, events, wallets: [...moved.values()], ledger }),
  }
}

const mustContinue = (ledger: LedgerHead, writes: Writes): void => {
  const inOrder = writes.transactions.every((transaction, index) => transaction.logIndex === ledger.size + index)
  if (!inOrder || writes.ledger.size !== ledger.size + writes.transactions.length) {
    throw new Error("A change does not continue the log where it stands.")
  }
}
