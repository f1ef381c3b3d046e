import { expect, it } from "vitest"
import type { ProfilePage } from "../../src/index.ts"
import { openMemory } from "../../src/memory/index.ts"
import {
  claimCard,
  createTestCard,
  createTestOrganization,
  openTestSymbolon,
} from "../fixtures/world.ts"

const storageOf = () => openMemory({ strict: true })

/** A club with a member, and a page of theirs. */
const openClub = async () => {
  const storage = storageOf()
  const { symbolon, clock } = await openTestSymbolon(storage)
  const { club, people } = await createTestOrganization(symbolon, 2)
  const [ada, ben] = people
  if (ada === undefined || ben === undefined) throw new Error("The club has two members.")
  const page = (change: Partial<ProfilePage> = {}): ProfilePage => ({
    uuid: "01900000-0000-7000-8000-0000000000a1",
    userUuid: ada.user.uuid,
    name: undefined,
    firstName: undefined,
    lastName: "Lovelace",
    shortDescription: "Counts",
    longDescription: "",
    callToAction: undefined,
    currentRole: { title: "Countess", company: "Analytical" },
    customBackground: undefined,
    avatarFrame: undefined,
    socialLinks: [],
    links: [{ label: "Notes", url: "https://ada.test/" }],
    longDescriptionContent: [],
    stickers: [],
    imageFileUuid: undefined,
    showsPrimaryCard: false,
    primarySince: clock.now(),
    organizationUuid: undefined,
    cardUuid: undefined,
    createdAt: clock.now(),
    updatedAt: undefined,
    ...change,
  })
  const add = (change?: Partial<ProfilePage>) =>
    storage.transact("write", (tx) => tx.profilePages.add(page(change)))
  const shown = (username: string) => symbolon.users.getProfile({ username })
  return { symbolon, clock, storage, club, ada, ben, page, add, shown }
}
const noUser = { _tag: "NotFound", what: "user" }

it("a profile without a page has the names and the image of the account", async () => {
  const { shown } = await openClub()
  expect(await shown("member-1")).toEqual({
    imageFileUuid: undefined,
    name: "member-1",
    firstName: "member-1",
    lastName: "",
    shortDescription: "",
    longDescription: "",
    callToAction: undefined,
    currentRole: undefined,
    customBackground: undefined,
    avatarFrame: undefined,
    socialLinks: [],
    links: [],
    longDescriptionContent: [],
    stickers: [],
    profilePageUuid: undefined,
    isLocked: false,
    primaryCardUid: undefined,
    updatedAt: undefined,
  })
})

it("a profile is the primary page, with the account's names where the page has none", async () => {
  const { shown, add, page, ben } = await openClub()
  await add()
  await add({ ...page(), uuid: `${page().uuid.slice(0, -1)}2`, primarySince: undefined })
  expect(await shown("member-1")).toMatchObject({
    name: "member-1 Lovelace",
    firstName: "member-1",
    lastName: "Lovelace",
    shortDescription: "Counts",
    currentRole: { title: "Countess" },
    profilePageUuid: page().uuid,
  })
  expect(await shown(ben.user.username)).toMatchObject({ profilePageUuid: undefined })
})

it("an issued page is shown exactly while its owner has an active membership there", async () => {
  const { shown, add, page, club, ada, symbolon, clock } = await openClub()
  await add({ organizationUuid: club.uuid })
  const isShown = async () => (await shown("member-1")).profilePageUuid === page().uuid
  expect(await isShown()).toBe(true)
  const { membership } = await symbolon.memberships.getMember({
    organization: club.slug,
    userUuid: ada.user.uuid,
  })
  const until = membership.validUntil?.getTime() ?? 0
  clock.set(new Date(until - 1))
  expect(await isShown()).toBe(true)
  clock.set(new Date(until))
  expect(await isShown()).toBe(false)
  expect(await shown("member-1")).toMatchObject({ shortDescription: "", isLocked: false })
  await symbolon.memberships.renewMember({ organization: club.slug, userUuid: ada.user.uuid })
  expect(await isShown()).toBe(true)
  await symbolon.memberships.removeMember({ organization: club.slug, userUuid: ada.user.uuid })
  expect(await isShown()).toBe(false)
})

it("a page names the primary card only if its owner says so", async () => {
  const { shown, add, page, storage, symbolon, club, ada } = await openClub()
  const card = await createTestCard(symbolon, { organization: club.slug, identifier: "A1" })
  await claimCard(symbolon, card.uuid, ada.user.uuid)
  await symbolon.cards.update({ userUuid: ada.user.uuid, card: card.uuid, isPrimary: true })
  await add()
  expect((await shown("member-1")).primaryCardUid).toBeUndefined()
  await storage.transact("write", (tx) =>
    tx.profilePages.change({ ...page(), showsPrimaryCard: true }),
  )
  expect((await shown("member-1")).primaryCardUid).toBe(card.uuid)
  await symbolon.cards.updateState({ card: card.uuid, isWithdrawn: true })
  expect((await shown("member-1")).primaryCardUid).toBeUndefined()
})

it("an unknown name, an organization's, a disabled and a deleted user's are the same 404", async () => {
  const { shown, add, symbolon, club, ada, ben, storage } = await openClub()
  await add()
  await expect(shown("nobody-here")).rejects.toMatchObject(noUser)
  await expect(shown(club.slug)).rejects.toMatchObject(noUser)
  await symbolon.users.disable({ userUuid: ben.user.uuid })
  await expect(shown("member-2")).rejects.toMatchObject(noUser)
  const { username } = await symbolon.users.delete({ userUuid: ada.user.uuid })
  await expect(shown("member-1")).rejects.toMatchObject(noUser)
  await expect(shown(username)).rejects.toMatchObject(noUser)
  const left = await storage.transact("read", (tx) => tx.profilePages.primaryOf([ada.user.uuid]))
  expect(left).toEqual([])
})
