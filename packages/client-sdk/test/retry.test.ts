import { describe, expect, it } from "vitest"
import { type Client, isApiError } from "../src/index.ts"
import {
  isRetryable,
  type Kind,
  readRetryAfter,
  toRetrySettings,
  waitBefore,
} from "../src/retry.ts"
import { failureOf, clientWithoutBackoff, serve, type Step } from "./server.ts"

const calls: Readonly<Record<Kind, (client: Client) => PromiseLike<unknown>>> = {
  read: (client) => client.organizations.get("harbour-club"),
  deduplicated: (client) =>
    client.wallets.transfer("sy1", {
      to: { type: "username", value: "ana" },
      amount: 5,
      idempotency_key: "key-1",
    }),
  write: (client) =>
    client.memberships.add("harbour-club", { user_uuid: "u", membership_tier_slug: "gold" }),
}
const kinds = Object.keys(calls) as readonly Kind[]
const done: Step = { status: 200, body: { name: "Harbour Club" } }

/** The rows of the rule: a first answer, and the kinds of call that are sent again after it. */
const rows: readonly (readonly [string, Step, readonly Kind[], "refused" | "unknown"])[] = [
  [
    "429",
    { status: 429, headers: { "retry-after": "0" } },
    ["read", "deduplicated", "write"],
    "refused",
  ],
  ["429 without Retry-After", { status: 429 }, ["read", "deduplicated", "write"], "refused"],
  ["a reset after sending", "reset", ["read", "deduplicated"], "unknown"],
  ["a timeout after sending", "hang", ["read", "deduplicated"], "unknown"],
  ["an answer torn in its body", "tear", ["read", "deduplicated"], "unknown"],
  ["an answer that stalls in its body", "stall", ["read", "deduplicated"], "unknown"],
  ["500", { status: 500 }, ["read", "deduplicated"], "unknown"],
  ["502", { status: 502 }, ["read", "deduplicated"], "unknown"],
  ["503", { status: 503, headers: { "retry-after": "0" } }, ["read", "deduplicated"], "unknown"],
  ["504", { status: 504 }, ["read", "deduplicated"], "unknown"],
  ["400", { status: 400 }, [], "refused"],
  ["402", { status: 402 }, [], "refused"],
  ["403", { status: 403 }, [], "refused"],
  ["404", { status: 404 }, [], "refused"],
  ["408", { status: 408 }, [], "refused"],
  ["409", { status: 409 }, [], "refused"],
  ["410", { status: 410 }, [], "refused"],
  ["422", { status: 422 }, [], "refused"],
  ["a redirect", { status: 307, headers: { location: "/elsewhere" } }, [], "refused"],
]

const cases = rows.flatMap(([name, step, repeated, outcome]) =>
  kinds.map((kind) => ({
    name,
    step,
    kind,
    outcome: kind === "read" ? "refused" : outcome,
    isRepeated: repeated.includes(kind),
  })),
)

it.each(cases.filter(({ isRepeated }) => isRepeated))(
  "after $name a $kind is sent again, as it was",
  async ({ step, kind }) => {
    await using server = await serve([step, done])
    expect(await calls[kind](clientWithoutBackoff(server.baseUrl, { timeoutMs: 150 }))).toEqual({
      name: "Harbour Club",
    })
    expect(server.seen).toHaveLength(2)
    expect(server.seen[1]?.body).toBe(server.seen[0]?.body)
  },
)

it.each(cases.filter(({ isRepeated }) => !isRepeated))(
  "after $name a $kind is not sent again: $outcome",
  async ({ step, kind, outcome }) => {
    await using server = await serve([step, done])
    expect(
      await failureOf(calls[kind](clientWithoutBackoff(server.baseUrl, { timeoutMs: 150 }))),
    ).toMatchObject({
      outcome,
    })
    expect(server.seen).toHaveLength(1)
  },
)

/** Where a server was a moment ago. */
const deserted = async (): Promise<string> => {
  await using server = await serve([done])
  return server.baseUrl
}

describe.each([
  ["nobody listens", deserted],
  ["the name is not found", async () => "http://no-such-host.invalid"],
])("where %s", (_, find) => {
  it.each(kinds)("a %s is tried three times and has changed nothing", async (kind) => {
    let attempts = 0
    const client = clientWithoutBackoff(await find(), {
      fetch: (url, init) => {
        attempts++
        return fetch(url, init)
      },
    })
    expect(await failureOf(calls[kind](client))).toMatchObject({
      code: "connection_failed",
      outcome: "refused",
      status: undefined,
    })
    expect(attempts).toBe(3)
  })
})

describe("a 401", () => {
  const stale: Step = { status: 401 }

  it.each(kinds)("gives a %s one more attempt with another token", async (kind) => {
    await using server = await serve([stale, done])
    let n = 0
    await calls[kind](clientWithoutBackoff(server.baseUrl, { auth: () => `t${++n}` }))
    expect(server.seen.map(({ headers }) => headers.authorization)).toEqual([
      "Bearer t1",
      "Bearer t2",
    ])
  })

  it("is final the second time", async () => {
    await using server = await serve([stale])
    let n = 0
    const e = await failureOf(
      calls.write(clientWithoutBackoff(server.baseUrl, { auth: () => `t${++n}` })),
    )
    expect(e).toMatchObject({ code: "invalid_credentials", status: 401, outcome: "refused" })
    expect(server.seen).toHaveLength(2)
  })

  it("is final when there is no other token", async () => {
    await using server = await serve([stale])
    await failureOf(calls.read(clientWithoutBackoff(server.baseUrl, { auth: () => "the same" })))
    expect(server.seen).toHaveLength(1)
  })

  it("does not use up a repetition", async () => {
    await using server = await serve([stale, { status: 500 }, { status: 500 }, done])
    let n = 0
    await calls.read(clientWithoutBackoff(server.baseUrl, { auth: () => `t${++n}` }))
    expect(server.seen).toHaveLength(4)
  })
})

