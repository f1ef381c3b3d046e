import { Invalid } from "@symbolon/core"
import { describe, expect, it } from "vitest"
import * as z from "zod"
import { decoder } from "./decoder.ts"
import { parseForm } from "./form.ts"
import { parseJson } from "./json.ts"
import { queryDecoder } from "./query.ts"

const bytes = (text: string) => new TextEncoder().encode(text)

describe("parseJson", () => {
  it.each([
    '{"a":1}',
    "[]",
    '"\\""',
    '{"a:b":"c:d","e\\\\":"\\\\"}',
    '{"a":{"a":{"a":[{"a":1},{"a":2}]}}}',
    '{"\\"":":"}',
    " 5 ",
    '{"":1}',
    '{"__proto__":1}',
  ])("takes %s", (text) => expect(parseJson(bytes(text))).toEqual(JSON.parse(text)))
  it.each(['{"a":1,"a":1}', '{"a":{"b":1,"b":2}}', '[{"a":1,"\\u0061":2}]', '{"__proto__":1,"__proto__":2}', '{"a\\\\":1,"a\\\\":2}'])(
    "refuses %s",
    (text) =>
      expect(() => parseJson(bytes(text))).toThrow(
        expect.objectContaining({ _tag: "BadRequest", reason: expect.stringContaining("twice") }),
      ),
  )
  it("reads a mebibyte in a moment", () => {
    const long = JSON.stringify({ a: '\\"'.repeat(250_000) })
    const began = performance.now()
    parseJson(bytes(long))
    expect(performance.now() - began).toBeLessThan(5000)
  })
})

describe("queryDecoder", () => {
  const decode = queryDecoder(z.object({ status: z.array(z.enum(["a", "b"])).optional(), page: z.coerce.number().int().default(1) }))
  it("collects what may be repeated, and takes the rest once", () => {
    expect(decode("status=a&status=b&page=2&other=1&other=2")).toEqual({ status: ["a", "b"], page: 2 })
    expect(decode("")).toEqual({ page: 1 })
    expect(() => decode("page=1&page=1")).toThrow(Invalid)
  })
  it("decodes as forms do", () => {
    const one = queryDecoder(z.object({ q: z.string() }))
    expect(one("q=a+b%26%C3%A9")).toEqual({ q: "a b&é" })
    expect(one("q=%zz")).toEqual({ q: "%zz" })
  })
  it("takes nothing where nothing is declared", () => expect(queryDecoder(undefined)("a=1")).toEqual({}))
})

describe("decoder", () => {
  it("answers what the schema does, compiled or not", () => {
    const schema = z
      .strictObject({ n: z.int().min(1).default(3), t: z.string().trim().min(1) })
      .refine((value) => value.n < 10, { path: ["n"], message: "is too much" })
    const decode = decoder(schema)
    expect(decode({ t: " x " })).toEqual({ n: 3, t: "x" })
    expect(() => decode({ t: "x", n: 11 })).toThrow(expect.objectContaining({ errors: { n: "is too much" } }))
    expect(() => decode({})).toThrow(expect.objectContaining({ errors: { t: "is required" } }))
  })
})

describe("parseForm", () => {
  it("reads every value of every field", () => {
    expect(parseForm(bytes("a=1&b=x+y%20z&c=&a=2"))).toEqual(
      new Map([
        ["a", ["1", "2"]],
        ["b", ["x y z"]],
        ["c", [""]],
      ]),
    )
    expect(parseForm(new Uint8Array([0x61, 0x3d, 0xff]))).toBe("not_utf8")
    expect(parseForm(bytes("a=%00"))).toBe("not_utf8")
  })
})
