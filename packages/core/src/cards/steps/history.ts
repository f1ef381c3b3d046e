import { step } from "../../foundation/step.ts"
import { Tx } from "../../foundation/unit-of-work.ts"
import type { Card } from "../card.ts"
import { leavesHolder } from "../consent.ts"

/**
 * The card as it is written after a change. If the change takes it from a holder, claimed or only
 * assigned, the next holder sees of its wallet what comes behind the present end of the log. Call it
 * after everything that the change itself posts.
 */
export const withHistoryFrom = step(function* (before: Card, after: Card) {
  if (!leavesHolder(before, after)) return after
  const tx = yield* Tx
  // Under the ledger's lock: nothing is posted between this and the end of the transaction.
  const { ledger } = yield* tx.ledger.load({ keys: [], transactions: [], wallets: [] })
  const card: Card = { ...after, historyFrom: ledger.size }
  return card
})
