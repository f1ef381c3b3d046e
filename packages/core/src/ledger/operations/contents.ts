import { Effect } from "effect"
import { isEnabled } from "../../accounts/user.ts"
import { claimantOf } from "../../cards/consent.ts"
import { actingUser, type Caller } from "../../foundation/access/caller.ts"
import { permitHost } from "../../foundation/access/permit.ts"
import { isAtLeast } from "../../foundation/access/role.ts"
import { accessOf } from "../../contract/endpoint.ts"
import * as endpoints from "../../contract/endpoints/wallets.ts"
import {
  BadRequest,
  Conflict,
  InvalidCredentials,
  NotFound,
} from "../../foundation/errors/refusals.ts"
import { tokenHash } from "../../foundation/sealing/token-hash.ts"
import { organizationOf } from "../../organizations/steps.ts"
import { step } from "../../foundation/step.ts"
import { Ports, read, transact, Tx } from "../../foundation/unit-of-work.ts"
import { historyFrom, walletFor } from "../../wallets/steps.ts"
import type { Wallet } from "../../wallets/wallet.ts"
import { receivingWallet } from "../../identifiers/steps.ts"
import { validatePosting, arrivingJudgementOf } from "../commit/posting-change.ts"
import {
  requestDigest,
  metaOf,
  outcomeKey,
  postedEntry,
  submitPosting,
} from "../commit/submit-posting.ts"
import {
  contentInside,
  contentUrl,
  decryptedData,
  withSuperseded,
  type DecryptedData,
  issuedContent,
  storedContent,
} from "../content/content.ts"
import {
  type ContentAccess,
  type ContentRead,
  contentAccessMs,
  keyOfRead,
  opensContent,
  readOfKey,
} from "../content/content-access.ts"
import { openContent, sealContent } from "../content/seal-content.ts"
import type { Transaction } from "../entries/transaction.ts"
import { issuedItems } from "../../rewards/item-uid.ts"
import { ticketInLine, ticketMovedOnBy } from "../../rewards/steps/ticket-line.ts"
import type { DecryptTransactionInput, IssueContentInput, ReadContentInput } from "../inputs.ts"

/**
 * Issues a content to a receiver: a `reward` from the treasury, sealed for the wallets at both
 * ends. The same request under the same key issues once. For the host alone.
 */
export const issueContent = step(function* (caller: Caller, input: IssueContentInput) {
  yield* Effect.fromResult(permitHost(caller))
  yield* Effect.fromResult(validatePosting({ ...input, amount: input.amount ?? 0 }, 0))
  const { ids, clock, settings } = yield* Ports
  const {
    content: authored,
    additionalData = {},
    amount = 0,
    description = "",
    referenceId = "",
    tags = [],
    idempotencyKey,
  } = input
  const { organization, from, to } = yield* read(function* (tx) {
    const organization = yield* organizationOf(input.organization)
    const from = yield* tx.wallets.ofOrganization(organization.uuid, "treasury")
    if (from === undefined) return yield* new NotFound({ what: "wallet" })
    return { organization, from, to: yield* receivingWallet(input.to, from) }
  })
  if (from.address === to.address)
    return yield* new BadRequest({
      field: "to",
      reason: "A wallet cannot send to itself. Send to another wallet.",
    })
  const bound = { id: ids.cuid(), from: from.address, to: to.address }
  const items = (authored.items ?? []).map(({ uid: _, ...item }) => item)
  const issued = issuedContent({ ...authored, items }, organization, clock.now())
  const stored = { ...issued, items: issuedItems(items, bound.id) }
  const sealed = yield* sealContent({
    bound,
    content: storedContent(stored, additionalData, contentUrl(settings.baseUrl, bound.id)),
  })
  const meta = yield* metaOf(description, tags)
  const posting = postedEntry({
    ...bound,
    ...sealed,
    transactionType: "reward",
    amount,
    referenceId,
    meta,
  })
  const digest = requestDigest("issue_content", {
    from: from.address,
    to: to.address,
    amount,
    // Without the time it was made at, and the uids: the same request again is the same.
    content: { ...issued, generated_at: null },
    additional_data: additionalData,
    description,
    reference_id: referenceId,
    tags: [...tags],
  })
  const key = {
    outcomeKey: outcomeKey("issue_content", from, idempotencyKey),
    idempotencyKey,
    digest,
  }
  return yield* submitPosting({
    from,
    keyed: { ...key, ...arrivingJudgementOf(posting) },
    isCounted: true,
  })
})

