import { describe, expect, it } from "vitest"
import { manualPayments } from "./manual.ts"

const secret = "sy_ps_test-secret"
const body =
  '{"event_id":"evt-1","type":"paid","checkout_uuid":"01900000-0000-7000-8000-000000000064","amount_cents":150000,"currency":"PHP"}'
/** By `openssl dgst -sha256 -hmac sy_ps_test-secret`. */
const mac = "da0fb62f5abb6c6823adbc69b9bb79264c70324ad8f05bf4fde163a251d31b58"

const arrivedAt = new Date("2026-11-21T10:00:00.000Z")
const bytes = (text: string) => new TextEncoder().encode(text)
const read = (headers: Readonly<Record<string, string>>, text: string, under = secret) =>
  manualPayments().parseCallback({ headers, rawBody: bytes(text), secret: under, arrivedAt })

/** Signed by another implementation than the one under test. */
const signed = async (text: string | Uint8Array) => {
  const key = await crypto.subtle.importKey(
    "raw",
    bytes(secret),
    { name: "HMAC", hash: "SHA-256" },
    false,
    ["sign"],
  )
  const raw = typeof text === "string" ? bytes(text) : new Uint8Array(text)
  const made = await crypto.subtle.sign("HMAC", key, raw)
  return { "x-payment-signature": `sha256=${Buffer.from(made).toString("hex")}` }
}

describe("a manual callback", () => {
  const event = {
    eventId: "evt-1",
    type: "paid",
    checkoutUuid: "01900000-0000-7000-8000-000000000064",
    reference: undefined,
    amountCents: 150_000,
    currency: "PHP",
  }

  it("is believed when it is signed as promised", async () => {
    expect(await read({ "x-payment-signature": `sha256=${mac}` }, body)).toEqual({
      events: [event],
    })
    expect(await read({ "x-payment-signature": `sha256=${mac.toUpperCase()}` }, body)).toEqual({
      events: [event],
    })
    expect(await signed(body)).toEqual({ "x-payment-signature": `sha256=${mac}` })
  })

  it.each<readonly [string, Readonly<Record<string, string>>, string, string]>([
    ["no signature", {}, body, secret],
    ["an empty one", { "x-payment-signature": "" }, body, secret],
    ["another scheme", { "x-payment-signature": `sha512=${mac}` }, body, secret],
    ["no scheme", { "x-payment-signature": mac }, body, secret],
    ["a blank before it", { "x-payment-signature": ` sha256=${mac}` }, body, secret],
    ["half of it", { "x-payment-signature": `sha256=${mac.slice(0, 32)}` }, body, secret],
    ["one digit off", { "x-payment-signature": `sha256=${mac.slice(0, -1)}9` }, body, secret],
    ["two of them", { "x-payment-signature": `sha256=${mac}, sha256=${mac}` }, body, secret],
    ["no hex", { "x-payment-signature": `sha256=${"z".repeat(64)}` }, body, secret],
    [
      "another body",
      { "x-payment-signature": `sha256=${mac}` },
      body.replace("150000", "150001"),
      secret,
    ],
    [
      "the same body written otherwise",
      { "x-payment-signature": `sha256=${mac}` },
      `${body} `,
      secret,
    ],
    ["another secret", { "x-payment-signature": `sha256=${mac}` }, body, "sy_ps_other"],
  ])("is refused with %s", async (_, headers, text, under) =>
    expect(await read(headers, text, under)).toEqual({
      refused: expect.stringContaining("X-Payment-Signature"),
    }),
  )

  it.each<readonly [string, string]>([
    ["nothing", ""],
    ["no JSON", "{"],
    ["a list", "[]"],
    ["null", "null"],
    ["no event id", body.replace('"evt-1"', "null")],
    ["an empty event id", body.replace('"evt-1"', '""')],
    ["an event id that is too long", body.replace("evt-1", "e".repeat(256))],
    ["an event id that cannot be kept", body.replace("evt-1", "\\u0000")],
    ["half a character", body.replace("evt-1", "\\ud800")],
    ["another type", body.replace('"paid"', '"authorized"')],
    ["no checkout", body.replace("checkout_uuid", "checkout")],
    ["an amount with a point", body.replace("150000", "1500.5")],
    ["an amount as a text", body.replace("150000", '"150000"')],
    ["an amount below nothing", body.replace("150000", "-1")],
    ["an amount beyond all money", body.replace("150000", "9007199254740992")],
    ["no currency", body.replace('"PHP"', "null")],
  ])("is refused when it holds %s, though it is signed", async (_, text) =>
    expect(await read(await signed(text), text)).toEqual({
      refused: expect.stringMatching(/^The body/),
    }),
  )

  it("is refused when it is not UTF-8", async () => {
    const rawBody = Buffer.from(body.replace("evt-1", "\xff"), "latin1")
    const reading = await manualPayments().parseCallback({
      headers: await signed(rawBody),
      rawBody,
      secret,
      arrivedAt,
    })
    expect(reading).toEqual({ refused: expect.stringMatching(/UTF-8/) })
  })

  it("may say more than we read", async () => {
    const more = body.replace("{", '{"paid_by":"Ada","amount":{"eur":1},')
    expect(await read(await signed(more), more)).toEqual({ events: [event] })
  })
})

describe("a manual checkout", () => {
  const request = {
    checkoutUuid: "c-1",
    organizationUuid: "o-1",
    connectionUuid: "n-1",
    amountCents: 1,
    currency: "PHP",
    description: "Gold",
    returnUrl: undefined,
    expiresAt: arrivedAt,
  }
  it("is paid outside, or where the operator says", async () => {
    expect(await manualPayments().createCheckout(request)).toEqual({
      checkoutUrl: undefined,
      reference: undefined,
    })
    const { createCheckout } = manualPayments({
      payAt: (uuid) => `https://club.example/pay/${uuid}`,
    })
    expect(await createCheckout(request)).toEqual({
      checkoutUrl: "https://club.example/pay/c-1",
      reference: undefined,
    })
  })
})
