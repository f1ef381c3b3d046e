import { Effect } from "effect"
import type { Caller } from "../../foundation/access/caller.ts"
import { lockedUser } from "../../accounts/steps.ts"
import * as endpoints from "../../contract/endpoints/checkouts.ts"
import { Conflict, Invalid } from "../../foundation/errors/refusals.ts"
import { isSameRate } from "../../memberships/terms/rate.ts"
import { quoteCheckout as quoteByRules } from "../../memberships/machine/quote.ts"
import { holderOf } from "../../memberships/steps/holder.ts"
import { membershipState } from "../../memberships/steps/state.ts"
import type { Organization } from "../../organizations/organization.ts"
import { holdOrganization, organizationFor } from "../../organizations/steps.ts"
import { step } from "../../foundation/step.ts"
import { Ports, read, transact, Tx } from "../../foundation/unit-of-work.ts"
import { checkoutLifetimeMs, checkoutStatus, startCheckout, type Checkout } from "../checkout.ts"
import { beginCheckout } from "../prepare.ts"
import { addCheckout, connectionInForce, openCheckout, ownCheckout } from "../steps/checkouts.ts"
import { permitTexts } from "../../foundation/errors/permit-texts.ts"
import type { CheckoutInput, GetCheckoutInput } from "../inputs.ts"
import type { StartedMembershipCheckout } from "../results.ts"

/** Returns the amount due and the membership as it would be after the payment. Opens nothing. */
export const quoteCheckout = step(function* (caller: Caller, input: CheckoutInput) {
  const userUuid = yield* holderOf(caller, input)
  return yield* read(function* (_tx, now) {
    const organization = yield* organizationFor(
      caller,
      endpoints.checkout.access,
      input.organization,
    )
    return yield* quoted(organization, userUuid, input, now)
  })
})

/**
 * Opens a checkout for the amount due. While one is open for the same purchase, it is returned
 * again, so a call can be repeated without charging twice. `Conflict` if nothing is due or the
 * organization takes no payments.
 */
export const checkout = step(function* (caller: Caller, input: CheckoutInput) {
  yield* Effect.fromResult(permitTexts({ webAddress: { return_url: input.returnUrl } }))
  const { ids, clock } = yield* Ports
  const userUuid = yield* holderOf(caller, input)
  const found = yield* read(function* (_tx, now) {
    const organization = yield* organizationFor(
      caller,
      endpoints.checkout.access,
      input.organization,
    )
    const owed = yield* quoted(organization, userUuid, input, now)
    const open = yield* openCheckout(
      { userUuid, purpose: input.purpose, tierUuid: owed.tier.uuid },
      now,
    )
    return open === undefined
      ? { organization, owed, by: yield* connectionInForce(organization.uuid) }
      : { open }
  })
  if ("open" in found) {
    const known: StartedMembershipCheckout = { checkout: found.open, isNew: false }
    return known
  }
  const { organization, owed, by } = found
  const uuid = ids.uuid()
  const begun = yield* beginCheckout(by.backend, {
    checkoutUuid: uuid,
    organizationUuid: organization.uuid,
    connectionUuid: by.connection.uuid,
    amountCents: owed.amountCents,
    currency: owed.currency,
    description: `${organization.name}: ${owed.tier.name}`,
    returnUrl: input.returnUrl,
    expiresAt: new Date(clock.now().getTime() + checkoutLifetimeMs),
  })
  return yield* transact(function* (_tx, now) {
    const here = yield* holdOrganization(
      yield* organizationFor(caller, endpoints.checkout.access, input.organization),
    )
    // A user who is just being made a member there is one by then.
    yield* lockedUser(userUuid)
    // The credit grows less by the moment: what was quoted first holds. The price, and that it is
    // owed at all, must still be so.
    const still = yield* quoted(here, userUuid, input, now)
    if (still.tier.uuid !== owed.tier.uuid || !isSameRate(still.rate, owed.rate))
      return yield* priceChanged()
    const start = {
      uuid,
      organizationUuid: here.uuid,
      userUuid,
      connectionUuid: by.connection.uuid,
      backend: by.backend.name,
      ...begun,
    }
    const started: StartedMembershipCheckout = yield* addCheckout(
      startCheckout({ ...start, quoted: owed }, now),
      now,
    )
    return started
  })
})

/** Returns one of the caller's own checkouts with its current status. */
export const getCheckout = step(function* (caller: Caller, input: GetCheckoutInput) {
  const userUuid = yield* holderOf(caller, input)
  return yield* read(function* (_tx, now) {
    const organization = yield* organizationFor(
      caller,
      endpoints.getCheckout.access,
      input.organization,
    )
    const found = yield* ownCheckout(organization.uuid, userUuid, input.checkoutUuid)
    const checkout: Checkout = { ...found, status: checkoutStatus(found, now) }
    return checkout
  })
})

const quoted = step(function* (
  organization: Organization,
  userUuid: string,
  input: CheckoutInput,
  now: Date,
) {
  const tx = yield* Tx
  if ((input.purpose === "renew") !== (input.tierSlug === undefined))
    return yield* new Invalid({
      errors: {
        membership_tier_slug: "is required to join and to change, and must be omitted to renew",
      },
    })
  const tier =
    input.tierSlug === undefined
      ? undefined
      : yield* tx.tiers.findBySlug(organization.uuid, input.tierSlug)
  const state = yield* membershipState(organization, userUuid)
  return yield* Effect.fromResult(
    quoteByRules(
      state,
      { purpose: input.purpose, tier, by: { kind: "holder", uuid: userUuid } },
      now,
    ),
  )
})

const priceChanged = () =>
  new Conflict({
    reason: "checkout_changed",
    message: "The price has just changed. Try again.",
  })
