import { readFileSync } from "node:fs"
import { describe, expect, it } from "vitest"
import { keyIdOf, newSigningSecret, secretDigest, signedAttempt } from "./signature.ts"

interface Vectors {
  readonly secrets: readonly {
    readonly secret: string
    readonly digest: string
    readonly key_id: string
  }[]
  readonly signed: readonly {
    readonly name: string
    readonly secret: string
    readonly now: string
    readonly delivery_uuid: string
    readonly event: string
    readonly organization_uuid: string
    readonly data: Readonly<Record<string, unknown>>
    readonly body: string
    readonly headers: Readonly<Record<string, string>>
  }[]
}
const { secrets, signed }: Vectors = JSON.parse(
  readFileSync(new URL("../../../../vectors/webhooks.json", import.meta.url), "utf8"),
)

describe("a signing secret", () => {
  it.each(secrets)("$secret has the digest and key id of the vectors", (vector) => {
    expect(secretDigest(vector.secret)).toBe(vector.digest)
    expect(keyIdOf(vector.digest)).toBe(vector.key_id)
  })

  it("is made of the ids' randomness, behind a prefix that scanners know", () =>
    expect(newSigningSecret({ secret: (prefix) => `${prefix}random` })).toBe("whsec_random"))
})

describe("an attempt is written and signed as the vectors say", () => {
  it.each(signed)("$name", ({ secret, now, delivery_uuid: deliveryUuid, ...vector }) => {
    const { body, headers } = signedAttempt(
      { event: vector.event, organizationUuid: vector.organization_uuid, data: vector.data },
      { deliveryUuid, digest: secretDigest(secret), now: new Date(now) },
    )
    expect(new TextDecoder().decode(body)).toBe(vector.body)
    const { "user-agent": userAgent, ...rest } = headers
    expect(rest).toEqual(vector.headers)
    expect(userAgent).toMatch(/^Symbolon\/\d+\.\d+\.\d+\S* \(\+https:\/\/\S+\)$/)
  })
})
