import { describe, expect, it } from "vitest"
import { endpoints, routeOf } from "../packages/client-sdk/generate/read-contract.ts"
import { names, withoutMethod } from "../packages/client-sdk/generate/names.ts"
import { operations } from "../packages/client-sdk/src/generated/operations.ts"
import { counted, routesOf, uncounted } from "./endpoints.ts"

/** What OpenID Connect asks of a provider besides, and the forms of the sign-in. */
const signIn: readonly string[] = [
  "POST /oauth2/authorize",
  "POST /oauth2/userinfo",
  "POST /oauth2/login",
  "POST /oauth2/consent",
  "GET /oauth2/logout",
  "POST /oauth2/logout",
]

/** Ours, beyond the published list. */
const beyond = (route: string): boolean =>
  [
    "GET /ledger/checkpoint",
    "GET /ledger/keys",
    "GET /transactions/{transaction_id}/proof",
    ...signIn,
  ].includes(route) || route.startsWith("GET /ledger/tile/")

/** Published and not built yet. It only shrinks, and is empty at 1.0. */
const notYet: readonly string[] = [
  "GET /cards",
  "GET /cards/{card_uuid}",
  "GET /organizations/{organization_slug}/cards",
  "POST /cards/claim",
  "PATCH /cards/{card_uuid}",
  "PATCH /organizations/{organization_slug}/cards/{card_uuid}",
  "GET /organizations/{organization_slug}/card-models",
  "POST /organizations/{organization_slug}/card-models",
  "GET /organizations/{organization_slug}/card-models/{card_model_uuid}",
  "PATCH /organizations/{organization_slug}/card-models/{card_model_uuid}",
  "DELETE /organizations/{organization_slug}/card-models/{card_model_uuid}",
  "GET /contacts",
  "POST /contacts",
  "GET /contacts/{contact_uuid}",
  "PATCH /contacts/{contact_uuid}",
  "DELETE /contacts/{contact_uuid}",
  "PATCH /contacts/{contact_uuid}/visits/{visit_uuid}",
  "DELETE /contacts/{contact_uuid}/visits/{visit_uuid}",
  "POST /contacts/drop",
  "GET /activities/{activity_slug}/rewards",
  "GET /organizations/{organization_slug}/rewards",
  "POST /organizations/{organization_slug}/rewards",
  "GET /rewards",
  "GET /rewards/transactions/{transaction_id}",
  "GET /rewards/files/{file_id}",
  "GET /rewards/deliveries/{delivery_uuid}",
  "POST /rewards/{reward_slug}/claim",
  "POST /rewards/{reward_slug}/redeem",
  "POST /rewards/{reward_slug}/propagate",
  "POST /rewards/{reward_slug}/trigger",
  "GET /rewards/{reward_slug}",
  "PATCH /rewards/{reward_slug}",
  "DELETE /rewards/{reward_slug}",
  "POST /rewards/{reward_slug}/restore",
  "GET /rewards/{reward_slug}/redemptions",
  "GET /organizations/{organization_slug}/reward-triggers",
  "POST /organizations/{organization_slug}/reward-triggers",
  "GET /reward-triggers/{trigger_uuid}",
  "PATCH /reward-triggers/{trigger_uuid}",
  "DELETE /reward-triggers/{trigger_uuid}",
  "GET /reward-triggers/{trigger_uuid}/firings",
  "POST /files/uploads",
  "PATCH /files/uploads/{upload_id}",
  "DELETE /files/uploads/{upload_id}",
  "GET /files/{file_slug}",
  "GET /users/{user_uuid}/files",
  "DELETE /users/{user_uuid}/files/{file_uuid}",
  "GET /organizations/{organization_slug}/files",
  "DELETE /organizations/{organization_slug}/files/{file_uuid}",
  "GET /activities/{activity_slug}/files",
  "DELETE /activities/{activity_slug}/files/{file_uuid}",
  "GET /rewards/{reward_slug}/files",
  "DELETE /rewards/{reward_slug}/files/{file_uuid}",
  "GET /assets",
  "GET /assets/template-backgrounds",
  "POST /assets/install",
  "POST /assets/{user_asset_uuid}/equip",
  "DELETE /assets/equipped/character/{slot}",
  "DELETE /assets/install/{transaction_id}",
  "GET /users/{username}/profile",
]

const published = [...routesOf(counted), ...routesOf(uncounted)]
const contract = endpoints.filter(({ base }) => base !== "console").map(routeOf)

/**
 * The client's methods as `METHOD /path`; a method that gives the raw text of another's answer
 * counts once.
 */
const client = new Set(
  Object.values(operations).flatMap((methods) =>
    Object.values(methods).map((method) => routeOf(method)),
  ),
)

const without = (all: Iterable<string>, these: Iterable<string>): readonly string[] => {
  const gone = new Set(these)
  return [...all].filter((route) => !gone.has(route)).toSorted()
}

describe("the list", () => {
  it.each(Object.entries({ ...counted, ...uncounted }))(
    "has every endpoint of %s",
    (_, { count, shown, added = [] }) => expect(new Set([...shown, ...added])).toHaveLength(count),
  )

  it("has the 125 that are published: 75 shown, and 50 counted", () => {
    expect(new Set(routesOf(counted)).size).toBe(125)
    expect(Object.values(counted).flatMap(({ shown }) => shown)).toHaveLength(75)
    expect(Object.values(counted).flatMap(({ added = [] }) => added)).toHaveLength(50)
    expect(new Set(published).size).toBe(144)
  })

  it("says what is not built, and nothing else", () => {
    console.log(
      `${144 - notYet.length} of 144 endpoints are built, ${without(routesOf(counted), notYet).length} of the 125`,
    )
    expect(without(notYet, published)).toEqual([])
    expect(new Set(notYet).size).toBe(notYet.length)
  })
})

describe("the contract", () => {
  it("has every published endpoint but those that are not built", () =>
    expect(without(published, contract)).toEqual([...notYet].toSorted()))
  it("has no other published endpoint", () =>
    expect(without(contract, published).filter((route) => !beyond(route))).toEqual([]))
  it("has each once", () => expect(new Set(contract).size).toBe(contract.length))
  it("names each once", () =>
    expect(new Set(endpoints.map(({ id }) => id)).size).toBe(endpoints.length))
})

describe("the client", () => {
  it("has a method for every endpoint of the contract", () =>
    expect(without(endpoints.map(routeOf), [...client, ...withoutMethod])).toEqual([]))
  it("has a name ready for every published endpoint", () =>
    expect(without(published, [...Object.keys(names), ...withoutMethod])).toEqual([]))
  it("has no method for anything else", () =>
    expect(without(client, endpoints.map(routeOf))).toEqual([]))
})
