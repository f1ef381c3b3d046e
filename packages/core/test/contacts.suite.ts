import { expect, it } from "vitest"
import { portsOf } from "../src/effect.ts"
import type { Caller, IdentifierRef, Storage } from "../src/index.ts"
import { createStaffedOrganization, page, userCaller } from "./fixtures/staffed-organization.ts"
import { claimCard, createTestCard, createTestSession } from "./fixtures/world.ts"

const minuteMs = 60_000
const named = (username: string): IdentifierRef => ({ type: "username", value: username })
const noContact = { _tag: "NotFound", what: "contact" }
const unresolved = { _tag: "IdentifierUnresolved", field: "identifier" }
const newest = { ...page, sortOrder: "desc" } as const
const kim = { name: "Kim Larsen", email: "Kim@Mail.test" } as const

/** A club with a session, and people with tokens of their own. */
const openPeople = async (storage: Storage) => {
  const world = await createStaffedOrganization({ storage })
  const { symbolon, club } = world
  const person = async (username: string, lastName?: string) => {
    const { user, walletAddress } = await symbolon.users.create({
      username,
      firstName: `First-${username}`,
      lastName,
      email: `${username}@mail.test`,
      isEmailVerified: true,
    })
    return { user, walletAddress, as: symbolon.as(userCaller(user.uuid)) }
  }
  const [ada, ben, cleo] = [
    await person("ada"),
    await person("ben", "Åström"),
    await person("cleo"),
  ]
  const evening = await createTestSession(symbolon, club)
  return { ...world, ada, ben, cleo, person, ...evening }
}
type People = Awaited<ReturnType<typeof openPeople>>

const listOf = async (
  { as }: People["ada"],
  of: Partial<Parameters<typeof as.contacts.list>[0]> = {},
) => (await as.contacts.list({ page: newest, ...of })).items

