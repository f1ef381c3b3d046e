import { Effect } from "effect"
import type { Caller } from "../../access/caller.ts"
import { permitToken } from "../../access/permit.ts"
import { accessOf } from "../../contract/endpoint.ts"
import * as endpoints from "../../contract/endpoints/wallets.ts"
import { NotFound } from "../../errors/refusals.ts"
import type { PageRequest } from "../../kernel/page.ts"
import { Ports, read } from "../../unit-of-work.ts"
import { visibleWallet, walletFor } from "../../wallets/steps.ts"
import { ledgerKeys, ledgerOrigin } from "../ledger-keys.ts"

/** One transaction, for those who may see a wallet at either end. */
export const findTransaction = Effect.fnUntraced(function* (caller: Caller, input: { readonly transaction: string }) {
  const access = accessOf(endpoints.getTransaction)
  yield* Effect.fromResult(permitToken(access, caller))
  return yield* read(function* (tx) {
    const transaction = yield* tx.transactions.find(input.transaction)
    if (transaction === undefined) return yield* new NotFound({ what: "transaction" })
    const { from_address: from, to_address: to } = transaction.body
    const end = (yield* visibleWallet(caller, access, from)) ?? (yield* visibleWallet(caller, access, to))
    if (end !== undefined) return transaction
    return yield* new NotFound({ what: "transaction" })
  })
})

/** Everything that touched a wallet. */
export const listTransactions = Effect.fnUntraced(function* (
  caller: Caller,
  input: { readonly wallet: string; readonly page: PageRequest<"created_at"> },
) {
  return yield* read(function* (tx) {
    const wallet = yield* walletFor(caller, accessOf(endpoints.listWalletTransactions), input.wallet)
    return yield* tx.transactions.listOf(wallet.address, input.page)
  })
})

/** The ledger's public keys, as they head an export. Anybody may ask. */
export const publicKeys = Effect.fnUntraced(function* () {
  const { serviceKeys, settings } = yield* Ports
  return ledgerKeys(serviceKeys, settings.network, ledgerOrigin(settings.baseUrl))
})
