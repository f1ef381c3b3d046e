import { Effect } from "effect"
import type { Caller } from "../../foundation/access/caller.ts"
import { permitToken } from "../../foundation/access/permit.ts"
import { accessOf } from "../../contract/endpoint.ts"
import * as endpoints from "../../contract/endpoints/wallets.ts"
import { BadRequest } from "../../foundation/errors/refusals.ts"
import { step } from "../../foundation/step.ts"
import { Ports, prepare, sharedRead, Tx } from "../../foundation/unit-of-work.ts"
import { addressIn } from "../../wallets/address.ts"
import { isOwn, mustNotBeFrozen, walletFor } from "../../wallets/steps.ts"
import { receivedWallet, receivingWallet } from "../../identifiers/steps.ts"
import { namedAmong, receiverTo } from "../../identifiers/steps/receivers.ts"
import type { Wallet, WalletIdentity } from "../../wallets/wallet.ts"
import type { IdentifierRef } from "../../identifiers/identifier.ts"
import { validatePosting, arrivingJudgementOf } from "../commit/posting-change.ts"
import { type EarlierOutcome, outcomeKey } from "../commit/submit-posting.ts"
import type { TransferInput } from "../inputs.ts"
import { postPoints } from "../commit/post-points.ts"

/**
 * Sends points from a wallet. The same request under the same key moves them once and returns the
 * same transaction again.
 *
 * @example
 * const { transaction } = await symbolon.as(caller).wallets.transfer({
 *   wallet: address,
 *   to: { type: "username", value: "ada" },
 *   amount: 25,
 *   idempotencyKey: "order-1017",
 * })
 */
export const transfer = step(function* (caller: Caller, input: TransferInput) {
  yield* Effect.fromResult(validatePosting(input))
  const { from, to, known } = (yield* endsByWallet(caller, input)) ?? (yield* endsOf(caller, input))
  if (from.address === to.address)
    return yield* new BadRequest({
      field: "to",
      reason: "A wallet cannot send to itself. Send to another wallet.",
    })
  return yield* postPoints("transfer", { from, to }, input, arrivingJudgementOf, known)
})

interface Ends {
  readonly from: WalletIdentity
  readonly to: WalletIdentity
  /** What the key had led to, where that was looked up. */
  readonly known?: EarlierOutcome | undefined
}

/**
 * Both ends by their wallets alone, which say whose they are and never change in that: where they
 * were met before the store is not asked. So it is between people's wallets and out of a treasury
 * in the host's name; roles, cards and names are asked for each time. Whether the receiver's account
 * was deleted is judged with the posting.
 */
const endsByWallet = step(function* (caller: Caller, { wallet, to }: TransferInput) {
  yield* Effect.fromResult(permitToken(accessOf(endpoints.transfer), caller))
  if (to.type !== "wallet") return undefined
  const from = yield* identityOf(wallet)
  const isAllowed =
    from !== undefined &&
    (caller.kind === "host"
      ? from.kind === "user" || from.kind === "treasury"
      : isOwn(caller, from))
  if (!isAllowed) return undefined
  const receiver = yield* identityOf(to.value)
  if (receiver?.kind !== "user") return undefined
  const ends: Ends = { from, to: receiver }
  return ends
})

const identityOf = step(function* (text: string) {
  const { walletDirectory, settings } = yield* Ports
  const address = addressIn(text, settings.network)
  return address === undefined ? undefined : yield* prepare(() => walletDirectory.find(address))
})

const endsOf = step(function* (caller: Caller, input: TransferInput) {
  return yield* sharedRead(function* (tx, now) {
    const from = yield* walletFor(caller, accessOf(endpoints.transfer), input.wallet)
    const before = yield* tx.ledger.outcome(outcomeKey("transfer", from, input.idempotencyKey))
    if (before === undefined) yield* mustNotBeFrozen(from)
    const to = yield* receiverOf(input.to, from, before !== undefined, now)
    const found: Ends = { from, to, known: { before } }
    return found
  })
})

/**
 * Who receives. What people send to a card goes to who claimed it. To an organization, a card and an
 * address name people only as its rewards do: else where its points arrive would tell whose they are.
 * Somebody named who is no member receives in their primary wallet: whether they have one in the
 * organization would tell that a card, which its door read before, is theirs.
 */
const receiverOf = step(function* (
  to: IdentifierRef,
  from: Wallet,
  isRepeated: boolean,
  now: Date,
) {
  if (isRepeated) return yield* receivedWallet(to, from)
  if (from.kind !== "treasury") return yield* receivingWallet(to, from)
  const organizationUuid = from.organizationUuid ?? ""
  const receiver = yield* receiverTo(to, organizationUuid, now, "to")
  const { userUuid, pointedAt } = receiver
  if (userUuid === undefined || pointedAt !== undefined)
    return receiver.to ?? (yield* receivingWallet(to, from))
  const isMember = (yield* namedAmong(organizationUuid, [userUuid], now)).has(userUuid)
  const tx = yield* Tx
  const primary = isMember ? undefined : yield* tx.wallets.ofUser(userUuid, undefined)
  return primary ?? receiver.to ?? (yield* receivingWallet(to, from))
})