/**
 * Decrypts the content of a transaction for a wallet at one of its ends and records who asked.
 * Returns the address of the content and an access key, valid for this transaction for a quarter of
 * an hour. If its ticket was moved on, `additionalData` has the transaction that did it.
 */
export const decrypt = step(function* (caller: Caller, input: DecryptTransactionInput) {
  const { ids, settings } = yield* Ports
  const found = yield* read(function* () {
    return yield* contentOf(caller, input)
  })
  const opened = yield* openContent(found)
  const asked = { uuid: ids.uuid() }
  const secret = ids.secret("sy_ak_")
  const accessKey = found.wallet.kind === "treasury" ? keyOfRead(secret, asked) : secret
  const { expiresAt, movedOnBy } = yield* transact(function* (tx, now) {
    // Asked again: what was seen before may be another's by now, or reversed.
    const { transaction, wallet } = yield* contentOf(caller, input)
    const about = { transactionId: transaction.body.id, walletAddress: wallet.address }
    yield* tx.contents.addRead({ ...asked, ...about, ...readerOf(caller), readAt: now })
    const expiresAt = new Date(now.getTime() + contentAccessMs)
    if (contentInside(opened) !== undefined)
      yield* tx.contents.addAccess({
        ...about,
        keyHash: tokenHash(accessKey),
        createdAt: now,
        expiresAt,
      })
    return { expiresAt, movedOnBy: yield* ticketMovedOnBy(transaction) }
  })
  const data = withSuperseded(decryptedData(opened), movedOnBy)
  // What another host keeps, it keeps: its address and key are handed on as they were sealed.
  if (contentInside(opened) === undefined) return data
  const manifestUrl = contentUrl(settings.baseUrl, found.transaction.body.id)
  return {
    ...data,
    manifestUrl,
    accessKey,
    accessKeyType: "bearer",
    expiresAt,
  } satisfies DecryptedData
})

/**
 * Returns the content of a transaction to the bearer of its access key. `InvalidCredentials` for a
 * key that is unknown, expired or another transaction's, whether or not the transaction exists, and
 * for one that was given to somebody who does not hold the content any more. For the server itself.
 */
export const readContent = step(function* (caller: Caller, input: ReadContentInput) {
  yield* Effect.fromResult(permitHost(caller))
  const found = yield* read(function* (tx, now) {
    const access = yield* tx.contents.access(tokenHash(input.accessKey))
    if (access === undefined || !opensContent(access, input.transaction, now))
      return yield* new InvalidCredentials({
        reason:
          "The access key is not valid for this content, or has expired. Decrypt the transaction to get another one.",
      })
    const transaction = yield* carried(yield* tx.transactions.find(access.transactionId))
    if (!(yield* isStillHeld(access, transaction, readOfKey(input.accessKey))))
      return yield* new InvalidCredentials({
        reason:
          "Who got the access key does not hold this content any more. Decrypt the transaction again to see why.",
      })
    return { transaction, keys: yield* keysFor(transaction, access.walletAddress) }
  })
  return contentInside(yield* openContent(found)) ?? (yield* new NotFound({ what: "content" }))
})

/**
 * Whether a wallet still holds what an access key was given for: its card has not gone to another
 * holder, its user has not been disabled or deleted, and the ticket it received has not been moved on
 * since. The key of a treasury is good while who asked for it may act for the organization.
 */
