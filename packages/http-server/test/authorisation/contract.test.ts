import type { Access } from "@symbolon/core"
import { scopes } from "@symbolon/core/contract"
import { describe, expect, it } from "vitest"
import { type Row, table } from "./table.ts"
import { type Guarded, guarded, open, routeOf } from "./walk.ts"

/** Endpoints that take no access token, with the reason. Nothing gets in here by accident. */
const withoutToken: Readonly<Record<string, string>> = {
  "GET /ledger/keys": "anybody may verify the ledger",
  "GET /ledger/checkpoint": "anybody may verify the ledger",
  "POST /oauth2/token": "the client proves itself; here tokens begin",
  "POST /oauth2/introspect": "the client proves itself",
  "POST /oauth2/revoke": "the client proves itself",
  "GET /oauth2/authorize": "the browser's sign-in is asked, not a token",
  "POST /oauth2/authorize": "the browser's sign-in is asked, not a token",
  "POST /oauth2/login": "the browser signs in",
  "POST /oauth2/consent": "the browser's sign-in is asked, not a token",
  "GET /oauth2/logout": "the browser's sign-in is ended",
  "POST /oauth2/logout": "the browser's sign-in is ended",
  "GET /oauth2/.well-known/openid-configuration": "published",
  "GET /oauth2/.well-known/jwks.json": "published",
  "GET /oauth2/scopes": "unauthenticated",
  "GET /oauth2/client-info": "unauthenticated",
}

/**
 * Writes below an organization that a plain user's token may do, with the reason; else they take an
 * org-scoped token.
 */
const usersOwnWrites: Readonly<Record<string, string>> = {
  "POST /memberships/{organization_slug}": "the user's own membership",
  "PATCH /memberships/{organization_slug}": "the user's own membership",
  "DELETE /memberships/{organization_slug}": "the user's own membership",
  "POST /memberships/{organization_slug}/resume": "the user's own membership",
  "POST /memberships/{organization_slug}/renew": "the user's own membership",
  "POST /memberships/{organization_slug}/checkout": "the user's own membership",
  "POST /sessions/{session_slug}/check-in": "the attendee's own check-in",
  "POST /rewards/{reward_slug}/claim": "the holder's own reward",
}

/** Path parameters that name what belongs to an organization. */
const ofOrganizations = [
  "organization_slug",
  "activity_slug",
  "session_slug",
  "tier_uuid",
  "reward_slug",
  "trigger_uuid",
  "card_model_uuid",
]

const letters = { user: "U", organization: "O", client: "C", door: "D" } as const
const rowOf = ({ scope, tokens, role }: Access): Row => [
  scope ?? "-",
  tokens.map((kind) => letters[kind]).join(""),
  role ?? "-",
]

/** What is wrong with an endpoint by one rule; undefined when nothing. */
type Rule = (guarded: Guarded) => string | undefined

const rules: Readonly<Record<string, Rule>> = {
  "is as table.ts has it": ({ route, endpoint, access }) => {
    const row = table.get(route)
    if (row === undefined)
      return endpoint.base === "console"
        ? undefined
        : "has no row in table.ts: write there who may call it"
    return rowOf(access).join(" ") === row.join(" ")
      ? undefined
      : `is ${rowOf(access).join(" ")}, and should be ${row.join(" ")}`
  },

  "asks for a scope that there is, and that every kind of token it takes can have": ({
    endpoint,
    access,
  }) => {
    // The console asks for first-party apps instead: no published scope fits.
    if (access.scope === undefined)
      // An upload's scope goes by its owner, which is in the body or in the row.
      return endpoint.base === "console" || endpoint.path.startsWith("/files/uploads")
        ? undefined
        : "asks for no scope"
    const known = Object.entries(scopes).find(([name]) => name === access.scope)?.[1]
    if (known === undefined) return `asks for ${access.scope}, which is no scope`
    const lacking = access.tokens.filter(
      (kind) => kind !== "door" && !known.audience.includes(kind),
    )
    return lacking.length === 0
      ? undefined
      : `asks for ${access.scope}, which tokens of ${lacking.join(", ")} cannot have`
  },

  "takes some kind of token, each once": ({ access }) =>
    access.tokens.length > 0 && new Set(access.tokens).size === access.tokens.length
      ? undefined
      : `takes ${access.tokens.join(", ")}`,

  "keeps third parties out exactly where it is of the console": ({ endpoint, access }) =>
    access.isFirstPartyOnly === (endpoint.base === "console")
      ? undefined
      : `isFirstPartyOnly is ${access.isFirstPartyOnly}`,

  "counts as a read only when it is one": ({ endpoint, access }) => {
    const isRead = endpoint.method === "GET" || endpoint.bucket === "read"
    return access.isRead && !isRead ? "lets apps without a role write" : undefined
  },

  "takes no plain user's token when it writes for an organization": ({
    route,
    endpoint,
    access,
    params,
  }) => {
    const isForOrganization =
      endpoint.base === "api" &&
      endpoint.method !== "GET" &&
      params.some((name) => ofOrganizations.includes(name))
    if (
      !isForOrganization ||
      usersOwnWrites[route] !== undefined ||
      !access.tokens.includes("user")
    )
      return undefined
    return "takes a user's token: org writes require an org-scoped one, unless they are the user's own (then say so in usersOwnWrites)"
  },

  "gives doors nothing but what a door needs: one session, and no role above theirs": ({
    access,
    params,
  }) => {
    if (!access.tokens.includes("door")) return undefined
    return params.join() === "session_slug" && (access.role ?? "door") === "door"
      ? undefined
      : "takes door tokens"
  },
}

