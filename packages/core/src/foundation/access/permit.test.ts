import { Result } from "effect"
import { describe, expect, it } from "vitest"
import type { Role } from "./role.ts"
import type { Caller } from "./caller.ts"
import { type Access, permitRole, permitToken } from "./permit.ts"

const access: Access = {
  scope: "membership_tier:write",
  tokens: ["organization", "client"],
  role: "manager",
  isRead: false,
  isFirstPartyOnly: false,
}
const scopes = new Set(["membership_tier:write"])
const token = { clientId: "c", sid: "s", scopes, isFirstParty: false }
const user: Caller = { kind: "user", userUuid: "u", isServiceStaff: false, ...token }
const organization: Caller = {
  kind: "organization",
  userUuid: "u",
  organizationUuid: "o",
  isServiceStaff: false,
  ...token,
}
const client = (serviceRole: Role | undefined): Caller => ({
  kind: "client",
  organizationUuid: "o",
  serviceRole,
  ...token,
})

const allowed = (result: Result.Result<void, unknown>) => Result.isSuccess(result)

describe("permitToken", () => {
  it.each([
    ["the host", { kind: "host" } as Caller, true],
    ["a user's token where it takes an organization's", user, false],
    ["an org-scoped token", organization, true],
    ["an app's token", client("owner"), true],
    ["a token without the scope", { ...organization, scopes: new Set<string>() } as Caller, false],
  ])("%s", (_, caller, expected) => expect(allowed(permitToken(access, caller))).toBe(expected))
})

describe("permitToken of a console call", () => {
  it("takes first-party apps only, whatever their scopes", () => {
    const console: Access = { ...access, scope: undefined, isFirstPartyOnly: true }
    expect(allowed(permitToken(console, client("owner")))).toBe(false)
    expect(
      allowed(permitToken(console, { ...client("owner"), isFirstParty: true } as Caller)),
    ).toBe(true)
  })
})

describe("permitRole", () => {
  it.each<readonly [string, Caller, Role | undefined, boolean]>([
    ["owner", organization, "owner", true],
    ["manager", organization, "manager", true],
    ["staff", organization, "staff", false],
    ["door", organization, "door", false],
    ["nobody on the team", organization, undefined, false],
    [
      "the platform's own staff",
      { ...organization, isServiceStaff: true, isFirstParty: true } as Caller,
      undefined,
      true,
    ],
    [
      "the platform's own staff by a third-party app",
      { ...organization, isServiceStaff: true } as Caller,
      undefined,
      false,
    ],
    [
      "the platform's own staff by a third-party app, with a role",
      { ...organization, isServiceStaff: true } as Caller,
      "manager",
      true,
    ],
    ["an app as owner", client("owner"), undefined, true],
    ["an app as staff", client("staff"), undefined, false],
    ["an app without a role", client(undefined), undefined, false],
  ])("%s", (_, caller, role, expected) =>
    expect(allowed(permitRole(access, caller, "o", role))).toBe(expected),
  )

  it("never reaches into another organization, whatever the role", () => {
    expect(allowed(permitRole(access, organization, "another", "owner"))).toBe(false)
    expect(allowed(permitRole(access, client("owner"), "another", undefined))).toBe(false)
    expect(
      allowed(permitRole({ ...access, role: undefined }, client("owner"), "another", undefined)),
    ).toBe(false)
  })

  it("lets an app without a role read what the team reads", () => {
    expect(
      allowed(
        permitRole({ ...access, role: "staff", isRead: true }, client(undefined), "o", undefined),
      ),
    ).toBe(true)
    expect(
      allowed(
        permitRole({ ...access, role: "manager", isRead: true }, client(undefined), "o", undefined),
      ),
    ).toBe(false)
  })
})
