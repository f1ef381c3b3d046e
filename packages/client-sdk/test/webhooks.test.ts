import { readFileSync } from "node:fs"
import { join } from "node:path"
import { gzipSync } from "node:zlib"
import { build } from "esbuild"
import * as fc from "fast-check"
import { describe, expect, expectTypeOf, it } from "vitest"
import { secretDigest, signedAttempt } from "../../core/src/webhooks/signature.ts"
import {
  isWebhookError,
  memorySeenDeliveries,
  verifyWebhook,
  type VerifiedWebhook,
  type VerifyWebhookOptions,
  WebhookError,
  type WebhookEvent,
} from "../src/webhooks.ts"

interface Case {
  readonly name: string
  readonly secrets: readonly string[]
  readonly now: string
  readonly tolerance_seconds: number
  readonly headers: readonly (readonly [string, string])[]
  readonly body?: string
  readonly body_hex?: string
  readonly answer: string
}
const { verify: cases }: { readonly verify: readonly Case[] } = JSON.parse(
  readFileSync(new URL("../../../vectors/webhooks.json", import.meta.url), "utf8"),
)
const [good] = cases
if (good?.body === undefined) throw new Error("The first case has a body.")

const secret = "whsec_example"
const now = new Date("2026-11-21T00:00:00.000Z")
const text = good.body
const bytes = new TextEncoder().encode(text)
const headers = Object.fromEntries(good.headers)
const webhook = {
  ...JSON.parse(text),
  deliveryId: headers["x-webhook-delivery"],
  isRepeated: false,
}

const bytesOf = ({ body, body_hex: hex = "" }: Case): Uint8Array =>
  body === undefined ? Uint8Array.from(Buffer.from(hex, "hex")) : new TextEncoder().encode(body)
/** What the verifier answers: `verified`, or the code of its error. */
const answerOf = (answer: Promise<VerifiedWebhook>): Promise<string> =>
  answer.then(
    () => "verified",
    (error: unknown) => {
      if (!isWebhookError(error)) throw error
      expect(error.message.length).toBeGreaterThan(20)
      return error.code
    },
  )
const optionsOf = (one: Case): VerifyWebhookOptions => ({
  secret: one.secrets,
  toleranceSeconds: one.tolerance_seconds,
  now: new Date(one.now),
})
const take = (
  change: Partial<VerifyWebhookOptions> = {},
  request: Parameters<typeof verifyWebhook>[0] = { headers, rawBody: text },
) => verifyWebhook(request, { secret, now, ...change })

describe("the vectors", () => {
  it("are many, of every answer", () => {
    expect(cases.length).toBeGreaterThan(80)
    expect(new Set(cases.map(({ answer }) => answer))).toEqual(
      new Set([
        "verified",
        "bad_signature",
        "malformed_header",
        "missing_header",
        "stale",
        "timestamp_mismatch",
        "event_mismatch",
        "malformed_body",
      ]),
    )
  })

  it.each(cases)("$answer: $name", async (one) => {
    const options = optionsOf(one)
    const body = bytesOf(one)
    // A list of pairs, a Fetch Request, and the headers of Node, which joins what was sent twice.
    const request = new Request("https://club.example/hooks", {
      method: "POST",
      headers: one.headers.map(([name, value]): [string, string] => [name, value]),
      body: Uint8Array.from(body),
    })
    const joined = Object.fromEntries(request.headers)
    expect(
      await Promise.all([
        answerOf(verifyWebhook({ headers: one.headers, rawBody: body }, options)),
        answerOf(verifyWebhook({ headers: joined, rawBody: body }, options)),
        answerOf(verifyWebhook(request, options)),
      ]),
    ).toEqual([one.answer, one.answer, one.answer])
  })
})

