import type { Transaction } from "@symbolon/core"
import type { Ports } from "@symbolon/core/effect"
import { mapAnswer } from "@symbolon/core/effect"
import type { Effect } from "effect"
import { encodeTransaction } from "../encode/transaction.ts"
import { withMeta } from "../route.ts"

interface Posted {
  readonly transaction: Transaction
  readonly replayed: boolean
}

/** How the answer to a repeated request differs from the first one. */
export const replay = { status: 200, headers: { "idempotent-replayed": "true" } } as const

/** A new posting is 201. A repeated one is 200 with a replay header. */
export const encodePosted = <E>(posting: Effect.Effect<Posted, E, Ports>) =>
  mapAnswer(posting, ({ transaction, replayed }) =>
    withMeta(encodeTransaction(transaction), replayed ? replay : {}),
  )
