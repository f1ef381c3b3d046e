import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { readBody } from "../fixtures/read.ts"
import { type TestServer } from "../fixtures/world.ts"
import { openUntouchedSession, unkept } from "../fixtures/untouched-session.ts"

let world: TestServer
let session: string
let closing: () => Promise<void>
beforeAll(async () => {
  const opened = await openUntouchedSession()
  ;({ world, session } = opened)
  closing = async () => {
    // Nothing of what was refused has left a trace.
    expect(await opened.everything()).toEqual(opened.before)
    await world.close()
  }
})
afterAll(() => closing())

const own = { identifier: { type: "username", value: "ada" }, idempotency_key: "k" }
const inAda = (more: object) => ({ ...own, ...more })
const card = (value: unknown) => ({ identifier: { type: "card", value }, idempotency_key: "k" })

describe("a tap that is not what it should be", () => {
  it.each<readonly [string, unknown, Readonly<Record<string, string>>]>([
    [
      "of 10 kB",
      card("x".repeat(10_240)),
      { "identifier.value": "must have at most 255 characters" },
    ],
    ["of nothing", card(""), { "identifier.value": "must have at least 1 character" }],
    ["with a NUL", card("04A1\0"), { "identifier.value": unkept }],
    ["with half a surrogate pair", card("04A1\ud800"), { "identifier.value": unkept }],
    ["with its halves the wrong way round", card("\udc00\ud800"), { "identifier.value": unkept }],
    ["that is a number", card(41), { "identifier.value": "must be a string" }],
    ["that is nothing", inAda({ identifier: null }), { identifier: "must be an object" }],
    ["that is bare", inAda({ identifier: "04A1" }), { identifier: "must be an object" }],
    [
      "of no kind",
      inAda({ identifier: { value: "04A1" } }),
      { "identifier.type": "is required: one of card, wallet, username, user_id, link" },
    ],
    [
      "with more",
      inAda({ identifier: { ...own.identifier, name: "Ada" } }),
      { "identifier.name": "is not a field of this call" },
    ],
    ["under no key", { identifier: own.identifier }, { idempotency_key: "is required" }],
    [
      "under a key of another spelling",
      { identifier: own.identifier, idempotencyKey: "k" },
      { idempotency_key: "is required", idempotencyKey: "is not a field of this call" },
    ],
    [
      "under an endless key",
      inAda({ idempotency_key: "k".repeat(191) }),
      { idempotency_key: "must have at most 190 characters" },
    ],
    ["under half a character", inAda({ idempotency_key: "\udfff" }), { idempotency_key: unkept }],
    ["at no moment", inAda({ occurred_at: "soon" }), { occurred_at: expect.any(String) }],
    [
      "at a moment without a zone",
      inAda({ occurred_at: "2026-11-21T10:00:00" }),
      { occurred_at: expect.any(String) },
    ],
    [
      "at a moment of a number",
      inAda({ occurred_at: 1_795_255_200_000 }),
      { occurred_at: expect.any(String) },
    ],
    [
      "on a day that is not",
      inAda({ occurred_at: "2026-02-30T10:00:00Z" }),
      { occurred_at: expect.any(String) },
    ],
    [
      "by a version in letters",
      inAda({ manifest_version: "1" }),
      { manifest_version: "must be a number" },
    ],
    ["by version 0", inAda({ manifest_version: 0 }), { manifest_version: "must be at least 1" }],
    [
      "by half a version",
      inAda({ manifest_version: 1.5 }),
      { manifest_version: "must be a whole number" },
    ],
    [
      "by a version beyond counting",
      inAda({ manifest_version: 1e300 }),
      { manifest_version: expect.any(String) },
    ],
    ["offline in letters", inAda({ offline: "true" }), { offline: expect.any(String) }],
    [
      "of an endless device",
      inAda({ device_reference: "d".repeat(256) }),
      { device_reference: "must have at most 255 characters" },
    ],
    [
      "with a member of its own",
      inAda({ seat: "ticket" }),
      { seat: "is not a field of this call" },
    ],
    [
      "with a prototype",
      JSON.parse(
        '{"__proto__": {"offline": true}, "constructor": 1, "idempotency_key": "k", "identifier": {"type": "card", "value": "x"}}',
      ),
      { ["__proto__"]: "is not a field of this call", constructor: "is not a field of this call" },
    ],
  ])("%s: 422 that names the field", async (_, body, errors) => {
    const alone = await readBody(await world.call("POST", `${session}/admit`, body), 422)
    expect(alone).toMatchObject({ code: "validation_error", details: null })
    expect(alone.errors).toEqual(errors)
    // In a list it spoils the call.
    const within = await readBody(
      await world.call("POST", `${session}/admit`, { admissions: [body] }),
      422,
    )
    expect(within.errors).toEqual(
      Object.fromEntries(
        Object.entries(errors).map(([name, error]) => [`admissions.0.${name}`, error]),
      ),
    )
  })

  it.each<readonly [string, unknown, Readonly<Record<string, string>>]>([
    [
      "in the far future",
      inAda({ occurred_at: "9999-12-31T23:59:59Z" }),
      { occurred_at: "lies in the future" },
    ],
    [
      "after what clocks differ by",
      inAda({ occurred_at: "2026-11-21T10:05:00.001Z" }),
      { occurred_at: "lies in the future" },
    ],
    [
      "in the far past",
      inAda({ occurred_at: "0001-01-01T00:00:00Z" }),
      { occurred_at: expect.stringContaining("366 days back") },
    ],
  ])(
    "%s: 422 that names the field, and in a list an error in its place",
    async (_, body, errors) => {
      expect(
        (await readBody(await world.call("POST", `${session}/admit`, body), 422)).errors,
      ).toEqual(errors)
      const { results } = await readBody(
        await world.call("POST", `${session}/admit`, { admissions: [body] }),
        200,
      )
      expect(results).toMatchObject([{ error: { code: "validation_error", errors } }])
    },
  )

  it.each<readonly [string, string, number, string]>([
    [
      "a control character in a card is read over",
      "04A\u0007\u001f2",
      404,
      "identifier_unresolved",
    ],
    ["an emoji is nobody", "\u{1f3df}", 404, "identifier_unresolved"],
    ["255 letters are nobody", "x".repeat(255), 404, "identifier_unresolved"],
  ])("%s", async (_, value, status, code) => {
    expect(
      await readBody(await world.call("POST", `${session}/admit`, card(value)), status),
    ).toMatchObject({ code })
  })
})

