import canonicalize from "canonicalize"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import {
  both,
  bound,
  holder,
  open,
  receiver,
  sample,
  seal,
  sealed,
  sealer,
  sender,
  textOf,
} from "../../../test/fixtures/sealed-content.ts"
import { recipientsMax } from "./content-envelope.ts"
import type { JsonObject } from "../kernel/json.ts"
import { contentBytesMax, dataHash, paddingBytes } from "./reward-content.ts"

/** Objects as `JSON.parse` makes them; no negative zero, which JSON writes as 0. */
const json = fc
  .dictionary(
    fc.string({ unit: "binary" }),
    fc.jsonValue({ maxDepth: 4, stringUnit: "grapheme" }),
    { maxKeys: 6 },
  )
  .filter((value) => (canonicalize(value) ?? "").isWellFormed())
  .map((value): JsonObject => JSON.parse(canonicalize(value) ?? ""))

describe("a sealed content", () => {
  it("opens for each recipient, and for nobody else", () => {
    fc.assert(
      fc.property(json, (content) => {
        const text = sealed(content)
        for (const each of both) expect(open(text, each)).toEqual({ content })
        expect(open(text, holder("sy1qother#1"))).toEqual({ refused: "not_a_recipient" })
        expect(open(text, holder(receiver.kid))).toEqual({ refused: "not_authentic" })
        expect(canonicalize(JSON.parse(text))).toBe(text)
      }),
      { numRuns: 60 },
    )
  })

  it("does not open with another recipient's part, nor with an older key", () => {
    expect(open(sample, { ...receiver, kid: sender.kid })).toEqual({ refused: "not_authentic" })
    expect(open(sample, { ...sender, kid: receiver.kid })).toEqual({ refused: "not_authentic" })
    expect(open(sample, { ...receiver, kid: "sy1qto#2" })).toEqual({ refused: "not_a_recipient" })
    const wire = JSON.parse(sample)
    const [one, other] = wire.recipients
    const swapped = {
      ...wire,
      recipients: [{ ...one, header: { ...one.header, kid: other.header.kid } }],
    }
    expect(open(canonicalize(swapped) ?? "")).toEqual({ refused: "not_authentic" })
    // Who else may read is not what is authenticated: the order of recipients, or one of them left
    // out, changes the text and its hash.
    const turned = canonicalize({ ...wire, recipients: [other, one] }) ?? ""
    expect(open(turned)).toEqual(open(sample))
    expect(dataHash(turned)).not.toBe(dataHash(sample))
  })

  it.each(["network", "id", "from", "to"] as const)(
    "belongs to its transaction: another %s",
    (member) => {
      const moved = { ...bound, [member]: member === "id" ? "a00000000000000000000000" : "other" }
      expect(open(sample, receiver, moved)).toEqual({ refused: "another_transaction" })
      // An envelope that says it belongs there is found out by its tag.
      const wire = JSON.parse(sample)
      const { aad } = JSON.parse(textOf(seal({ bound: moved })))
      expect(open(canonicalize({ ...wire, aad }) ?? "", receiver, moved)).toEqual({
        refused: "not_authentic",
      })
    },
  )
  it("and not to the same one turned around", () =>
    expect(open(sample, receiver, { ...bound, from: bound.to, to: bound.from })).toEqual({
      refused: "another_transaction",
    }))

  it("has another text each time", () =>
    expect(new Set(Array.from({ length: 20 }, () => sealed({ a: 1 }))).size).toBe(20))

  it("hides its length within a bucket of 256 bytes, in UTF-8", () => {
    const lengths = (filling: string, counts: readonly number[]) =>
      counts.map((count) => sealed({ a: filling.repeat(count) }).length - sealed({}).length)
    // {"a":""} takes 8 bytes, so 248 more fill the first bucket.
    expect(lengths("x", [0, 1, 100, 248])).toEqual([0, 0, 0, 0])
    const [second = 0, ...more] = lengths("x", [249, 300, 504])
    expect(second).toBeGreaterThan(0)
    expect(more).toEqual([second, second])
    expect(lengths("€", [82])).toEqual([0])
    expect(lengths("€", [83])).toEqual([second])
  })
})

