import { openMemory } from "@symbolon/core/memory"
import { openSqlite } from "@symbolon/storage-sqlite"
import fc from "fast-check"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import * as z from "zod"
import { allEndpoints } from "../../src/endpoints.ts"
import { type AnyEndpoint, templateOf } from "../../src/route.ts"
import { strongest, tokenOf } from "./holders.ts"
import { type TwoOrganizations, openTwoOrganizations } from "../fixtures/two-organizations.ts"
import { type Parts, partsOf } from "./request.ts"
import type { Guarded } from "./walk.ts"

/**
 * Values that a careless server stumbles on, in the place of any member, query parameter or part of
 * a path.
 */
const oddValues: readonly unknown[] = [
  [
    null,
    true,
    false,
    0,
    -1,
    1,
    1.5,
    100,
    1e308,
    -1e308,
    2_147_483_647,
    2_147_483_648,
    Number.MAX_SAFE_INTEGER,
    2 ** 53,
    -(2 ** 63),
  ],
  [
    "",
    " ",
    "\u0000",
    "a\u0000b",
    "a\u0001b",
    "\ud800",
    "\u202egnp",
    "\u{1f469}\u200d\u{1f680}",
    "null",
    "0",
    "-1",
    "true",
  ],
  [
    "__proto__",
    "constructor",
    "hasOwnProperty",
    "toString",
    "'; drop table users; --",
    "%",
    "%00",
    "../..",
    "*",
    "9".repeat(400),
  ],
  [10, 64, 80, 255, 500, 5000].map((length) => "x".repeat(length)),
  [
    "0001-01-01T00:00:00Z",
    "9999-12-31T23:59:59.999Z",
    "2026-02-30T00:00:00Z",
    "2026-11-21T10:00:00+14:00",
    "+275760-09-13T00:00:00.000Z",
  ],
  [
    "00000000-0000-0000-0000-000000000000",
    "01999999-0000-7000-8000-00000000000g",
    "tsy1qqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqq",
    "PHP",
    "Asia/Manila",
  ],
  [
    "https://a.test",
    "http://[::1",
    "javascript:alert(1)",
    "//a.test",
    "a@b.test",
    "a@\u0000.test",
    "0001,0000",
  ],
  [
    [],
    [null],
    ["a", "a"],
    [""],
    {},
    { type: "username", value: "\u0001" },
    { type: "__proto__", value: {} },
    [{}],
    { a: { b: [1e308] } },
  ],
  ["username", "user_id", "wallet", "card", "link"].flatMap((type) =>
    ["x", "", "\ud800"].map((value) => ({ type, value })),
  ),
  [JSON.parse('{"__proto__": {"polluted": true}}') as unknown],
].flat()

const odd: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...oddValues) },
  fc.string({ unit: "binary", maxLength: 30 }),
  fc.jsonValue({ maxDepth: 2 }),
)

/** A whole body that is no object of the contract. */
const oddBody = fc.oneof(
  fc.constantFrom(
    "",
    "null",
    "[]",
    "{",
    '"',
    "{}",
    '{"__proto__":{"a":1}}',
    '{"a":1,"a":2}',
    `${"[".repeat(5000)}`,
    '"\\ud800"',
    "\ufeff{}",
  ),
  fc.json(),
)

type Change =
  | {
      readonly place: "params" | "query" | "body"
      readonly at: number
      readonly pick: number
      readonly value: unknown
    }
  | { readonly place: "added"; readonly name: string; readonly value: unknown }
  | { readonly place: "whole"; readonly text: string }

const change: fc.Arbitrary<Change> = fc.oneof(
  {
    weight: 12,
    arbitrary: fc.record({
      place: fc.constantFrom("params" as const, "query" as const, "body" as const, "body" as const),
      at: fc.nat(40),
      pick: fc.nat(1000),
      value: odd,
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      place: fc.constant("added" as const),
      name: fc.string({ unit: "binary", maxLength: 12 }),
      value: odd,
    }),
  },
  { weight: 1, arbitrary: fc.record({ place: fc.constant("whole" as const), text: oddBody }) },
)

