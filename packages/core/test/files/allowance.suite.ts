import { describe, expect, it } from "vitest"
import { storageKeyOf } from "../../src/files/file-rules.ts"
import type { Storage, SymbolonOptions } from "../../src/index.ts"
import { newObjectStore, sendFile, type TestFile, uploadFile } from "../fixtures/files.ts"
import { createStaffedOrganization } from "../fixtures/staffed-organization.ts"

/** Bytes of one file of these tests. */
const size = 100
const quarterOfAnHourMs = 15 * 60_000

const openClub = async (storage: Storage, files: NonNullable<SymbolonOptions["files"]>) => {
  const objectStore = await newObjectStore()
  const world = await createStaffedOrganization({ storage, objectStore, files })
  const { symbolon, club: organization, clubUuid, make } = world
  const { uuid: userUuid } = await make("ada")
  const { uuid: activity } = await symbolon.activities.create({ organization, name: "Regatta" })
  const start = (owner: TestFile) =>
    symbolon.files.startUpload({
      ...owner,
      fileName: "pier.png",
      contentType: "image/png",
      sizeInBytes: size,
    })
  return {
    ...world,
    organization,
    activity,
    userUuid,
    ofUser: { ownerType: "user", ownerUuid: userUuid },
    ofClub: { ownerType: "organization", ownerUuid: clubUuid },
    ofActivity: { ownerType: "activity", ownerUuid: activity },
    start,
    upload: (owner: TestFile) => uploadFile(symbolon, objectStore, owner),
    send: (owner: TestFile) => sendFile(symbolon, objectStore, owner),
    hasBytes: async (uuid: string) => (await objectStore.find(storageKeyOf(uuid))) !== undefined,
  } as const
}

const full = (files: number, allowed = files * size) => ({
  _tag: "Conflict",
  reason: "storage_full",
  details: { used_bytes: files * size, allowed_bytes: allowed, size_in_bytes: size },
})

/** What users and organizations may store, on any storage. */
export const allowanceSuite = (engine: string, open: () => Promise<Storage>): void => {
  describe(`the bytes that a holder may have, on ${engine}`, () => {
    it("are not passed by uploads that begin together, and are each holder's own", async () => {
      const { ofUser, ofClub, ofActivity, start } = await openClub(await open(), {
        bytesPerUser: 5 * size,
        bytesPerOrganization: 4 * size + 1,
      })
      const begun = async (owners: readonly TestFile[]) => {
        const ended = await Promise.allSettled(owners.map((owner) => start(owner)))
        return ended.filter(({ status }) => status === "fulfilled").length
      }
      expect(await begun(Array.from({ length: 12 }, () => ofUser))).toBe(5)
      await expect(start(ofUser)).rejects.toMatchObject(full(5))
      expect(await begun([ofClub, ofActivity, ofClub, ofActivity, ofClub, ofActivity])).toBe(4)
      await expect(start(ofActivity)).rejects.toMatchObject(full(4, 4 * size + 1))
    })

    it("come back with what is deleted, abandoned, over, or gone with its activity", async () => {
      const club = await openClub(await open(), { bytesPerOrganization: 2 * size })
      const { symbolon, organization, activity, ofClub, ofActivity, start, upload, send } = club
      const file = await upload(ofClub)
      const { uploadId } = await start(ofClub)
      await expect(start(ofClub)).rejects.toMatchObject(full(2))
      await symbolon.files.abandonUpload({ uploadId })
      const photo = await upload(ofActivity)
      await expect(start(ofClub)).rejects.toMatchObject(full(2))
      await symbolon.organizations.deleteFile({ organization, fileUuid: file.uuid })
      const late = await send(ofClub)
      await expect(start(ofClub)).rejects.toMatchObject(full(2))
      // What counts no more has no bytes any more: nobody waits for the sweep, or gets around it.
      await symbolon.activities.delete({ activity })
      expect(await club.hasBytes(photo.uuid)).toBe(true)
      const next = await start(ofClub)
      expect(await club.hasBytes(photo.uuid)).toBe(false)
      await expect(start(ofClub)).rejects.toMatchObject(full(2))
      await club.advance(quarterOfAnHourMs)
      await upload(ofClub)
      await upload(ofClub)
      await expect(start(ofClub)).rejects.toMatchObject(full(2))
      const left = (await symbolon.files.listAll({})).map(({ uuid }) => uuid)
      for (const gone of [late, next.uploadId]) expect(left).not.toContain(gone)
      expect(await symbolon.files.recount({})).toEqual([])
    })

    it("are as many as one likes where the deployment says so", async () => {
      const club = await openClub(await open(), { bytesPerUser: null, bytesPerOrganization: null })
      for (const owner of [club.ofUser, club.ofClub]) await club.upload(owner)
      expect(await club.symbolon.files.recount({})).toEqual([])
    })

    it("are counted anew where the sum went wrong", async () => {
      const storage = await open()
      const club = await openClub(storage, { bytesPerUser: 2 * size })
      const { uuid, holderUuid } = {
        ...(await club.upload(club.ofUser)),
        holderUuid: club.userUuid,
      }
      await club.upload(club.ofClub)
      await storage.transact("write", async (tx) => {
        const file = await tx.files.lock(uuid)
        if (file !== undefined) await tx.files.change({ ...file, countedBytes: 2 * size })
      })
      const mended = { holderUuid, bytes: size, actualBytes: 2 * size }
      expect(await club.symbolon.files.recount({})).toEqual([mended])
      expect(await club.symbolon.files.recount({})).toEqual([])
      await expect(club.start(club.ofUser)).rejects.toMatchObject(full(2))
    })
  })
}
