import type { Conflict, Everywhere, IdempotencyConflict, NotFound, Refusal, RefusalOf, Transaction } from "@symbolon/core"
import type { Ports } from "@symbolon/core/effect"
import { Effect } from "effect"
import { encodeTransaction } from "../encode/transaction.ts"
import { tell } from "../route.ts"

interface Posted {
  readonly transaction: Transaction
  readonly replayed: boolean
}

type Expected = NotFound | Conflict | IdempotencyConflict | RefusalOf<Everywhere>

/**
 * A posting is 201; the same one again under its key is 200 and says so (decisions, section 2).
 *
 * The committer's promise forgets which refusals a change can end in, so the compiler takes all for possible; here it is told again.
 */
export const tellPosted = (posting: Effect.Effect<Posted, Refusal, Ports>) =>
  Effect.map(posting as Effect.Effect<Posted, Expected, Ports>, ({ transaction, replayed }) =>
    tell(encodeTransaction(transaction), replayed ? { status: 200, headers: { "idempotent-replayed": "true" } } : {}),
  )
