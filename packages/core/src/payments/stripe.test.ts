import { describe, expect, it } from "vitest"
import { stripePayments, type StripeSessionRequest } from "./stripe.ts"
import { fromStripe, toStripe } from "./stripe-amount.ts"
import { stripeSessions } from "./stripe-sessions.ts"

const secret = "whsec_test"
const stamp = 1_795_255_200
const arrivedAt = new Date(stamp * 1000)
const body =
  '{"id":"evt_1","type":"checkout.session.completed","data":{"object":{"id":"cs_1","client_reference_id":"c-1","payment_intent":"pi_1","payment_status":"paid","amount_total":150000,"currency":"php"}}}'
/**
 * HMAC-SHA256 of `1795255200.` and the body, under `whsec_test` and `whsec_old`, by Python's
 * `hmac`.
 */
const mac = "11602f06e41276860be0091eaf762f2a46b6ee9aaf0c98cb8b4f219c2e18c75b"
const oldMac = "f3c8a1ffe00e01e13a4e35df015d444f326a3d9b14fdc2f6ef62c7cfad813fdd"
/** Of the body alone. */
const bareMac = "1566b86ce81664a3880bad278e8a8c8f472910287e342c0ad9dd9835ac9a8d36"

const bytes = (text: string) => new TextEncoder().encode(text)
const { createCheckout, parseCallback } = stripePayments({
  openSession: () => Promise.reject(new Error("not asked")),
})
const read = (signature: string | undefined, text = body, at = arrivedAt) =>
  parseCallback({
    headers: signature === undefined ? {} : { "stripe-signature": signature },
    rawBody: bytes(text),
    secret,
    arrivedAt: at,
  })

const good = `t=${stamp},v1=${mac}`
const event = {
  eventId: "evt_1",
  type: "paid",
  checkoutUuid: "c-1",
  reference: "pi_1",
  amountCents: 150_000,
  currency: "PHP",
}

describe("a callback of Stripe", () => {
  it.each<readonly [string, string]>([
    ["as Stripe sends it", good],
    ["with a scheme of former days beside it", `t=${stamp},v1=${mac},v0=${oldMac}`],
    ["while the secret is rolled, whichever comes first", `t=${stamp},v1=${oldMac},v1=${mac}`],
    ["while the secret is rolled, the other way round", `t=${stamp},v1=${mac},v1=${oldMac}`],
    ["with the stamp last, and blanks", `v1=${mac}, t=${stamp}`],
  ])("is believed %s", async (_, signature) =>
    expect(await read(signature)).toEqual({ events: [event] }),
  )

  it.each<readonly [string, string | undefined, string?]>([
    ["no signature", undefined],
    ["an empty one", ""],
    ["no stamp", `v1=${mac}`],
    ["a stamp that is none", `t=now,v1=${mac}`],
    ["another stamp", `t=${stamp + 1},v1=${mac}`],
    ["a signature that leaves the stamp out", `t=${stamp},v1=${bareMac}`],
    ["the right one under another scheme", `t=${stamp},v0=${mac}`],
    ["another secret's", `t=${stamp},v1=${oldMac}`],
    ["half of it", `t=${stamp},v1=${mac.slice(0, 32)}`],
    ["another body", good, body.replace("150000", "1")],
  ])("is refused with %s", async (_, signature, text) =>
    expect(await read(signature, text)).toEqual({
      refused: expect.stringContaining("Stripe-Signature"),
    }),
  )

  it.each([
    [-301, false],
    [-300, true],
    [0, true],
    [300, true],
    [301, false],
  ])("that arrives %i s after its stamp: believed %s", async (seconds, isBelieved) => {
    const reading = await read(good, body, new Date((stamp + seconds) * 1000))
    expect("events" in reading).toBe(isBelieved)
  })

  it("has the tolerance that the operator gives", async () => {
    const strict = stripePayments({
      openSession: () => Promise.reject(new Error("not asked")),
      toleranceSeconds: 5,
    })
    const at = (seconds: number) =>
      strict.parseCallback({
        headers: { "stripe-signature": good },
        rawBody: bytes(body),
        secret,
        arrivedAt: new Date((stamp + seconds) * 1000),
      })
    expect(["events" in (await at(5)), "events" in (await at(6))]).toEqual([true, false])
  })
})

