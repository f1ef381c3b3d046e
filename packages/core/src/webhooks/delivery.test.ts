import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import type { OutgoingErrorCode, OutgoingResult } from "../foundation/ports/outgoing-http.ts"
import {
  afterAttempt,
  deliveryAttemptsMax,
  judgeAttempt,
  pauseAfterAttempt,
  type WebhookDelivery,
} from "./delivery.ts"

const answer = (status: number): OutgoingResult => ({
  kind: "answer",
  status,
  headers: {},
  body: new Uint8Array(),
  isCut: false,
  durationMs: 1,
})
const failure = (code: OutgoingErrorCode, status?: number): OutgoingResult => ({
  kind: "failure",
  code,
  detail: undefined,
  status,
  durationMs: 1,
})
const start = new Date("2026-11-21T00:00:00.000Z")
const fresh: WebhookDelivery = {
  uuid: "delivery",
  organizationUuid: "club",
  webhookUuid: "webhook",
  eventUuid: "event",
  event: "membership.joined",
  state: "pending",
  attemptCount: 0,
  nextAttemptAt: start,
  lastStatus: undefined,
  lastErrorCode: undefined,
  createdAt: start,
  finishedAt: undefined,
  redeliveryOf: undefined,
}

describe("an attempt", () => {
  it.each([
    [200, "success"],
    [201, "success"],
    [204, "success"],
    [299, "success"],
    [300, "retry"],
    [301, "retry"],
    [302, "retry"],
    [399, "retry"],
    [400, "failed"],
    [401, "failed"],
    [404, "failed"],
    [410, "failed"],
    [422, "failed"],
    [428, "failed"],
    [429, "retry"],
    [430, "failed"],
    [499, "failed"],
    [500, "retry"],
    [503, "retry"],
    [599, "retry"],
  ])("with status %i is a %s", (status, outcome) => {
    expect(judgeAttempt(answer(status))).toMatchObject({ status, outcome })
  })

  it.each([
    ["timeout", "retry"],
    ["dns_failed", "retry"],
    ["connect_failed", "retry"],
    ["tls_failed", "retry"],
    ["connection_reset", "retry"],
    ["bad_response", "retry"],
    ["blocked_address", "failed"],
    ["url_refused", "failed"],
  ] as const)("that ends with %s is a %s", (code, outcome) => {
    expect(judgeAttempt(failure(code))).toEqual({ status: undefined, errorCode: code, outcome })
  })

  it("keeps the status of an answer that did not end", () => {
    expect(judgeAttempt(failure("timeout", 200))).toEqual({
      status: 200,
      errorCode: "timeout",
      outcome: "retry",
    })
  })
})

describe("the schedule", () => {
  it("has seven attempts, at 0, 0, 1, 5, 30, 120 and 600 seconds where each fails at once", () => {
    const times: number[] = []
    let delivery = fresh
    while (delivery.nextAttemptAt !== undefined) {
      times.push((delivery.nextAttemptAt.getTime() - start.getTime()) / 1000)
      delivery = afterAttempt(delivery, judgeAttempt(answer(500)), delivery.nextAttemptAt)
    }
    expect(times).toEqual([0, 0, 1, 5, 30, 120, 600])
    expect(times.length).toBe(deliveryAttemptsMax)
    expect(delivery).toMatchObject({ state: "failed", attemptCount: 7, lastStatus: 500 })
  })

  it("counts each pause from the end of the attempt before", () => {
    expect([1, 2, 3, 4, 5, 6, 7].map(pauseAfterAttempt)).toEqual([
      0,
      1_000,
      4_000,
      25_000,
      90_000,
      480_000,
      undefined,
    ])
  })
})

describe("a delivery", () => {
  it("follows the table of states, whatever its attempts come to", () => {
    const results = fc.constantFrom(
      ...[200, 204, 301, 400, 410, 429, 500].map(answer),
      failure("timeout"),
      failure("blocked_address"),
    )
    fc.assert(
      fc.property(fc.array(results, { minLength: 8, maxLength: 8 }), (all) => {
        const steps = [...stepsOf(all)]
        expect(steps.map(({ after }) => after.attemptCount)).toEqual(steps.map((_, i) => i + 1))
        expect(steps.map(({ after }) => after.state)).toEqual(
          steps.map(({ outcome }, i) =>
            outcome === "retry" ? (i + 1 === deliveryAttemptsMax ? "failed" : "retrying") : outcome,
          ),
        )
        expect(steps.map(({ after }) => after.finishedAt)).toEqual(
          steps.map(({ after, at }) => (after.state === "retrying" ? undefined : at)),
        )
        for (const { after, at } of steps)
          expect((after.nextAttemptAt ?? at).getTime()).toBeGreaterThanOrEqual(at.getTime())
        expect(steps.length).toBeLessThanOrEqual(deliveryAttemptsMax)
        expect(steps.at(-1)?.after.nextAttemptAt).toBeUndefined()
      }),
    )
  })
})

/** A delivery attempt by attempt, each half a minute late, until no other is to come. */
function* stepsOf(results: readonly OutgoingResult[]) {
  let delivery = fresh
  for (const result of results) {
    if (delivery.nextAttemptAt === undefined) return
    const at = new Date(delivery.nextAttemptAt.getTime() + 30_000)
    const verdict = judgeAttempt(result)
    delivery = afterAttempt(delivery, verdict, at)
    yield { after: delivery, at, outcome: verdict.outcome }
  }
}
