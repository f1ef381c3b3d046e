import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { testCertificate } from "../../../core/test/fixtures/certificate.ts"
import { type ForeignReceiver, openForeignReceiver } from "./foreign-receiver.ts"
import { openServedClub, schedule } from "./served-club.ts"

const timeoutMs = 1_000
interface Row {
  /** The last part of the URL. */
  readonly kind: string
  readonly state: "success" | "failed"
  readonly attempts: number
  /** Of the last attempt. */
  readonly status: number | null
  readonly error_code: string | null
  readonly response_snippet: unknown
}
const row = (
  kind: string,
  state: Row["state"],
  attempts: number,
  status: number | null,
  error_code: string | null,
  response_snippet: unknown = null,
): Row => ({ kind, state, attempts, status, error_code, response_snippet })

const rows: readonly Row[] = [
  row("200", "success", 1, 200, null, "this is 200"),
  row("202", "success", 1, 202, null, "this is 202"),
  row("204", "success", 1, 204, null),
  row("301", "failed", 7, 301, "redirect"),
  row("400", "failed", 1, 400, "refused", "this is 400"),
  row("404", "failed", 1, 404, "refused", "this is 404"),
  row("410", "failed", 1, 410, "refused", "this is 410"),
  row("429", "failed", 7, 429, "rate_limited", "this is 429"),
  row("500", "failed", 7, 500, "server_error", "this is 500"),
  row("503", "failed", 7, 503, "server_error", "this is 503"),
  row("recovers", "success", 4, 200, null, "request 4"),
  row("slow-headers", "failed", 7, null, "timeout"),
  row("drip", "failed", 7, 200, "timeout"),
  row("gigabyte", "success", 1, 200, null, "x".repeat(1_024)),
  row("bomb", "success", 1, 200, null, expect.any(String)),
  row("reset", "failed", 7, null, "connection_reset"),
  row("invalid-headers", "failed", 7, null, "bad_response"),
  row("no-http", "failed", 7, null, "bad_response"),
  row("tls", "failed", 7, null, "tls_failed"),
]

let served: Awaited<ReturnType<typeof openServedClub>>
let receiver: ForeignReceiver
let untrusted: ForeignReceiver
const webhooks = new Map<string, string>()
let eventAt: number
let grewBy: number

beforeAll(async () => {
  receiver = await openForeignReceiver()
  untrusted = await openForeignReceiver(testCertificate({ hosts: ["127.0.0.1"] }))
  served = await openServedClub(timeoutMs)
  for (const { kind } of rows) {
    const to = kind === "tls" ? untrusted : receiver
    const { uuid, secret } = await served.addWebhook(`${to.url}${kind}`)
    to.secrets.set(`/${kind}`, secret)
    webhooks.set(kind, uuid)
  }
  const before = await served.residentBytes()
  let most = before
  const watching = setInterval(() => {
    void served.residentBytes().then((bytes) => {
      most = Math.max(most, bytes)
    })
  }, 50)
  eventAt = await served.happen()
  clearInterval(watching)
  grewBy = most - before
}, 120_000)

afterAll(async () => {
  await served.close()
  await receiver.close()
  await untrusted.close()
})

describe("an event of `symbolon serve`, on its way to a receiver by node:http", () => {
  it.each(rows)(
    "that does $kind ends as $state after $attempts",
    async ({ kind, state, attempts, ...last }) => {
      const [delivery, ...more] = await served.deliveriesTo(webhooks.get(kind) ?? "")
      if (delivery === undefined) throw new Error("There is a delivery.")
      expect(more).toEqual([])
      expect(delivery).toMatchObject({
        event: "membership.joined",
        state,
        attempt_count: attempts,
        next_attempt_at: null,
        last_status: last.status,
        last_error_code: last.error_code,
      })
      expect(delivery.attempts.map(({ n }) => n)).toEqual(
        schedule.slice(0, attempts).map((_, n) => n + 1),
      )
      expect(
        delivery.attempts.map(({ started_at }) => (Date.parse(started_at) - eventAt) / 1_000),
      ).toEqual(schedule.slice(0, attempts))
      expect(delivery.attempts.at(-1)).toMatchObject(last)
      for (const { duration_ms, key_id } of delivery.attempts) {
        expect(key_id).toMatch(/^[0-9a-f]{8}$/)
        const [least, most] =
          last.error_code === "timeout" ? [timeoutMs - 5, 2 * timeoutMs] : [0, timeoutMs]
        expect(duration_ms).toBeGreaterThanOrEqual(least)
        expect(duration_ms).toBeLessThan(most)
      }
      // One request for each attempt, and one id for all.
      const { requests } = kind === "tls" ? untrusted : receiver
      expect(requests.filter(({ path }) => path === `/${kind}`)).toEqual(
        kind === "tls"
          ? []
          : Array.from({ length: attempts }, () => ({ path: `/${kind}`, id: delivery.uuid })),
      )
    },
  )

  it("has every header and signature right", () => {
    expect(receiver.problems).toEqual([])
    expect(untrusted.problems).toEqual([])
    expect(receiver.requests.length).toBeGreaterThan(70)
  })

  it("is sent nowhere else: no redirect is followed", () => {
    expect(new Set(receiver.requests.map(({ path }) => path))).toEqual(
      new Set(rows.flatMap(({ kind }) => (kind === "tls" ? [] : [`/${kind}`]))),
    )
  })

  it("takes little of a gigabyte, and does not unpack a bomb", () => {
    // What the system takes besides is a few megabytes.
    expect(receiver.written.get("/gigabyte")).toBeLessThan(32_000_000)
    expect(grewBy).toBeLessThan(96_000_000)
  })
})
