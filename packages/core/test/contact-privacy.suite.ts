import { describe, expect, it } from "vitest"
import type { IdentifierRef, ProfilePage, Storage } from "../src/index.ts"
import { createStaffedOrganization, page, userCaller } from "./fixtures/staffed-organization.ts"
import { claimCard, createTestCard } from "./fixtures/world.ts"

const named = (username: string): IdentifierRef => ({ type: "username", value: username })
const unresolved = (field: string) => ({ _tag: "IdentifierUnresolved", field })
const secondPage = "01900000-0000-7000-8000-00000000eeee"
const nowhere = "01900000-0000-7000-8000-00000000ffff"

const openPeople = async (storage: Storage) => {
  const world = await createStaffedOrganization({ storage })
  const { symbolon } = world
  const person = async (username: string) => {
    const { user, walletAddress } = await symbolon.users.create({ username, firstName: username })
    return { user, walletAddress, as: symbolon.as(userCaller(user.uuid)) }
  }
  const changePage = (uuid: string, change: Partial<ProfilePage>) =>
    storage.transact("write", async (tx) => {
      const before = await tx.profilePages.find(uuid)
      if (before !== undefined) await tx.profilePages.change({ ...before, ...change })
    })
  /** A page of the same person beside the primary one. */
  const anotherPage = (uuid: string) =>
    storage.transact("write", async (tx) => {
      const before = await tx.profilePages.find(uuid)
      if (before === undefined) throw new Error("There is such a page.")
      const other = { ...before, uuid: secondPage, primarySince: undefined }
      await tx.profilePages.add(other)
      return other
    })
  return {
    ...world,
    changePage,
    anotherPage,
    person,
    ada: await person("ada"),
    ben: await person("ben"),
  }
}

/** What saving a contact tells of people, on any storage; called from the tests of each. */
export const contactPrivacySuite = (name: string, open: () => Promise<Storage>): void => {
  describe(`saving a contact on ${name}`, () => {
    it("reads a disabled person as an unknown one, by each identifier and page", async () => {
      const { symbolon, ada, ben, club } = await openPeople(await open())
      const { uuid: profilePageUuid } = await ben.as.profilePages.create({ name: "Ben" })
      const card = await createTestCard(symbolon, { organization: club, identifier: "B1" })
      await claimCard(symbolon, card.uuid, ben.user.uuid)
      const tries = [
        { identifier: named("ben") },
        { identifier: { type: "user_id", value: ben.user.uuid } },
        { identifier: { type: "wallet", value: ben.walletAddress } },
        { identifier: { type: "card", value: "B1" } },
        { profilePageUuid },
        { identifier: named("ben"), profilePageUuid },
      ] as const
      await symbolon.users.disable({ userUuid: ben.user.uuid })
      const refusal = (input: Parameters<typeof ada.as.contacts.save>[0]) =>
        ada.as.contacts.save(input).then(
          () => "saved",
          (reason: unknown) => JSON.stringify(reason),
        )
      const ofUnknown = await refusal({ identifier: named("nobody-here") })
      const ofUnknownPage = await refusal({ profilePageUuid: nowhere })
      expect(ofUnknown).toContain("IdentifierUnresolved")
      for (const one of tries)
        expect(await refusal(one)).toBe("identifier" in one ? ofUnknown : ofUnknownPage)
      await expect(symbolon.users.get({ username: "ben" })).rejects.toMatchObject({
        _tag: "NotFound",
        what: "user",
      })
      await symbolon.users.enable({ userUuid: ben.user.uuid })
      for (const one of tries) await ada.as.contacts.save(one)
      expect((await symbolon.users.get({ username: "ben" })).uuid).toBe(ben.user.uuid)
    })

    it("by a page finds its owner only while the public sees the page", async () => {
      const { ada, ben, clubUuid, changePage, anotherPage } = await openPeople(await open())
      const first = await ben.as.profilePages.create({ name: "First" })
      const second = await anotherPage(first.uuid)
      const save = (profilePageUuid: string, identifier?: IdentifierRef) =>
        ada.as.contacts.save({ profilePageUuid, ...(identifier && { identifier }) })
      await expect(save(second.uuid)).rejects.toMatchObject(unresolved("profile_page_uuid"))
      await expect(save(second.uuid, named("ben"))).rejects.toMatchObject(unresolved("identifier"))
      await changePage(first.uuid, { organizationUuid: clubUuid })
      await expect(save(first.uuid)).rejects.toMatchObject(unresolved("profile_page_uuid"))
      await changePage(first.uuid, { organizationUuid: undefined })
      const saved = await save(first.uuid)
      expect(saved).toMatchObject({ person: { username: "ben" }, profilePageUuid: first.uuid })
      // The contact came with this page, so its owner is known; the other page still says nothing.
      await ben.as.profilePages.makePrimary({ profilePageUuid: second.uuid })
      expect(await save(first.uuid)).toMatchObject({ uuid: saved.uuid })
      await ben.as.profilePages.makePrimary({ profilePageUuid: first.uuid })
      await expect(save(second.uuid)).rejects.toMatchObject(unresolved("profile_page_uuid"))
      const link = await ben.as.links.create({ profilePageUuid: second.uuid })
      const byLink = await save(second.uuid, { type: "link", value: link.url })
      expect(byLink).toMatchObject({ uuid: saved.uuid, profilePageUuid: second.uuid })
      expect((await ada.as.contacts.list({ page })).totalItems).toBe(1)
    })
  })
}
