import { describe, expect, it } from "vitest"
import * as z from "zod"
import { reader } from "./reading.ts"
import { RewardContentBody } from "./resources/reward-content.ts"

describe("what is wrong with a value that is one of several", () => {
  const discount = z.discriminatedUnion("type", [
    z.strictObject({ type: z.literal("percent"), value: z.int() }),
    z.strictObject({ type: z.literal("free_item"), item: z.string() }),
  ])
  const read = reader(z.strictObject({ discount, unit: z.enum(["day", "week"]) }))

  it("names the values, also where the field is missing", () => {
    expect(read({ discount: { amount_cents: 100 } })).toEqual({
      errors: {
        "discount.type": "is required: one of percent, free_item",
        unit: "is required: one of day, week",
      },
    })
    expect(read({ discount: { type: "amount" }, unit: "year" })).toEqual({
      errors: {
        "discount.type": "must be one of percent, free_item",
        unit: "must be one of day, week",
      },
    })
  })

  it("names no value of one form of many", () => {
    const forms = z.union([
      z.strictObject({ kind: z.literal("a"), a: z.string() }),
      z.strictObject({ kind: z.literal("b"), b: z.string() }),
    ])
    expect(reader(forms)({ a: "x" })).toEqual({ errors: { kind: "is required" } })
  })

  it("is of the form whose fields it has, though one further within is unknown", () => {
    const forms = z.union([
      z.strictObject({ key: z.string() }),
      z.strictObject({ list: z.array(z.strictObject({ key: z.string() })) }),
    ])
    expect(reader(forms)({ list: [{ kei: "x" }] })).toEqual({
      errors: { "list.0.key": "is required", "list.0.kei": "is not a field of this call" },
    })
  })

  it("reads the discount of a coupon so", () => {
    const item = { type: "coupon", code: "D", discount: { amount_cents: 100, currency: "EUR" } }
    expect(reader(RewardContentBody)({ data: {}, items: [item], content_version: "1" })).toEqual({
      errors: {
        "items.0.discount.type": "is required: one of percent, amount, free_item, free_shipping",
      },
    })
  })
})