interface Sent {
  readonly params: Record<string, unknown>
  readonly query: Record<string, unknown>
  readonly body: Record<string, unknown> | undefined
  readonly text: string | undefined
}

/**
 * A call with one thing after another changed; what is not required is filled in, so that every
 * member gets its turn.
 */
const changed = (
  endpoint: AnyEndpoint,
  { params, query, body }: Parts,
  changes: readonly Change[],
): Sent => {
  const sent = {
    params: { ...params } as Record<string, unknown>,
    query: { ...(query as object) } as Record<string, unknown>,
    body: body === undefined ? undefined : ({ ...(body as object) } as Record<string, unknown>),
    text: undefined as string | undefined,
  }
  for (const each of changes) {
    if (each.place === "whole") sent.text = each.text
    else if (each.place === "added") set((sent.body ??= {}), each.name, each.value)
    else {
      const members = Object.entries(membersOf(endpoint[each.place]))
      const [name, schema] = members[each.at % Math.max(members.length, 1)] ?? []
      const target = each.place === "body" ? (sent.body ??= {}) : sent[each.place]
      if (name !== undefined && schema !== undefined) set(target, name, valueFor(schema, each))
    }
  }
  return sent
}

const set = (target: object, name: string, value: unknown): void => {
  Object.defineProperty(target, name, {
    value,
    enumerable: true,
    configurable: true,
    writable: true,
  })
}

const membersOf = (schema: unknown): Readonly<Record<string, z.ZodType>> =>
  schema instanceof z.ZodObject ? (schema.shape as Record<string, z.ZodType>) : {}

/**
 * Mostly an odd value that the contract lets through, so that the operation is asked what it makes
 * of it; else any.
 */
const valueFor = (
  schema: z.ZodType,
  { pick, value }: { readonly pick: number; readonly value: unknown },
): unknown => {
  const taken = oddValues.filter((each) => schema.safeParse(each).success)
  return pick % 4 === 0 || taken.length === 0 ? value : taken[pick % taken.length]
}

/** In a URL: lone surrogates cannot be written there but as what their bytes would be. */
const inUrl = (value: unknown): string =>
  [...(typeof value === "string" ? value : JSON.stringify(value ?? null))]
    .map((letter) => (letter.isWellFormed() ? encodeURIComponent(letter) : "%ED%A0%80"))
    .join("")

const pairs = (values: Record<string, unknown>): string =>
  Object.entries(values)
    .flatMap(([name, value]) =>
      (Array.isArray(value) ? value : [value]).map((each) => `${inUrl(name)}=${inUrl(each)}`),
    )
    .join("&")

const send = (
  setup: TwoOrganizations,
  endpoint: AnyEndpoint,
  { params, query, body, text }: Sent,
  token: string | undefined,
): Promise<Response> => {
  const path = templateOf(endpoint).replaceAll(
    /\{(\w+)\}/g,
    (_, name: string) => inUrl(params[name]) || "%20",
  )
  const isForm = endpoint.bodyType === "form"
  const payload =
    endpoint.method === "GET"
      ? undefined
      : (text ?? (body === undefined ? undefined : isForm ? pairs(body) : JSON.stringify(body)))
  return setup.handler.fetch(
    new Request(`https://symbolon.test${path}?${pairs(query)}`, {
      method: endpoint.method,
      headers: {
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        ...(payload === undefined
          ? {}
          : { "content-type": isForm ? "application/x-www-form-urlencoded" : "application/json" }),
      },
      ...(payload === undefined ? {} : { body: payload }),
    }),
  )
}

/**
 * What only reads comes first, and what ends things last: the callers keep what they call about for
 * as long as can be.
 */
const rank = ({ method, name }: AnyEndpoint): number =>
  ["GET", "POST", "PATCH", "DELETE"].indexOf(method) +
  (/organizations\.delete|users\.(delete|disable|enable)|ownership|logout|revoke|password/i.test(
    name,
  )
    ? 10
    : 0)
/**
 * The test clock has tests of its own: a move of a thousand years runs the background work of a
 * thousand years.
 */
const endpoints = allEndpoints
  .filter(({ name }) => name !== "test.setClock")
  .toSorted((one, other) => rank(one) - rank(other))