const isStillHeld = step(function* (
  access: ContentAccess,
  transaction: Transaction,
  readUuid: string,
) {
  const tx = yield* Tx
  const wallet = yield* tx.wallets.find(access.walletAddress)
  if (wallet === undefined) return false
  if (wallet.kind === "treasury" && !(yield* isReaderEntitled(wallet, readUuid))) return false
  const card = wallet.kind === "card" ? yield* tx.cards.ofWallet(wallet.address) : undefined
  if (transaction.logIndex < (card?.historyFrom ?? 0)) return false
  const holder = card === undefined ? wallet.userUuid : claimantOf(card)
  const user = holder === undefined ? undefined : yield* tx.users.find(holder)
  if (user !== undefined && !isEnabled(user)) return false
  if (wallet.address !== transaction.body.to_address) return true
  const movedOnBy = yield* ticketMovedOnBy(transaction)
  const move = movedOnBy === undefined ? undefined : yield* tx.transactions.find(movedOnBy)
  return move === undefined || move.createdAt <= access.createdAt
})

/**
 * Whether who asked for the key of a treasury may still ask for one, as they are now. The hash of the
 * key covers the record that it names, so that it is one of this content.
 */
const isReaderEntitled = step(function* (
  { organizationUuid = "" }: Pick<Wallet, "organizationUuid">,
  readUuid: string,
) {
  const tx = yield* Tx
  const asked = yield* tx.contents.findRead(readUuid)
  if (asked?.readerKind === "host") return true
  const user = asked?.readerId === undefined ? undefined : yield* tx.users.find(asked.readerId)
  const organization = yield* tx.organizations.find(organizationUuid)
  if (user === undefined || organization === undefined || !isEnabled(user)) return false
  const { role } = (yield* tx.staff.find(organization.uuid, user.uuid)) ?? {}
  return user.accountType === "service" || (role !== undefined && isAtLeast(role, "staff"))
})

/**
 * A transaction with content, for a caller who may open it with this wallet, and the wallet's keys
 * it was sealed to.
 */
const contentOf = step(function* (caller: Caller, input: DecryptTransactionInput) {
  const tx = yield* Tx
  const wallet = yield* walletFor(caller, accessOf(endpoints.decrypt), input.wallet)
  const transaction = yield* tx.transactions.find(input.transaction)
  const tookPart =
    transaction?.body.from_address === wallet.address ||
    transaction?.body.to_address === wallet.address
  if (transaction === undefined || !tookPart) return yield* new NotFound({ what: "transaction" })
  if (transaction.logIndex < ((yield* historyFrom(caller, wallet)) ?? 0))
    return yield* new NotFound({ what: "transaction" })
  yield* carried(transaction)
  // A ticket that was handed on is sealed for its next holder alone.
  const { contentSealer } = yield* Ports
  const readers = contentSealer.recipientsOf(transaction.encryptedData)
  if (readers.length > 0 && !readers.some((kid) => isKeyOf(kid, wallet.address)))
    return yield* new NotFound({ what: "content" })
  return { transaction, wallet, keys: yield* keysFor(transaction, wallet.address) }
})

/**
 * The transaction, if it carries a content that is to be seen: one that moved a ticket carries it
 * until the ticket is taken back from whoever has it.
 */
const carried = step(function* (transaction: Transaction | undefined) {
  if (transaction === undefined || transaction.encryptedData === "")
    return yield* new NotFound({ what: "content" })
  const moves = transaction.body.transaction_type === "ticket_transfer"
  const ticket = moves ? yield* ticketInLine(transaction) : undefined
  if (transaction.status === "reversed" || ticket?.state === "void")
    return yield* new Conflict({
      reason: "reversed",
      message: "The transaction was reversed, so its content is no longer available.",
    })
  return transaction
})

const isKeyOf = (kid: string, address: string): boolean => kid.startsWith(`${address}#`)

const keysFor = step(function* ({ encryptedData }: Transaction, address: string) {
  const tx = yield* Tx
  const { contentSealer } = yield* Ports
  const kids = contentSealer.recipientsOf(encryptedData).filter((kid) => isKeyOf(kid, address))
  return yield* tx.decryptionKeys.findAll(kids)
})

const readerOf = (caller: Caller): Pick<ContentRead, "readerKind" | "readerId"> => {
  if (caller.kind === "host") return { readerKind: "host", readerId: undefined }
  const user = actingUser(caller)
  return user === undefined
    ? { readerKind: "client", readerId: caller.clientId }
    : { readerKind: caller.kind === "user" ? "user" : "organization", readerId: user }
}