describe("what the service signs", () => {
  const deliveries = fc.record({
    event: fc.stringMatching(/^[a-z]{1,9}\.[a-z_]{1,9}$/),
    data: fc.dictionary(fc.string({ unit: "binary" }), fc.jsonValue()),
    secret: fc.string({ minLength: 1, unit: "binary" }),
    at: fc.date({ min: new Date(0), max: new Date("9999-12-31"), noInvalidDate: true }),
  })
  const organizationUuid = "club"
  const deliveryUuid = "delivery"
  const sent = ({
    event,
    data,
    secret: key,
    at,
  }: typeof deliveries extends fc.Arbitrary<infer Delivery> ? Delivery : never) =>
    signedAttempt(
      { event, organizationUuid, data },
      { deliveryUuid, digest: secretDigest(key), now: at },
    )

  it("verifies, whatever the event, the data, the secret and the time", () =>
    fc.assert(
      fc.asyncProperty(deliveries, async (delivery) => {
        const { body: rawBody, headers: given } = sent(delivery)
        const options = { secret: delivery.secret, now: delivery.at, toleranceSeconds: 0 }
        const answer = await verifyWebhook({ headers: given, rawBody }, options)
        expect(answer).toMatchObject({ event: delivery.event, deliveryId: deliveryUuid })
        expect(answer.timestamp).toBe(delivery.at.toISOString())
        expect(JSON.stringify(answer.data)).toBe(JSON.stringify(delivery.data))
      }),
    ))

  it("does not verify with any bit of the body or the signature another", () =>
    fc.assert(
      fc.asyncProperty(deliveries, fc.nat(), fc.nat(7), async (delivery, place, bit) => {
        const { body, headers: given } = sent(delivery)
        const options = { secret: delivery.secret, now: delivery.at }
        const flip = (of: Uint8Array): Uint8Array =>
          of.map((byte, i) => (i === place % of.length ? byte ^ (1 << bit) : byte))
        const signature = Buffer.from((given["x-webhook-signature"] ?? "").slice(7), "hex")
        const other = `sha256=${Buffer.from(flip(signature)).toString("hex")}`
        const changed = { ...given, "x-webhook-signature": other }
        expect([
          await answerOf(verifyWebhook({ headers: given, rawBody: flip(body) }, options)),
          await answerOf(verifyWebhook({ headers: changed, rawBody: body }, options)),
        ]).toEqual(["bad_signature", "bad_signature"])
      }),
    ))
})

describe("a request is taken", () => {
  const pool = new Uint8Array([...bytes, ...bytes])
  it.each<readonly [string, string | Uint8Array | ArrayBuffer]>([
    ["a string", text],
    ["a Uint8Array", bytes],
    ["a Buffer", Buffer.from(text)],
    ["a view into a larger buffer", pool.subarray(bytes.length)],
    ["an ArrayBuffer", Uint8Array.from(bytes).buffer],
  ])("with its body as %s", async (_, rawBody) =>
    expect(await take({}, { headers, rawBody })).toEqual(webhook),
  )

  it.each<readonly [string, Parameters<typeof verifyWebhook>[0]["headers"]]>([
    ["a record", headers],
    ["Headers", new Headers(headers)],
    ["pairs", good.headers],
    ["a Map", new Map(good.headers)],
    ["something with get", { get: (name: string) => headers[name.toLowerCase()] ?? null }],
    [
      "lists of values",
      Object.fromEntries(good.headers.map(([name, value]) => [name.toUpperCase(), [value]])),
    ],
  ])("with its headers as %s", async (_, given) =>
    expect(await take({}, { headers: given, rawBody: text })).toEqual(webhook),
  )

  it("with undefined among its headers, as Node types them", async () => {
    expect(await take({}, { headers: { ...headers, host: undefined }, rawBody: text })).toEqual(
      webhook,
    )
    const none = { ...headers, "x-webhook-event": undefined }
    expect(await answerOf(take({}, { headers: none, rawBody: text }))).toBe("missing_header")
  })

  it.each<readonly [string, unknown]>([
    ["that was parsed", { headers, rawBody: JSON.parse(text) }],
    ["that is missing", { headers, rawBody: undefined }],
    ["that is a stream", { headers }],
  ])("but not with a body %s, and says what to pass", async (_, request) => {
    const answer = take({}, request as Parameters<typeof verifyWebhook>[0])
    await expect(answer).rejects.toMatchObject({ code: "missing_raw_body" })
    await expect(answer).rejects.toThrow("rawBody")
  })

  it("but not with a body that was read", async () => {
    const request = new Request("https://club.example", { method: "POST", headers, body: text })
    await request.text()
    expect(await answerOf(take({}, request))).toBe("missing_raw_body")
  })
})

describe("the clock", () => {
  it("is this machine's unless another is given, as a date, milliseconds or a function", async () => {
    expect(await answerOf(verifyWebhook({ headers, rawBody: text }, { secret }))).toBe("stale")
    for (const at of [now, now.getTime(), () => now, () => now.getTime()])
      expect(await take({ now: at })).toEqual(webhook)
    const late = new Date(now.getTime() + 1e9)
    expect(await take({ now: late, toleranceSeconds: Number.POSITIVE_INFINITY })).toEqual(webhook)
  })

  it("says how far it is off, and where", async () => {
    const at = (seconds: number) => new Date(now.getTime() + seconds * 1000)
    await expect(take({ now: at(301) })).rejects.toThrow("signed 301 s ago, and 300 s")
    await expect(take({ now: at(-301) })).rejects.toThrow("signed 301 s in the future")
  })
})

