import { createHmac } from "node:crypto"
import { Effect } from "effect"
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { host, type PaymentEvent, type PaymentEventType } from "../../src/index.ts"
import type { Application, ApplyPayment } from "../../src/payments/steps/apply-payment.ts"
import { settlePayment } from "../../src/payments/steps/settle-payment.ts"
import { transact } from "../../src/foundation/unit-of-work.ts"
import {
  openPaymentBackend,
  page,
  type PaymentBackend,
  type CallbackFields,
} from "../fixtures/payments.ts"
import { portsOf } from "../../src/effect.ts"

const refusal = (_tag: string) => expect.objectContaining({ _tag })
const hourMs = 3_600_000

/**
 * Settles an event with another rule in the place of the membership's; tells what that was asked.
 */
const settleWith = async (
  paymentBackend: PaymentBackend,
  reported: Partial<PaymentEvent>,
  answer: "applied" | "full",
) => {
  const requested: string[] = []
  const application: Application =
    answer === "applied" ? { isApplied: true } : { isApplied: false, reason: answer }
  const apply: ApplyPayment = ({ checkout, event }) => {
    requested.push(`${event.type} ${checkout.status} ${checkout.isApplied}`)
    return Effect.succeed(application)
  }
  const connection = await portsOf(paymentBackend.symbolon).storage.transact("read", (tx) =>
    tx.paymentConnections.find(paymentBackend.connection.uuid),
  )
  if (connection === undefined) throw new Error("The connection is gone.")
  const event: PaymentEvent = {
    eventId: "evt-1",
    type: "paid",
    amountCents: 150_000,
    currency: "PHP",
    checkoutUuid: undefined,
    reference: undefined,
    ...reported,
  }
  const settlement = await paymentBackend.symbolon.run(
    transact(function* (_tx, now) {
      return yield* settlePayment({ connection, event, key: undefined }, apply, now)
    }),
  )
  return { settlement, requested }
}

describe("a payment that arrives", () => {
  it("is applied, and its checkout is paid", async () => {
    const { insertCheckout, sendCallback, find, clock, parkedPayments } = await openPaymentBackend()
    const checkout = await insertCheckout("ada")
    expect(await sendCallback(checkout)).toEqual([{ eventId: "evt-1", outcome: "applied" }])
    expect(await find(checkout.uuid)).toEqual({
      ...checkout,
      status: "paid",
      isApplied: true,
      updatedAt: clock.now(),
    })
    expect(await parkedPayments()).toEqual([])
  })

  it("twice is one payment; nothing is written the second time", async () => {
    const { insertCheckout, sendCallback, find, clock } = await openPaymentBackend()
    const checkout = await insertCheckout("ada")
    await sendCallback(checkout)
    const paid = await find(checkout.uuid)
    clock.set(new Date(clock.now().getTime() + hourMs))
    expect(await sendCallback(checkout)).toEqual([{ eventId: "evt-1", outcome: "repeated" }])
    expect(await sendCallback(checkout, { amountCents: 1 })).toEqual([
      { eventId: "evt-1", outcome: "repeated" },
    ])
    expect(await sendCallback(checkout, { eventId: "evt-2" })).toEqual([
      { eventId: "evt-2", outcome: "ignored", reason: "already_paid" },
    ])
    expect(await find(checkout.uuid)).toEqual(paid)
  })

  it("late counts: the money was taken", async () => {
    const { insertCheckout, sendCallback, find, clock } = await openPaymentBackend()
    const [unheard, reported, cancelled] = [
      await insertCheckout("ada"),
      await insertCheckout("bea"),
      await insertCheckout("cleo", { status: "cancelled" }),
    ]
    await sendCallback(reported, { type: "expired" })
    expect((await find(reported.uuid)).status).toBe("expired")
    clock.set(new Date(clock.now().getTime() + 30 * 24 * hourMs))
    for (const [n, checkout] of [unheard, reported, cancelled].entries()) {
      expect(await sendCallback(checkout, { eventId: `late-${n}` })).toMatchObject([
        { outcome: "applied" },
      ])
      expect(await find(checkout.uuid)).toMatchObject({ status: "paid", isApplied: true })
    }
  })

  it.each<readonly [string, CallbackFields, string]>([
    ["a cent less", { amountCents: 149_999 }, "amount"],
    ["another currency", { currency: "EUR" }, "currency"],
    ["a part that was given back", { type: "reversed", amountCents: 50_000 }, "amount"],
  ])("of other money changes nothing and waits for a person: %s", async (_, reported, reason) => {
    const { insertCheckout, sendCallback, find, parkedPayments } = await openPaymentBackend()
    const checkout = await insertCheckout("ada")
    expect(await sendCallback(checkout, reported)).toEqual([
      { eventId: "evt-1", outcome: "mismatched", reason },
    ])
    expect(await find(checkout.uuid)).toEqual(checkout)
    expect(await parkedPayments()).toMatchObject([
      { received: { outcome: "mismatched", reason, checkoutUuid: checkout.uuid }, checkout },
    ])
    expect(await sendCallback(checkout, { eventId: "evt-2" })).toMatchObject([
      { outcome: "applied" },
    ])
  })

  it("for a checkout that nobody knows waits for a person; so does one for another connection's", async () => {
    const { symbolon, club, connection, insertCheckout, sendCallback, find, parkedPayments } =
      await openPaymentBackend()
    const { connection: other } = await symbolon.paymentConnections.create({
      organization: club.slug,
      backend: "manual",
    })
    const foreign = await insertCheckout("ada", { connectionUuid: other.uuid })
    expect(await sendCallback(foreign)).toEqual([
      { eventId: "evt-1", outcome: "unapplied", reason: "unknown_checkout" },
    ])
    expect(
      await sendCallback(foreign, { eventId: "evt-2", checkoutUuid: "nothing" }),
    ).toMatchObject([{ reason: "unknown_checkout" }])
    expect(await find(foreign.uuid)).toEqual(foreign)
    expect(await parkedPayments()).toMatchObject([
      {
        received: { reference: foreign.uuid, connectionUuid: connection.uuid },
        checkout: undefined,
      },
      { received: { reference: "nothing" }, checkout: undefined },
    ])
  })
})

