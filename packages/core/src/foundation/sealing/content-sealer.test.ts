import { createPrivateKey, generateKeyPairSync, randomBytes } from "node:crypto"
import { readFileSync } from "node:fs"
import canonicalize from "canonicalize"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { sealByWebCrypto } from "../../../test/fixtures/content-by-web-crypto.ts"
import type { ContentBinding, ContentRecipient } from "../ports/content-sealer.ts"
import { generateDecryptionKey } from "../../wallets/decryption-key.ts"
import { recipientsMax, sealedLengthMax } from "./content-envelope.ts"
import { contentSealer } from "./content-sealer.ts"
import { agreementKey } from "./key-agreement.ts"
import type { JsonObject } from "../kernel/json.ts"
import { contentBytesMax, dataHash, paddingBytes } from "./reward-content.ts"

const ids = { bytes: (size: number) => new Uint8Array(randomBytes(size)) }
const sealer = contentSealer(ids)
const bound: ContentBinding = {
  network: "main",
  id: "tz4a98xxat96iws9zmbrgj3a",
  from: "sy1qfrom",
  to: "sy1qto",
}
const wireBound = {
  from_address: bound.from,
  to_address: bound.to,
  id: bound.id,
  network: bound.network,
}

const holder = (kid: string) => {
  const { secret, publicKey } = generateDecryptionKey(ids)
  return { kid, publicKey, privateKey: agreementKey(secret) }
}
const sender = holder("sy1qfrom#1")
const receiver = holder("sy1qto#3")
const both = [sender, receiver]

const sealed = (content: JsonObject, recipients: readonly ContentRecipient[] = both): string => {
  const answer = sealer.seal({ content, recipients, bound })
  if ("refused" in answer) throw new Error(answer.refused)
  return answer.sealed
}
const open = (text: string, recipient = receiver, where = bound) =>
  sealer.open({ sealed: text, recipient, bound: where })
const seal = (change: object) =>
  sealer.seal({ content: { a: 1 }, recipients: both, bound, ...change })

/** Objects as `JSON.parse` makes them; no negative zero, which JSON writes as 0. */
const json = fc
  .dictionary(
    fc.string({ unit: "binary" }),
    fc.jsonValue({ maxDepth: 4, stringUnit: "grapheme" }),
    { maxKeys: 6 },
  )
  .filter((value) => (canonicalize(value) ?? "").isWellFormed())
  .map((value): JsonObject => JSON.parse(canonicalize(value) ?? ""))
/** What a changed sample came to; `something else` would be a forgery. */
const outcomeOf = (text: string, recipient = receiver): string => {
  const answer = open(text, recipient)
  if ("refused" in answer) return answer.refused
  return canonicalize(answer.content) === canonicalize(sampleContent)
    ? "the content"
    : "something else"
}
const sampleContent = { access_key: "k7Qm2", additional_data: { issued: ["A-001"] } }
/** What a fuzz of an envelope starts from. */
const sample = sealed(sampleContent)

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

const textOf = (answer: ReturnType<typeof seal>): string =>
  "sealed" in answer ? answer.sealed : ""

