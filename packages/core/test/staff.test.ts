import { describe, expect, it } from "vitest"
import type { Caller, Facade } from "../src/index.ts"
import {
  type StaffedOrganization,
  type AssignableRole,
  invite,
  createStaffedOrganization,
  ownersOf,
  page,
  userCaller,
  forbidden,
  roles,
  tokenClaims,
} from "./fixtures/staffed-organization.ts"

describe("the team", () => {
  it("is listed with who they are, in the order of joining", async () => {
    const { as, club, team } = await createStaffedOrganization()
    const { items, totalItems } = await as("staff").staff.list({
      organization: club,
      page: { ...page, pageSize: 2 },
    })
    expect(totalItems).toBe(7)
    expect(items.map(({ role, user }) => [role, user?.username])).toEqual([
      ["owner", "the-owner"],
      ["manager", "the-manager"],
    ])
    expect(items[0]).toMatchObject({ userUuid: team.owner.uuid, updatedAt: undefined })
  })

  it("is for those on it, from staff on", async () => {
    const { as, club, team } = await createStaffedOrganization()
    for (const name of ["door", "outsider"] as const) {
      await expect(as(name).staff.list({ organization: club, page })).rejects.toMatchObject(
        forbidden,
      )
      await expect(
        as(name).staff.get({ organization: club, userUuid: team.owner.uuid }),
      ).rejects.toMatchObject(forbidden)
    }
    expect(
      await as("staff").staff.get({ organization: club, userUuid: team.door.uuid }),
    ).toMatchObject({ role: "door" })
    await expect(
      as("staff").staff.get({ organization: club, userUuid: team.outsider.uuid }),
    ).rejects.toMatchObject({ _tag: "NotFound" })
  })

  it("tells everybody their own role, and the platform's staff that they need none", async () => {
    const { as, symbolon, club, team } = await createStaffedOrganization()
    const roleOf = async (name: keyof typeof team) =>
      (await as(name).staff.me({ organization: club })).role
    expect(await Promise.all(roles.map((name) => roleOf(name)))).toEqual(roles)
    expect(await roleOf("outsider")).toBeUndefined()
    expect(await roleOf("root")).toBe("admin")
    await symbolon.staff.add({ organization: club, userUuid: team.root.uuid, role: "door" })
    expect(await roleOf("root")).toBe("door")
  })
})

describe("changing a role", () => {
  it("holds from the next call on", async () => {
    const { as, club, team, roleOf } = await createStaffedOrganization()
    await as("manager").staff.changeRole({
      organization: club,
      userUuid: team.staff.uuid,
      role: "door",
    })
    await expect(as("staff").staff.list({ organization: club, page })).rejects.toMatchObject(
      forbidden,
    )
    await as("owner").staff.changeRole({
      organization: club,
      userUuid: team.staff.uuid,
      role: "manager",
    })
    await as("staff").staff.changeRole({
      organization: club,
      userUuid: team.door.uuid,
      role: "staff",
    })
    expect(await roleOf("door")).toBe("staff")
  })

  it("says when, and changes nothing when it is the same", async () => {
    const { as, club, team, clock, advance } = await createStaffedOrganization()
    await advance(1000)
    const to = (role: AssignableRole) =>
      as("owner").staff.changeRole({ organization: club, userUuid: team.staff.uuid, role })
    expect((await to("staff")).updatedAt).toBeUndefined()
    expect((await to("door")).updatedAt).toEqual(clock.now())
  })

  it.each([
    ["manager", "manager2", "staff", "Forbidden"],
    ["manager", "staff", "manager", "Forbidden"],
    ["manager", "manager", "staff", "Forbidden"],
    ["manager", "owner", "staff", "Forbidden"],
    ["staff", "door", "staff", "Forbidden"],
    ["outsider", "door", "staff", "Forbidden"],
    ["owner", "owner", "manager", "Conflict"],
    ["root", "owner", "manager", "Conflict"],
    ["owner", "outsider", "staff", "NotFound"],
  ] as const)("%s may not make %s %s", async (actor, target, role, _tag) => {
    const { as, club, team, roleOf } = await createStaffedOrganization()
    const before = await roleOf(target)
    await expect(
      as(actor).staff.changeRole({ organization: club, userUuid: team[target].uuid, role }),
    ).rejects.toMatchObject({ _tag })
    expect(await roleOf(target)).toBe(before)
  })
})

describe("removing", () => {
  it.each([
    ["owner", "manager"],
    ["manager", "staff"],
    ["manager", "door"],
    ["root", "manager"],
    ["manager", "manager"],
    ["staff", "staff"],
    ["door", "door"],
  ] as const)("%s may take %s off the team", async (actor, target) => {
    const { as, club, team, roleOf } = await createStaffedOrganization()
    await as(actor).staff.remove({ organization: club, userUuid: team[target].uuid })
    expect(await roleOf(target)).toBeUndefined()
    await expect(as(target).staff.list({ organization: club, page })).rejects.toMatchObject(
      forbidden,
    )
  })

  it.each([
    ["owner", "owner", "Conflict"],
    ["root", "owner", "Conflict"],
    ["manager", "owner", "Forbidden"],
    ["manager", "manager2", "Forbidden"],
    ["staff", "staff2", "Forbidden"],
    ["staff", "door", "Forbidden"],
    ["door", "door2", "Forbidden"],
    ["outsider", "door", "Forbidden"],
    ["owner", "outsider", "NotFound"],
  ] as const)("%s may not take %s off the team", async (actor, target, _tag) => {
    const { as, club, team, roleOf } = await createStaffedOrganization()
    const before = await roleOf(target)
    await expect(
      as(actor).staff.remove({ organization: club, userUuid: team[target].uuid }),
    ).rejects.toMatchObject({ _tag })
    expect(await roleOf(target)).toBe(before)
  })
})