describe("what cannot be sealed", () => {
  const looping: Record<string, unknown> = {}
  looping["self"] = looping
  const wide = Array.from({ length: 20 }).reduce<unknown>(
    (inner) => [inner, inner, inner, inner],
    1,
  )
  const deep = Array.from({ length: 40 }).reduce<unknown>((inner) => [inner], 1)
  it.each([
    ["null", null],
    ["a list", [1]],
    ["a text", "{}"],
    ["nothing", undefined],
    ["undefined inside", { a: undefined }],
    ["a function", { a: () => 1 }],
    ["a date", { a: new Date(0) }],
    ["a map", { a: new Map([[1, 2]]) }],
    ["bytes", { a: new Uint8Array(3) }],
    ["a hole", { a: Array(3) }],
    ["not a number", { a: Number.NaN }],
    ["infinity", { a: Number.POSITIVE_INFINITY }],
    ["a big integer", { a: 1n }],
    ["a symbol", { a: Symbol("a") }],
    ["half a character", { a: "\ud800" }],
    ["half a character as a name", { "\udc00": 1 }],
    ["deep nesting", { a: deep }],
    [
      "what throws",
      {
        get a() {
          throw new Error("no")
        },
      },
    ],
  ])("%s", (_, content) => expect(seal({ content })).toEqual({ refused: "bad_content" }))

  it.each([
    ["a text that is too long", { a: "x".repeat(contentBytesMax - 7) }],
    ["one that is too long in bytes", { a: "€".repeat(contentBytesMax / 3) }],
    ["a very long list", { a: Array(1e8) }],
    ["one part from very many places", { a: wide }],
    ["itself inside", looping],
  ])("%s", (_, content) => expect(seal({ content })).toEqual({ refused: "too_large" }))

  it("is nothing that fills the largest size to the last byte", () => {
    const content = { a: "x".repeat(contentBytesMax - 8) }
    const many = Array.from({ length: recipientsMax }, (_, n) =>
      holder(`${"s".repeat(64)}#${999_999_990 + n}`),
    )
    const longest = {
      network: "n".repeat(32),
      id: bound.id,
      from: "f".repeat(64),
      to: "t".repeat(64),
    }
    const text = textOf(sealer.seal({ content, recipients: many, bound: longest }))
    expect(text.length).toBeGreaterThan(contentBytesMax)
    expect(sealer.open({ sealed: text, recipient: many[7] ?? receiver, bound: longest })).toEqual({
      content,
    })
    expect(contentBytesMax % paddingBytes).toBe(0)
  })

  it.each([
    ["nobody", []],
    [
      "too many",
      Array.from({ length: recipientsMax + 1 }, (_, n) => ({ ...sender, kid: `sy1q#${n + 1}` })),
    ],
    ["one twice", [sender, sender]],
    ["a name without a version", [{ ...sender, kid: "sy1qfrom" }]],
    ["version 0", [{ ...sender, kid: "sy1qfrom#0" }]],
    ["a name with a quote", [{ ...sender, kid: 'sy"#1' }]],
    ["a key that is too short", [{ ...sender, publicKey: "AAAA" }]],
    ["no key", [{ ...sender, publicKey: "" }]],
    ["a key with padding", [{ ...sender, publicKey: `${sender.publicKey}=` }]],
    ["a key of small order after a good one", [sender, { ...receiver, publicKey: "A".repeat(43) }]],
  ])("for %s", (_, recipients) =>
    expect(seal({ recipients })).toEqual({ refused: "bad_recipients" }),
  )

  it.each([
    { network: "" },
    { network: "Main" },
    { id: "" },
    { id: "T00000000000000000000000" },
    { from: "" },
    { to: 'sy"' },
    { to: "\ud800" },
    { to: "a".repeat(65) },
  ])("for a transaction with %o", (change) => {
    expect(seal({ bound: { ...bound, ...change } })).toEqual({ refused: "bad_binding" })
    expect(open(sample, receiver, { ...bound, ...change })).toEqual({
      refused: "another_transaction",
    })
  })
})