describe("options that are wrong are no matter of the request", () => {
  it.each<readonly [string, Partial<Record<keyof VerifyWebhookOptions, unknown>>]>([
    ["no secret", { secret: undefined }],
    ["an empty secret", { secret: "" }],
    ["no secrets", { secret: [] }],
    ["an empty one among them", { secret: [secret, ""] }],
    ["a tolerance below 0", { toleranceSeconds: -1 }],
    ["a tolerance that is no number", { toleranceSeconds: Number.NaN }],
    ["a time that is none", { now: new Date("never") }],
  ])("%s", async (_, change) =>
    expect(take(change as Partial<VerifyWebhookOptions>)).rejects.toThrow(TypeError),
  )
})

describe("a delivery that arrives again", () => {
  it("is told, and is no error; without a store it never is", async () => {
    const seen = memorySeenDeliveries()
    expect((await take({ seen })).isRepeated).toBe(false)
    expect((await take({ seen })).isRepeated).toBe(true)
    expect((await take()).isRepeated).toBe(false)
    await seen.forget(headers["x-webhook-delivery"] ?? "")
    expect((await take({ seen })).isRepeated).toBe(false)
  })

  it("is taken once however many attempts come at the same time", async () => {
    const seen = memorySeenDeliveries()
    const all = await Promise.all(Array.from({ length: 20 }, () => take({ seen })))
    expect(all.filter(({ isRepeated }) => !isRepeated)).toHaveLength(1)
  })

  it("is not remembered when anything about the request is wrong", async () => {
    const asked: string[] = []
    const seen = { add: (id: string) => Promise.resolve(asked.push(id) > 0) }
    for (const one of cases.filter(({ answer }) => answer !== "verified"))
      await answerOf(
        verifyWebhook({ headers: one.headers, rawBody: bytesOf(one) }, { ...optionsOf(one), seen }),
      )
    expect(asked).toEqual([])
    await take({ seen })
    expect(asked).toEqual([headers["x-webhook-delivery"]])
  })

  it("is forgotten when too many came after it", () => {
    const { add } = memorySeenDeliveries({ most: 3 })
    expect(["a", "b", "c", "a", "d", "b", "a"].map((id) => add(id))).toEqual([
      true,
      true,
      true,
      false,
      true,
      false,
      true,
    ])
  })
})

it("the error is recognized across copies of the package, by code", () => {
  const error = new WebhookError("stale", "The message.")
  const copy = Object.defineProperty(
    new Error("a copy's"),
    Symbol.for("@symbolon/client-sdk/webhook-error"),
    { value: true },
  )
  expect([isWebhookError(error), isWebhookError(error, "stale")]).toEqual([true, true])
  expect(isWebhookError(error, "bad_signature")).toBe(false)
  expect([isWebhookError(copy), isWebhookError(new Error("other"))]).toEqual([true, false])
  expect(isWebhookError(undefined)).toBe(false)
})

it("the name of the event tells the type of its data, and unknown names are taken", () => {
  const typed = (event: WebhookEvent): unknown => {
    switch (event.event) {
      case "membership.joined":
        expectTypeOf(event.data.tier_slug).toEqualTypeOf<string>()
        return event.data.tier_slug
      case "activity.deleted":
        expectTypeOf(event.data.deleted_by_user_uuid).toEqualTypeOf<string | null>()
        return event.data
      case "webhook.test":
        expectTypeOf(event.data.test).toEqualTypeOf<true>()
        return event.data
      default: {
        const name: string = event.event
        return name
      }
    }
  }
  expectTypeOf<VerifiedWebhook>().toExtend<WebhookEvent>()
  const verified = (one: VerifiedWebhook) => {
    if (one.event === "membership.left") expectTypeOf(one.data.user_uuid).toEqualTypeOf<string>()
    if (one.event === "reward.redeemed")
      expectTypeOf(one.data.points).toEqualTypeOf<number | null>()
  }
  expect(typed({ ...webhook, event: "session.began" })).toBe("session.began")
  expect(verified(webhook)).toBeUndefined()
})

it("travels light: no platform but WebCrypto, and nothing of the client", async () => {
  const { outputFiles, metafile } = await build({
    entryPoints: [join(import.meta.dirname, "../src/webhooks.ts")],
    bundle: true,
    minify: true,
    format: "esm",
    target: "es2022",
    platform: "neutral",
    write: false,
    metafile: true,
  })
  const [file] = outputFiles
  if (file === undefined) throw new Error("nothing was bundled")
  const inputs = Object.keys(metafile.inputs)
  expect(inputs.filter((path) => !/(?:^|\/)src\/webhooks[./]/.test(path))).toEqual([])
  expect(file.text).not.toMatch(/node:|\bzod\b|\bprocess\b|\bBuffer\b|\brequire\b/)
  expect(file.text).not.toMatch(/withResolvers|toSorted|groupBy|fromAsync|fromHex|\.try\(/)
  const size = gzipSync(file.contents, { level: 9 }).length
  console.log(`@symbolon/client-sdk/webhooks: ${file.contents.length} bytes, ${size} gzip`)
  expect(size).toBeLessThan(3 * 1024)
})
