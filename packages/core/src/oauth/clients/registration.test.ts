import { Result } from "effect"
import { describe, expect, it } from "vitest"
import { judgeRegistration, type Registration } from "./registration.ts"

const known = ["openid", "wallet:read", "activity:write"]

const site: Registration = {
  organizationUuid: "club",
  name: "Club site",
  clientType: "confidential",
  grantTypes: ["authorization_code", "refresh_token"],
  scopes: ["openid", "wallet:read"],
  redirectUris: ["https://club.example/cb"],
  postLogoutRedirectUris: ["https://club.example/bye"],
  serviceRole: undefined,
  isFirstParty: false,
  iconUrl: "https://club.example/icon.png",
  websiteUrl: "https://club.example",
  policyUrl: "http://127.0.0.1:8080/policy",
  tosUrl: undefined,
}
const terminalApp: Registration = {
  ...site,
  grantTypes: ["client_credentials"],
  redirectUris: [],
  serviceRole: "staff",
}
const phone: Registration = {
  ...site,
  clientType: "public",
  redirectUris: ["com.example.club:/cb", "http://127.0.0.1/cb"],
}

/** What is wrong, by field; nothing when all is well. */
const faults = (app: Registration) =>
  Result.match(judgeRegistration(app, known), {
    onSuccess: () => ({}),
    onFailure: ({ errors }) => errors,
  })
const many = (count: number) => Array.from({ length: count }, (_, n) => `https://club.example/${n}`)

describe("judgeRegistration", () => {
  it.each<readonly [string, Registration]>([
    ["a site", site],
    ["a till", terminalApp],
    ["an app on a phone", phone],
    [
      "one that does both",
      { ...site, grantTypes: ["authorization_code", "client_credentials"], serviceRole: "owner" },
    ],
    [
      "one that exchanges",
      {
        ...phone,
        grantTypes: ["authorization_code", "urn:ietf:params:oauth:grant-type:token-exchange"],
      },
    ],
    [
      "the platform's own",
      { ...terminalApp, organizationUuid: undefined, serviceRole: undefined, isFirstParty: true },
    ],
    ["one without scopes", { ...site, scopes: [] }],
    ["twenty redirect URIs", { ...site, redirectUris: many(20) }],
    ["the longest name, in any script", { ...site, name: "日".repeat(100) }],
  ])("takes %s, as it is", (_, app) =>
    expect(judgeRegistration(app, known)).toEqual(Result.succeed(app)),
  )

  it.each<readonly [string, Partial<Registration>, string]>([
    ["no name", { name: "" }, "name"],
    ["a name of blanks", { name: " " }, "name"],
    ["a name that is not trimmed", { name: " Club" }, "name"],
    ["a name too long", { name: "a".repeat(101) }, "name"],
    ["a name with NUL", { name: "a\u0000b" }, "name"],
    ["a name of two lines", { name: "Club\nTrusted by all" }, "name"],
    ["a name that runs backwards", { name: "Club \u202egro.live" }, "name"],
    ["half a surrogate pair", { name: "a\ud800" }, "name"],
    ["no grant", { grantTypes: [] }, "grant_types"],
    ["a grant twice", { grantTypes: ["authorization_code", "authorization_code"] }, "grant_types"],
    [
      "client_credentials without a secret",
      { clientType: "public", grantTypes: ["client_credentials"] },
      "grant_types",
    ],
    ["refresh_token alone", { grantTypes: ["refresh_token"] }, "grant_types"],
    ["authorization_code without a redirect URI", { redirectUris: [] }, "redirect_uris"],
    ["too many redirect URIs", { redirectUris: many(21) }, "redirect_uris"],
    [
      "a bad redirect URI, by its place",
      { redirectUris: ["https://club.example/cb", "http://club.example/cb"] },
      "redirect_uris.1",
    ],
    [
      "a redirect URI twice",
      { redirectUris: ["https://club.example/cb", "https://club.example/cb"] },
      "redirect_uris.1",
    ],
    [
      "a scheme of its own for a server",
      { redirectUris: ["com.example.club:/cb"] },
      "redirect_uris.0",
    ],
    [
      "a bad place after a logout",
      { postLogoutRedirectUris: ["https://club.example/#bye"] },
      "post_logout_redirect_uris.0",
    ],
    [
      "too many places after a logout",
      { postLogoutRedirectUris: many(21) },
      "post_logout_redirect_uris",
    ],
    ["an unknown scope, by its place", { scopes: ["openid", "walet:read"] }, "scopes.1"],
    ["a scope twice", { scopes: ["openid", "openid"] }, "scopes.1"],
    ["a scope with a blank", { scopes: ["openid wallet:read"] }, "scopes.0"],
    ["a role without client_credentials", { serviceRole: "door" }, "service_role"],
    ["a role on no team", { ...terminalApp, organizationUuid: undefined }, "service_role"],
    ["a link without https", { iconUrl: "http://club.example/icon.png" }, "icon_url"],
    ["a link that is code", { websiteUrl: "javascript:alert(1)" }, "website_url"],
    ["a link that is no link", { policyUrl: "club.example/policy" }, "policy_url"],
    ["a link with a password", { tosUrl: "https://club.example:secret@evil.example/" }, "tos_url"],
    ["a link with a backslash", { tosUrl: "https:\\\\club.example" }, "tos_url"],
    ["a link too long", { tosUrl: `https://club.example/${"a".repeat(2048)}` }, "tos_url"],
  ])("refuses %s", (_, change, field) =>
    expect(Object.keys(faults({ ...site, ...change }))).toEqual([field]),
  )

  it("names all that is wrong at once", () =>
    expect(
      Object.keys(
        faults({ ...site, name: "", scopes: ["x"], redirectUris: ["ftp://x/"], iconUrl: "x" }),
      ).toSorted(),
    ).toEqual(["icon_url", "name", "redirect_uris.0", "scopes.0"]))
})
