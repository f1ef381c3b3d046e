import type { Caller, Forbidden, NotFound, Run } from "@symbolon/core"
import { endpoint } from "@symbolon/core/contract"
import type { Ports } from "@symbolon/core/effect"
import { Effect } from "effect"
import { describe, expect, it } from "vitest"
import * as z from "zod"
import { openRoute, route, withMeta } from "./route.ts"

// What `route` promises its readers, for the compiler to keep: each line that is marked must not
// compile.
const common = { base: "api", summary: "s", bucket: "write", status: 200 } as const
const access = {
  scope: "x",
  tokens: ["user"],
  role: undefined,
  isRead: false,
  isFirstPartyOnly: false,
} as const
const withBody = endpoint({
  ...common,
  name: "things.withBody",
  method: "POST",
  path: "/a/{slug}",
  access,
  params: z.object({ slug: z.string() }),
  body: z.object({ n: z.int().optional() }),
  response: z.object({ a: z.string(), b: z.string().nullable() }),
  errors: ["NotFound"],
})
const withoutBody = endpoint({
  ...common,
  name: "things.withoutBody",
  method: "GET",
  path: "/b",
  access,
  response: z.object({ a: z.string() }),
  errors: [],
})
const open = endpoint({
  ...common,
  name: "things.open",
  method: "GET",
  path: "/c",
  access: undefined,
  response: z.object({ a: z.string() }),
  errors: [],
})

type Refused<E> = Effect.Effect<{ a: string; b: null }, E, Ports>
declare const notFound: Refused<NotFound>
declare const forbidden: Refused<Forbidden>
declare const conflict: Refused<import("@symbolon/core").Conflict>
declare const caller: Caller
declare const run: Run
declare const strange: Effect.Effect<string, { readonly _tag: "Strange" }, Ports>

export const compiles = () => [
  route(withBody, (input) =>
    Effect.succeed({ a: input.slug, b: input.n === undefined ? null : "x" }),
  ),
  route(withBody, (input) => Effect.succeed(withMeta({ a: input.slug, b: null }, { status: 201 }))),
  route(withBody, () => notFound),
  // Any endpoint may answer 403 without saying so.
  route(withBody, () => forbidden),
  // @ts-expect-error a missing field does not compile
  route(withBody, (input) => Effect.succeed({ a: input.slug })),
  // @ts-expect-error nor in an answer with a status of its own
  route(withBody, (input) => Effect.succeed(withMeta({ a: input.slug }, { status: 201 }))),
  // @ts-expect-error no such input
  route(withBody, (input) => Effect.succeed({ a: input.nope, b: null })),
  // @ts-expect-error an undeclared refusal does not compile
  route(withBody, () => conflict),
  // @ts-expect-error what has no row in the tables of refusals is not run at all
  () => run(strange),
  // @ts-expect-error no body is declared
  route(withoutBody, (input) => Effect.succeed({ a: input.slug })),
  // @ts-expect-error nobody calls an endpoint that takes no token
  openRoute(open, (_input, who: Caller) => Effect.succeed({ a: String(who === caller) })),
]

describe("route", () => {
  it("refuses an endpoint that takes no token, and openRoute one that does", () => {
    expect(() => route(open, () => Effect.succeed({ a: "" }))).toThrow("open takes no token")
    expect(() => openRoute(withoutBody, () => Effect.succeed({ a: "" }))).toThrow(
      "withoutBody takes a token",
    )
  })
})
