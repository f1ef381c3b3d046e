import { Result } from "effect"
import { describe, expect, it } from "vitest"
import {
  type AuthorizationRequest,
  clientIdIn,
  judgeAuthorization,
  type Parameters,
  returnAddress,
} from "./authorization-request.ts"
import type { OauthClient } from "../clients/client.ts"

const client: OauthClient = {
  clientId: "app",
  organizationUuid: "club",
  name: "App",
  clientType: "confidential",
  secretHashes: [],
  grantTypes: ["authorization_code"],
  scopes: ["openid", "profile", "wallet:read"],
  redirectUris: ["https://app.example/cb", "https://app.example/cb?a=1"],
  postLogoutRedirectUris: [],
  serviceRole: undefined,
  isFirstParty: false,
  iconUrl: undefined,
  websiteUrl: undefined,
  policyUrl: undefined,
  tosUrl: undefined,
  createdAt: new Date(0),
  updatedAt: undefined,
  disabledAt: undefined,
}
const good = {
  response_type: "code",
  client_id: "app",
  redirect_uri: "https://app.example/cb",
  scope: "openid",
  state: "s",
  code_challenge: "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM",
  code_challenge_method: "S256",
}
type Changes = Readonly<Record<string, string | readonly string[] | undefined>>
const parameters = (changes: Changes = {}): Parameters =>
  new Map(
    Object.entries({ ...good, ...changes }).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, typeof value === "string" ? [value] : value] as const],
    ),
  )
const judge = (
  changes: Changes,
  more: { readonly isHintGood?: boolean; readonly client?: OauthClient } = {},
) => {
  const sent = parameters(changes)
  const back = Result.getOrThrow(returnAddress(more.client ?? client, sent))
  return judgeAuthorization(sent, back, {
    client: back.client,
    baseUrl: "https://club.example",
    hintedUserUuid: undefined,
    isHintGood: more.isHintGood ?? true,
  })
}
const failureOf = <A, E>(result: Result.Result<A, E>): E | undefined =>
  Result.isFailure(result) ? result.failure : undefined

describe("clientIdIn and returnAddress: what is answered directly", () => {
  it.each<readonly [string, Changes]>([
    ["no client_id", { client_id: undefined }],
    ["an empty one", { client_id: "" }],
    ["two", { client_id: ["app", "app"] }],
    ["one of 65 characters", { client_id: "a".repeat(65) }],
    ["one with a NUL", { client_id: "a\u0000" }],
  ])("%s", (_, changes) =>
    expect(failureOf(clientIdIn(parameters(changes)))).toMatchObject({ error: "invalid_request" }),
  )

  it.each<readonly [string, Changes, OauthClient | undefined, string]>([
    ["an unknown client", {}, undefined, "invalid_client"],
    ["a disabled client", {}, { ...client, disabledAt: new Date(0) }, "invalid_client"],
    ["no redirect_uri", { redirect_uri: undefined }, client, "invalid_request"],
    [
      "two",
      { redirect_uri: ["https://app.example/cb", "https://app.example/cb"] },
      client,
      "invalid_request",
    ],
    ["another", { redirect_uri: "https://app.example/cb/" }, client, "invalid_request"],
    [
      "one of 2,049 characters",
      { redirect_uri: `https://app.example/cb?${"a".repeat(2026)}` },
      client,
      "invalid_request",
    ],
  ])("%s", (_, changes, known, error) =>
    expect(failureOf(returnAddress(known, parameters(changes)))).toMatchObject({ error }),
  )
})

