import { describe, expect, it } from "vitest"
import { scopes } from "../src/contract/index.ts"
import type { Caller, Facade, Mail, StaffMember, Symbolon, SymbolonOptions } from "../src/index.ts"
import { openWorld } from "./world.ts"

const page = { page: 1, pageSize: 100, sortBy: "created_at", sortOrder: "asc" } as const
const dayMs = 86_400_000

const roles = ["owner", "manager", "staff", "door"] as const
type GivenRole = Exclude<(typeof roles)[number], "owner">

const token = { clientId: "app", sid: "s", scopes: new Set<string>(Object.keys(scopes)), isFirstParty: true }
const person = (userUuid: string, how: { readonly isServiceStaff?: boolean } = {}): Caller => ({
  kind: "user",
  userUuid,
  isServiceStaff: false,
  ...token,
  ...how,
})

/** A club with somebody in each role, twice but for the owner, and somebody who is on no team. */
const openClub = async (options: Partial<SymbolonOptions> = {}) => {
  const { symbolon, clock } = await openWorld(undefined, options)
  const make = async (username: string) => (await symbolon.accounts.createUser({ username, firstName: username })).user
  const owner = await make("the-owner")
  const club = await symbolon.organizations.create({ name: "Harbour Club", ownerUuid: owner.uuid })
  const hire = async (username: string, role: GivenRole) => {
    const user = await make(username)
    await symbolon.staff.add({ organization: club.slug, userUuid: user.uuid, role })
    return user
  }
  const team = {
    owner,
    manager: await hire("the-manager", "manager"),
    staff: await hire("the-staff", "staff"),
    door: await hire("the-door", "door"),
    manager2: await hire("other-manager", "manager"),
    staff2: await hire("other-staff", "staff"),
    door2: await hire("other-door", "door"),
    stranger: await make("a-stranger"),
    root: (await symbolon.accounts.createUser({ username: "root-of-all", firstName: "R", accountType: "service" })).user,
  }
  const as = (name: keyof typeof team): Facade =>
    symbolon.as(person(team[name].uuid, { isServiceStaff: name === "root" }))
  const roleOf = async (name: keyof typeof team) =>
    (await symbolon.staff.list({ organization: club.slug, page })).items.find(({ userUuid }) => userUuid === team[name].uuid)?.role
  const wait = (ms: number) => symbolon.testClock?.moveTo(new Date(clock.now().getTime() + ms))
  return { symbolon, clock, wait, club: club.slug, clubUuid: club.uuid, team, as, roleOf, make }
}
type Club = Awaited<ReturnType<typeof openClub>>

const ownersOf = async (symbolon: Symbolon, organization: string): Promise<readonly StaffMember[]> =>
  (await symbolon.staff.list({ organization, page })).items.filter(({ role }) => role === "owner")

const refused = { _tag: "Forbidden" }

describe("the team", () => {
  it("is listed with who they are, in the order of joining", async () => {
    const { as, club, team } = await openClub()
    const { items, totalItems } = await as("staff").staff.list({ organization: club, page: { ...page, pageSize: 2 } })
    expect(totalItems).toBe(7)
    expect(items.map(({ role, user }) => [role, user?.username])).toEqual([
      ["owner", "the-owner"],
      ["manager", "the-manager"],
    ])
    expect(items[0]).toMatchObject({ userUuid: team.owner.uuid, updatedAt: undefined })
  })

  it("is for those on it, from staff on", async () => {
    const { as, club, team } = await openClub()
    for (const name of ["door", "stranger"] as const) {
      await expect(as(name).staff.list({ organization: club, page })).rejects.toMatchObject(refused)
      await expect(as(name).staff.find({ organization: club, userUuid: team.owner.uuid })).rejects.toMatchObject(refused)
    }
    expect(await as("staff").staff.find({ organization: club, userUuid: team.door.uuid })).toMatchObject({ role: "door" })
    await expect(as("staff").staff.find({ organization: club, userUuid: team.stranger.uuid })).rejects.toMatchObject({ _tag: "NotFound" })
  })

  it("tells everybody their own role, and the platform's staff that they need none", async () => {
    const { as, symbolon, club, team } = await openClub()
    const roleOf = async (name: keyof typeof team) => (await as(name).staff.ownRole({ organization: club })).role
    expect(await Promise.all(roles.map((name) => roleOf(name)))).toEqual(roles)
    expect(await roleOf("stranger")).toBeUndefined()
    expect(await roleOf("root")).toBe("admin")
    await symbolon.staff.add({ organization: club, userUuid: team.root.uuid, role: "door" })
    expect(await roleOf("root")).toBe("door")
  })
})

