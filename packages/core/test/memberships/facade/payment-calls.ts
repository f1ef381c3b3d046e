import { Result } from "effect"
import { expect } from "vitest"
import {
  type CheckoutPurpose,
  type PaymentEventType,
  type Tier,
  toEnvelope,
} from "../../../src/index.ts"
import type { MembershipRefusal } from "../../../src/memberships/index.ts"
import { outcomeOf, refusalText } from "./call-outcome.ts"
import type { MembershipWorld } from "../../fixtures/memberships.ts"
import type { Checkout, ActionResult, ModelledMember } from "./modelled-member.ts"

/** What came of a payment that was told of: outcome and reason as they are kept in the inbox. */
export type SettledResult = Pick<ActionResult, "result" | "row" | "events">

/**
 * Paying for a membership through the facade, and taking payments back, each beside the rule that
 * it comes to.
 */
export const paymentCalls = (world: MembershipWorld, modelled: ModelledMember) => {
  const { life, checkouts, user } = modelled
  const now = () => world.clock.now()
  let reported = 0

  /** The checkout that is open for the same thing, and would be answered again. */
  const openFor = (purpose: CheckoutPurpose, slug: string | undefined): Checkout | undefined =>
    checkouts.find(
      (openedCheckout) =>
        openedCheckout.status === "open" &&
        openedCheckout.purpose === purpose &&
        openedCheckout.tier.slug === slug &&
        now() < openedCheckout.expiresAt,
    )

  /** Asks what is owed, and opens a checkout for it; answers why not, or the checkout. */
  const checkout = async (purpose: CheckoutPurpose, tier?: Tier): Promise<Checkout | string> => {
    life.go(now())
    const requested = {
      organization: world.organization,
      purpose,
      ...(purpose === "renew" ? {} : { tierSlug: tier?.slug ?? "no-such-tier" }),
    }
    const expected = life.quoted(purpose, tier && life.tier(tier.uuid))
    const quote = await outcomeOf(() => modelled.self.memberships.quoteCheckout(requested))
    const callOutcome = await outcomeOf(() => modelled.self.memberships.checkout(requested))
    if (Result.isFailure(expected)) {
      await modelled.agree(await world.newEvents())
      for (const one of [quote, callOutcome])
        expect("refusal" in one ? toEnvelope(one.refusal) : one.answer).toEqual(
          toEnvelope(expected.failure),
        )
      return "refusal" in callOutcome ? refusalText(callOutcome.refusal) : "open"
    }
    const { tier: priced, ...owed } = expected.success
    expect("answer" in quote ? quote.answer : quote.refusal).toMatchObject({
      ...owed,
      tier: { slug: priced.slug },
    })
    if ("refusal" in callOutcome)
      throw new Error(`No checkout: ${refusalText(callOutcome.refusal)}`)
    const openedCheckout = opened(
      purpose,
      priced,
      (callOutcome.answer as { readonly checkout: { readonly uuid: string } }).checkout.uuid,
    )
    await modelled.agree(await world.newEvents())
    return openedCheckout
  }

  const opened = (purpose: CheckoutPurpose, tier: Tier, uuid: string): Checkout => {
    const again = openFor(purpose, tier.slug)
    if (again !== undefined) {
      expect(uuid).toBe(again.uuid)
      return again
    }
    for (const openedCheckout of checkouts)
      if (
        openedCheckout.status === "open" &&
        openedCheckout.purpose === purpose &&
        openedCheckout.tier.slug === tier.slug
      )
        openedCheckout.status = "expired"
    const quoted = life.quoted(purpose, tier)
    const beside = life.checkout(purpose, tier)
    if (Result.isFailure(beside) || Result.isFailure(quoted))
      throw new Error("What was quoted cannot be opened.")
    const { amountCents, currency } = quoted.success
    const { ref } = beside.success
    modelled.names.call(uuid, ref)
    const expiresAt = new Date(now().getTime() + 24 * 3_600_000)
    const openedCheckout = {
      uuid,
      ref,
      purpose,
      tier,
      amountCents,
      currency,
      expiresAt,
      status: "open",
      isApplied: false,
      opened: beside.success,
    }
    checkouts.push(openedCheckout)
    return openedCheckout
  }

  /** Tells of a payment, once; `eventId` tells it again. */
  const report = async (
    openedCheckout: Checkout,
    type: PaymentEventType,
    eventId = `event ${++reported} of ${user.uuid}`,
  ): Promise<SettledResult> => {
    life.go(now())
    modelled.forget()
    const expected = type === "paid" ? paid(openedCheckout) : reversed(openedCheckout)
    const { uuid: checkout_uuid, amountCents: amount_cents, currency } = openedCheckout
    const [settled] = await world.sendPaymentEvents([
      { event_id: eventId, type, checkout_uuid, amount_cents, currency },
    ])
    const reason = settled !== undefined && "reason" in settled ? settled.reason : undefined
    const result = [settled?.outcome, reason].filter((word) => word !== undefined).join(" ")
    expect(result).toBe(expected)
    const events = await world.newEvents()
    await modelled.agree(events, { all: true })
    return { result, row: modelled.met()[0], events: modelled.names.reported(events) }
  }

  const paid = (openedCheckout: Checkout): string => {
    if (openedCheckout.status === "paid") return "ignored already_paid"
    if (openedCheckout.status === "reversed") return "ignored reversed_before"
    openedCheckout.status = "paid"
    const answer = openedCheckout.opened.arrive({ isLate: now() >= openedCheckout.expiresAt })
    if (Result.isFailure(answer)) return `unapplied ${wordOf(answer.failure)}`
    openedCheckout.isApplied = true
    modelled.closes(answer.success)
    return "applied"
  }

  const reversed = (openedCheckout: Checkout): string => {
    if (openedCheckout.status === "reversed") return "ignored already_reversed"
    openedCheckout.status = "reversed"
    if (!openedCheckout.isApplied) return "applied"
    const answer = life.reverse(openedCheckout.ref)
    if (Result.isFailure(answer)) return `unapplied ${wordOf(answer.failure)}`
    modelled.closes(answer.success)
    return "applied"
  }

  /** Opens a checkout and pays it at once. */
  const pay = async (
    purpose: CheckoutPurpose,
    tier?: Tier,
  ): Promise<SettledResult & { readonly checkout: Checkout }> => {
    const openedCheckout = await checkout(purpose, tier)
    if (typeof openedCheckout === "string") throw new Error(`No checkout: ${openedCheckout}`)
    return { ...(await report(openedCheckout, "paid")), checkout: openedCheckout }
  }

  return {
    checkout,
    pay,
    arrive: (openedCheckout: Checkout, eventId?: string) => report(openedCheckout, "paid", eventId),
    reverse: (openedCheckout: Checkout, eventId?: string) =>
      report(openedCheckout, "reversed", eventId),
    /** Tells of an event that was told of before: nothing is asked of any rule. */
    tellAgain: async (openedCheckout: Checkout, eventId: string): Promise<string> => {
      const { uuid: checkout_uuid, amountCents: amount_cents, currency } = openedCheckout
      const [settled] = await world.sendPaymentEvents([
        { event_id: eventId, type: "paid", checkout_uuid, amount_cents, currency },
      ])
      await modelled.agree(await world.newEvents(), { all: true })
      return String(settled?.outcome)
    },
  }
}

export type PaymentCalls = ReturnType<typeof paymentCalls>

/** A refusal in the one word that is kept of it. */
const wordOf = (refusal: MembershipRefusal): string =>
  refusal._tag === "Conflict"
    ? refusal.reason
    : refusal._tag === "NotFound"
      ? `no_${refusal.what.replaceAll(" ", "_")}`
      : refusal._tag