describe("judgeAuthorization: what goes back by redirect", () => {
  it.each<readonly [string, Changes, string]>([
    ["no response_type", { response_type: undefined }, "invalid_request"],
    ["an empty response_type", { response_type: "" }, "invalid_request"],
    ["response_type=token", { response_type: "token" }, "unsupported_response_type"],
    [
      "response_type=code id_token",
      { response_type: "code id_token" },
      "unsupported_response_type",
    ],
    ["response_mode=fragment", { response_mode: "fragment" }, "invalid_request"],
    ["no code_challenge", { code_challenge: undefined }, "invalid_request"],
    ["no code_challenge_method", { code_challenge_method: undefined }, "invalid_request"],
    ["code_challenge_method=plain", { code_challenge_method: "plain" }, "invalid_request"],
    ["a challenge of 42 characters", { code_challenge: "a".repeat(42) }, "invalid_request"],
    ["a scope twice sent", { scope: ["openid", "openid"] }, "invalid_request"],
    ["a parameter nobody knows, twice", { x: ["1", "2"] }, "invalid_request"],
    ["an unknown scope", { scope: "openid everything" }, "invalid_scope"],
    ["a scope the client lacks", { scope: "openid wallet:transfer" }, "invalid_scope"],
    ["a scope of 1,025 characters", { scope: "a".repeat(1025) }, "invalid_request"],
    ["a state of 513 characters", { state: "a".repeat(513) }, "invalid_request"],
    ["a nonce of 513 characters", { nonce: "a".repeat(513) }, "invalid_request"],
    ["prompt=none login", { prompt: "none login" }, "invalid_request"],
    ["prompt=create", { prompt: "create" }, "invalid_request"],
    ["max_age=-1", { max_age: "-1" }, "invalid_request"],
    ["max_age=1e3", { max_age: "1e3" }, "invalid_request"],
    ["request", { request: "eyJ" }, "request_not_supported"],
    ["request_uri", { request_uri: "https://app.example/r" }, "request_uri_not_supported"],
    ["registration", { registration: "{}" }, "registration_not_supported"],
    ["a resource elsewhere", { resource: "https://other.example/api" }, "invalid_target"],
  ])("%s", (_, changes, error) => {
    const failure = failureOf(judge(changes))
    expect(failure).toMatchObject({ error, redirectUri: good.redirect_uri })
    expect(failure?.state).toBe(changes["state"] === undefined ? "s" : undefined)
  })
  it("a client that may not", () =>
    expect(
      failureOf(judge({}, { client: { ...client, grantTypes: ["client_credentials"] } })),
    ).toMatchObject({
      error: "unauthorized_client",
    }))
  it("a hint that is none of ours", () =>
    expect(failureOf(judge({}, { isHintGood: false }))).toMatchObject({ error: "invalid_request" }))
})

describe("judgeAuthorization: what is good", () => {
  const taken = (changes: Changes): AuthorizationRequest => Result.getOrThrow(judge(changes))
  it("keeps the state as it came", () => expect(taken({ state: "a b&c=ü" }).state).toBe("a b&c=ü"))
  it("takes the scopes in their order, once each", () =>
    expect(taken({ scope: " wallet:read  openid openid" }).scopes).toEqual([
      "wallet:read",
      "openid",
    ]))
  it("takes all that the client has but for who the user is, when no scope is named", () =>
    expect(taken({ scope: undefined }).scopes).toEqual(["wallet:read"]))
  it("takes what it does not know, and an empty parameter for none", () =>
    expect(
      taken({ acr_values: "9", display: "popup", claims: "{}", foo: "bar", nonce: "", prompt: "" }),
    ).toMatchObject({
      nonce: undefined,
      prompt: [],
    }))
  it("takes the API, or an organization in it, as resource", () =>
    expect(
      taken({
        resource: [
          "https://club.example/api/v1",
          "https://club.example/api/v1/organizations/harbour",
        ],
      }).clientId,
    ).toBe("app"))
  it("reads prompts, max_age and locales", () =>
    expect(
      taken({
        prompt: "select_account login",
        max_age: "007",
        ui_locales: "de en",
        response_mode: "form_post",
      }),
    ).toMatchObject({
      prompt: ["login", "select_account"],
      maxAgeSeconds: 7,
      uiLocales: ["de", "en"],
      responseMode: "form_post",
    }))
})