describe("a payment that nothing can be given for", () => {
  it("waits for a person; what is given back of it then takes nothing", async () => {
    const paymentBackend = await openPaymentBackend()
    const { uuid } = await paymentBackend.insertCheckout("ada")
    const paid = await settleWith(paymentBackend, { checkoutUuid: uuid }, "full")
    expect(paid).toEqual({
      settlement: { outcome: "unapplied", reason: "full" },
      requested: ["paid paid true"],
    })
    expect(await paymentBackend.find(uuid)).toMatchObject({ status: "paid", isApplied: false })
    expect(await paymentBackend.parkedPayments()).toMatchObject([
      { received: { outcome: "unapplied", reason: "full" }, checkout: { status: "paid" } },
    ])
    const back = await settleWith(
      paymentBackend,
      { checkoutUuid: uuid, type: "reversed", eventId: "evt-2" },
      "full",
    )
    expect(back).toEqual({ settlement: { outcome: "applied" }, requested: [] })
    expect(await paymentBackend.find(uuid)).toMatchObject({ status: "reversed", isApplied: false })
  })

  it("and one that cannot be taken back waits for a person too", async () => {
    const paymentBackend = await openPaymentBackend()
    const { uuid } = await paymentBackend.insertCheckout("ada")
    await settleWith(paymentBackend, { checkoutUuid: uuid }, "applied")
    const back = await settleWith(
      paymentBackend,
      { checkoutUuid: uuid, type: "reversed", eventId: "evt-2" },
      "full",
    )
    expect(back).toEqual({
      settlement: { outcome: "unapplied", reason: "full" },
      requested: ["reversed reversed true"],
    })
    expect((await paymentBackend.find(uuid)).status).toBe("reversed")
  })
})