/** Signed by another implementation than the one under test. */
const reported = async (type: string, object: unknown) => {
  const text = JSON.stringify({ id: "evt_2", type, data: { object } })
  const key = await crypto.subtle.importKey(
    "raw",
    bytes(secret),
    { name: "HMAC", hash: "SHA-256" },
    false,
    ["sign"],
  )
  const made = Buffer.from(
    await crypto.subtle.sign("HMAC", key, bytes(`${stamp}.${text}`)),
  ).toString("hex")
  return read(`t=${stamp},v1=${made}`, text)
}

describe("an event of Stripe", () => {
  const session = {
    id: "cs_1",
    client_reference_id: "c-1",
    payment_intent: "pi_1",
    amount_total: 150_000,
    currency: "php",
  }
  const named = {
    eventId: "evt_2",
    checkoutUuid: "c-1",
    reference: "pi_1",
    amountCents: 150_000,
    currency: "PHP",
  }

  it.each<readonly [string, string, object, object]>([
    [
      "a payment",
      "checkout.session.completed",
      { ...session, payment_status: "paid" },
      { ...named, type: "paid" },
    ],
    [
      "money that came later",
      "checkout.session.async_payment_succeeded",
      session,
      { ...named, type: "paid" },
    ],
    [
      "money that did not come",
      "checkout.session.async_payment_failed",
      session,
      { ...named, type: "failed" },
    ],
    [
      "a session that ran out",
      "checkout.session.expired",
      { ...session, payment_intent: null },
      { ...named, type: "expired", reference: "cs_1" },
    ],
    [
      "a refund",
      "charge.refunded",
      {
        id: "ch_1",
        payment_intent: "pi_1",
        amount: 150_000,
        amount_refunded: 150_000,
        currency: "php",
        metadata: { checkout_uuid: "c-1" },
      },
      { ...named, type: "reversed" },
    ],
    [
      "a part of a refund",
      "charge.refunded",
      {
        id: "ch_1",
        payment_intent: "pi_1",
        amount: 150_000,
        amount_refunded: 50_000,
        currency: "php",
        metadata: { checkout_uuid: "c-1" },
      },
      { ...named, type: "reversed", amountCents: 50_000 },
    ],
    [
      "a chargeback, which names the payment alone",
      "charge.dispute.funds_withdrawn",
      {
        id: "dp_1",
        charge: "ch_1",
        payment_intent: "pi_1",
        amount: 150_000,
        currency: "php",
        metadata: {},
      },
      { ...named, type: "reversed", checkoutUuid: undefined },
    ],
    [
      "a session that names its checkout in its metadata",
      "checkout.session.completed",
      { ...session, client_reference_id: null, metadata: { checkout_uuid: "c-1" } },
      { ...named, type: "paid" },
    ],
  ])("tells of %s", async (_, type, object, expected) =>
    expect(await reported(type, object)).toEqual({ events: [expected] }),
  )

  it.each<readonly [string, string, object]>([
    [
      "a payment that is on its way",
      "checkout.session.completed",
      { ...session, payment_status: "unpaid" },
    ],
    ["something else", "customer.created", { id: "cus_1" }],
    ["a word that every object has", "constructor", { id: "x" }],
  ])("tells of nothing where it is about %s", async (_, type, object) =>
    expect(await reported(type, object)).toEqual({ events: [] }),
  )

  it.each<readonly [string, string, unknown]>([
    ["no object", "charge.refunded", null],
    ["no amount", "checkout.session.async_payment_succeeded", { ...session, amount_total: null }],
    [
      "no currency",
      "checkout.session.async_payment_succeeded",
      { ...session, currency: undefined },
    ],
    ["no name", "charge.dispute.funds_withdrawn", { amount: 1, currency: "php" }],
    [
      "a part of a full unit",
      "checkout.session.async_payment_succeeded",
      { ...session, currency: "isk", amount_total: 150_050 },
    ],
  ])("is refused when it holds %s", async (_, type, object) =>
    expect(await reported(type, object)).toEqual({ refused: expect.any(String) }),
  )

  it("counts money as ISO 4217 does", async () => {
    expect(
      await reported("checkout.session.async_payment_succeeded", {
        ...session,
        currency: "isk",
        amount_total: 150_000,
      }),
    ).toMatchObject({
      events: [{ amountCents: 1500, currency: "ISK" }],
    })
  })
})

