import { describe, expect, it } from "vitest"
import type { Mail } from "../src/index.ts"
import {
  dayMs,
  invite,
  createStaffedOrganization,
  page,
  userCaller,
  forbidden,
} from "./fixtures/staffed-organization.ts"
import { portsOf } from "../src/effect.ts"

describe("an invitation", () => {
  it("puts whom it names on the team, once", async () => {
    const { as, club, team, roleOf } = await createStaffedOrganization()
    const { invitation, token, link } = await invite(as("manager"), club, {
      username: "a-stranger",
    })
    expect(invitation).toMatchObject({
      role: "staff",
      userUuid: team.outsider.uuid,
      invitedByUserUuid: team.manager.uuid,
      status: "open",
    })
    expect(token).toMatch(/^sy_in_[\w-]{43}$/)
    expect(new URL(link).searchParams.get("token")).toBe(token)
    expect(await as("outsider").invitations.accept({ token })).toMatchObject({
      userUuid: team.outsider.uuid,
      role: "staff",
    })
    expect(await roleOf("outsider")).toBe("staff")
    await expect(as("outsider").invitations.accept({ token })).rejects.toMatchObject({
      _tag: "Conflict",
      reason: "invitation_used",
    })
  })

  it("is kept as a hash of its token", async () => {
    const { as, symbolon, club } = await createStaffedOrganization()
    const { invitation, token } = await invite(as("owner"), club, { email: "new@club.example" })
    const stored = await portsOf(symbolon).storage.transact("read", (tx) =>
      tx.invitations.find(invitation.uuid),
    )
    expect(stored?.tokenHash).toMatch(/^[0-9a-f]{64}$/)
    expect(JSON.stringify(stored)).not.toContain(token)
  })

  it("to a user is good for nobody else, and stays good for them", async () => {
    const { as, club, team, make, symbolon } = await createStaffedOrganization()
    const other = symbolon.as(userCaller((await make("another-one")).uuid))
    const { token } = await invite(as("owner"), club, { userUuid: team.outsider.uuid })
    await expect(other.invitations.accept({ token })).rejects.toMatchObject({
      _tag: "ForbiddenNotAuthorized",
    })
    await as("outsider").invitations.accept({ token })
  })

  it("to an address is good for whoever has its token", async () => {
    const { as, club, roleOf } = await createStaffedOrganization()
    const { token } = await invite(as("owner"), club, { email: "somebody@club.example" }, "manager")
    await as("outsider").invitations.accept({ token })
    expect(await roleOf("outsider")).toBe("manager")
  })

  it("is mailed to the address, or to the user's verified one", async () => {
    const sent: Mail[] = []
    const { as, club, symbolon, team } = await createStaffedOrganization({
      mailer: { send: async (mail) => void sent.push(mail) },
    })
    const { link } = await invite(as("owner"), club, { email: "new@club.example" }, "manager")
    await invite(as("owner"), club, { username: "a-stranger" })
    expect(sent).toHaveLength(1)
    expect(sent[0]).toMatchObject({ to: "new@club.example", purpose: "staff_invitation", link })
    expect(sent[0]?.text).toContain(`harbour-club, as manager`)
    expect(sent[0]?.text).toContain(link)
    await portsOf(symbolon).storage.transact("write", (tx) =>
      tx.users.change({
        ...team.root,
        email: "root@club.example",
        emailVerifiedAt: team.root.createdAt,
      }),
    )
    await invite(as("owner"), club, { userUuid: team.root.uuid })
    expect(sent.slice(1).map(({ to }) => to)).toEqual(["root@club.example"])
  })

  it("that was refused is not mailed", async () => {
    const sent: Mail[] = []
    const { as, club } = await createStaffedOrganization({
      mailer: { send: async (mail) => void sent.push(mail) },
    })
    await expect(
      invite(as("manager"), club, { email: "new@club.example" }, "manager"),
    ).rejects.toMatchObject(forbidden)
    expect(sent).toEqual([])
  })

  it("is good for seven days", async () => {
    const { as, club, advance } = await createStaffedOrganization()
    const { token } = await invite(as("owner"), club, { username: "a-stranger" })
    const { token: other } = await invite(as("owner"), club, { email: "other@club.example" })
    await advance(7 * dayMs - 1)
    await as("outsider").invitations.accept({ token })
    await advance(1)
    await expect(as("outsider").invitations.accept({ token: other })).rejects.toMatchObject({
      reason: "invitation_expired",
    })
    expect((await as("owner").invitations.list({ organization: club, page })).totalItems).toBe(0)
  })

  it("still stands when who made it has left the team", async () => {
    const { as, club, team, roleOf } = await createStaffedOrganization()
    const { token } = await invite(as("manager"), club, { username: "a-stranger" })
    await as("owner").staff.remove({ organization: club, userUuid: team.manager.uuid })
    await as("outsider").invitations.accept({ token })
    expect(await roleOf("outsider")).toBe("staff")
  })

  it("that was withdrawn never was", async () => {
    const { as, club } = await createStaffedOrganization()
    const { invitation, token } = await invite(as("manager"), club, { username: "a-stranger" })
    const withdraw = () =>
      as("manager2").invitations.withdraw({ organization: club, invitationUuid: invitation.uuid })
    expect(await withdraw()).toMatchObject({ uuid: invitation.uuid, status: "withdrawn" })
    await expect(as("outsider").invitations.accept({ token })).rejects.toMatchObject({
      _tag: "NotFound",
    })
    await expect(withdraw()).rejects.toMatchObject({ _tag: "Conflict" })
    expect((await as("owner").invitations.list({ organization: club, page })).items).toEqual([])
  })

  it("of another organization cannot be withdrawn, nor one to be manager by a manager", async () => {
    const { as, club, symbolon, team } = await createStaffedOrganization()
    const elsewhere = await symbolon.organizations.create({
      name: "Elsewhere",
      ownerUuid: team.outsider.uuid,
    })
    const { invitation } = await invite(as("outsider"), elsewhere.slug, { email: "a@club.example" })
    await expect(
      as("owner").invitations.withdraw({ organization: club, invitationUuid: invitation.uuid }),
    ).rejects.toMatchObject({
      _tag: "NotFound",
    })
    const strong = await invite(as("owner"), club, { email: "b@club.example" }, "manager")
    await expect(
      as("manager").invitations.withdraw({
        organization: club,
        invitationUuid: strong.invitation.uuid,
      }),
    ).rejects.toMatchObject(forbidden)
  })

  it("accepted twenty times at once gives one place", async () => {
    const { as, club, symbolon, make } = await createStaffedOrganization()
    const { token } = await invite(as("owner"), club, { email: "many@club.example" })
    const people = await Promise.all(Array.from({ length: 20 }, (_, n) => make(`crowd-${n}`)))
    const outcomes = await Promise.allSettled(
      people.map(({ uuid }) => symbolon.as(userCaller(uuid)).invitations.accept({ token })),
    )
    expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1)
    expect((await symbolon.staff.list({ organization: club, page })).totalItems).toBe(8)
  })

  it.each([
    ["manager", "manager"],
    ["staff", "door"],
    ["door", "door"],
    ["outsider", "door"],
  ] as const)("is not for %s to make, to be %s", async (actor, role) => {
    const { as, club } = await createStaffedOrganization()
    await expect(invite(as(actor), club, { email: "a@club.example" }, role)).rejects.toMatchObject(
      forbidden,
    )
  })

  it("is refused for who is on the team, is invited, is nobody, or is no address", async () => {
    const { as, club, team } = await createStaffedOrganization()
    const on = { _tag: "Conflict", reason: "already_on_team" }
    await expect(invite(as("owner"), club, { userUuid: team.door.uuid })).rejects.toMatchObject(on)
    await invite(as("owner"), club, { email: "Ann@club.example" })
    const again = { _tag: "Conflict", reason: "already_invited" }
    await expect(invite(as("manager"), club, { email: "ann@Club.example" })).rejects.toMatchObject(
      again,
    )
    await invite(as("owner"), club, { username: "a-stranger" })
    await expect(invite(as("owner"), club, { userUuid: team.outsider.uuid })).rejects.toMatchObject(
      again,
    )
    await expect(invite(as("owner"), club, { username: "nobody-there" })).rejects.toMatchObject({
      _tag: "IdentifierUnresolved",
      field: "username",
    })
    await expect(invite(as("owner"), club, { email: "no address" })).rejects.toMatchObject({
      _tag: "Invalid",
    })
    await expect(invite(as("owner"), club, {})).rejects.toMatchObject({ _tag: "Invalid" })
    await expect(
      invite(as("owner"), club, { email: "a@b.example", username: "a-stranger" }),
    ).rejects.toMatchObject({ _tag: "Invalid" })
  })

  it("of an address is refused when who has verified it is on the team", async () => {
    const { as, club, symbolon, team } = await createStaffedOrganization()
    await portsOf(symbolon).storage.transact("write", (tx) =>
      tx.users.change({
        ...team.door,
        email: "door@club.example",
        emailVerifiedAt: team.door.createdAt,
      }),
    )
    await expect(invite(as("owner"), club, { email: "Door@Club.example" })).rejects.toMatchObject({
      reason: "already_on_team",
    })
  })

  it("is one of a hundred at most, until one is settled or expires", async () => {
    const { as, club, advance } = await createStaffedOrganization()
    const owner = as("owner")
    const nth = (n: number) => invite(owner, club, { email: `n${n}@club.example` })
    const first = await nth(0)
    await advance(dayMs)
    for (let n = 1; n < 100; n += 1) await nth(n)
    await expect(nth(100)).rejects.toMatchObject({
      _tag: "Conflict",
      reason: "too_many_invitations",
    })
    await owner.invitations.withdraw({ organization: club, invitationUuid: first.invitation.uuid })
    await nth(100)
    await expect(nth(101)).rejects.toMatchObject({ reason: "too_many_invitations" })
    await advance(7 * dayMs)
    await nth(101)
  })

  it("cannot be accepted by somebody who is on the team meanwhile, and is not used up", async () => {
    const { as, club, symbolon, team } = await createStaffedOrganization()
    const { invitation, token } = await invite(as("owner"), club, { username: "a-stranger" })
    await symbolon.staff.add({ organization: club, userUuid: team.outsider.uuid, role: "door" })
    await expect(as("outsider").invitations.accept({ token })).rejects.toMatchObject({
      reason: "already_on_team",
    })
    const open = await as("owner").invitations.list({ organization: club, page })
    expect(open.items.map(({ uuid }) => uuid)).toEqual([invitation.uuid])
  })

  it("is forgotten a month after it expired", async () => {
    const { as, club, symbolon, advance } = await createStaffedOrganization()
    const { invitation } = await invite(as("owner"), club, { email: "a@club.example" })
    const known = () =>
      portsOf(symbolon).storage.transact("read", (tx) => tx.invitations.find(invitation.uuid))
    await advance(36 * dayMs)
    expect(await known()).toBeDefined()
    await advance(3 * dayMs)
    expect(await known()).toBeUndefined()
  })
})