describe("what is told of one payment", () => {
  it("ends the same in whatever order it is told, and however often", async () => {
    const paymentBackend = await openPaymentBackend()
    let people = 0
    const anyEvents = fc.array(
      fc.record({
        type: fc.constantFrom<PaymentEventType>("paid", "failed", "expired", "reversed"),
        isOther: fc.nat(5).map((n) => n === 0),
      }),
      { minLength: 1, maxLength: 5 },
    )
    const reported = anyEvents.chain((events) => {
      const named = events.map((event, n) => ({ ...event, eventId: `evt-${n}` }))
      const all = { minLength: named.length, maxLength: named.length }
      return fc.tuple(
        fc.shuffledSubarray(named, all),
        fc.shuffledSubarray([...named, ...named], {
          minLength: 2 * named.length,
          maxLength: 2 * named.length,
        }),
      )
    })
    const endOf = async (
      events: readonly {
        readonly type: PaymentEventType
        readonly isOther: boolean
        readonly eventId: string
      }[],
    ) => {
      people += 1
      const checkout = await paymentBackend.insertCheckout(`person-${people}`)
      for (const { type, isOther, eventId } of events)
        await paymentBackend.sendCallback(checkout, {
          type,
          eventId: `${people} ${eventId}`,
          amountCents: isOther ? 1 : 150_000,
        })
      return (await paymentBackend.find(checkout.uuid)).status
    }
    await fc.assert(
      fc.asyncProperty(reported, async ([once, twice]) => {
        expect(await endOf(twice)).toBe(await endOf(once))
      }),
      { numRuns: 40 },
    )
  })

  it("gives nothing for a payment whose reversal came first", async () => {
    const paymentBackend = await openPaymentBackend()
    const { uuid } = await paymentBackend.insertCheckout("ada")
    expect(
      await settleWith(paymentBackend, { checkoutUuid: uuid, type: "reversed" }, "applied"),
    ).toEqual({
      settlement: { outcome: "applied" },
      requested: [],
    })
    expect(
      await settleWith(paymentBackend, { checkoutUuid: uuid, eventId: "evt-2" }, "applied"),
    ).toEqual({
      settlement: { outcome: "ignored", reason: "reversed_before" },
      requested: [],
    })
  })

  it("may name nothing but what the backend called the payment", async () => {
    const paymentBackend = await openPaymentBackend()
    const { uuid } = await paymentBackend.insertCheckout("ada", { reference: "cs_1" })
    await settleWith(paymentBackend, { checkoutUuid: uuid, reference: "pi_1" }, "applied")
    expect(await paymentBackend.find(uuid)).toMatchObject({ paymentReference: "pi_1" })
    expect(
      await settleWith(
        paymentBackend,
        { reference: "pi_1", type: "reversed", eventId: "evt-2" },
        "applied",
      ),
    ).toMatchObject({
      settlement: { outcome: "applied" },
    })
    expect((await paymentBackend.find(uuid)).status).toBe("reversed")
  })
})

describe("receive", () => {
  const send = (paymentBackend: PaymentBackend, change: object) =>
    paymentBackend.symbolon.paymentEvents.receive({
      backend: "manual",
      connectionUuid: paymentBackend.connection.uuid,
      headers: {},
      rawBody: Buffer.from("{}"),
      ...change,
    })

  it.each<readonly [string, object, string]>([
    ["a connection that is not there", { connectionUuid: "nowhere" }, "NotFound"],
    ["a connection of another backend", { backend: "fake" }, "NotFound"],
    ["a backend that is not configured", { backend: "stripe" }, "NotFound"],
    ["no signature", {}, "BadRequest"],
    [
      "a wrong one",
      { headers: { "x-payment-signature": `sha256=${"0".repeat(64)}` } },
      "BadRequest",
    ],
  ])("refuses %s", async (_, change, tag) => {
    const paymentBackend = await openPaymentBackend()
    await expect(send(paymentBackend, change)).rejects.toEqual(refusal(tag))
  })

  it("refuses another connection's secret", async () => {
    const paymentBackend = await openPaymentBackend()
    const { connection } = await paymentBackend.symbolon.paymentConnections.create({
      organization: paymentBackend.club.slug,
      backend: "manual",
    })
    const checkout = await paymentBackend.insertCheckout("ada", { connectionUuid: connection.uuid })
    const reported = { ...paymentBackend, connection }
    const rawBody = Buffer.from("{}")
    const headers = {
      "x-payment-signature": `sha256=${createHmac("sha256", paymentBackend.secret).update(rawBody).digest("hex")}`,
    }
    await expect(send(reported, { headers, rawBody })).rejects.toMatchObject({
      _tag: "BadRequest",
      reason: expect.stringContaining("HMAC"),
    })
    expect(await paymentBackend.find(checkout.uuid)).toEqual(checkout)
  })

  it("is for the host alone", async () => {
    const paymentBackend = await openPaymentBackend()
    const caller = {
      kind: "user",
      userUuid: paymentBackend.owner.uuid,
      isServiceStaff: true,
      clientId: "app",
      sid: "s",
      scopes: new Set<string>(),
      isFirstParty: true,
    } as const
    const input = {
      backend: "manual",
      connectionUuid: paymentBackend.connection.uuid,
      headers: {},
      rawBody: Buffer.from("{}"),
    }
    await expect(paymentBackend.symbolon.as(caller).paymentEvents.receive(input)).rejects.toEqual(
      refusal("Forbidden"),
    )
    await expect(paymentBackend.symbolon.as(host).paymentEvents.receive(input)).rejects.toEqual(
      refusal("BadRequest"),
    )
  })

  it("settles several events in their order, each by itself", async () => {
    const paymentBackend = await openPaymentBackend()
    const { connection, secret = "" } = await paymentBackend.symbolon.paymentConnections.create({
      organization: paymentBackend.club.slug,
      backend: "fake",
    })
    const checkout = await paymentBackend.insertCheckout("ada", {
      connectionUuid: connection.uuid,
      backend: "fake",
    })
    const event = {
      event_id: "a",
      type: "paid",
      checkout_uuid: checkout.uuid,
      amount_cents: 150_000,
      currency: "PHP",
    }
    const events = [
      event,
      { ...event, event_id: "b", amount_cents: 1 },
      event,
      { ...event, event_id: "c", type: "reversed" },
    ]
    const answer = await paymentBackend.symbolon.paymentEvents.receive({
      backend: "fake",
      connectionUuid: connection.uuid,
      headers: { "x-fake-secret": secret },
      rawBody: Buffer.from(JSON.stringify({ events })),
    })
    expect(answer.map(({ eventId, outcome }) => `${eventId} ${outcome}`)).toEqual([
      "a applied",
      "b mismatched",
      "a repeated",
      "c applied",
    ])
    expect((await paymentBackend.find(checkout.uuid)).status).toBe("reversed")
  })
})

