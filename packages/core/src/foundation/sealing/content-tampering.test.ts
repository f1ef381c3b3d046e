import { createPrivateKey, generateKeyPairSync } from "node:crypto"
import { readFileSync } from "node:fs"
import canonicalize from "canonicalize"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import {
  both,
  bound,
  ids,
  open,
  receiver,
  sample,
  sampleContent,
} from "../../../test/fixtures/sealed-content.ts"
import { sealByWebCrypto } from "../../../test/fixtures/content-by-web-crypto.ts"
import { sealedLengthMax } from "./content-envelope.ts"
import { dataHash } from "./reward-content.ts"

/** What a changed sample came to; `something else` would be a forgery. */
const outcomeOf = (text: string, recipient = receiver): string => {
  const answer = open(text, recipient)
  if ("refused" in answer) return answer.refused
  return canonicalize(answer.content) === canonicalize(sampleContent)
    ? "the content"
    : "something else"
}

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

const wireBound = {
  from_address: bound.from,
  to_address: bound.to,
  id: bound.id,
  network: bound.network,
}

const foreign = (padded: Uint8Array): Promise<string> =>
  sealByWebCrypto({
    padded,
    bound: wireBound,
    recipients: [{ ...receiver, ephemeral: ids.bytes(32) }],
    contentKey: ids.bytes(32),
    nonce: ids.bytes(12),
  })
