import { beforeAll, describe, expect, it } from "vitest"
import type { Storage } from "../../src/index.ts"
import { newObjectStore, uploadFile } from "../fixtures/files.ts"
import { createStaffedOrganization, page, userCaller } from "../fixtures/staffed-organization.ts"
import { createTestCard } from "../fixtures/world.ts"

const rounds = 8
const noPage = { _tag: "NotFound", what: "profile page" }
const noUuid = "01900000-0000-7000-8000-0000000000ff"

const openClub = async (storage: Storage) => {
  const objectStore = await newObjectStore()
  const world = await createStaffedOrganization({ storage, objectStore })
  const { symbolon } = world
  const person = async (username: string) => {
    const { user } = await symbolon.users.create({ username, firstName: username })
    return { user, as: symbolon.as(userCaller(user.uuid)) }
  }
  /** Another page of a user, as if their subscription had allowed it. */
  const another = async (userUuid: string, uuid: string) => {
    await storage.transact("write", async (tx) => {
      const [first] = await tx.profilePages.primaryOf([userUuid])
      if (first === undefined) throw new Error("The user has a primary page.")
      await tx.profilePages.add({ ...first, uuid, primarySince: undefined })
    })
    return uuid
  }
  return { ...world, storage, person, another, objectStore }
}

