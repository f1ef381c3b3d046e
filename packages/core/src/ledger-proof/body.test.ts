import canonicalize from "canonicalize"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { playedSample } from "../../test/fixtures/sample-ledger.ts"
import { sha256 } from "../foundation/kernel/digest.ts"
import { nativeHost } from "../foundation/kernel/native-host.ts"
import { bodyText, isBody, readBody, referenceIdMax, type TransactionBody } from "./body.ts"
import { metaHash } from "./commitments.ts"

const [first] = playedSample(0).transactions
if (first === undefined) throw new Error("A sample has a first entry.")
const sample: TransactionBody = first.body
const free = fc.string({ unit: "grapheme", maxLength: 40 })
const anyText = fc.string({ unit: "binary", maxLength: 60 })
const change = (members: Partial<Record<keyof TransactionBody, unknown>>): string =>
  canonicalize({ ...sample, ...members }) ?? ""
const faultOf = (text: string) => {
  const read = readBody(text)
  return typeof read === "string" ? read : "none"
}

describe("bodyText", () => {
  it("is RFC 8785", () => {
    fc.assert(
      fc.property(
        fc.record({
          reference_id: anyText,
          public_key: anyText,
          amount: fc.maxSafeNat(),
          from_sequence: fc.maxSafeNat(),
        }),
        (members) => {
          const body = { ...sample, ...members }
          expect(bodyText(body)).toBe(canonicalize(body))
        },
      ),
    )
  })

  it("writes the 18 members and nothing else, in whatever order they come", () => {
    const more = { ...sample, status: "confirmed" }
    const reversed: TransactionBody = JSON.parse(
      JSON.stringify(Object.fromEntries(Object.entries(more).reverse())),
    )
    expect(bodyText(reversed)).toBe(bodyText(sample))
    expect(Object.keys(JSON.parse(bodyText(sample)))).toHaveLength(18)
  })
})

describe("readBody", () => {
  it("reads what bodyText wrote", () => {
    fc.assert(
      fc.property(free, fc.maxSafeNat(), (reference_id, amount) => {
        const body = { ...sample, reference_id, amount }
        expect(readBody(bodyText(body))).toMatchObject({ body })
      }),
    )
  })

  it.each([
    ["no JSON", "{", "bad_json"],
    ["a blank more", ` ${bodyText(sample)}`, "bad_json"],
    ["a blank within", bodyText(sample).replace(",", ", "), "bad_json"],
    [
      "an escape that is not needed",
      bodyText({ ...sample, reference_id: "a" }).replace('"a"', '"\\u0061"'),
      "bad_json",
    ],
    [
      "a number in another form",
      bodyText({ ...sample, amount: 100 }).replace("100", "1e2"),
      "bad_json",
    ],
    [
      "a negative zero",
      bodyText({ ...sample, amount: 0 }).replace('"amount":0', '"amount":-0'),
      "bad_json",
    ],
    ["a member twice", bodyText(sample).replace("{", '{"amount":1,'), "bad_json"],
    [
      "members in another order",
      JSON.stringify(Object.fromEntries(Object.entries(sample).toReversed())),
      "bad_json",
    ],
    ["a lone surrogate", bodyText({ ...sample, reference_id: "\ud800" }), "bad_json"],
    ["no object", "[]", "schema"],
    ["null", "null", "schema"],
    ["deep nesting", "[".repeat(100_000) + "]".repeat(100_000), "bad_json"],
  ])("refuses %s", (_, text, fault) => expect(faultOf(text)).toBe(fault))

  it.each([
    { v: 2 },
    { network: "" },
    { network: "Main" },
    { id: "short" },
    { id: "T00000000000000000000000" },
    { effect: "done" },
    { transaction_type: "gift" },
    { amount: -1 },
    { amount: 0.5 },
    { amount: 2 ** 53 },
    { amount: "1" },
    { from_sequence: 0 },
    { to_sequence: null },
    { previous_hash: "" },
    { to_previous_hash: sample.to_previous_hash.toUpperCase() },
    { data_hash: "00" },
    { meta_hash: null },
    { reference_id: "x".repeat(referenceIdMax + 1) },
    { original_transaction_id: "x" },
    { created_at: "2026-11-21T00:00:00Z" },
    { created_at: "2026-02-30T00:00:00.000Z" },
    { created_at: "2026-11-21T24:00:00.000Z" },
    { to_address: sample.from_address },
    { status: "confirmed" },
  ])("refuses %o by its schema", (members) => expect(faultOf(change(members))).toBe("schema"))

  it("wants every member", () => {
    for (const name of Object.keys(sample)) {
      const { [name]: _, ...rest } = JSON.parse(bodyText(sample))
      expect(faultOf(canonicalize(rest) ?? ""), name).toBe("schema")
    }
  })

  it.each([
    [{ from_address: `${sample.from_address.slice(0, -1)}q` }, "bad_address"],
    [{ network: "main" }, "bad_address"],
    [{ public_key: sample.public_key.trim() }, "bad_public_key"],
    [{ public_key: "" }, "bad_public_key"],
  ])("refuses %o as %s", (members, fault) => expect(faultOf(change(members))).toBe(fault))
})

it("isBody finds nothing wrong with a body that was posted", () =>
  expect(isBody(sample)).toBe(true))

describe("metaHash", () => {
  it("is over RFC 8785", () => {
    fc.assert(
      fc.property(anyText, fc.array(anyText), anyText, (description, tags, salt) => {
        expect(metaHash({ description, tags, salt }, nativeHost)).toBe(
          sha256(canonicalize({ description, tags, salt }) ?? ""),
        )
      }),
    )
  })

  it("refuses a lone surrogate, which has no bytes", () => {
    expect(() => metaHash({ description: "\udc00", tags: [], salt: "" }, nativeHost)).toThrow(
      RangeError,
    )
    expect(() => metaHash({ description: "", tags: ["\ud800"], salt: "" }, nativeHost)).toThrow(
      RangeError,
    )
  })
})
