import { Effect } from "effect"
import type { Caller } from "../../foundation/access/caller.ts"
import * as console from "../../contract/endpoints/console-ledger.ts"
import { permitToken } from "../../foundation/access/permit.ts"
import { accessOf } from "../../contract/endpoint.ts"
import * as endpoints from "../../contract/endpoints/wallets.ts"
import {
  BadRequest,
  type IdentifierUnresolved,
  NotFound,
} from "../../foundation/errors/refusals.ts"
import { canonicalIdentifier } from "../../identifiers/identifier.ts"
import { organizationFor } from "../../organizations/steps.ts"
import { Ports, read } from "../../foundation/unit-of-work.ts"
import { addressIn } from "../../wallets/address.ts"
import { isOwn, mustNotBeFrozen, walletFor } from "../../wallets/steps.ts"
import { receivingWallet } from "../../identifiers/steps.ts"
import type { WalletIdentity } from "../../wallets/wallet.ts"
import { sayable } from "../commit/asked.ts"
import { requestDigest } from "../commit/commit.ts"
import { arrivingPosting, plainPosting, type PostingJudgement } from "../commit/keyed-change.ts"
import { issuing, mintsFreely } from "../entries/points-allowance.ts"
import { type Known, metaOf, outcomeKey, plain, postOnce } from "../commit/post-once.ts"
import type { Posting, PostRefusal } from "../entries/post.ts"
import type { TransactionType } from "../entries/transaction.ts"
import type { PointsInput, TransferInput } from "../inputs.ts"

/**
 * Sends points from a wallet. The same request under the same key moves them once and answers the
 * same transaction again.
 */
export const transfer = Effect.fnUntraced(function* (caller: Caller, input: TransferInput) {
  yield* Effect.fromResult(sayable(input))
  const { from, to, known } =
    (yield* rememberedEnds(caller, input)) ?? (yield* endsOf(caller, input))
  if (from.address === to.address)
    return yield* new BadRequest({ field: "to", reason: "A wallet cannot send to itself." })
  return yield* move("transfer", { from, to }, input, arrivingPosting, known)
})

interface Ends {
  readonly from: WalletIdentity
  readonly to: WalletIdentity
  /** What the key had led to, where that was looked up. */
  readonly known?: Known | undefined
}

/**
 * Both ends without asking the store: where they were met before, and nothing about them can have
 * changed. So it is between people's wallets and out of a treasury in the host's name; roles, cards
 * and names are asked for each time.
 */
const rememberedEnds = Effect.fnUntraced(function* (caller: Caller, { wallet, to }: TransferInput) {
  yield* Effect.fromResult(permitToken(accessOf(endpoints.transferPoints), caller))
  const { walletDirectory, settings } = yield* Ports
  const find = (text: string) => walletDirectory.find(addressIn(text, settings.network) ?? "")
  const [from, receiver] = to.type === "wallet" ? [find(wallet), find(to.value)] : []
  if (from === undefined || receiver?.kind !== "user") return undefined
  const isAllowed =
    caller.kind === "host" ? from.kind === "user" || from.kind === "treasury" : isOwn(caller, from)
  const ends: Ends = { from, to: receiver }
  return isAllowed ? ends : undefined
})

const endsOf = Effect.fnUntraced(function* (caller: Caller, input: TransferInput) {
  const { walletDirectory } = yield* Ports
  const ends = yield* read(function* (tx) {
    const from = yield* walletFor(caller, accessOf(endpoints.transferPoints), input.wallet)
    const before = yield* tx.ledger.outcome(outcomeKey("transfer", from, input.idempotencyKey))
    if (before === undefined) yield* mustNotBeFrozen(from)
    const found: Ends = { from, to: yield* receivingWallet(input.to, from), known: { before } }
    return found
  })
  walletDirectory.note(ends.from)
  walletDirectory.note(ends.to)
  return ends
})

/**
 * Issues points into an organization's treasury, out of its issuance wallet, which shows what was
 * issued net. An organization issues up to its allowance: beyond it `Conflict`
 * (`points_allowance_exceeded`). Service staff and the host issue without one.
 */
export const mint = Effect.fnUntraced(function* (caller: Caller, input: PointsInput) {
  yield* Effect.fromResult(sayable(input))
  const { organization, issuance, treasury } = yield* organizationWallets(
    caller,
    console.mintPoints.access,
    input.organization,
  )
  const allowance = mintsFreely(caller) ? undefined : organization.pointsAllowance
  return yield* move("mint", { from: issuance, to: treasury }, input, (posting) =>
    issuing(posting, allowance),
  )
})

/** Takes points out of an organization's treasury for good. */
export const burn = Effect.fnUntraced(function* (caller: Caller, input: PointsInput) {
  yield* Effect.fromResult(sayable(input))
  const { issuance, treasury } = yield* organizationWallets(
    caller,
    console.burnPoints.access,
    input.organization,
  )
  return yield* move("burn", { from: treasury, to: issuance }, input, plainPosting)
})

const organizationWallets = Effect.fnUntraced(function* (
  caller: Caller,
  access: Parameters<typeof organizationFor>[1],
  path: string,
) {
  return yield* read(function* (tx) {
    const organization = yield* organizationFor(caller, access, path)
    const issuance = yield* tx.wallets.ofOrganization(organization.uuid, "issuance")
    const treasury = yield* tx.wallets.ofOrganization(organization.uuid, "treasury")
    if (issuance === undefined || treasury === undefined)
      return yield* new NotFound({ what: "wallet" })
    return { organization, issuance, treasury }
  })
})

type Request = Pick<
  TransferInput,
  "amount" | "description" | "referenceId" | "tags" | "idempotencyKey"
> &
  Partial<Pick<TransferInput, "to">>

const move = Effect.fnUntraced(function* <Refused extends IdentifierUnresolved | PostRefusal>(
  type: TransactionType,
  { from, to }: Pick<Ends, "from" | "to">,
  input: Request,
  judged: (posting: Posting) => PostingJudgement<Refused>,
  known?: Known,
) {
  const { ids } = yield* Ports
  const { amount, description = "", referenceId = "", tags = [], idempotencyKey } = input
  const meta = yield* metaOf(description, tags)
  // Not where they receive: that may change between two tries, as when a card gets a holder.
  const receiver = input.to === undefined ? to.address : { ...canonicalIdentifier(input.to) }
  const request = {
    from: from.address,
    to: receiver,
    amount,
    description,
    reference_id: referenceId,
    tags: [...tags],
  }
  const posting = plain({
    id: ids.cuid(),
    transactionType: type,
    from: from.address,
    to: to.address,
    amount,
    referenceId,
    meta,
  })
  const key = {
    outcomeKey: outcomeKey(type, from, idempotencyKey),
    idempotencyKey,
    digest: requestDigest(type, request),
  }
  return yield* postOnce({ from, keyed: { ...key, ...judged(posting) }, isCounted: true, known })
})