/** The profile pages of people on any storage. */
export const profilePagesSuite = (name: string, open: () => Promise<Storage>): void => {
  describe(`profile pages on ${name}`, () => {
    let world: Awaited<ReturnType<typeof openClub>>
    beforeAll(async () => {
      world = await openClub(await open())
    })

    it("the first is the public profile, and keeps each field that is sent", async () => {
      const ada = await world.person("ada")
      const fields = {
        name: "Countess",
        shortDescription: "Counts",
        longDescription: "one\ntwo",
        callToAction: { type: "book", label: "Book me", url: "https://ada.test/book" },
        currentRole: { title: "Countess", company: "" },
        avatarFrame: "https://ada.test/frame.png",
        socialLinks: [{ label: "Site", url: "https://ada.test/" }],
        links: [{ label: "Mail", url: "mailto:ada@ada.test" }],
        longDescriptionContent: [{ type: "image", url: "https://ada.test/a.png" }],
        stickers: [{ at: [0.5, 1] }],
      }
      const made = await ada.as.profilePages.create(fields)
      expect(made).toMatchObject({ ...fields, isLocked: false, firstName: undefined })
      const shown = await world.symbolon.users.getProfile({ username: "ada" })
      expect(shown).toMatchObject({ ...fields, profilePageUuid: made.uuid, firstName: "ada" })
      const profilePageUuid = made.uuid
      const changed = await ada.as.profilePages.update({
        profilePageUuid,
        name: null,
        callToAction: null,
        links: [],
      })
      expect(changed).toMatchObject({ shortDescription: "Counts", links: [], socialLinks: [{}] })
      expect(await world.symbolon.users.getProfile({ username: "ada" })).toMatchObject({
        name: "ada",
        callToAction: undefined,
      })
      expect(await ada.as.profilePages.get({ profilePageUuid })).toEqual(changed)
      expect((await ada.as.profilePages.list({ page })).items).toEqual([changed])
    })

    it("a user makes as many as the subscription allows, also at once", async () => {
      for (let round = 0; round < rounds; round += 1) {
        const racer = await world.person(`racer-${round}`)
        const tries = await Promise.allSettled(
          [1, 2, 3, 4].map(() => racer.as.profilePages.create({})),
        )
        expect(tries.filter(({ status }) => status === "fulfilled")).toHaveLength(1)
        const refusals = tries.flatMap((one): unknown[] =>
          one.status === "rejected" ? [one.reason] : [],
        )
        expect(refusals).toMatchObject(
          refusals.map(() => ({ reason: "too_many_profiles", details: { max_profiles: 1 } })),
        )
        expect((await racer.as.profilePages.list({ page })).totalItems).toBe(1)
      }
    })

    it("nobody reads, changes or deletes a page of another person", async () => {
      const [bea, cyd] = [await world.person("bea"), await world.person("cyd")]
      const { uuid: profilePageUuid } = await bea.as.profilePages.create({})
      for (const uuid of [profilePageUuid, noUuid]) {
        const named = { profilePageUuid: uuid }
        await expect(cyd.as.profilePages.get(named)).rejects.toMatchObject(noPage)
        await expect(cyd.as.profilePages.update(named)).rejects.toMatchObject(noPage)
        await expect(cyd.as.profilePages.makePrimary(named)).rejects.toMatchObject(noPage)
        await expect(cyd.as.profilePages.delete(named)).rejects.toMatchObject(noPage)
      }
      expect((await cyd.as.profilePages.list({ page })).items).toEqual([])
      expect((await bea.as.profilePages.list({ page })).totalItems).toBe(1)
    })

    it("one page is primary, and goes last", async () => {
      const dan = await world.person("dan")
      const { uuid: first } = await dan.as.profilePages.create({ name: "First" })
      const second = await world.another(dan.user.uuid, `${noUuid.slice(0, -2)}d2`)
      await expect(dan.as.profilePages.delete({ profilePageUuid: first })).rejects.toMatchObject({
        reason: "primary_page",
      })
      await dan.as.profilePages.makePrimary({ profilePageUuid: second })
      await dan.as.profilePages.makePrimary({ profilePageUuid: second })
      const shown = await world.symbolon.users.getProfile({ username: "dan" })
      expect(shown.profilePageUuid).toBe(second)
      await dan.as.profilePages.delete({ profilePageUuid: first })
      await dan.as.profilePages.delete({ profilePageUuid: second })
      expect(await world.symbolon.users.getProfile({ username: "dan" })).toMatchObject({
        profilePageUuid: undefined,
      })
      await dan.as.profilePages.create({})
    })

    it("a locked page cannot become the primary one", async () => {
      const { symbolon, club, clubUuid, another, person } = world
      const eve = await person("eve")
      const { uuid: own } = await eve.as.profilePages.create({})
      const issued = await another(eve.user.uuid, `${noUuid.slice(0, -2)}e2`)
      const card = await createTestCard(symbolon, { organization: club, identifier: "E1" })
      await world.storage.transact("write", async (tx) => {
        const one = await tx.profilePages.find(issued)
        if (one === undefined) throw new Error("The page is there.")
        await tx.profilePages.change({ ...one, organizationUuid: clubUuid, cardUuid: card.uuid })
      })
      await expect(
        eve.as.profilePages.makePrimary({ profilePageUuid: issued }),
      ).rejects.toMatchObject({ reason: "page_locked" })
      expect((await eve.as.profilePages.list({ page })).items).toMatchObject([
        { uuid: issued, isLocked: true },
        { uuid: own, isLocked: false },
      ])
    })

    it("shows images of its owner alone, and holds them", async () => {
      const [fay, gus] = [await world.person("fay"), await world.person("gus")]
      const image = (userUuid: string) =>
        uploadFile(world.symbolon, world.objectStore, {
          ownerType: "user",
          ownerUuid: userUuid,
        })
      const [own, others] = [await image(fay.user.uuid), await image(gus.user.uuid)]
      await expect(
        fay.as.profilePages.create({ imageFileUuid: others.uuid }),
      ).rejects.toMatchObject({ errors: { image_file_uuid: expect.any(String) } })
      const made = await fay.as.profilePages.create({ imageFileUuid: own.uuid })
      const remove = () =>
        world.symbolon.users.deleteFile({ userUuid: fay.user.uuid, fileUuid: own.uuid })
      await expect(remove()).rejects.toMatchObject({
        details: { used_by: [{ type: "profile_page", uuid: made.uuid }] },
      })
      await fay.as.profilePages.update({ profilePageUuid: made.uuid, imageFileUuid: null })
      await remove()
    })

    it("refuses backgrounds without the entitlement", async () => {
      const hal = await world.person("hal")
      await expect(
        hal.as.profilePages.create({ customBackground: { backgroundColor: "red" } }),
      ).rejects.toMatchObject({
        _tag: "Forbidden",
        details: { entitlement: "custom_backgrounds" },
      })
      await hal.as.profilePages.create({ customBackground: null })
    })
  })
}
