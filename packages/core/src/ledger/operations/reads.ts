import { Effect } from "effect"
import type { Caller } from "../../foundation/access/caller.ts"
import { permitToken } from "../../foundation/access/permit.ts"
import { accessOf } from "../../contract/endpoint.ts"
import * as endpoints from "../../contract/endpoints/wallets.ts"
import { NotFound } from "../../foundation/errors/refusals.ts"
import type { User } from "../../accounts/user.ts"
import { mapPage } from "../../foundation/kernel/page.ts"
import type { Organization } from "../../organizations/organization.ts"
import { Ports, prepare, read, Tx } from "../../foundation/unit-of-work.ts"
import { visibleEnd, walletFor, walletsOf } from "../../wallets/steps.ts"
import type { Transaction } from "../entries/transaction.ts"
import { ledgerKeys } from "../ledger-keys.ts"
import type { ListTransactionsInput, ListWalletTransactionsInput } from "../inputs.ts"
import type { NoInput, TransactionInput } from "../../foundation/inputs/parts.ts"

/** One transaction, for those who may see a wallet at either end. */
export const findTransaction = Effect.fnUntraced(function* (
  caller: Caller,
  input: TransactionInput,
) {
  const access = accessOf(endpoints.getTransaction)
  yield* Effect.fromResult(permitToken(access, caller))
  return yield* read(function* (tx) {
    const transaction = yield* tx.transactions.find(input.transaction)
    if (transaction === undefined) return yield* new NotFound({ what: "transaction" })
    if ((yield* visibleEnd(caller, access, transaction.body)) !== undefined) return transaction
    return yield* new NotFound({ what: "transaction" })
  })
})

/** Everything that touched a wallet. */
export const listTransactions = Effect.fnUntraced(function* (
  caller: Caller,
  input: ListWalletTransactionsInput,
) {
  return yield* read(function* (tx) {
    const wallet = yield* walletFor(
      caller,
      accessOf(endpoints.listWalletTransactions),
      input.wallet,
    )
    return yield* tx.transactions.listOf(wallet.address, input.page)
  })
})

/** The same with who sent each. */
export const listRecent = Effect.fnUntraced(function* (
  caller: Caller,
  input: ListWalletTransactionsInput,
) {
  return yield* read(function* (tx) {
    const wallet = yield* walletFor(
      caller,
      accessOf(endpoints.listRecentTransactions),
      input.wallet,
    )
    const found = yield* tx.transactions.listOf(wallet.address, input.page)
    const senders = yield* sendersOf(found.items)
    return mapPage(found, (transaction) => ({
      transaction,
      sender: senders.get(transaction.body.from_address),
    }))
  })
})

/**
 * Who sent something: a person, an organization, or both where the wallet is a person's in an
 * organization.
 */
export interface Sender {
  readonly user: User | undefined
  readonly organization: Organization | undefined
}

const sendersOf = Effect.fnUntraced(function* (transactions: readonly Transaction[]) {
  const tx = yield* Tx
  const wallets = yield* tx.wallets.findAll([
    ...new Set(transactions.map(({ body }) => body.from_address)),
  ])
  const users = new Map(
    (yield* tx.users.findAll(present(wallets.map((wallet) => wallet.userUuid)))).map((user) => [
      user.uuid,
      user,
    ]),
  )
  const organizationUuids = present(wallets.map((wallet) => wallet.organizationUuid))
  const organizations = new Map(
    (yield* tx.organizations.findAll(organizationUuids)).map((one) => [one.uuid, one]),
  )
  return new Map(
    wallets.map(({ address, userUuid = "", organizationUuid = "" }): readonly [string, Sender] => [
      address,
      { user: users.get(userUuid), organization: organizations.get(organizationUuid) },
    ]),
  )
})

const present = (uuids: readonly (string | undefined)[]): readonly string[] => [
  ...new Set(uuids.flatMap((uuid) => uuid ?? [])),
]

/**
 * Everything that touched the caller's wallets: a user's own, or those that a bound token lists.
 */
export const listAllTransactions = Effect.fnUntraced(function* (
  caller: Caller,
  input: ListTransactionsInput,
) {
  return yield* read(function* (tx) {
    const access = accessOf(endpoints.listTransactions)
    const of = input.userUuid === undefined ? undefined : { userUuid: input.userUuid }
    const wallets = yield* walletsOf(caller, access, { of, page: everyWallet })
    const { statuses, type } = input
    const asked = {
      addresses: wallets.items.map(({ address }) => address),
      ...(statuses === undefined ? {} : { statuses }),
      ...(type === undefined ? {} : { type }),
    }
    return yield* tx.transactions.listOfAll(asked, input.page)
  })
})

/** Nobody has more: one for each organization that they have to do with. */
const everyWallet = { page: 1, pageSize: 1000, sortBy: "created_at", sortOrder: "asc" } as const

/** The ledger's public keys, as they head an export. Anybody may ask. */
export const publicKeys = Effect.fnUntraced(function* (_caller: Caller, _input: NoInput) {
  const { serviceKeys, settings, ledgerOrigin } = yield* Ports
  return ledgerKeys(serviceKeys, settings.network, yield* prepare(ledgerOrigin.fixed))
})