describe("what does not open", () => {
  it("is every text with one byte flipped: for one of its recipients at least, and for none to another content", () => {
    const bytes = Buffer.from(sample)
    const outcomes = new Set<string>()
    let stillOpen = 0
    for (let at = 0; at < bytes.length; at += 1) {
      const changed = Buffer.from(bytes)
      changed[at] = (bytes[at] ?? 0) ^ (1 << (at % 7))
      const text = changed.toString("latin1")
      const answers = both.map((each) => outcomeOf(text, each))
      for (const answer of answers) outcomes.add(answer)
      if (answers.every((answer) => answer === "the content")) stillOpen += 1
      expect(dataHash(text)).not.toBe(dataHash(sample))
    }
    expect([...outcomes].sort()).toEqual([
      "another_transaction",
      "malformed",
      "not_a_recipient",
      "not_authentic",
      "the content",
    ])
    expect(stillOpen).toBe(0)
  })

  it("is every text that was changed at random, or is none of ours", () => {
    const edit = fc.tuple(
      fc.nat(sample.length),
      fc.nat(40),
      fc.string({ unit: "binary", maxLength: 8 }),
    )
    fc.assert(
      fc.property(edit, ([at, size, put]) => {
        const text = sample.slice(0, at) + put + sample.slice(at + size)
        expect([
          "the content",
          "malformed",
          "another_transaction",
          "not_a_recipient",
          "not_authentic",
        ]).toContain(outcomeOf(text))
      }),
      { numRuns: 2000 },
    )
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: "binary" }), fc.json()), (text) => {
        expect(open(text)).toEqual({ refused: "malformed" })
      }),
      { numRuns: 2000 },
    )
  })

  it("is every JSON in which one value is something else", () => {
    const places: (readonly (string | number)[])[] = []
    const walk = (value: unknown, path: readonly (string | number)[]): void => {
      places.push(path)
      if (typeof value !== "object" || value === null) return
      for (const [name, inner] of Object.entries(value))
        walk(inner, [...path, Array.isArray(value) ? Number(name) : name])
    }
    walk(JSON.parse(sample), [])
    const put = (
      value: unknown,
      [first, ...rest]: readonly (string | number)[],
      what: unknown,
    ): unknown => {
      if (first === undefined) return what
      if (Array.isArray(value))
        return value.map((inner: unknown, at) => (at === first ? put(inner, rest, what) : inner))
      return Object.fromEntries(
        Object.entries(value ?? {}).map(([name, inner]) => [
          name,
          name === first ? put(inner, rest, what) : inner,
        ]),
      )
    }
    const others = [
      null,
      true,
      0,
      -1,
      1e308,
      "",
      "A",
      "__proto__",
      [],
      [null],
      {},
      { length: 1 },
      "A".repeat(2000),
    ]
    for (const path of places)
      for (const what of others) {
        const text = canonicalize(put(JSON.parse(sample), path, what)) ?? ""
        const answer = open(text)
        // The other recipient's key is nothing that this one looks at but for its form.
        expect(
          "refused" in answer && answer.refused,
          `${path.join(".")} = ${JSON.stringify(what).slice(0, 20)}`,
        ).toMatch(/^(malformed|another_transaction|not_authentic)$/)
      }
    expect(places.length).toBeGreaterThan(20)
  })

  const wire = JSON.parse(sample)
  it.each([
    ["nothing", ""],
    ["a blank more", `${sample} `],
    [
      "another order of members",
      JSON.stringify(Object.fromEntries(Object.entries(wire).toReversed())),
    ],
    ["a member twice", sample.replace("{", '{"aad":"",')],
    ["a member more", canonicalize({ ...wire, unprotected: {} })],
    [
      "a header more",
      canonicalize({
        ...wire,
        recipients: [{ ...wire.recipients[1], header: { ...wire.recipients[1].header, apu: "" } }],
      }),
    ],
    [
      "a recipient twice",
      canonicalize({ ...wire, recipients: [wire.recipients[1], wire.recipients[1]] }),
    ],
    ["nobody", canonicalize({ ...wire, recipients: [] })],
    ["the flattened form", canonicalize({ ...wire, recipients: undefined, ...wire.recipients[1] })],
    ["base64url with padding", canonicalize({ ...wire, tag: `${wire.tag}==` })],
    [
      "base64url with bits left over",
      canonicalize({
        ...wire,
        tag: `${wire.tag.slice(0, -1)}${wire.tag.endsWith("B") ? "C" : "B"}`,
      }),
    ],
    [
      "another protected header",
      canonicalize({ ...wire, protected: Buffer.from('{"enc":"A256GCM"}').toString("base64url") }),
    ],
    ["deep nesting", "[".repeat(50_000) + "]".repeat(50_000)],
    ["a very long text", canonicalize({ ...wire, ciphertext: "A".repeat(sealedLengthMax) })],
  ])("is %s", (_, text) => expect(open(text ?? "")).toEqual({ refused: "malformed" }))

  it("is one whose ephemeral key is of small order, or another text of the same key", () => {
    const {
      refused_public_keys,
    }: {
      readonly refused_public_keys: readonly {
        readonly name: string
        readonly public_key: string
      }[]
    } = JSON.parse(
      readFileSync(
        new URL("../../../../../vectors/content/key-agreement.json", import.meta.url),
        "utf8",
      ),
    )
    const mine = wire.recipients[1]
    const withKey = (x: string) =>
      canonicalize({
        ...wire,
        recipients: [{ ...mine, header: { ...mine.header, epk: { ...mine.header.epk, x } } }],
      }) ?? ""
    expect(open(withKey(mine.header.epk.x))).toEqual(open(sample))
    for (const { public_key } of refused_public_keys)
      expect(open(withKey(public_key))).toEqual({ refused: "not_authentic" })
    const raw = Buffer.from(mine.header.epk.x, "base64url")
    raw[31] = (raw[31] ?? 0) | 0x80
    expect(open(withKey(raw.toString("base64url")))).toEqual({ refused: "not_authentic" })
  })

  it("is opened with no key of another kind", () => {
    const others = [
      generateKeyPairSync("ed25519").privateKey,
      generateKeyPairSync("ec", { namedCurve: "P-256" }).privateKey,
    ]
    const secret = createPrivateKey(receiver.privateKey.export({ format: "pem", type: "pkcs8" }))
    expect(open(sample, { ...receiver, privateKey: secret })).toEqual(open(sample))
    for (const privateKey of others)
      expect(open(sample, { ...receiver, privateKey })).toEqual({ refused: "not_authentic" })
  })

  it.each([
    ["no padding", '{"a":1}'],
    ["too much of it", `{"a":1}${" ".repeat(505)}`],
    ["another padding", `{"a":1}${"\n".repeat(249)}`],
    ["padding before", `${" ".repeat(249)}{"a":1}`],
    ["no canonical text", `{ "a":1}${" ".repeat(248)}`],
    ["a member twice", `{"a":1,"a":2}${" ".repeat(243)}`],
    ["a number that rounds", `{"a":9007199254740993}${" ".repeat(234)}`],
    ["a list", `[1]${" ".repeat(253)}`],
    ["a text", `"a"${" ".repeat(253)}`],
    ["null", `null${" ".repeat(252)}`],
    ["no JSON", "x".repeat(256)],
    ["a byte order mark", `\ufeff{"a":1}${" ".repeat(246)}`],
    ["nothing", ""],
  ])("is what somebody sealed with %s inside", async (_, padded) => {
    expect(open(await foreign(Buffer.from(padded)))).toEqual({
      refused: padded === "" ? "malformed" : "bad_content",
    })
  })
  it("is what is no UTF-8", async () => {
    const padded = Buffer.from(`{"a":"?"}${" ".repeat(247)}`)
    padded[6] = 0xff
    expect(open(await foreign(padded))).toEqual({ refused: "bad_content" })
  })
  it("but what somebody sealed by the rules opens", async () =>
    expect(open(await foreign(Buffer.from(`{"a":1}${" ".repeat(249)}`)))).toEqual({
      content: { a: 1 },
    }))
})

const foreign = (padded: Uint8Array): Promise<string> =>
  sealByWebCrypto({
    padded,
    bound: wireBound,
    recipients: [{ ...receiver, ephemeral: ids.bytes(32) }],
    contentKey: ids.bytes(32),
    nonce: ids.bytes(12),
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
