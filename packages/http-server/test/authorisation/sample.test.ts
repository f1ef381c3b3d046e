import * as z from "zod"
import { describe, expect, it } from "vitest"
import { thingNamed } from "./things.ts"
import { sample } from "./sample.ts"

const unknown = () => undefined
const of = (schema: z.ZodType, known: (name: string) => unknown = unknown) =>
  sample(schema, known, "this")

describe("a sample", () => {
  it("has what is required, and little more", () => {
    const nested = z.strictObject({
      to: z.strictObject({ type: z.enum(["a", "b"]), value: z.string().min(3) }),
      note: z.string().optional(),
    })
    expect(of(nested)).toEqual({ to: { type: "a", value: "sample" } })
    expect(
      of(
        z.strictObject({
          tags: z.array(z.int().min(4)).min(2),
          at: z.iso.datetime(),
          is: z.boolean(),
        }),
      ),
    ).toEqual({
      tags: [4, 4],
      at: "2026-11-22T10:00:00.000Z",
      is: true,
    })
  })

  it("changes something where everything may be left out", () => {
    expect(of(z.strictObject({ name: z.string().optional(), size: z.int().optional() }))).toEqual({
      name: "sample",
    })
    expect(of(z.strictObject({}))).toEqual({})
  })

  it("takes things that exist, by their name, and examples of the contract", () => {
    const schema = z.strictObject({
      user_uuid: z.string(),
      currency: z.string().length(3).meta({ example: "PHP" }),
    })
    expect(of(schema, (name) => (name === "user_uuid" ? "u-1" : undefined))).toEqual({
      user_uuid: "u-1",
      currency: "PHP",
    })
  })

  it("meets rules such as exactly one of, and unions", () => {
    const either = z
      .strictObject({ a: z.string().optional(), b: z.string().optional(), c: z.string() })
      .refine(({ a, b }) => (a === undefined) !== (b === undefined))
    expect(of(either)).toEqual({ c: "sample", a: "sample" })
    expect(
      of(
        z.union([
          z.strictObject({ a: z.literal("x").refine(() => false) }),
          z.strictObject({ b: z.int() }),
        ]),
      ),
    ).toEqual({ b: 1 })
  })

  it("says where an example belongs when it finds none", () =>
    expect(() =>
      of(
        z.strictObject({ zone: z.string().refine((zone) => zone === "Asia/Manila", "is no zone") }),
      ),
    ).toThrow(/No sample was found for this\. .*\.meta\(\{ example: .*is no zone/s))
})

describe("a path parameter nobody knows", () => {
  it("is named, with the place where it belongs", () =>
    expect(() => thingNamed("boat_uuid")).toThrow(/nothing called \{boat_uuid\}.*things\.ts/))
})
