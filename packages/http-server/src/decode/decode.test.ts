import { Invalid } from "@symbolon/core"
import { describe, expect, it } from "vitest"
import * as contract from "@symbolon/core/contract"
import { anyText, wholeNumber } from "@symbolon/core/contract"
import * as z from "zod"
import { decoder } from "./decoder.ts"
import { parseForm } from "./form.ts"
import { parseJson } from "./json.ts"
import { queryDecoder } from "./query.ts"

const isEndpoint = (one: unknown): one is contract.Endpoint<unknown, unknown, string> =>
  typeof one === "object" && one !== null && "path" in one && "bucket" in one
const endpoints = Object.values(contract)
  .flatMap((group) =>
    typeof group === "object" && group !== null ? Object.values(group as object) : [],
  )
  .filter(isEndpoint)

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
  it.each([
    '{"a":1,"a":1}',
    '{"a":{"b":1,"b":2}}',
    '[{"a":1,"\\u0061":2}]',
    '{"__proto__":1,"__proto__":2}',
    '{"a\\\\":1,"a\\\\":2}',
  ])("refuses %s", (text) =>
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
  const decode = queryDecoder(
    z.object({
      status: z.array(z.enum(["a", "b"])).optional(),
      page: wholeNumber(1, 9).default(1),
    }),
  )
  it("collects what may be repeated, and takes the rest once", () => {
    expect(decode("status=a&status=b&page=2&other=1&other=2")).toEqual({
      status: ["a", "b"],
      page: 2,
    })
    expect(decode("")).toEqual({ page: 1 })
    expect(() => decode("page=1&page=1")).toThrow(Invalid)
  })
  it("takes an empty value as none", () => {
    expect(decode("status=&page=")).toEqual({ page: 1 })
    expect(decode("status=&status=a&page=&page=2")).toEqual({ status: ["a"], page: 2 })
    expect(() =>
      queryDecoder(z.object({ q: z.string().optional(), r: z.string() }))("q=&r="),
    ).toThrow(expect.objectContaining({ errors: { r: "is required" } }))
  })
  it("names a parameter that may be repeated by its name", () => {
    for (const query of ["status=c", "status=a&status=c"])
      expect(() => decode(query)).toThrow(
        expect.objectContaining({ errors: { status: "must be one of a, b" } }),
      )
  })
  it.each([
    "1e0",
    "0x1",
    "%201",
    "1%20",
    "+1",
    "%2B1",
    "01",
    "1.0",
    "1.",
    "--1",
    "-",
    "%D9%A1",
    "1_0",
    "Infinity",
    "NaN",
    "1n",
  ])("reads no whole number out of %s", (text) =>
    expect(() => decode(`page=${text}`)).toThrow(
      expect.objectContaining({ errors: { page: "must be a whole number" } }),
    ),
  )
  it("looks at the range of a whole number", () => {
    for (const [text, fault] of [
      ["-1", "must be at least 1"],
      ["0", "must be at least 1"],
      ["10", "must be at most 9"],
      ["9007199254740993", "must be at most 9"],
    ])
      expect(() => decode(`page=${text}`)).toThrow(
        expect.objectContaining({ errors: { page: fault } }),
      )
  })
  it.each(endpoints.filter(({ query }) => query !== undefined))(
    "takes each empty parameter of $id as none",
    ({ query }) => {
      const read = queryDecoder(query)
      const outcome = (text: string) => {
        try {
          return read(text)
        } catch (reason) {
          return (reason as Invalid).errors
        }
      }
      // A check-in cursor is opaque: an empty one is malformed, as any other text that is none.
      const names = Object.entries(query?.shape ?? {}).flatMap(([name, schema]) =>
        schema === anyText ? [] : [name],
      )
      for (const name of names) expect(outcome(`${name}=`), name).toEqual(outcome(""))
    },
  )
  it("decodes as forms do", () => {
    const one = queryDecoder(z.object({ q: z.string() }))
    expect(one("q=a+b%26%C3%A9")).toEqual({ q: "a b&é" })
    expect(one("q=%zz")).toEqual({ q: "%zz" })
  })
  it("takes nothing where nothing is declared", () =>
    expect(queryDecoder(undefined)("a=1")).toEqual({}))
})

describe("decoder", () => {
  it("answers what the schema does, compiled or not", () => {
    const schema = z
      .strictObject({ n: z.int().min(1).default(3), t: z.string().trim().min(1) })
      .refine((value) => value.n < 10, { path: ["n"], message: "is too much" })
    const decode = decoder(schema)
    expect(decode({ t: " x " })).toEqual({ n: 3, t: "x" })
    expect(() => decode({ t: "x", n: 11 })).toThrow(
      expect.objectContaining({ errors: { n: "is too much" } }),
    )
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
