import { generateKeyPairSync } from "node:crypto"
import { readFileSync } from "node:fs"
import { contentSealer, systemClock, systemIds } from "@symbolon/core"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { openByJose, privateKeyFor, publicKeyFor, sealByJose } from "./by-jose.ts"

interface Vectors {
  readonly contents: readonly {
    readonly name: string
    readonly network: string
    readonly id: string
    readonly from_address: string
    readonly to_address: string
    readonly text: string
    readonly recipients: readonly {
      readonly kid: string
      readonly secret: string
      readonly public_key: string
    }[]
    readonly sealed: string
  }[]
}
const { contents }: Vectors = JSON.parse(
  readFileSync(new URL("../../../../vectors/content/sealed.json", import.meta.url), "utf8"),
)

const sealer = contentSealer(systemIds(systemClock))
const bound = { network: "test", id: "tz4a98xxat96iws9zmbrgj3a", from: "tsy1qfrom", to: "tsy1qto" }
const wireBound = {
  network: bound.network,
  id: bound.id,
  from_address: bound.from,
  to_address: bound.to,
}
const boundText = (of: typeof wireBound) =>
  `symbolon/content/v1\0{"from_address":"${of.from_address}","id":"${of.id}","network":"${of.network}","to_address":"${of.to_address}"}`

const holder = (kid: string) => {
  const { privateKey, publicKey } = generateKeyPairSync("x25519")
  return { kid, privateKey, publicKey, raw: publicKey.export({ format: "jwk" }).x ?? "" }
}
const both = [holder("tsy1qfrom#1"), holder("tsy1qto#2")]
const words = fc.string({ unit: "grapheme", maxLength: 300 }).filter((text) => text.isWellFormed())
const content = fc.record({
  access_key: words,
  additional_data: fc.record({ items: fc.array(words), count: fc.integer() }),
})

const seal = (of: { readonly [name: string]: string }) => {
  const answer = sealer.seal({
    content: of,
    recipients: both.map(({ kid, raw }) => ({ kid, publicKey: raw })),
    bound,
  })
  if ("refused" in answer) throw new Error(answer.refused)
  return answer.sealed
}

describe("jose and we", () => {
  it("open what the other sealed, for both recipients", async () => {
    await fc.assert(
      fc.asyncProperty(content, async (of) => {
        const ours = sealer.seal({
          content: of,
          recipients: both.map(({ kid, raw }) => ({ kid, publicKey: raw })),
          bound,
        })
        const theirs = await sealByJose(of, both, wireBound)
        for (const recipient of both) {
          expect(await openByJose("sealed" in ours ? ours.sealed : "", recipient)).toEqual({
            content: of,
            bound: boundText(wireBound),
          })
          expect(sealer.open({ sealed: theirs, recipient, bound })).toEqual({ content: of })
        }
      }),
      { numRuns: 25 },
    )
  })

  it("write the same length, and the same but for what is random", async () => {
    const [ours, theirs] = [
      seal({ access_key: "k7Qm2" }),
      await sealByJose({ access_key: "k7Qm2" }, both, wireBound),
    ]
    expect(ours.length).toBe(theirs.length)
    const withoutRandom = (text: string) =>
      text.replaceAll(/"(ciphertext|encrypted_key|iv|tag|x)":"[^"]*"/g, '"$1"')
    expect(withoutRandom(ours)).toBe(withoutRandom(theirs))
  })

  it("neither open what was moved to another transaction, nor with another key", async () => {
    const [ours, theirs] = [seal({ a: "1" }), await sealByJose({ a: "1" }, both, wireBound)]
    const [first = holder(""), second = holder("")] = both
    const moved = { ...bound, id: "a00000000000000000000000" }
    const aad = Buffer.from(boundText({ ...wireBound, id: moved.id })).toString("base64url")
    const rewritten = (text: string) => text.replace(/"aad":"[^"]*"/, `"aad":"${aad}"`)
    await expect(openByJose(rewritten(ours), first)).rejects.toThrow("decryption operation failed")
    expect(sealer.open({ sealed: rewritten(theirs), recipient: first, bound: moved })).toEqual({
      refused: "not_authentic",
    })
    expect(sealer.open({ sealed: theirs, recipient: first, bound: moved })).toEqual({
      refused: "another_transaction",
    })
    await expect(openByJose(ours, { ...first, privateKey: second.privateKey })).rejects.toThrow(
      "decryption operation failed",
    )
    expect(
      sealer.open({
        sealed: theirs,
        recipient: { ...first, privateKey: second.privateKey },
        bound,
      }),
    ).toEqual({
      refused: "not_authentic",
    })
  })
})

describe("vectors/content/sealed.json", () => {
  it.each(contents)(
    "jose and we open $name",
    async ({ sealed, text, recipients, network, id, from_address, to_address }) => {
      const of = { network, id, from_address, to_address }
      const keys = recipients.map(({ kid, secret, public_key }) => ({
        kid,
        privateKey: privateKeyFor(Buffer.from(secret, "hex").toString("base64url"), public_key),
        publicKey: publicKeyFor(public_key),
      }))
      const theirs = await sealByJose(JSON.parse(text), keys, of)
      expect(theirs.length).toBe(sealed.length)
      for (const recipient of keys) {
        expect(await openByJose(sealed, recipient)).toEqual({
          content: JSON.parse(text),
          bound: boundText(of),
        })
        for (const each of [sealed, theirs])
          expect(
            sealer.open({
              sealed: each,
              recipient,
              bound: { network, id, from: from_address, to: to_address },
            }),
          ).toEqual({
            content: JSON.parse(text),
          })
      }
    },
  )
})

it("for one recipient jose writes the ephemeral key into the protected header: another form, which we do not read", async () => {
  const theirs = await sealByJose({}, both.slice(0, 1), wireBound)
  expect(Buffer.from(JSON.parse(theirs).protected, "base64url").toString()).toContain("epk")
  expect(both[0] && sealer.open({ sealed: theirs, recipient: both[0], bound })).toEqual({
    refused: "malformed",
  })
})
