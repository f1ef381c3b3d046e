import { describe, expect, it } from "vitest"
import type { Mail } from "../src/index.ts"
import { dayMs, invite, openClub, page, person, refused } from "./fixtures/staffed-organization.ts"
import { portsOf } from "../src/effect.ts"

describe("an invitation", () => {
  it("puts whom it names on the team, once", async () => {
    const { as, club, team, roleOf } = await openClub()
    const { invitation, token, link } = await invite(as("manager"), club, {
      username: "a-stranger",
    })
    expect(invitation).toMatchObject({
      role: "staff",
      userUuid: team.stranger.uuid,
      invitedByUserUuid: team.manager.uuid,
      status: "open",
    })
    expect(token).toMatch(/^sy_in_[\w-]{43}$/)
    expect(new URL(link).searchParams.get("token")).toBe(token)
    expect(await as("stranger").invitations.accept({ token })).toMatchObject({
      userUuid: team.stranger.uuid,
      role: "staff",
    })
    expect(await roleOf("stranger")).toBe("staff")
    await expect(as("stranger").invitations.accept({ token })).rejects.toMatchObject({
      _tag: "Conflict",
      reason: "invitation_used",
    })
  })

  it("is kept as a hash of its token", async () => {
    const { as, symbolon, club } = await openClub()
    const { invitation, token } = await invite(as("owner"), club, { email: "new@club.example" })
    const kept = await portsOf(symbolon).storage.transact("read", (tx) =>
      tx.invitations.find(invitation.uuid),
    )
    expect(kept?.tokenHash).toMatch(/^[0-9a-f]{64}$/)
    expect(JSON.stringify(kept)).not.toContain(token)
  })

  it("to a user is good for nobody else, and stays good for them", async () => {
    const { as, club, team, make, symbolon } = await openClub()
    const other = symbolon.as(person((await make("another-one")).uuid))
    const { token } = await invite(as("owner"), club, { userUuid: team.stranger.uuid })
    await expect(other.invitations.accept({ token })).rejects.toMatchObject({
      _tag: "ForbiddenNotAuthorized",
    })
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
    const { as, club, symbolon, team } = await openClub({
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
    const { as, club } = await openClub({ mailer: { send: async (mail) => void sent.push(mail) } })
    await expect(
      invite(as("manager"), club, { email: "new@club.example" }, "manager"),
    ).rejects.toMatchObject(refused)
    expect(sent).toEqual([])
  })

  it("is good for seven days", async () => {
    const { as, club, wait } = await openClub()
    const { token } = await invite(as("owner"), club, { username: "a-stranger" })
    const { token: other } = await invite(as("owner"), club, { email: "other@club.example" })
    await wait(7 * dayMs - 1)
    await as("stranger").invitations.accept({ token })
    await wait(1)
    await expect(as("stranger").invitations.accept({ token: other })).rejects.toMatchObject({
      reason: "invitation_expired",
    })
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
    const withdraw = () =>
      as("manager2").invitations.withdraw({ organization: club, invitationUuid: invitation.uuid })
    expect(await withdraw()).toMatchObject({ uuid: invitation.uuid, status: "withdrawn" })
    await expect(as("stranger").invitations.accept({ token })).rejects.toMatchObject({
      _tag: "NotFound",
    })
    await expect(withdraw()).rejects.toMatchObject({ _tag: "Conflict" })
    expect((await as("owner").invitations.list({ organization: club, page })).items).toEqual([])
  })

  it("of another organization cannot be withdrawn, nor one to be manager by a manager", async () => {
    const { as, club, symbolon, team } = await openClub()
    const elsewhere = await symbolon.organizations.create({
      name: "Elsewhere",
      ownerUuid: team.stranger.uuid,
    })
    const { invitation } = await invite(as("stranger"), elsewhere.slug, { email: "a@club.example" })
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
    ).rejects.toMatchObject(refused)
  })

  it("accepted twenty times at once gives one place", async () => {
    const { as, club, symbolon, make } = await openClub()
    const { token } = await invite(as("owner"), club, { email: "many@club.example" })
    const people = await Promise.all(Array.from({ length: 20 }, (_, n) => make(`crowd-${n}`)))
    const outcomes = await Promise.allSettled(
      people.map(({ uuid }) => symbolon.as(person(uuid)).invitations.accept({ token })),
    )
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
    await expect(invite(as(actor), club, { email: "a@club.example" }, role)).rejects.toMatchObject(
      refused,
    )
  })

  it("is refused for who is on the team, is invited, is nobody, or is no address", async () => {
    const { as, club, team } = await openClub()
    const on = { _tag: "Conflict", reason: "already_on_team" }
    await expect(invite(as("owner"), club, { userUuid: team.door.uuid })).rejects.toMatchObject(on)
    await invite(as("owner"), club, { email: "Ann@club.example" })
    const again = { _tag: "Conflict", reason: "already_invited" }
    await expect(invite(as("manager"), club, { email: "ann@Club.example" })).rejects.toMatchObject(
      again,
    )
    await invite(as("owner"), club, { username: "a-stranger" })
    await expect(invite(as("owner"), club, { userUuid: team.stranger.uuid })).rejects.toMatchObject(
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
    const { as, club, symbolon, team } = await openClub()
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
    const { as, club, wait } = await openClub()
    const owner = as("owner")
    const nth = (n: number) => invite(owner, club, { email: `n${n}@club.example` })
    const first = await nth(0)
    await wait(dayMs)
    for (let n = 1; n < 100; n += 1) await nth(n)
    await expect(nth(100)).rejects.toMatchObject({
      _tag: "Conflict",
      reason: "too_many_invitations",
    })
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
    await expect(as("stranger").invitations.accept({ token })).rejects.toMatchObject({
      reason: "already_on_team",
    })
    const open = await as("owner").invitations.list({ organization: club, page })
    expect(open.items.map(({ uuid }) => uuid)).toEqual([invitation.uuid])
  })

  it("is forgotten a month after it expired", async () => {
    const { as, club, symbolon, wait } = await openClub()
    const { invitation } = await invite(as("owner"), club, { email: "a@club.example" })
    const known = () =>
      portsOf(symbolon).storage.transact("read", (tx) => tx.invitations.find(invitation.uuid))
    await wait(36 * dayMs)
    expect(await known()).toBeDefined()
    await wait(3 * dayMs)
    expect(await known()).toBeUndefined()
  })
})