describe.each(Object.entries(rules))("every endpoint that takes a token %s", (_, rule) => {
  it("all of them", () =>
    expect(
      guarded.flatMap((each) => {
        const complaint = rule(each)
        return complaint === undefined ? [] : [`${each.route} ${complaint}`]
      }),
    ).toEqual([]))
})

describe("each rule", () => {
  const good: Guarded = present(
    guarded.find(({ route }) => route === "POST /organizations/{organization_slug}/activities"),
  )
  const broken: Readonly<Record<string, Guarded>> = {
    "is as table.ts has it": { ...good, access: { ...good.access, role: "staff" } },
    "asks for a scope that there is, and that every kind of token it takes can have": {
      ...good,
      access: { ...good.access, tokens: ["user"] },
    },
    "takes some kind of token, each once": { ...good, access: { ...good.access, tokens: [] } },
    "keeps third parties out exactly where it is of the console": {
      ...good,
      access: { ...good.access, isFirstPartyOnly: true },
    },
    "counts as a read only when it is one": { ...good, access: { ...good.access, isRead: true } },
    "takes no plain user's token when it writes for an organization": {
      ...good,
      access: { ...good.access, tokens: ["user"] },
    },
    "gives doors nothing but what a door needs: one session, and no role above theirs": {
      ...good,
      access: { ...good.access, tokens: ["door"] },
    },
  }

  it.each(Object.entries(rules))("notices what it is for: %s", (name, rule) => {
    expect(rule(good)).toBeUndefined()
    expect(rule(present(broken[name]))).toBeTypeOf("string")
  })
})

describe("what takes no token", () => {
  it("is written down", () =>
    expect(open.map(routeOf).filter((route) => withoutToken[route] === undefined)).toEqual([]))
})

describe("the tables of this test", () => {
  it("have no row twice, and every row whole", () => {
    for (const [route, [scope, tokens, role]] of table) {
      expect(route).toMatch(/^(GET|POST|PATCH|DELETE) \/\S+$/)
      expect([scope, tokens, role].join(" ")).toMatch(
        /^(-|[a-z_]+(:[a-z_]+)*) U?O?C?D? (-|owner|manager|staff|door)$/,
      )
    }
    expect(table.size).toBeGreaterThanOrEqual(125)
  })
})

function present<T>(value: T | undefined): T {
  if (value === undefined) throw new Error("There is none.")
  return value
}

describe("scopes", () => {
  const kinds = { U: "user", O: "organization", C: "client" } as const
  const named = new Map<string, Set<string>>()
  for (const [scope, tokens] of table.values())
    if (scope !== "-")
      named.set(
        scope,
        new Set([...(named.get(scope) ?? []), ...[...tokens].filter((letter) => letter !== "D")]),
      )

  it("of every published endpoint are there, of those that wait for their endpoints too: consent lasts", () => {
    const audiences = (scope: string) =>
      Object.entries(scopes).find(([name]) => name === scope)?.[1].audience ?? []
    const faults = [...named].flatMap(([scope, letters]) =>
      [...letters].flatMap((letter) =>
        audiences(scope).some((audience) => audience === kinds[letter as keyof typeof kinds])
          ? []
          : [`${scope} for ${letter}`],
      ),
    )
    expect(faults).toEqual([])
    for (const scope of [
      "reward:read",
      "upload:user:write",
      "upload:organization:write",
      "contact:read",
      "asset:read",
      "file:read",
      "file:write",
    ])
      expect(audiences(scope), scope).not.toEqual([])
  })
})
