import { Result } from "effect"
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { resources } from "../contract/index.ts"
import { updateWebhook } from "../contract/endpoints/console-webhooks.ts"
import { deliveryStates } from "./delivery.ts"
import type { RedeliveryRange } from "./delivery-repository.ts"
import { permitRange, type Redelivery, redeliveryFrom, redeliveryJob } from "./redelivery.ts"
import { answeredEvents, everyEvent, isSubscribed, subscribableEvents } from "./webhook.ts"

const now = new Date("2026-11-21T10:00:00.000Z")
const dates = fc.date({ noInvalidDate: true, min: new Date(0), max: new Date("9999-12-31") })
const redeliveries: fc.Arbitrary<Redelivery> = fc.record({
  range: fc.record({
    webhookUuid: fc.uuid(),
    state: fc.constantFrom(...deliveryStates),
    from: dates,
    to: dates,
    exceptEvents: fc.constant(answeredEvents),
  }),
  after: fc.option(fc.uuid(), { nil: undefined }),
  until: fc.uuid(),
})

describe("a range of deliveries", () => {
  it("ends after it begins, and never later than now", () =>
    fc.assert(
      fc.property(redeliveries, ({ range }) => {
        const end = Math.min(range.to.getTime(), now.getTime() + 1)
        const permitted = Result.getOrUndefined(permitRange(range, now))
        expect(permitted).toEqual(
          range.from < range.to ? { ...range, to: new Date(end) } : undefined,
        )
      }),
    ))

  it("is in its job as it was asked for", () =>
    fc.assert(
      fc.property(redeliveries, (redelivery) => {
        const job = redeliveryJob("job", redelivery, now)
        const stored: unknown = JSON.parse(JSON.stringify(job.payload))
        expect(redeliveryFrom({ payload: stored as typeof job.payload })).toEqual(redelivery)
      }),
    ))

  it("has one job at a time: the key does not name the slice", () => {
    const range: RedeliveryRange = {
      webhookUuid: "w",
      state: "failed",
      from: new Date(0),
      to: now,
      exceptEvents: [],
    }
    const first = redeliveryJob("a", { range, after: undefined, until: "u" }, now)
    const second = redeliveryJob("b", { range, after: "x", until: "u" }, now)
    expect(second.key).toBe(first.key)
  })
})

describe("the events that a webhook can name", () => {
  it("are in the contract those of the noun, and are described", () => {
    const accepts = (event: string) => updateWebhook.body?.safeParse({ events: [event] }).success
    const named = [...subscribableEvents, ...answeredEvents]
    for (const event of [everyEvent, ...named]) expect(accepts(event)).toBe(true)
    const described = resources.webhookEvents.map(({ name }) => name)
    expect(new Set(described.filter(accepts))).toEqual(new Set(named))
  })

  it("are sent to who names them, but for requests whose answer is content", () => {
    const sentTo = (events: readonly string[], event: string) =>
      isSubscribed({ isEnabled: true, events }, event)
    expect(sentTo(["reward.redeemed"], "reward.redeemed")).toBe(true)
    expect(sentTo(["reward.redeemed"], "membership.left")).toBe(false)
    expect(sentTo([everyEvent], "membership.left")).toBe(true)
    for (const event of answeredEvents)
      for (const name of [event, everyEvent]) expect(sentTo([name], event)).toBe(false)
  })
})