/** Contacts and encounters, on any storage; called from the tests of each. */
export const contactsSuite = (name: string, open: () => Promise<Storage>): void => {
  it(`saving on ${name} finds a person by each identifier of theirs, and nobody else`, async () => {
    const world = await openPeople(await open())
    const { symbolon, ada, ben, club, clubUuid } = world
    const card = await createTestCard(symbolon, { organization: club, identifier: "B1" })
    const treasury = (await symbolon.wallets.list({ of: { treasuryOf: clubUuid }, page })).items[0]
    const refused: readonly IdentifierRef[] = [
      { type: "card", value: "B1" },
      { type: "wallet", value: card.walletAddress },
      { type: "wallet", value: treasury?.address ?? "" },
      { type: "link", value: "nowhere" },
      named("nobody-here"),
      named(club),
    ]
    for (const identifier of refused)
      await expect(ada.as.contacts.save({ identifier })).rejects.toMatchObject(unresolved)
    await claimCard(symbolon, card.uuid, ben.user.uuid)
    const good: readonly IdentifierRef[] = [
      named("ben"),
      { type: "user_id", value: ben.user.uuid.toUpperCase() },
      { type: "wallet", value: ben.walletAddress },
      { type: "card", value: " b1\r" },
      { type: "wallet", value: card.walletAddress },
    ]
    const uuids = new Set<string>()
    for (const identifier of good) uuids.add((await ada.as.contacts.save({ identifier })).uuid)
    expect(uuids.size).toBe(1)
    expect(await listOf(ada)).toMatchObject([
      {
        type: "saved",
        person: { username: "ben", profile: { name: "First-ben Åström", lastName: "Åström" } },
        name: undefined,
        email: undefined,
        visitCount: 1,
      },
    ])
    expect(await listOf(ben)).toEqual([])
    await expect(ada.as.contacts.save({ identifier: named("ada") })).rejects.toMatchObject({
      _tag: "BadRequest",
      field: "identifier",
    })
  })

  it(`a contact on ${name} gains encounters instead of duplicates; a repeated request records one`, async () => {
    const { ada, advance } = await openPeople(await open())
    const first = await ada.as.contacts.save({ ...kim, notes: "By the bar." })
    expect(first).toMatchObject({ person: undefined, name: "Kim Larsen", visitCount: 1 })
    await advance(minuteMs - 1)
    const again = await ada.as.contacts.save({ ...kim, email: "kim@MAIL.test", company: "Sail" })
    expect(again).toMatchObject({ uuid: first.uuid, visitCount: 1, company: "Sail" })
    expect(again.visits).toMatchObject([{ notes: "By the bar." }])
    await advance(1)
    const later = await ada.as.contacts.save({ ...kim, name: "Kim L.", notes: "At the pier." })
    expect(later).toMatchObject({
      uuid: first.uuid,
      name: "Kim L.",
      visitCount: 2,
      company: "Sail",
    })
    expect(later.visits.map(({ notes }) => notes)).toEqual(["At the pier.", "By the bar."])
    expect(later.latestAt).toEqual(later.visits[0]?.visitedAt)
    // What is noted of an encounter is not the standing note.
    expect(later.notes).toBeUndefined()
    const noted = await ada.as.contacts.update({ contact: first.uuid, notes: "Likes boats." })
    expect(noted).toMatchObject({ notes: "Likes boats.", visitCount: 2 })
    expect((await ada.as.contacts.save({ ...kim, visitedAt: first.createdAt })).notes).toBe(
      "Likes boats.",
    )
    expect((await ada.as.contacts.update({ contact: first.uuid, notes: null })).notes).toBe(
      undefined,
    )
  })

  it(`a contact on ${name} that has as many encounters as it can takes a repeated request and no more`, async () => {
    const storage = await open()
    const { ada, symbolon } = await openPeople(storage)
    const last = { ...kim, visitedAt: symbolon.clock.now() }
    const { uuid, visits } = await ada.as.contacts.save(last)
    const [visit] = visits
    if (visit === undefined) throw new Error("An encounter was recorded.")
    await storage.transact("write", async (tx) => {
      const { session: _, ...row } = visit
      for (let n = 1; n < 1_000; n += 1) {
        const visitedAt = new Date(visit.visitedAt.getTime() - n * 5 * minuteMs)
        await tx.contacts.addVisit({ ...row, uuid: portsOf(symbolon).ids.uuid(), visitedAt })
      }
      const contact = await tx.contacts.find(ada.user.uuid, uuid)
      if (contact !== undefined) await tx.contacts.change({ ...contact, visitCount: 1_000 })
    })
    const again = await ada.as.contacts.save({ ...last, notes: "At the pier." })
    expect(again).toMatchObject({ uuid, visitCount: 1_000 })
    expect(again.visits[0]?.notes).toBe("At the pier.")
    await expect(
      ada.as.contacts.save({ ...kim, visitedAt: new Date("2001-01-01T00:00:00Z") }),
    ).rejects.toMatchObject({ _tag: "Conflict", reason: "too_many_visits" })
    expect((await ada.as.contacts.get({ contact: uuid })).visits).toHaveLength(1_000)
  })

  it(`50 at once on ${name} are one contact`, async () => {
    const { ada, ben } = await openPeople(await open())
    const tries = Array.from({ length: 50 }, (_, n) =>
      ada.as.contacts.save(n % 2 === 0 ? { identifier: named("ben") } : kim),
    )
    // Two who save each other at once do not wait for each other for ever.
    const others = Array.from({ length: 10 }, () =>
      ben.as.contacts.save({ identifier: named("ada") }),
    )
    await Promise.all([...tries, ...others])
    expect(await listOf(ada)).toMatchObject([{ visitCount: 1 }, { visitCount: 1 }])
    expect(await listOf(ben)).toMatchObject([{ visitCount: 1 }])
  })

  it(`an encounter on ${name} names a session that its owner can read, and the app of the token`, async () => {
    const { ada, session, activity, symbolon, clubUuid, advance } = await openPeople(await open())
    const saved = await ada.as.contacts.save({ ...kim, activitySessionUuid: session.uuid })
    const context = {
      sessionUuid: session.uuid,
      sessionName: "Members evening",
      sessionSlug: session.slug,
      activityUuid: activity.uuid,
      activityName: "Sailing week",
      organizationUuid: clubUuid,
      startTime: session.startTime,
      endTime: session.endTime,
    }
    expect(saved).toMatchObject({ metAt: context })
    expect(saved.visits).toMatchObject([{ session: context, viaClientId: "app" }])
    const without = { ...userCaller(ada.user.uuid), scopes: new Set(["contact:write"]) } as Caller
    const noSession = { _tag: "NotFound", what: "session" }
    await expect(
      symbolon.as(without).contacts.save({ ...kim, activitySessionUuid: session.uuid }),
    ).rejects.toMatchObject(noSession)
    await expect(
      ada.as.contacts.save({ ...kim, activitySessionUuid: activity.uuid }),
    ).rejects.toMatchObject(noSession)
    // The same minute without the session is another encounter, and an earlier one is the first.
    const earlier = await ada.as.contacts.save({
      ...kim,
      visitedAt: new Date(symbolon.clock.now().getTime() - 3_600_000),
    })
    expect(earlier).toMatchObject({ visitCount: 2, metAt: undefined })
    expect(await listOf(ada, { activityUuid: activity.uuid })).toMatchObject([{ name: kim.name }])
    expect(await listOf(ada, { activityUuid: session.uuid })).toEqual([])
    await advance(1)
    await symbolon.activities.delete({ activity: activity.slug })
    expect((await ada.as.contacts.get({ contact: saved.uuid })).visits[0]?.session).toBe(undefined)
    expect(await listOf(ada, { activityUuid: activity.uuid })).toEqual([])
  })

  it(`encounters on ${name} are changed and deleted by their owner alone`, async () => {
    const { ada, ben, symbolon } = await openPeople(await open())
    const now = symbolon.clock.now()
    const ago = (ms: number) => new Date(now.getTime() - ms)
    await ada.as.contacts.save({ ...kim, visitedAt: ago(5_000_000) })
    const contact = await ada.as.contacts.save(kim)
    const [late, early] = contact.visits
    const of = (visit: typeof late) => ({ contact: contact.uuid, visit: visit?.uuid ?? "" })
    expect(
      await ada.as.contacts.updateVisit({ ...of(late), notes: "x", visitedAt: ago(9_000_000) }),
    ).toMatchObject({ uuid: late?.uuid, notes: "x", visitedAt: ago(9_000_000) })
    const changed = await ada.as.contacts.get({ contact: contact.uuid })
    expect(changed.visits.map(({ uuid }) => uuid)).toEqual([early?.uuid, late?.uuid])
    expect(changed.latestAt).toEqual(ago(5_000_000))
    for (const visitedAt of [ago(-301_000), new Date("1999-12-31T23:59:59.999Z")]) {
      const invalid = { _tag: "Invalid", errors: { visited_at: expect.any(String) } }
      await expect(ada.as.contacts.save({ ...kim, visitedAt })).rejects.toMatchObject(invalid)
      await expect(ada.as.contacts.updateVisit({ ...of(late), visitedAt })).rejects.toMatchObject(
        invalid,
      )
    }
    for (const refused of [
      () => ben.as.contacts.updateVisit({ ...of(late), notes: "y" }),
      () => ben.as.contacts.deleteVisit(of(late)),
      () => ben.as.contacts.get({ contact: contact.uuid }),
      () => ben.as.contacts.update({ contact: contact.uuid, notes: "y" }),
      () => ben.as.contacts.delete({ contact: contact.uuid }),
    ])
      await expect(refused()).rejects.toMatchObject(noContact)
    await expect(
      ada.as.contacts.deleteVisit({ contact: contact.uuid, visit: contact.uuid }),
    ).rejects.toMatchObject({ _tag: "NotFound", what: "encounter" })
    await ada.as.contacts.deleteVisit(of(late))
    await ada.as.contacts.deleteVisit(of(early))
    expect(await ada.as.contacts.get({ contact: contact.uuid })).toMatchObject({
      visitCount: 0,
      visits: [],
      latestAt: contact.createdAt,
    })
    await ada.as.contacts.delete({ contact: contact.uuid })
    expect(await listOf(ada)).toEqual([])
    expect((await ada.as.contacts.save(kim)).uuid).not.toBe(contact.uuid)
  })

  it(`the list on ${name} is searched by typed names and by the present names of users`, async () => {
    const { ada, ben, cleo, advance, symbolon } = await openPeople(await open())
    await ada.as.contacts.save({ identifier: named("ben") })
    await advance(minuteMs)
    await ada.as.contacts.save(kim)
    await advance(minuteMs)
    await cleo.as.contacts.drop({ identifier: named("ada") })
    const names = async (of: Parameters<typeof listOf>[1]) =>
      (await listOf(ada, of)).map((one) => one.person?.username ?? one.name)
    expect(await names({})).toEqual(["cleo", "Kim Larsen", "ben"])
    expect(await names({ page: { ...newest, sortOrder: "asc" } })).toEqual([
      "ben",
      "Kim Larsen",
      "cleo",
    ])
    expect(await names({ search: "ASTR" })).toEqual(["ben"])
    expect(await names({ search: "lar kim" })).toEqual(["Kim Larsen"])
    expect(await names({ search: "first" })).toEqual(["cleo", "ben"])
    expect(await names({ type: "dropped" })).toEqual(["cleo"])
    expect(await names({ type: "saved", search: "first" })).toEqual(["ben"])
    const start = symbolon.clock.now().getTime() - 2 * minuteMs
    expect(await names({ visitedAfter: new Date(start) })).toEqual(["cleo", "Kim Larsen"])
    await ben.as.users.updateProfile({ firstName: "Bengt", lastName: null })
    expect(await names({ search: "astrom" })).toEqual([])
    expect(await names({ search: "bengt" })).toEqual(["ben"])
    expect(await names({ search: "%" })).toEqual([])
  })
}