const nothing = {
  scope: undefined,
  tokens: [],
  role: undefined,
  isRead: true,
  isFirstPartyOnly: false,
} as const

/** A good call for each kind of token that an endpoint takes. */
interface Prepared {
  readonly parts: Parts
  readonly token: string | undefined
}

const prepared = async (
  setup: TwoOrganizations,
  endpoint: AnyEndpoint,
): Promise<readonly Prepared[]> => {
  const access = endpoint.access ?? nothing
  const params = [...endpoint.path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name)
  const at: Guarded = { route: endpoint.name, endpoint, access, params }
  const calls: Prepared[] = []
  for (const kind of access.tokens.length === 0 ? (["user"] as const) : access.tokens)
    calls.push({
      parts: await partsOf(setup, at, { kind, person: setup.people.owner }),
      token: endpoint.access === undefined ? undefined : await tokenOf(setup, strongest(kind)),
    })
  return calls
}

const numRuns = Number(process.env["FUZZ_RUNS"] ?? 40)
const seed = Number(process.env["FUZZ_SEED"] ?? Date.now() % 2 ** 31)

describe.each(["memory", "SQLite"])("no caller makes the service fail, on %s", (engine) => {
  let setup: TwoOrganizations
  const calls = new Map<AnyEndpoint, readonly Prepared[]>()
  beforeAll(async () => {
    setup = await openTwoOrganizations({
      storage: engine === "memory" ? openMemory() : openSqlite({ file: ":memory:" }),
    })
    // Before anything is changed: what the calls are about is there, at first.
    for (const endpoint of endpoints) calls.set(endpoint, await prepared(setup, endpoint))
  })
  afterAll(() => setup.close())

  it.each(
    endpoints.map((endpoint) => [`${endpoint.method} ${templateOf(endpoint)}`, endpoint] as const),
  )("%s", async (_, endpoint) => {
    const property = fc.asyncProperty(
      fc.constantFrom(...(calls.get(endpoint) ?? [])),
      fc.array(change, { minLength: 1, maxLength: 3 }),
      async ({ parts, token }, changes) => {
        const reply = await send(setup, endpoint, changed(endpoint, parts, changes), token)
        expect(reply.status, await reply.text()).toBeLessThan(500)
      },
    )
    await fc.assert(property, { numRuns, seed })
  })

  it.each(["sign-in", "registration"])(
    "POST /oauth2/passkeys/%s-options, which is for our own pages",
    async (what) => {
      for (const origin of ["https://symbolon.test", "https://evil.test", "null"])
        for (const body of [
          "",
          "csrf_token=x",
          "csrf_token=%00",
          "csrf_token=a&csrf_token=b",
          "%",
          "x".repeat(20_000),
        ]) {
          const headers = {
            "content-type": "application/x-www-form-urlencoded",
            origin,
            cookie: "symbolon_browser=x",
          }
          const reply = await setup.handler.fetch(
            new Request(`https://symbolon.test/oauth2/passkeys/${what}-options`, {
              method: "POST",
              headers,
              body,
            }),
          )
          expect([400, 401, 403, 404, 413, 415, 422], await reply.text()).toContain(reply.status)
        }
    },
  )

  it.each([
    [
      "tokens",
      (setup: TwoOrganizations) => ({ user_uuid: setup.people.guest.uuid, scope: "nothing" }),
      400,
    ],
    ["clock", () => ({ advance_ms: Number.MAX_SAFE_INTEGER }), 422],
    ["clock", () => ({ now: "+275760-09-13T00:00:00.000Z" }), 422],
  ] as const)("POST /console/v1/test/%s of what there is not", async (what, bodyOf, status) => {
    const fresh = await openTwoOrganizations()
    const reply = await fresh.handler.fetch(
      new Request(`https://symbolon.test/console/v1/test/${what}`, {
        method: "POST",
        headers: {
          "content-type": "application/json",
          authorization: `Bearer ${await tokenOf(fresh, strongest("client"))}`,
        },
        body: JSON.stringify(bodyOf(fresh)),
      }),
    )
    await fresh.close()
    expect([reply.status, await reply.text()]).toEqual([status, expect.any(String)])
  })
})