describe("changing a role", () => {
  it("holds from the next call on", async () => {
    const { as, club, team, roleOf } = await openClub()
    await as("manager").staff.changeRole({ organization: club, userUuid: team.staff.uuid, role: "door" })
    await expect(as("staff").staff.list({ organization: club, page })).rejects.toMatchObject(refused)
    await as("owner").staff.changeRole({ organization: club, userUuid: team.staff.uuid, role: "manager" })
    await as("staff").staff.changeRole({ organization: club, userUuid: team.door.uuid, role: "staff" })
    expect(await roleOf("door")).toBe("staff")
  })

  it("says when, and changes nothing when it is the same", async () => {
    const { as, club, team, clock, wait } = await openClub()
    await wait(1000)
    const to = (role: GivenRole) => as("owner").staff.changeRole({ organization: club, userUuid: team.staff.uuid, role })
    expect((await to("staff")).updatedAt).toBeUndefined()
    expect((await to("door")).updatedAt).toEqual(clock.now())
  })

  it.each([
    ["manager", "manager2", "staff", "Forbidden"],
    ["manager", "staff", "manager", "Forbidden"],
    ["manager", "manager", "staff", "Forbidden"],
    ["manager", "owner", "staff", "Forbidden"],
    ["staff", "door", "staff", "Forbidden"],
    ["stranger", "door", "staff", "Forbidden"],
    ["owner", "owner", "manager", "Conflict"],
    ["root", "owner", "manager", "Conflict"],
    ["owner", "stranger", "staff", "NotFound"],
  ] as const)("%s may not make %s %s", async (actor, target, role, _tag) => {
    const { as, club, team, roleOf } = await openClub()
    const before = await roleOf(target)
    await expect(as(actor).staff.changeRole({ organization: club, userUuid: team[target].uuid, role })).rejects.toMatchObject({ _tag })
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
    const { as, club, team, roleOf } = await openClub()
    await as(actor).staff.remove({ organization: club, userUuid: team[target].uuid })
    expect(await roleOf(target)).toBeUndefined()
    await expect(as(target).staff.list({ organization: club, page })).rejects.toMatchObject(refused)
  })

  it.each([
    ["owner", "owner", "Conflict"],
    ["root", "owner", "Conflict"],
    ["manager", "owner", "Forbidden"],
    ["manager", "manager2", "Forbidden"],
    ["staff", "staff2", "Forbidden"],
    ["staff", "door", "Forbidden"],
    ["door", "door2", "Forbidden"],
    ["stranger", "door", "Forbidden"],
    ["owner", "stranger", "NotFound"],
  ] as const)("%s may not take %s off the team", async (actor, target, _tag) => {
    const { as, club, team, roleOf } = await openClub()
    const before = await roleOf(target)
    await expect(as(actor).staff.remove({ organization: club, userUuid: team[target].uuid })).rejects.toMatchObject({ _tag })
    expect(await roleOf(target)).toBe(before)
  })
})

describe("transferring the ownership", () => {
  it.each(["owner", "root"] as const)("by %s makes both changes in one moment", async (actor) => {
    const { as, symbolon, club, clubUuid, team, roleOf } = await openClub()
    await as(actor).staff.transferOwnership({ organization: club, userUuid: team.door.uuid })
    expect([await roleOf("door"), await roleOf("owner")]).toEqual(["owner", "manager"])
    expect((await symbolon.organizations.find({ organization: clubUuid })).ownerUuid).toBe(team.door.uuid)
  })

  it.each([
    ["manager", "staff", "Forbidden"],
    ["stranger", "staff", "Forbidden"],
    ["owner", "stranger", "NotFound"],
    ["owner", "owner", "Conflict"],
  ] as const)("is refused to %s, for %s", async (actor, heir, _tag) => {
    const { as, symbolon, club, team } = await openClub()
    await expect(as(actor).staff.transferOwnership({ organization: club, userUuid: team[heir].uuid })).rejects.toMatchObject({ _tag })
    expect((await ownersOf(symbolon, club)).map(({ userUuid }) => userUuid)).toEqual([team.owner.uuid])
  })

  it("of ten at once by the owner lets one through", async () => {
    const { as, symbolon, club, team } = await openClub()
    const heirs = Array.from({ length: 10 }, (_, n) => (n % 2 === 0 ? team.manager : team.staff))
    const transfer = ({ uuid }: { readonly uuid: string }) => as("owner").staff.transferOwnership({ organization: club, userUuid: uuid })
    const outcomes = await Promise.allSettled(heirs.map(transfer))
    expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1)
    expect(await ownersOf(symbolon, club)).toHaveLength(1)
  })
})