describe("transferring the ownership", () => {
  it.each(["owner", "root"] as const)("by %s makes both changes in one moment", async (actor) => {
    const { as, symbolon, club, clubUuid, team, roleOf } = await createStaffedOrganization()
    await as(actor).staff.transferOwnership({ organization: club, userUuid: team.door.uuid })
    expect([await roleOf("door"), await roleOf("owner")]).toEqual(["owner", "manager"])
    expect((await symbolon.organizations.get({ organization: clubUuid })).ownerUuid).toBe(
      team.door.uuid,
    )
  })

  it.each([
    ["manager", "staff", "Forbidden"],
    ["outsider", "staff", "Forbidden"],
    ["owner", "outsider", "NotFound"],
    ["owner", "owner", "Conflict"],
  ] as const)("is refused to %s, for %s", async (actor, heir, _tag) => {
    const { as, symbolon, club, team } = await createStaffedOrganization()
    await expect(
      as(actor).staff.transferOwnership({ organization: club, userUuid: team[heir].uuid }),
    ).rejects.toMatchObject({ _tag })
    expect((await ownersOf(symbolon, club)).map(({ userUuid }) => userUuid)).toEqual([
      team.owner.uuid,
    ])
  })

  it("of ten at once by the owner lets one through", async () => {
    const { as, symbolon, club, team } = await createStaffedOrganization()
    const heirs = Array.from({ length: 10 }, (_, n) => (n % 2 === 0 ? team.manager : team.staff))
    const transfer = ({ uuid }: { readonly uuid: string }) =>
      as("owner").staff.transferOwnership({ organization: club, userUuid: uuid })
    const outcomes = await Promise.allSettled(heirs.map(transfer))
    expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1)
    expect(await ownersOf(symbolon, club)).toHaveLength(1)
  })
})

/**
 * Everything that changes a team or its invitations, as somebody who could do it with the right
 * token.
 */
const writes: Readonly<
  Record<string, (as: Facade, club: StaffedOrganization) => Promise<unknown>>
> = {
  "staff.changeRole": (as, { club, team }) =>
    as.staff.changeRole({ organization: club, userUuid: team.door.uuid, role: "staff" }),
  "staff.remove": (as, { club, team }) =>
    as.staff.remove({ organization: club, userUuid: team.door.uuid }),
  "staff.transferOwnership": (as, { club, team }) =>
    as.staff.transferOwnership({ organization: club, userUuid: team.door.uuid }),
  "staff.add": (as, { club, team }) =>
    as.staff.add({ organization: club, userUuid: team.outsider.uuid, role: "door" }),
  "invitations.create": (as, { club }) => invite(as, club, { email: "a@club.example" }),
  "invitations.list": (as, { club }) => as.invitations.list({ organization: club, page }),
  "invitations.accept": async (as, { symbolon, club }) =>
    as.invitations.accept({
      token: (
        await symbolon.invitations.create({
          organization: club,
          email: "a@b.example",
          role: "door",
        })
      ).token,
    }),
}

describe.each(Object.entries(writes))("%s", (name, act) => {
  it.each<readonly [string, (club: StaffedOrganization) => Caller]>([
    [
      "a third-party app, whatever its user",
      ({ team }) => ({ ...userCaller(team.owner.uuid), isFirstParty: false }) as Caller,
    ],
    [
      "a token for another organization",
      ({ team }) => ({
        kind: "organization",
        ...tokenClaims,
        userUuid: team.owner.uuid,
        organizationUuid: "another",
        isServiceStaff: false,
      }),
    ],
    [
      "an app without a service role",
      ({ clubUuid }) => ({
        kind: "client",
        ...tokenClaims,
        organizationUuid: clubUuid,
        serviceRole: undefined,
      }),
    ],
    [
      "a door's token",
      ({ clubUuid }) => ({
        kind: "door",
        ...tokenClaims,
        organizationUuid: clubUuid,
        sessionUuid: "s",
        deviceUuid: "d",
      }),
    ],
  ])("refuses %s", async (_, callerOf) => {
    const club = await createStaffedOrganization()
    await expect(act(club.symbolon.as(callerOf(club)), club)).rejects.toMatchObject(forbidden)
  })

  const forHostAlone = name === "staff.add" || name === "invitations.accept"
  it(`${forHostAlone ? "refuses" : "takes"} an app as owner`, async () => {
    const club = await createStaffedOrganization()
    const app: Caller = {
      kind: "client",
      ...tokenClaims,
      organizationUuid: club.clubUuid,
      serviceRole: "owner",
    }
    const outcome = await act(club.symbolon.as(app), club).then(
      () => "done",
      ({ _tag }: { readonly _tag: string }) => _tag,
    )
    expect(outcome).toBe(forHostAlone ? "Forbidden" : "done")
    expect(await ownersOf(club.symbolon, club.club)).toHaveLength(1)
  })
})
