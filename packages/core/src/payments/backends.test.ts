import { describe, expect, it } from "vitest"
import type { PaymentBackend } from "../foundation/ports/payments.ts"
import { backendsByName } from "./backends.ts"
import { fakePayments } from "./fake.ts"
import { manualPayments } from "./manual.ts"

const bank: PaymentBackend = { ...manualPayments(), name: "bank" }

describe("the backends of a deployment", () => {
  it("are manual and those it was given; with a test clock fake too", () => {
    expect([...backendsByName([], false).keys()]).toEqual(["manual"])
    expect([...backendsByName([bank], true).keys()]).toEqual(["manual", "fake", "bank"])
  })
  it("take the place of ours that have its name", () => {
    const own = manualPayments({ payAt: (uuid) => uuid })
    expect(backendsByName([own], false).get("manual")).toBe(own)
  })
  it.each<readonly [string, readonly PaymentBackend[], RegExp]>([
    ["two of one name", [bank, bank], /Two payment backends are named bank/],
    ["a name that cannot stand in a path", [{ ...bank, name: "my/bank" }], /lower-case letters/],
    ["no name", [{ ...bank, name: "" }], /lower-case letters/],
    ["money that is not real, where time is", [fakePayments()], /with a test clock/],
  ])("are refused with %s", (_, supplied, reason) =>
    expect(() => backendsByName(supplied, false)).toThrow(reason),
  )
})

describe("a fake callback", () => {
  const body = { event_id: "e", type: "paid", checkout_uuid: "c", amount_cents: 1, currency: "PHP" }
  const read = (sent: unknown, listed: string | undefined = "sy_ps_1") =>
    fakePayments().parseCallback({
      headers: listed === "" ? {} : { "x-fake-secret": listed },
      rawBody: Buffer.from(JSON.stringify(sent)),
      secret: "sy_ps_1",
      arrivedAt: new Date(0),
    })
  const event = {
    eventId: "e",
    type: "paid",
    checkoutUuid: "c",
    reference: undefined,
    amountCents: 1,
    currency: "PHP",
  }

  it("tells of one event, or of several", async () => {
    expect(await read(body)).toEqual({ events: [event] })
    expect(await read({ events: [body, { ...body, event_id: "f" }] })).toEqual({
      events: [event, { ...event, eventId: "f" }],
    })
  })
  it.each<readonly [string, object, string]>([
    ["another secret", body, "sy_ps_2"],
    ["no secret", body, ""],
    ["an event that cannot be read", { events: [body, 1] }, "sy_ps_1"],
    ["no event", [], "sy_ps_1"],
  ])("is refused with %s", async (_, sent, listed) =>
    expect(await read(sent, listed)).toEqual({ refused: expect.any(String) }),
  )
})
