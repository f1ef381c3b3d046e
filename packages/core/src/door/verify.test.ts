import { readFileSync } from "node:fs"
import { describe, expect, it } from "vitest"
import { readTrustKeys } from "./trust-keys.ts"
import { verifyManifest } from "./verify.ts"

interface LoadVectors {
  readonly trust_keys: unknown
  readonly cases: readonly {
    readonly name: string
    readonly expect: string
    readonly text: string
  }[]
}

const vectors: LoadVectors = JSON.parse(
  readFileSync(new URL("../../../../vectors/door/load.json", import.meta.url), "utf8"),
)
const keys = readTrustKeys(vectors.trust_keys)
const codeOf = (response: unknown, trust = {}): string => {
  const verified = verifyManifest(response, { keys, ...trust })
  return verified.ok ? "ok" : verified.code
}
const good = vectors.cases.find((vector) => vector.name === "canonical text")?.text ?? ""
const goodObject = (): Record<string, unknown> => JSON.parse(good)

describe("verifyManifest on raw text", () => {
  it("has vectors", () => expect(vectors.cases).toHaveLength(35))

  it.each(vectors.cases.map((vector) => [vector.expect, vector.name, vector.text] as const))(
    "%s: %s",
    (expected, _, text) => {
      expect(codeOf(text)).toBe(expected)
    },
  )

  it("refuses every text with one character of the payload changed", () => {
    const end = good.indexOf(',"key_id"')
    for (let at = 11; at < end; at += 1) {
      const changed = good.slice(0, at) + (good[at] === "0" ? "1" : "0") + good.slice(at + 1)
      expect(codeOf(changed)).not.toBe("ok")
    }
  })

  it("returns what was signed, members it does not know included", () => {
    const text =
      vectors.cases.find((vector) => vector.name.startsWith("unknown members"))?.text ?? ""
    const verified = verifyManifest(text, { keys })
    expect(verified).toMatchObject({
      ok: true,
      key_id: "door-1",
      manifest: { "b\u{1F600}": 1, session_slug: "opening-night" },
    })
  })

  it("cuts at the length it was given", () => {
    expect(codeOf(good, { max_length: good.length })).toBe("ok")
    expect(codeOf(good, { max_length: good.length - 1 })).toBe("manifest_malformed")
    expect(codeOf(goodObject(), { max_length: 1000 })).toBe("manifest_malformed")
  })

  it("takes only the session it was told to", () => {
    expect(codeOf(good, { session_uuid: "0193a7c0-0000-7000-8000-000000000001" })).toBe("ok")
    expect(codeOf(good, { session_uuid: "0193a7c0-0000-7000-8000-000000000002" })).toBe(
      "manifest_untrusted",
    )
  })

  it("verifies canonical text as it stands, once", () => {
    const texts: string[] = []
    const host = {
      verify: (_: Uint8Array, message: Uint8Array) =>
        texts.push(Buffer.from(message).toString()) > 0,
    }
    expect(codeOf(good, { host })).toBe("ok")
    expect(texts).toEqual([good.slice(11, good.indexOf(',"key_id"'))])
  })
})

describe("verifyManifest on a parsed object", () => {
  it("canonicalises it, in whatever order its members are", () => {
    expect(codeOf(goodObject())).toBe("ok")
    const { payload, ...rest } = goodObject()
    expect(
      codeOf({ payload: Object.fromEntries(Object.entries(payload ?? {}).reverse()), ...rest }),
    ).toBe("ok")
  })

  it("refuses a changed payload as untrusted", () => {
    const changed = goodObject()
    changed.payload = {
      ...(typeof changed.payload === "object" ? changed.payload : {}),
      reserved: 3,
    }
    expect(codeOf(changed)).toBe("manifest_untrusted")
  })

  it.each([
    null,
    undefined,
    7,
    [],
    {},
    { payload: null },
    { payload: {} },
    { payload: { a: undefined }, key_id: "door-1", signature: "" },
  ])("calls %j malformed", (response) => {
    expect(codeOf(response)).toBe("manifest_malformed")
  })

  it("does not see what the object becomes afterwards", () => {
    const response = goodObject()
    const verified = verifyManifest(response, { keys })
    Object.assign(response.payload ?? {}, { reserved: 99 })
    expect(verified).toMatchObject({ ok: true, manifest: { reserved: 2 } })
  })
})
