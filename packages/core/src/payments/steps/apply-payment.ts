import { type Effect, Result } from "effect"
import type { User } from "../../accounts/user.ts"
import type { Conflict, NotFound, StorageFailed } from "../../foundation/errors/refusals.ts"
import { membershipRules } from "../../memberships/machine/machine.ts"
import { payFor } from "../../memberships/machine/quote.ts"
import { membershipState, stateWith } from "../../memberships/steps/state.ts"
import { writeChanges } from "../../memberships/steps/write-changes.ts"
import type { Organization } from "../../organizations/organization.ts"
import { step } from "../../foundation/step.ts"
import { Ports, Tx } from "../../foundation/unit-of-work.ts"
import type { PreparedKey } from "../../wallets/prepare.ts"
import { walletOfUser } from "../../wallets/steps.ts"
import { type Checkout, paymentOf } from "../checkout.ts"
import type { PaymentEvent } from "../../foundation/ports/payments.ts"

/** A payment that came in, or one that was taken back after it had been applied. */
export interface SettledPayment {
  /**
   * As it is now: `paid`, or `reversed`. Its uuid is the payment's name in the membership's
   * history.
   */
  readonly checkout: Checkout
  readonly event: PaymentEvent
  /** Undefined when it was deleted. */
  readonly organization: Organization | undefined
  /** Who pays; a deleted account is still told of. */
  readonly payer: User | undefined
  /** For the wallet of a user who joins; undefined when something is taken back. */
  readonly key: PreparedKey | undefined
}

/**
 * Whether the membership could be changed; `reason` is a word to branch on, such as
 * `already_member`.
 */
export type Application =
  | { readonly isApplied: true }
  | { readonly isApplied: false; readonly reason: string }

/**
 * What a payment does to a membership, inside the transaction that records it. The caller holds
 * the organization and the checkout's tier, and has locked the payer, their membership in the
 * organization, if there is one, and the checkout. It does not fail where nothing can be given for
 * the money: it says so, and the event waits for a person.
 */
export type ApplyPayment = (
  payment: SettledPayment,
  now: Date,
) => Effect.Effect<Application, StorageFailed, Tx | Ports>

/** Makes the transition that was paid for, or takes it back. */
export const applyPayment: ApplyPayment = step(function* (payment, now) {
  const { organization, payer, event } = payment
  if (organization === undefined) return unapplied("organization_closed")
  if (event.type !== "paid") return yield* takeBack(payment, organization, now)
  return payer === undefined || payer.deletedAt !== undefined
    ? unapplied("account_deleted")
    : yield* buy(payment, organization, now)
})

const applied: Application = { isApplied: true }
const unapplied = (reason: string): Application => ({ isApplied: false, reason })

const byConnection = ({ connectionUuid }: Checkout) =>
  ({ kind: "payment", uuid: connectionUuid }) as const

const buy = step(function* (
  { checkout, key }: SettledPayment,
  organization: Organization,
  now: Date,
) {
  const tx = yield* Tx
  const { ids } = yield* Ports
  const { purpose, userUuid } = checkout
  const tier = yield* tx.tiers.find(checkout.tierUuid)
  const state = yield* membershipState(organization, userUuid)
  const ask = {
    purpose,
    tier,
    by: byConnection(checkout),
    payment: paymentOf(checkout, now),
    uuid: ids.uuid(),
  }
  const change = payFor(state, ask, now)
  if (Result.isFailure(change)) return unapplied(reasonOf(change.failure))
  if (!(yield* writeChanges([change.success], "user_app", now))) return unapplied("already_member")
  if (key !== undefined && change.success.before === undefined)
    yield* walletOfUser(userUuid, organization.uuid, key, now, { isMember: true })
  return applied
})

/**
 * What the payment did is undone on the membership that it was for, ended as that may be, and
 * whatever the payer has become since.
 */
const takeBack = step(function* (
  { checkout }: SettledPayment,
  organization: Organization,
  now: Date,
) {
  const tx = yield* Tx
  const entry = yield* tx.membershipHistory.ofPayment(checkout.uuid)
  // One that is not the user's open row, which is locked, has ended: no transaction changes it any
  // more.
  const membership = entry && (yield* tx.memberships.find(entry.membershipUuid))
  const history = entry === undefined ? [] : yield* tx.membershipHistory.all(entry.membershipUuid)
  const named = new Set(
    history.flatMap(({ before, after }) => [before?.tierUuid ?? after.tierUuid, after.tierUuid]),
  )
  const tiers = yield* tx.tiers.findAll([...named])
  const state = yield* stateWith(organization, checkout.userUuid, membership)
  const ask = { by: byConnection(checkout), paymentRef: checkout.uuid, history, tiers }
  const change = membershipRules.reversePayment(state, ask, now)
  if (Result.isFailure(change)) return unapplied(reasonOf(change.failure))
  yield* writeChanges([change.success], "user_app", now)
  return applied
})

/** A refusal in one word. */
const reasonOf = (refusal: Conflict | NotFound): string =>
  refusal._tag === "Conflict" ? refusal.reason : `no_${refusal.what.replaceAll(" ", "_")}`
