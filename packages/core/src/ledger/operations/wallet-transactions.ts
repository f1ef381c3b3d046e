import type { Caller } from "../../foundation/access/caller.ts"
import { accessOf } from "../../contract/endpoint.ts"
import * as endpoints from "../../contract/endpoints/wallets.ts"
import type { User } from "../../accounts/user.ts"
import { mapPage } from "../../foundation/kernel/page.ts"
import type { Organization } from "../../organizations/organization.ts"
import { step } from "../../foundation/step.ts"
import { listing } from "../../foundation/listing.ts"
import { read, Tx } from "../../foundation/unit-of-work.ts"
import { historyFrom, walletFor } from "../../wallets/steps.ts"
import type { Wallet } from "../../wallets/wallet.ts"
import type { Transaction } from "../entries/transaction.ts"
import type { ListWalletTransactionsInput } from "../inputs.ts"

/** Lists a wallet's transactions. */
export const listTransactions = listing(function* (
  caller: Caller,
  input: ListWalletTransactionsInput,
) {
  return yield* read(function* () {
    const wallet = yield* walletFor(
      caller,
      accessOf(endpoints.listWalletTransactions),
      input.wallet,
    )
    return yield* seenOf(caller, wallet, input)
  })
})

/** Lists a wallet's transactions with their senders. */
export const listRecentTransactions = listing(function* (
  caller: Caller,
  input: ListWalletTransactionsInput,
) {
  return yield* read(function* () {
    const wallet = yield* walletFor(
      caller,
      accessOf(endpoints.listRecentTransactions),
      input.wallet,
    )
    const found = yield* seenOf(caller, wallet, input)
    const senders = yield* sendersOf(found.items.filter(isSent))
    return mapPage(
      found,
      (transaction): RecentTransaction => ({
        transaction,
        sender: isSent(transaction) ? senders.get(transaction.body.from_address) : undefined,
      }),
    )
  })
})

/** The transactions of a wallet that the caller may see. */
const seenOf = step(function* (
  caller: Caller,
  wallet: Wallet,
  { page }: ListWalletTransactionsInput,
) {
  const tx = yield* Tx
  const fromLogIndex = yield* historyFrom(caller, wallet)
  return fromLogIndex === undefined
    ? yield* tx.transactions.listOf(wallet.address, page)
    : yield* tx.transactions.listOfAll({ addresses: [wallet.address], fromLogIndex }, page)
})

/**
 * Who sent something: a person, an organization, or both where the wallet is a person's in an
 * organization.
 */
export interface Sender {
  readonly user: User | undefined
  readonly organization: Organization | undefined
}

/** A transaction of a wallet, and who sent it. */
export interface RecentTransaction {
  readonly transaction: Transaction
  /**
   * Undefined when no user and no organization stands behind the wallet, and for a reversal: whom
   * something is taken back from has sent nothing, and need not be known to whoever takes it back.
   */
  readonly sender: Sender | undefined
}

const isSent = ({ body }: Transaction): boolean => body.transaction_type !== "reversal"

const sendersOf = step(function* (transactions: readonly Transaction[]) {
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