const invite = (as: Facade, organization: string, to: { readonly email?: string; readonly username?: string; readonly userUuid?: string }, role: GivenRole = "staff") =>
  as.invitations.create({ organization, role, ...to })

describe("an invitation", () => {
  it("puts whom it names on the team, once", async () => {
    const { as, club, team, roleOf } = await openClub()
    const { invitation, token, link } = await invite(as("manager"), club, { username: "a-stranger" })
    expect(invitation).toMatchObject({ role: "staff", userUuid: team.stranger.uuid, invitedByUserUuid: team.manager.uuid, status: "open" })
    expect(token).toMatch(/^sy_in_[\w-]{43}$/)
    expect(new URL(link).searchParams.get("token")).toBe(token)
    expect(await as("stranger").invitations.accept({ token })).toMatchObject({ userUuid: team.stranger.uuid, role: "staff" })
    expect(await roleOf("stranger")).toBe("staff")
    await expect(as("stranger").invitations.accept({ token })).rejects.toMatchObject({ _tag: "Conflict", reason: "invitation_used" })
  })

  it("is kept as a hash of its token", async () => {
    const { as, symbolon, club } = await openClub()
    const { invitation, token } = await invite(as("owner"), club, { email: "new@club.example" })
    const kept = await symbolon.ports.storage.transact("read", (tx) => tx.invitations.find(invitation.uuid))
    expect(kept?.tokenHash).toMatch(/^[0-9a-f]{64}$/)
    expect(JSON.stringify(kept)).not.toContain(token)
  })

  it("to a user is good for nobody else, and stays good for them", async () => {
    const { as, club, team, make, symbolon } = await openClub()
    const other = symbolon.as(person((await make("another-one")).uuid))
    const { token } = await invite(as("owner"), club, { userUuid: team.stranger.uuid })
    await expect(other.invitations.accept({ token })).rejects.toMatchObject({ _tag: "ForbiddenNotAuthorized" })
    await as("stranger").invitations.accept({ token })
  })

  it("to an address is good for whoever has its token", async () => {
    const { as, club, roleOf } = await openClub()
    const { token } = await invite(as("owner"), club, { email: "somebody@club.example" }, "manager")
    await as("stranger").invitations.accept({ token })
    expect(await roleOf("stranger")).toBe("manager")
  })

  it("is mailed to the address, or to the user's verified one", async () => {
    const sent: Mail[] = []
    const { as, club, symbolon, team } = await openClub({ mailer: { send: async (mail) => void sent.push(mail) } })
    const { link } = await invite(as("owner"), club, { email: "new@club.example" }, "manager")
    await invite(as("owner"), club, { username: "a-stranger" })
    expect(sent).toHaveLength(1)
    expect(sent[0]).toMatchObject({ to: "new@club.example", purpose: "staff_invitation", link })
    expect(sent[0]?.text).toContain(`harbour-club, as manager`)
    expect(sent[0]?.text).toContain(link)
    await symbolon.ports.storage.transact("write", (tx) =>
      tx.users.change({ ...team.root, email: "root@club.example", emailVerifiedAt: team.root.createdAt }),
    )
    await invite(as("owner"), club, { userUuid: team.root.uuid })
    expect(sent.slice(1).map(({ to }) => to)).toEqual(["root@club.example"])
  })

  it("that was refused is not mailed", async () => {
    const sent: Mail[] = []
    const { as, club } = await openClub({ mailer: { send: async (mail) => void sent.push(mail) } })
    await expect(invite(as("manager"), club, { email: "new@club.example" }, "manager")).rejects.toMatchObject(refused)
    expect(sent).toEqual([])
  })

  it("is good for seven days", async () => {
    const { as, club, wait } = await openClub()
    const { token } = await invite(as("owner"), club, { username: "a-stranger" })
    const { token: other } = await invite(as("owner"), club, { email: "other@club.example" })
    await wait(7 * dayMs - 1)
    await as("stranger").invitations.accept({ token })
    await wait(1)
    await expect(as("stranger").invitations.accept({ token: other })).rejects.toMatchObject({ reason: "invitation_expired" })
    expect((await as("owner").invitations.list({ organization: club, page })).totalItems).toBe(0)
  })

  it("still stands when who made it has left the team", async () => {
    const { as, club, team, roleOf } = await openClub()
    const { token } = await invite(as("manager"), club, { username: "a-stranger" })
    await as("owner").staff.remove({ organization: club, userUuid: team.manager.uuid })
    await as("stranger").invitations.accept({ token })
    expect(await roleOf("stranger")).toBe("staff")
  })

  it("that was withdrawn never was", async () => {
    const { as, club } = await openClub()
    const { invitation, token } = await invite(as("manager"), club, { username: "a-stranger" })
    const withdraw = () => as("manager2").invitations.withdraw({ organization: club, invitationUuid: invitation.uuid })
    expect(await withdraw()).toMatchObject({ uuid: invitation.uuid, status: "withdrawn" })
    await expect(as("stranger").invitations.accept({ token })).rejects.toMatchObject({ _tag: "NotFound" })
    await expect(withdraw()).rejects.toMatchObject({ _tag: "Conflict" })
    expect((await as("owner").invitations.list({ organization: club, page })).items).toEqual([])
  })

  it("of another organization cannot be withdrawn, nor one to be manager by a manager", async () => {
    const { as, club, symbolon, team } = await openClub()
    const elsewhere = await symbolon.organizations.create({ name: "Elsewhere", ownerUuid: team.stranger.uuid })
    const { invitation } = await invite(as("stranger"), elsewhere.slug, { email: "a@club.example" })
    await expect(as("owner").invitations.withdraw({ organization: club, invitationUuid: invitation.uuid })).rejects.toMatchObject({
      _tag: "NotFound",
    })
    const strong = await invite(as("owner"), club, { email: "b@club.example" }, "manager")
    await expect(
      as("manager").invitations.withdraw({ organization: club, invitationUuid: strong.invitation.uuid }),
    ).rejects.toMatchObject(refused)
  })

  it("accepted twenty times at once gives one place", async () => {
    const { as, club, symbolon, make } = await openClub()
    const { token } = await invite(as("owner"), club, { email: "many@club.example" })
    const people = await Promise.all(Array.from({ length: 20 }, (_, n) => make(`crowd-${n}`)))
    const outcomes = await Promise.allSettled(people.map(({ uuid }) => symbolon.as(person(uuid)).invitations.accept({ token })))
    expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1)
    expect((await symbolon.staff.list({ organization: club, page })).totalItems).toBe(8)
  })

  it.each([
    ["manager", "manager"],
    ["staff", "door"],
    ["door", "door"],
    ["stranger", "door"],
  ] as const)("is not for %s to make, to be %s", async (actor, role) => {
    const { as, club } = await openClub()
    await expect(invite(as(actor), club, { email: "a@club.example" }, role)).rejects.toMatchObject(refused)
  })

  it("is refused for who is on the team, is invited, is nobody, or is no address", async () => {
    const { as, club, team } = await openClub()
    const on = { _tag: "Conflict", reason: "already_on_team" }
    await expect(invite(as("owner"), club, { userUuid: team.door.uuid })).rejects.toMatchObject(on)
    await invite(as("owner"), club, { email: "Ann@club.example" })
    const again = { _tag: "Conflict", reason: "already_invited" }
    await expect(invite(as("manager"), club, { email: "ann@Club.example" })).rejects.toMatchObject(again)
    await invite(as("owner"), club, { username: "a-stranger" })
    await expect(invite(as("owner"), club, { userUuid: team.stranger.uuid })).rejects.toMatchObject(again)
    await expect(invite(as("owner"), club, { username: "nobody-there" })).rejects.toMatchObject({
      _tag: "IdentifierUnresolved",
      field: "username",
    })
    await expect(invite(as("owner"), club, { email: "no address" })).rejects.toMatchObject({ _tag: "Invalid" })
    await expect(invite(as("owner"), club, {})).rejects.toMatchObject({ _tag: "Invalid" })
    await expect(invite(as("owner"), club, { email: "a@b.example", username: "a-stranger" })).rejects.toMatchObject({ _tag: "Invalid" })
  })

  it("of an address is refused when who has verified it is on the team", async () => {
    const { as, club, symbolon, team } = await openClub()
    await symbolon.ports.storage.transact("write", (tx) =>
      tx.users.change({ ...team.door, email: "door@club.example", emailVerifiedAt: team.door.createdAt }),
    )
    await expect(invite(as("owner"), club, { email: "Door@Club.example" })).rejects.toMatchObject({ reason: "already_on_team" })
  })

  it("is one of a hundred at most, until one is settled or expires", async () => {
    const { as, club, wait } = await openClub()
    const owner = as("owner")
    const nth = (n: number) => invite(owner, club, { email: `n${n}@club.example` })
    const first = await nth(0)
    await wait(dayMs)
    for (let n = 1; n < 100; n += 1) await nth(n)
    await expect(nth(100)).rejects.toMatchObject({ _tag: "Conflict", reason: "too_many_invitations" })
    await owner.invitations.withdraw({ organization: club, invitationUuid: first.invitation.uuid })
    await nth(100)
    await expect(nth(101)).rejects.toMatchObject({ reason: "too_many_invitations" })
    await wait(7 * dayMs)
    await nth(101)
  })

  it("cannot be accepted by somebody who is on the team meanwhile, and is not used up", async () => {
    const { as, club, symbolon, team } = await openClub()
    const { invitation, token } = await invite(as("owner"), club, { username: "a-stranger" })
    await symbolon.staff.add({ organization: club, userUuid: team.stranger.uuid, role: "door" })
    await expect(as("stranger").invitations.accept({ token })).rejects.toMatchObject({ reason: "already_on_team" })
    const open = await as("owner").invitations.list({ organization: club, page })
    expect(open.items.map(({ uuid }) => uuid)).toEqual([invitation.uuid])
  })

  it("is forgotten a month after it expired", async () => {
    const { as, club, symbolon, wait } = await openClub()
    const { invitation } = await invite(as("owner"), club, { email: "a@club.example" })
    const known = () => symbolon.ports.storage.transact("read", (tx) => tx.invitations.find(invitation.uuid))
    await wait(36 * dayMs)
    expect(await known()).toBeDefined()
    await wait(3 * dayMs)
    expect(await known()).toBeUndefined()
  })
})

