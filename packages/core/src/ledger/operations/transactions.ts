import { Effect } from "effect"
import type { Caller } from "../../foundation/access/caller.ts"
import { permitToken } from "../../foundation/access/permit.ts"
import { accessOf } from "../../contract/endpoint.ts"
import * as endpoints from "../../contract/endpoints/wallets.ts"
import { NotFound } from "../../foundation/errors/refusals.ts"
import { step } from "../../foundation/step.ts"
import { listing } from "../../foundation/listing.ts"
import { read, sharedRead } from "../../foundation/unit-of-work.ts"
import { visibleEnd, walletsOf } from "../../wallets/steps.ts"
import type { ListTransactionsInput } from "../inputs.ts"
import type { TransactionInput } from "../../foundation/kernel/inputs.ts"

/** Returns a transaction, for callers who may see a wallet at either end. */
export const get = step(function* (caller: Caller, input: TransactionInput) {
  const access = accessOf(endpoints.getTransaction)
  yield* Effect.fromResult(permitToken(access, caller))
  return yield* sharedRead(function* (tx) {
    const transaction = yield* tx.transactions.find(input.transaction)
    if (transaction === undefined) return yield* new NotFound({ what: "transaction" })
    if ((yield* visibleEnd(caller, access, transaction)) !== undefined) return transaction
    return yield* new NotFound({ what: "transaction" })
  })
})

/**
 * Lists the transactions of the caller's wallets: a user's own, or those that an org-scoped token
 * lists.
 */
export const list = listing(function* (caller: Caller, input: ListTransactionsInput) {
  return yield* read(function* (tx) {
    const access = accessOf(endpoints.listTransactions)
    const of = input.userUuid === undefined ? undefined : { userUuid: input.userUuid }
    const wallets = yield* walletsOf(caller, access, { of, page: everyWallet })
    const { statuses, type } = input
    const filter = {
      addresses: wallets.items.map(({ address }) => address),
      ...(statuses === undefined ? {} : { statuses }),
      ...(type === undefined ? {} : { type }),
    }
    return yield* tx.transactions.listOfAll(filter, input.page)
  })
})

/** No user has more: a user has one wallet for each organization they deal with. */
const everyWallet = { page: 1, pageSize: 1000, sortBy: "created_at", sortOrder: "asc" } as const
