import { describe, expect, it } from "vitest"
import {
  Conflict,
  Forbidden,
  MembershipRequired,
  NotFound,
  RateLimited,
  Unavailable,
} from "../../foundation/errors/refusals.ts"
import { ended, isPassing } from "./firing.ts"
import type { TriggerFiring } from "./reward-trigger.ts"

const now = new Date("2026-11-21T00:00:00.000Z")
const firing: TriggerFiring = {
  uuid: "f",
  key: "trigger:t:session.attended:count:1:user:u:1",
  triggerUuid: "t",
  organizationUuid: "o",
  rewardTemplateUuid: "r",
  event: "session.attended",
  eventId: "e",
  scope: "session.attended:count:1",
  userUuid: "u",
  walletAddress: undefined,
  depth: 0,
  outcome: "pending",
  reason: undefined,
  transactionId: undefined,
  createdAt: now,
  endedAt: undefined,
}

describe("a firing ends", () => {
  it("with its reward", () => {
    expect(ended(firing, { transactionId: "x" }, now)).toEqual({
      ...firing,
      outcome: "issued",
      transactionId: "x",
      endedAt: now,
    })
  })

  it.each([
    [new Conflict({ reason: "supply_exhausted", message: "" }), "no_supply", "supply_exhausted"],
    [new MembershipRequired({ entitlement: "member" }), "not_entitled", "membership_required"],
    [new Conflict({ reason: "archived", message: "" }), "failed", "archived"],
    [new NotFound({ what: "reward" }), "failed", "not_found"],
    [new Forbidden({ reason: "No." }), "failed", "forbidden"],
  ] as const)("with a refusal: %o", (refusal, outcome, reason) => {
    expect(ended(firing, { refusal }, now)).toEqual({ ...firing, outcome, reason, endedAt: now })
    expect(isPassing(refusal)).toBe(false)
  })

  it("not with a refusal that passes", () => {
    expect(isPassing(new RateLimited({ retryAfterSeconds: 1 }))).toBe(true)
    expect(isPassing(new Unavailable({ reason: "busy", retryAfterSeconds: 1 }))).toBe(true)
  })
})