/** Everything that changes a team or its invitations, as somebody who could do it with the right token. */
const writes: Readonly<Record<string, (as: Facade, club: Club) => Promise<unknown>>> = {
  "staff.changeRole": (as, { club, team }) => as.staff.changeRole({ organization: club, userUuid: team.door.uuid, role: "staff" }),
  "staff.remove": (as, { club, team }) => as.staff.remove({ organization: club, userUuid: team.door.uuid }),
  "staff.transferOwnership": (as, { club, team }) => as.staff.transferOwnership({ organization: club, userUuid: team.door.uuid }),
  "staff.add": (as, { club, team }) => as.staff.add({ organization: club, userUuid: team.stranger.uuid, role: "door" }),
  "invitations.create": (as, { club }) => invite(as, club, { email: "a@club.example" }),
  "invitations.list": (as, { club }) => as.invitations.list({ organization: club, page }),
  "invitations.accept": async (as, { symbolon, club }) =>
    as.invitations.accept({ token: (await symbolon.invitations.create({ organization: club, email: "a@b.example", role: "door" })).token }),
}

describe.each(Object.entries(writes))("%s", (name, act) => {
  it.each<readonly [string, (club: Club) => Caller]>([
    ["a third-party app, whatever its user", ({ team }) => ({ ...person(team.owner.uuid), isFirstParty: false }) as Caller],
    [
      "a token for another organization",
      ({ team }) => ({ kind: "organization", ...token, userUuid: team.owner.uuid, organizationUuid: "another", isServiceStaff: false }),
    ],
    ["an app without a service role", ({ clubUuid }) => ({ kind: "client", ...token, organizationUuid: clubUuid, serviceRole: undefined })],
    [
      "a door's token",
      ({ clubUuid }) => ({ kind: "door", ...token, organizationUuid: clubUuid, sessionUuid: "s", deviceUuid: "d" }),
    ],
  ])("refuses %s", async (_, callerOf) => {
    const club = await openClub()
    await expect(act(club.symbolon.as(callerOf(club)), club)).rejects.toMatchObject(refused)
  })

  const forHostAlone = name === "staff.add" || name === "invitations.accept"
  it(`${forHostAlone ? "refuses" : "takes"} an app as owner`, async () => {
    const club = await openClub()
    const app: Caller = { kind: "client", ...token, organizationUuid: club.clubUuid, serviceRole: "owner" }
    const done = act(club.symbolon.as(app), club)
    await (forHostAlone ? expect(done).rejects.toMatchObject(refused) : done)
    expect(await ownersOf(club.symbolon, club.club)).toHaveLength(1)
  })
})