describe("amounts of Stripe", () => {
  it.each<readonly [string, number, number | undefined]>([
    ["PHP", 150_000, 150_000],
    ["JPY", 500, 500],
    ["ISK", 500, 50_000],
    ["UGX", 500, 50_000],
    ["MGA", 50_000, 500],
    ["MGA", 50_050, undefined],
    ["KWD", 5120, 5120],
    ["KWD", 5124, undefined],
    ["HUF", 1045, 1045],
    ["PHP", 99_999_999_999, 99_999_999_999],
  ])("%s %i is %s", (currency, amountCents, amount) => {
    expect(toStripe(amountCents, currency)).toBe(amount)
    expect(amount === undefined ? amountCents : fromStripe(amount, currency)).toBe(amountCents)
  })
  it("have no part of a full unit where there is none", () =>
    expect(fromStripe(50_050, "UGX")).toBeUndefined())
})

const request = {
  checkoutUuid: "c-1",
  organizationUuid: "o-1",
  connectionUuid: "n-1",
  amountCents: 500,
  currency: "ISK",
  description: "Gold, one month",
  returnUrl: "https://club.example/back?a=1",
  expiresAt: new Date("2026-11-22T10:00:00.999Z"),
}

describe("a checkout at Stripe", () => {
  it("is opened in Stripe's terms", async () => {
    const requested: StripeSessionRequest[] = []
    const { createCheckout: open } = stripePayments({
      openSession: async (session) => {
        requested.push(session)
        return { id: "cs_1", url: "https://checkout.stripe.example/cs_1" }
      },
    })
    expect(await open(request)).toEqual({
      checkoutUrl: "https://checkout.stripe.example/cs_1",
      reference: "cs_1",
    })
    const { amountCents: _, ...same } = request
    expect(requested).toEqual([
      { ...same, amount: 50_000, currency: "isk", expiresAt: 1_795_341_600 },
    ])
  })
  it("is not opened for money that Stripe cannot charge", () =>
    expect(createCheckout({ ...request, currency: "KWD", amountCents: 5124 })).rejects.toThrow(
      /cannot charge 5124 minor units of KWD/,
    ))
})

describe("Stripe's HTTP API", () => {
  const calls: { readonly url: string; readonly init: RequestInit }[] = []
  const answering = (status: number, answer: unknown) =>
    stripeSessions({
      apiKey: "sk_test_1",
      returnUrl: "https://club.example/",
      fetch: async (url, init) => {
        calls.push({ url, init })
        return new Response(JSON.stringify(answer), { status })
      },
    })
  const formIn = (init: RequestInit | undefined) =>
    Object.fromEntries(new URLSearchParams(typeof init?.body === "string" ? init.body : ""))
  const session: StripeSessionRequest = {
    ...request,
    amount: 50_000,
    currency: "isk",
    expiresAt: 1_795_341_600,
  }

  it("is asked for one payment, under the checkout's uuid", async () => {
    expect(
      await answering(200, { id: "cs_1", url: "https://checkout.stripe.example/cs_1" })(session),
    ).toEqual({
      id: "cs_1",
      url: "https://checkout.stripe.example/cs_1",
    })
    const { url, init } = calls.at(-1) ?? { url: "", init: {} }
    expect(url).toBe("https://api.stripe.com/v1/checkout/sessions")
    expect(init.headers).toMatchObject({
      authorization: "Bearer sk_test_1",
      "idempotency-key": "c-1",
    })
    expect(formIn(init)).toEqual({
      mode: "payment",
      client_reference_id: "c-1",
      "metadata[checkout_uuid]": "c-1",
      "payment_intent_data[metadata][checkout_uuid]": "c-1",
      "line_items[0][quantity]": "1",
      "line_items[0][price_data][unit_amount]": "50000",
      "line_items[0][price_data][currency]": "isk",
      "line_items[0][price_data][product_data][name]": "Gold, one month",
      success_url: "https://club.example/back?a=1",
      cancel_url: "https://club.example/back?a=1",
      expires_at: "1795341600",
    })
  })
  it("sends payers to the operator's page who were not told where to go", async () => {
    await answering(200, { id: "cs_1" })({ ...session, returnUrl: undefined })
    expect(formIn(calls.at(-1)?.init)["success_url"]).toBe("https://club.example/")
  })
  it.each([
    [402, { error: { message: "No such account." } }, /402: No such account\./],
    [500, "oops", /500: no reason given/],
    [200, { url: "https://elsewhere.example" }, /200: no reason given/],
  ])(
    "rejects with the reason that a %i gives, and without the key",
    async (status, answer, reason) => {
      const refusal = await answering(
        status,
        answer,
      )(session).catch((error: unknown) => String(error))
      expect(refusal).toMatch(reason)
      expect(refusal).not.toContain("sk_test_1")
    },
  )
})
