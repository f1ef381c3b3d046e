import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { type Checkout, checkoutStatuses, type CheckoutStatus } from "./checkout.ts"
import { paymentEventTypes } from "./callback-body.ts"
import type { PaymentEventType } from "../foundation/ports/payments.ts"
import { judgePayment } from "./verdict.ts"

const requested = { amountCents: 150_000, currency: "PHP" } as const
const at = (status: CheckoutStatus, isApplied = status === "paid") => ({
  ...requested,
  status,
  isApplied,
})
const said = (type: PaymentEventType) => ({ ...requested, type })
const moves = (status: CheckoutStatus, concernsMembership = false) => ({
  kind: "moves",
  status,
  concernsMembership,
})
const ignored = (reason: string) => ({ kind: "ignored", reason })

/** Every pair of what a checkout is and what is said of it. */
const table: Readonly<Record<CheckoutStatus, Readonly<Record<PaymentEventType, object>>>> = {
  open: {
    paid: moves("paid", true),
    failed: moves("failed"),
    expired: moves("expired"),
    reversed: moves("reversed"),
  },
  cancelled: {
    paid: moves("paid", true),
    failed: moves("failed"),
    expired: moves("expired"),
    reversed: moves("reversed"),
  },
  expired: {
    paid: moves("paid", true),
    failed: moves("failed"),
    expired: ignored("overtaken"),
    reversed: moves("reversed"),
  },
  failed: {
    paid: moves("paid", true),
    failed: ignored("overtaken"),
    expired: ignored("overtaken"),
    reversed: moves("reversed"),
  },
  paid: {
    paid: ignored("already_paid"),
    failed: ignored("overtaken"),
    expired: ignored("overtaken"),
    reversed: moves("reversed", true),
  },
  reversed: {
    paid: ignored("reversed_before"),
    failed: ignored("overtaken"),
    expired: ignored("overtaken"),
    reversed: ignored("already_reversed"),
  },
}

describe("an event about a checkout", () => {
  it.each(
    checkoutStatuses.flatMap((status) => paymentEventTypes.map((type) => [status, type] as const)),
  )("that is %s: %s", (status, type) =>
    expect(judgePayment(at(status), said(type))).toEqual(table[status][type]),
  )

  it("takes nothing back where nothing was given for the payment", () =>
    expect(judgePayment(at("paid", false), said("reversed"))).toEqual(moves("reversed", false)))

  it.each<readonly [string, { readonly amountCents?: number; readonly currency?: string }, string]>(
    [
      ["a cent less", { amountCents: 149_999 }, "amount"],
      ["a cent more", { amountCents: 150_001 }, "amount"],
      ["nothing", { amountCents: 0 }, "amount"],
      ["another currency", { currency: "EUR" }, "currency"],
      ["the currency in lower case", { currency: "php" }, "currency"],
      ["another currency and amount", { currency: "EUR", amountCents: 1 }, "currency"],
    ],
  )("about other money changes nothing, whatever it says: %s", (_, other, reason) => {
    for (const status of checkoutStatuses)
      for (const type of paymentEventTypes)
        expect(judgePayment(at(status), { ...said(type), ...other })).toEqual({
          kind: "mismatched",
          reason,
        })
  })
})

/**
 * Lets events happen one after the other; tells where that ends, and how often the membership was
 * asked to change.
 */
const after = (types: readonly PaymentEventType[]) => {
  let checkout: Pick<Checkout, "status" | "isApplied" | "amountCents" | "currency"> = at("open")
  const requested: PaymentEventType[] = []
  for (const type of types) {
    const verdict = judgePayment(checkout, said(type))
    if (verdict.kind !== "moves") continue
    if (verdict.concernsMembership) requested.push(type)
    checkout = {
      ...checkout,
      status: verdict.status,
      isApplied: checkout.isApplied || type === "paid",
    }
  }
  return { status: checkout.status, requested }
}

describe("events of one payment", () => {
  const anyEvents = fc.array(fc.constantFrom(...paymentEventTypes), { maxLength: 7 })
  const shuffled = anyEvents.chain((events) =>
    fc.tuple(
      fc.constant(events),
      fc.shuffledSubarray(events, { minLength: events.length, maxLength: events.length }),
    ),
  )

  it("end the same in whatever order they are told", () =>
    fc.assert(
      fc.property(shuffled, ([events, otherwise]) => {
        expect(after(otherwise).status).toBe(after(events).status)
      }),
    ))

  it("are applied at most once, and taken back at most once, and only afterwards", () =>
    fc.assert(
      fc.property(anyEvents, (events) => {
        expect([[], ["paid"], ["paid", "reversed"]]).toContainEqual(after(events).requested)
      }),
    ))

  it("give nothing for a payment whose reversal overtook it", () =>
    expect(after(["reversed", "paid"])).toEqual({ status: "reversed", requested: [] }))
})