describe("a list that is not what it should be", () => {
  const admit = (body: unknown) => world.call("POST", `${session}/admit`, body)
  it.each<readonly [string, unknown, Readonly<Record<string, unknown>>]>([
    ["none", { admissions: [] }, { admissions: "must have at least 1 item" }],
    [
      "101",
      { admissions: Array.from({ length: 101 }, (_, n) => inAda({ idempotency_key: `k${n}` })) },
      { admissions: "must have at most 100 items" },
    ],
    ["no list", { admissions: own }, { admissions: "must be a list" }],
    ["a hole", { admissions: [null] }, { "admissions.0": "must be an object" }],
    [
      "one bad among good",
      { admissions: [own, inAda({ offline: 1 })] },
      { "admissions.1.offline": expect.any(String) },
    ],
    [
      "a list and more",
      { admissions: [own], offline: true },
      { offline: "is not a field of this call" },
    ],
  ])("%s: 422", async (_, body, errors) => {
    expect((await readBody(await admit(body), 422)).errors).toEqual(errors)
  })
  it("too deep: 400; too large: 413; of another type: 415; cut off: 400", async () => {
    const deep = `{"admissions":${"[".repeat(1000)}${"]".repeat(1000)}}`
    expect(await readBody(await admit(deep), 400)).toMatchObject({ code: "bad_request" })
    expect(
      await readBody(await admit({ admissions: [own], note: "x".repeat(1_100_000) }), 413),
    ).toMatchObject({ code: "payload_too_large" })
    expect(await readBody(await admit('{"admissions":[{"identifier"'), 400)).toMatchObject({
      code: "bad_request",
    })
    const headers = { "content-type": "text/plain" }
    expect(
      await readBody(await world.call("POST", `${session}/admit`, own, headers), 415),
    ).toMatchObject({ code: "unsupported_media_type" })
    const asAda = { ...headers, authorization: `Bearer ${world.userToken}` }
    expect(
      await readBody(await world.call("POST", `${session}/check-in`, own, asAda), 415),
    ).toMatchObject({ code: "unsupported_media_type" })
  })
})
