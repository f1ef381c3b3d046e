import { Effect } from "effect"
import type { Caller } from "../access/caller.ts"
import { permitToken } from "../access/permit.ts"
import * as console from "../contract/endpoints/console.ts"
import { accessOf } from "../contract/endpoint.ts"
import * as endpoints from "../contract/endpoints/wallets.ts"
import { BadRequest, NotFound } from "../errors/refusals.ts"
import type { IdentifierRef } from "../identifiers/identifier.ts"
import { resolve } from "../identifiers/steps.ts"
import type { PageRequest } from "../kernel/page.ts"
import { organizationFor } from "../organizations/steps.ts"
import { Ports, read, Tx } from "../unit-of-work.ts"
import { visibleWallet, walletFor } from "../wallets/steps.ts"
import type { Wallet } from "../wallets/wallet.ts"
import { commitSigned, requestDigest } from "./commit.ts"
import { ledgerKeys, ledgerOrigin } from "./ledger-keys.ts"
import { postingChange } from "./posting-change.ts"
import type { TransactionMeta, TransactionType } from "./transaction.ts"

/** What is asked for. */
export interface Transfer {
  /** The sender's address. */
  readonly wallet: string
  readonly to: IdentifierRef
  /** Points, at least 1. */
  readonly amount: number
  readonly description?: string | undefined
  readonly referenceId?: string | undefined
  readonly tags?: readonly string[] | undefined
  readonly idempotencyKey: string
}

/** Sends points from a wallet. The same request under the same key moves them once and answers the same transaction again. */
export const transfer = Effect.fnUntraced(function* (caller: Caller, input: Transfer) {
  const { from, to } = yield* read(function* () {
    const from = yield* walletFor(caller, accessOf(endpoints.transferPoints), input.wallet)
    return { from, to: yield* receivingWallet(input.to, from) }
  })
  if (from.address === to.address) return yield* new BadRequest({ field: "to", reason: "A wallet cannot send to itself." })
  return yield* postOnce("transfer", from, to, input)
})

/** Issues points into an organization's treasury, out of its issuance wallet, which shows what was issued net. */
export const mint = Effect.fnUntraced(function* (
  caller: Caller,
  input: {
    readonly organization: string
    readonly amount: number
    readonly description?: string | undefined
    readonly idempotencyKey: string
  },
) {
  const { from, to } = yield* read(function* (tx) {
    const organization = yield* organizationFor(caller, console.mintPoints.access, input.organization)
    const from = yield* tx.wallets.ofOrganization(organization.uuid, "issuance")
    const to = yield* tx.wallets.ofOrganization(organization.uuid, "treasury")
    if (from === undefined || to === undefined) return yield* new NotFound({ what: "wallet" })
    return { from, to }
  })
  return yield* postOnce("mint", from, to, input)
})

type Request = Pick<Transfer, "amount" | "description" | "referenceId" | "tags" | "idempotencyKey">

const postOnce = Effect.fnUntraced(function* (type: TransactionType, from: Wallet, to: Wallet, input: Request) {
  const { ids, settings } = yield* Ports
  const { amount, description = "", referenceId = "", tags = [], idempotencyKey } = input
  const meta: TransactionMeta | undefined =
    description === "" && tags.length === 0 ? undefined : { description, tags, salt: Buffer.from(ids.bytes(16)).toString("base64url") }
  const posting = {
    id: ids.cuid(),
    effect: "posted",
    transactionType: type,
    from: from.address,
    to: to.address,
    amount,
    referenceId,
    originalTransactionId: "",
    meta,
    dataHash: "",
    encryptedData: "",
  } as const
  const keyed = {
    posting,
    // A key belongs to who holds the wallet: the same key of somebody else is another key.
    outcomeKey: `${type}:${from.userUuid ?? from.organizationUuid ?? from.address}:${idempotencyKey}`,
    idempotencyKey,
    digest: requestDigest(type, { from: from.address, to: to.address, amount, description, reference_id: referenceId, tags: [...tags] }),
  }
  const answer = yield* commitSigned(from.address, (key) => postingChange(keyed, key, settings.network))
  return yield* read(function* (tx) {
    const transaction = yield* tx.transactions.find(answer.transactionId)
    if (transaction === undefined) return yield* new NotFound({ what: "transaction" })
    return { transaction, replayed: answer.replayed }
  })
})

/** The wallet an identifier receives in: the one it names, else the person's in the sender's organization, else their primary. */
const receivingWallet = Effect.fnUntraced(function* (to: IdentifierRef, from: Wallet) {
  const found = yield* resolve(to, "to")
  const wallet = found.kind === "user" ? yield* walletOf(found.userUuid, found.walletAddress, from) : yield* walletAt(found.walletAddress)
  return wallet ?? (yield* new NotFound({ what: "wallet" }))
})

const walletAt = Effect.fnUntraced(function* (address: string) {
  return yield* (yield* Tx).wallets.find(address)
})

const walletOf = Effect.fnUntraced(function* (userUuid: string, named: string | undefined, from: Wallet) {
  if (named !== undefined) return yield* walletAt(named)
  const tx = yield* Tx
  return (yield* tx.wallets.ofUser(userUuid, from.organizationUuid)) ?? (yield* tx.wallets.ofUser(userUuid, undefined))
})

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