describe("the outcome", () => {
  it("stays unknown when a later attempt is refused", async () => {
    await using server = await serve(["reset", { status: 429, headers: { "retry-after": "3600" } }])
    const e = await failureOf(calls.deduplicated(clientWithoutBackoff(server.baseUrl)))
    expect(e).toMatchObject({
      code: "rate_limit_exceeded",
      outcome: "unknown",
      retryAfterSeconds: 3600,
    })
    expect(server.seen).toHaveLength(2)
  })

  it("says in words what to do about it", async () => {
    await using server = await serve(["reset"])
    expect(String(await failureOf(calls.write(clientWithoutBackoff(server.baseUrl))))).toContain(
      "read before repeating it",
    )
    expect(String(await failureOf(calls.read(clientWithoutBackoff(server.baseUrl))))).not.toContain(
      "repeating",
    )
  })

  it("is unknown for a write whose answer makes no sense", async () => {
    await using server = await serve([{ status: 200, body: "<html>" }])
    expect(await failureOf(calls.write(clientWithoutBackoff(server.baseUrl)))).toMatchObject({
      code: "unexpected_response",
      status: 200,
      outcome: "unknown",
    })
    expect(await failureOf(calls.read(clientWithoutBackoff(server.baseUrl)))).toMatchObject({
      code: "unexpected_response",
      outcome: "refused",
    })
    expect(server.seen).toHaveLength(2)
  })
})

it("an admission, a mint and a list of admissions are repeated with the key they had", async () => {
  const admission = { identifier: { type: "card", value: "04A1" }, idempotency_key: "door-1" }
  const repeatable: readonly ((client: Client) => PromiseLike<unknown>)[] = [
    (client) => client.sessions.admit("opening-night", admission),
    (client) => client.sessions.admit("opening-night", { admissions: [admission] }),
    (client) =>
      client.console.points.mint("harbour-club", { amount: 5, idempotency_key: "mint-1" }),
  ]
  for (const call of repeatable) {
    await using server = await serve(["reset", done])
    await call(clientWithoutBackoff(server.baseUrl))
    expect(server.seen[1]?.body).toBe(server.seen[0]?.body)
    expect(server.seen[1]?.body).toMatch(/"idempotency_key":"(door|mint)-1"/)
  }
})

it("gives up after the retries it was given", async () => {
  await using server = await serve([{ status: 500 }])
  for (const [retry, attempts] of [
    [{ retries: 4, firstWaitMs: 1 }, 5],
    [{ retries: 0 }, 1],
    [false, 1],
  ] as const) {
    const before = server.seen.length
    await failureOf(calls.read(clientWithoutBackoff(server.baseUrl, { retry })))
    expect(server.seen.length - before).toBe(attempts)
  }
})

it("does not follow a redirect, which would make a GET of a POST", async () => {
  await using elsewhere = await serve([done])
  await using server = await serve([{ status: 302, headers: { location: elsewhere.baseUrl } }])
  const e = await failureOf(calls.write(clientWithoutBackoff(server.baseUrl)))
  expect(isApiError(e, "unexpected_response") && e.message).toContain("redirects")
  expect(elsewhere.seen).toHaveLength(0)
})

describe("the wait", () => {
  const busy = (retryAfterSeconds?: number) =>
    ({ type: "status", status: 429, retryAfterSeconds }) as const

  it("doubles, half of it by chance, up to its longest", () => {
    const waits = (random: number) =>
      [1, 2, 3, 4, 5, 6].map((n) =>
        waitBefore(n, "read", { type: "lost" }, toRetrySettings({ retries: 9 }), random),
      )
    expect(waits(0)).toEqual([250, 500, 1000, 2000, 4000, 4000])
    expect(waits(1)).toEqual([500, 1000, 2000, 4000, 8000, 8000])
  })

  it("is what the server says, and never less", () => {
    expect(waitBefore(1, "write", busy(7), toRetrySettings(), 0)).toBe(7000)
    expect(waitBefore(1, "write", busy(7), toRetrySettings(), 0.5)).toBe(7250)
    expect(waitBefore(1, "write", busy(60), toRetrySettings(), 0)).toBe(60_000)
    expect(waitBefore(1, "write", busy(61), toRetrySettings(), 0)).toBeUndefined()
  })

  it("is not begun for what may not be repeated", () => {
    expect(isRetryable("write", { type: "lost" })).toBe(false)
    expect(waitBefore(1, "write", { type: "lost" }, toRetrySettings(), 0)).toBeUndefined()
    expect(waitBefore(3, "read", { type: "lost" }, toRetrySettings(), 0)).toBeUndefined()
  })

  it.each([
    ["0", null, 0],
    ["12", null, 12],
    ["1.5", null, 1.5],
    ["Sat, 21 Nov 2026 10:00:30 GMT", "Sat, 21 Nov 2026 10:00:00 GMT", 30],
    ["Sat, 21 Nov 2026 09:00:00 GMT", "Sat, 21 Nov 2026 10:00:00 GMT", 0],
    ["soon", null, undefined],
    [null, null, undefined],
  ])("reads Retry-After: %s", (value, date, seconds) =>
    expect(readRetryAfter(value, date)).toBe(seconds),
  )
})
