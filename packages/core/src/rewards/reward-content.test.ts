import { describe, expect, it } from "vitest"
import * as z from "zod"
import { RewardContentBody } from "../contract/resources/reward-content.ts"
import { storedContentOf } from "./reward-content.ts"

const offset = "2027-12-01T02:00:00+02:00"
const utc = "2027-12-01T00:00:00.000Z"

describe("storedContentOf", () => {
  it("has each time of a content and its items in UTC", () => {
    const times = { valid_from: "2027-11-01T00:00:00Z", valid_until: offset }
    const items = [
      { type: "coupon", title: "Ten", code: "X", ...times },
      { type: "badge", title: "Here", expires_at: offset },
      { type: "ticket", title: "Door", ticket_number: "1", transfer_until: offset, ...times },
    ]
    const authored = { data: { at: offset }, items, content_version: "1", generated_at: offset }
    const inUtc = { valid_from: "2027-11-01T00:00:00.000Z", valid_until: utc }
    expect(storedContentOf(authored)).toMatchObject({
      data: { at: offset },
      items: [inUtc, { expires_at: utc }, { ...inUtc, transfer_until: utc }],
      generated_at: utc,
    })
  })

  it("knows every member of an item that is a time", () => {
    const schema = JSON.stringify(z.toJSONSchema(RewardContentBody, { io: "input" }))
    const named = [...schema.matchAll(/"([a-z_]+)":\{[^{}]*"format":"date-time"/g)]
    expect(new Set(named.map(([, name]) => name))).toEqual(
      new Set(["valid_from", "valid_until", "expires_at", "transfer_until"]),
    )
  })

  it("leaves out the uid of an author", () =>
    expect(
      storedContentOf({ data: {}, items: [{ type: "x", uid: "mine" }], content_version: "1" }),
    ).toEqual({ data: {}, items: [{ type: "x" }], content_version: "1", generated_at: null }))
})