describe("what waits for a person", () => {
  it("is listed by its kind, and by whether somebody has dealt with it", async () => {
    const { symbolon, club, insertCheckout, sendCallback, clock, owner } =
      await openPaymentBackend()
    const checkout = await insertCheckout("ada")
    await sendCallback(checkout, { amountCents: 1 })
    await sendCallback(checkout, { eventId: "evt-2", checkoutUuid: "nothing" })
    const list = async (of: object) =>
      (await symbolon.paymentEvents.list({ organization: club.slug, page, ...of })).items.map(
        ({ received }) => received.eventId,
      )
    expect([
      await list({}),
      await list({ outcome: "mismatched" }),
      await list({ outcome: "unapplied" }),
    ]).toEqual([["evt-1", "evt-2"], ["evt-1"], ["evt-2"]])
    const [first] = (await symbolon.paymentEvents.list({ organization: club.slug, page })).items
    const eventUuid = first?.received.uuid ?? ""
    const settled = await symbolon.paymentEvents.settle({
      organization: club.slug,
      eventUuid,
      note: "given back",
    })
    expect(settled).toMatchObject({
      received: {
        uuid: eventUuid,
        settledAt: clock.now(),
        settledByUserUuid: undefined,
        note: "given back",
      },
      checkout: { uuid: checkout.uuid, status: "open" },
    })
    expect([await list({}), await list({ isSettled: true })]).toEqual([["evt-2"], ["evt-1"]])
    await expect(
      symbolon.paymentEvents.settle({ organization: club.slug, eventUuid }),
    ).rejects.toMatchObject({
      _tag: "Conflict",
      reason: "already_settled",
    })
    const other = await symbolon.organizations.create({ name: "Elsewhere", ownerUuid: owner.uuid })
    await expect(
      symbolon.paymentEvents.settle({ organization: other.slug, eventUuid }),
    ).rejects.toEqual(refusal("NotFound"))
  })

  it("tells the checkout's status as it is by now", async () => {
    const { insertCheckout, sendCallback, parkedPayments, clock } = await openPaymentBackend()
    await sendCallback(await insertCheckout("ada"), { amountCents: 1 })
    clock.set(new Date(clock.now().getTime() + 24 * hourMs))
    expect(await parkedPayments()).toMatchObject([{ checkout: { status: "expired" } }])
  })

  it("is nothing that was applied", async () => {
    const { symbolon, club, insertCheckout, sendCallback } = await openPaymentBackend()
    const checkout = await insertCheckout("ada")
    await sendCallback(checkout)
    const inbox = await portsOf(symbolon).storage.transact("read", (tx) =>
      tx.paymentInbox.listParked(
        { organizationUuid: club.uuid, outcome: undefined, isSettled: false },
        page,
      ),
    )
    expect(inbox.totalItems).toBe(0)
    await expect(
      symbolon.paymentEvents.settle({ organization: club.slug, eventUuid: "nothing" }),
    ).rejects.toEqual(refusal("NotFound"))
  })
})
