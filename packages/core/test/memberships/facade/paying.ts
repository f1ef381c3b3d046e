import { Result } from "effect"
import { expect } from "vitest"
import {
  type CheckoutPurpose,
  type PaymentEventType,
  type Tier,
  toEnvelope,
} from "../../../src/index.ts"
import type { MembershipRefusal } from "../../../src/memberships/index.ts"
import { given, saidOf } from "./given.ts"
import type { House } from "../../fixtures/memberships.ts"
import type { Checkout, Done, Twin } from "./twin.ts"

/** What came of a payment that was told of: outcome and reason as they are kept in the inbox. */
export type Told = Pick<Done, "said" | "row" | "events">

/**
 * Paying for a membership through the facade, and taking payments back, each beside the rule that
 * it comes to.
 */
export const payingOf = (house: House, twin: Twin) => {
  const { life, tills, user } = twin
  const now = () => house.clock.now()
  let told = 0

  /** The checkout that is open for the same thing, and would be answered again. */
  const openFor = (purpose: CheckoutPurpose, slug: string | undefined): Checkout | undefined =>
    tills.find(
      (till) =>
        till.status === "open" &&
        till.purpose === purpose &&
        till.tier.slug === slug &&
        now() < till.expiresAt,
    )

  /** Asks what is owed, and opens a checkout for it; answers why not, or the checkout. */
  const checkout = async (purpose: CheckoutPurpose, tier?: Tier): Promise<Checkout | string> => {
    life.go(now())
    const asked = {
      organization: house.organization,
      purpose,
      ...(purpose === "renew" ? {} : { tierSlug: tier?.slug ?? "no-such-tier" }),
    }
    const expected = life.quoted(purpose, tier && life.tier(tier.uuid))
    const quote = await given(() => twin.self.memberships.quoteCheckout(asked))
    const came = await given(() => twin.self.memberships.checkout(asked))
    if (Result.isFailure(expected)) {
      await twin.agree(await house.newEvents())
      for (const one of [quote, came])
        expect("refusal" in one ? toEnvelope(one.refusal) : one.answer).toEqual(
          toEnvelope(expected.failure),
        )
      return "refusal" in came ? saidOf(came.refusal) : "open"
    }
    const { tier: priced, ...owed } = expected.success
    expect("answer" in quote ? quote.answer : quote.refusal).toMatchObject({
      ...owed,
      tier: { slug: priced.slug },
    })
    if ("refusal" in came) throw new Error(`No checkout: ${saidOf(came.refusal)}`)
    const till = opened(
      purpose,
      priced,
      (came.answer as { readonly checkout: { readonly uuid: string } }).checkout.uuid,
    )
    await twin.agree(await house.newEvents())
    return till
  }

  const opened = (purpose: CheckoutPurpose, tier: Tier, uuid: string): Checkout => {
    const again = openFor(purpose, tier.slug)
    if (again !== undefined) {
      expect(uuid).toBe(again.uuid)
      return again
    }
    for (const till of tills)
      if (till.status === "open" && till.purpose === purpose && till.tier.slug === tier.slug)
        till.status = "expired"
    const quoted = life.quoted(purpose, tier)
    const beside = life.checkout(purpose, tier)
    if (Result.isFailure(beside) || Result.isFailure(quoted))
      throw new Error("What was quoted cannot be opened.")
    const { amountCents, currency } = quoted.success
    const { ref } = beside.success
    twin.names.call(uuid, ref)
    const expiresAt = new Date(now().getTime() + 24 * 3_600_000)
    const till = {
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
    tills.push(till)
    return till
  }

  /** Tells of a payment, once; `eventId` tells it again. */
  const tell = async (
    till: Checkout,
    type: PaymentEventType,
    eventId = `event ${++told} of ${user.uuid}`,
  ): Promise<Told> => {
    life.go(now())
    twin.forget()
    const expected = type === "paid" ? paid(till) : reversed(till)
    const { uuid: checkout_uuid, amountCents: amount_cents, currency } = till
    const [settled] = await house.tell([
      { event_id: eventId, type, checkout_uuid, amount_cents, currency },
    ])
    const reason = settled !== undefined && "reason" in settled ? settled.reason : undefined
    const said = [settled?.outcome, reason].filter((word) => word !== undefined).join(" ")
    expect(said).toBe(expected)
    const events = await house.newEvents()
    await twin.agree(events, { all: true })
    return { said, row: twin.met()[0], events: twin.names.told(events) }
  }

  const paid = (till: Checkout): string => {
    if (till.status === "paid") return "ignored already_paid"
    if (till.status === "reversed") return "ignored reversed_before"
    till.status = "paid"
    const answer = till.opened.arrive({ isLate: now() >= till.expiresAt })
    if (Result.isFailure(answer)) return `unapplied ${wordOf(answer.failure)}`
    till.isApplied = true
    twin.closes(answer.success)
    return "applied"
  }

  const reversed = (till: Checkout): string => {
    if (till.status === "reversed") return "ignored already_reversed"
    till.status = "reversed"
    if (!till.isApplied) return "applied"
    const answer = life.reverse(till.ref)
    if (Result.isFailure(answer)) return `unapplied ${wordOf(answer.failure)}`
    twin.closes(answer.success)
    return "applied"
  }

  /** Opens a checkout and pays it at once. */
  const pay = async (
    purpose: CheckoutPurpose,
    tier?: Tier,
  ): Promise<Told & { readonly till: Checkout }> => {
    const till = await checkout(purpose, tier)
    if (typeof till === "string") throw new Error(`No checkout: ${till}`)
    return { ...(await tell(till, "paid")), till }
  }

  return {
    checkout,
    pay,
    arrive: (till: Checkout, eventId?: string) => tell(till, "paid", eventId),
    reverse: (till: Checkout, eventId?: string) => tell(till, "reversed", eventId),
    /** Tells of an event that was told of before: nothing is asked of any rule. */
    tellAgain: async (till: Checkout, eventId: string): Promise<string> => {
      const { uuid: checkout_uuid, amountCents: amount_cents, currency } = till
      const [settled] = await house.tell([
        { event_id: eventId, type: "paid", checkout_uuid, amount_cents, currency },
      ])
      await twin.agree(await house.newEvents(), { all: true })
      return String(settled?.outcome)
    },
  }
}

export type Paying = ReturnType<typeof payingOf>

/** A refusal in the one word that is kept of it. */
const wordOf = (refusal: MembershipRefusal): string =>
  refusal._tag === "Conflict"
    ? refusal.reason
    : refusal._tag === "NotFound"
      ? `no_${refusal.what.replaceAll(" ", "_")}`
      : refusal._tag
