import { beforeAll, describe, expect, it } from "vitest"
import type { Storage, Symbolon } from "../../src/index.ts"
import { publicUrlOf, storageKeyOf } from "../../src/files/file-rules.ts"
import type { FileUse } from "../../src/files/file.ts"
import type { ObjectStore } from "../../src/foundation/ports/object-store.ts"
import { newObjectStore, sendFile, type TestFile, uploadFile } from "../fixtures/files.ts"
import { createStaffedOrganization, page, userCaller } from "../fixtures/staffed-organization.ts"

const rounds = 8
const unknown = "01900000-0000-7000-8000-0000000000ff"

type Owner = Pick<TestFile, "ownerType" | "ownerUuid">

/** Something that shows an image. */
interface Place {
  readonly field: string
  readonly use: FileUse
  /** Whose images it can show. */
  readonly owners: readonly Owner[]
  readonly show: (fileUuid: string | null) => Promise<unknown>
  readonly shown: () => Promise<string | undefined>
  /** Makes another that shows it from the beginning. */
  readonly make?: (fileUuid: string) => Promise<unknown>
}

/** A club with files, and what shows images there. */
const openClub = async (storage: Storage) => {
  const objectStore: Required<ObjectStore> = await newObjectStore()
  const world = await createStaffedOrganization({ storage, objectStore })
  const { symbolon, club: organization } = world
  const club = await symbolon.organizations.get({ organization })
  const ofClub: Owner = { ownerType: "organization", ownerUuid: club.uuid }
  const upload = (file: TestFile) => uploadFile(symbolon, objectStore, file)
  const begin = (file: TestFile) => sendFile(symbolon, objectStore, file)
  const remove = async (fileUuid: string) => {
    const { ownerType, ownerUuid } = await symbolon.files.get({ file: fileUuid })
    return ownerType === "organization"
      ? symbolon.organizations.deleteFile({ organization, fileUuid })
      : ownerType === "activity"
        ? symbolon.activities.deleteFile({ activity: ownerUuid, fileUuid })
        : symbolon.users.deleteFile({ userUuid: ownerUuid, fileUuid })
  }
  const { user } = await symbolon.users.create({ username: "ada", firstName: "Ada" })
  const places = [
    logoOf(symbolon, club, ofClub),
    await tierOf(symbolon, organization, ofClub),
    await activityOf(symbolon, organization, ofClub),
    avatarOf(symbolon, user.uuid),
    await sideOf(symbolon, organization, ofClub, "front"),
    await sideOf(symbolon, organization, ofClub, "back"),
    await templateOf(symbolon, organization, ofClub),
  ]
  return { ...world, objectStore, places, ofClub, upload, begin, remove }
}

const everyFile = async ({ files }: Symbolon) => {
  const all = [...(await files.listAll({}))]
  for (let next = all.slice(-1); next.length > 0; all.push(...next))
    next = [...(await files.listAll({ after: all.at(-1)?.uuid }))]
  return all
}

const logoOf = (
  symbolon: Symbolon,
  { uuid, slug: organization }: { readonly uuid: string; readonly slug: string },
  owner: Owner,
): Place => ({
  field: "logo_image_file_uuid",
  use: { type: "organization", uuid },
  owners: [owner],
  show: (logoImageFileUuid) => symbolon.organizations.update({ organization, logoImageFileUuid }),
  shown: async () => (await symbolon.organizations.get({ organization })).logoImageFileUuid,
})

const tierOf = async (symbolon: Symbolon, organization: string, owner: Owner): Promise<Place> => {
  const { uuid: tierUuid } = await symbolon.tiers.create({ organization, name: "Shown" })
  return {
    field: "image_file_uuid",
    use: { type: "membership_tier", uuid: tierUuid },
    owners: [owner],
    show: (imageFileUuid) => symbolon.tiers.update({ organization, tierUuid, imageFileUuid }),
    shown: async () => (await symbolon.tiers.get({ organization, tierUuid })).tier.imageFileUuid,
    make: (imageFileUuid) => symbolon.tiers.create({ organization, name: "Other", imageFileUuid }),
  }
}

const activityOf = async (
  symbolon: Symbolon,
  organization: string,
  owner: Owner,
): Promise<Place> => {
  const { uuid: activity } = await symbolon.activities.create({ organization, name: "Shown" })
  return {
    field: "image_file_uuid",
    use: { type: "activity", uuid: activity },
    owners: [owner, { ownerType: "activity", ownerUuid: activity }],
    show: (imageFileUuid) => symbolon.activities.update({ activity, imageFileUuid }),
    shown: async () => (await symbolon.activities.get({ activity })).imageFileUuid,
    make: (imageFileUuid) =>
      symbolon.activities.create({ organization, name: "Other", imageFileUuid }),
  }
}

const avatarOf = (symbolon: Symbolon, userUuid: string): Place => {
  const self = symbolon.as(userCaller(userUuid))
  return {
    field: "avatar_image_file_uuid",
    use: { type: "user", uuid: userUuid },
    owners: [{ ownerType: "user", ownerUuid: userUuid }],
    show: (avatarImageFileUuid) => self.users.updateProfile({ avatarImageFileUuid }),
    shown: async () => (await symbolon.users.find({ user: userUuid })).avatarImageFileUuid,
  }
}

const sideOf = async (
  symbolon: Symbolon,
  organization: string,
  owner: Owner,
  side: "front" | "back",
): Promise<Place> => {
  const name = `Shown at the ${side}`
  const { uuid: cardModelUuid } = await symbolon.cardModels.create({ organization, name })
  const sideWith = <T>(uuid: T) =>
    side === "front" ? { frontImageFileUuid: uuid } : { backImageFileUuid: uuid }
  return {
    field: `${side}_image_file_uuid`,
    use: { type: "card_model", uuid: cardModelUuid },
    owners: [owner],
    show: (uuid) => symbolon.cardModels.update({ organization, cardModelUuid, ...sideWith(uuid) }),
    shown: async () => {
      const model = await symbolon.cardModels.get({ organization, cardModelUuid })
      return side === "front" ? model.frontImageFileUuid : model.backImageFileUuid
    },
    make: (uuid) => symbolon.cardModels.create({ organization, name: "Other", ...sideWith(uuid) }),
  }
}

const templateOf = async (
  symbolon: Symbolon,
  organization: string,
  owner: Owner,
): Promise<Place> => {
  const { uuid } = await symbolon.profileTemplates.create({ organization, name: "Shown" })
  const named = { organization, profileTemplateUuid: uuid }
  return {
    field: "image_file_uuid",
    use: { type: "profile_template", uuid },
    owners: [owner],
    show: (imageFileUuid) => symbolon.profileTemplates.update({ ...named, imageFileUuid }),
    shown: async () => (await symbolon.profileTemplates.get(named)).imageFileUuid,
    make: (imageFileUuid) =>
      symbolon.profileTemplates.create({ organization, name: "Other", imageFileUuid }),
  }
}

/** What shows an image, and what can be an image there, whatever the engine. */
export const imagesSuite = (storage: string, open: () => Promise<Storage>): void => {
  describe(`images on ${storage}`, () => {
    let club: Awaited<ReturnType<typeof openClub>>
    beforeAll(async () => {
      club = await openClub(await open())
    })

    it("are shown, by what owns them, until they are replaced, and not deleted while they are", async () => {
      const { places, upload, remove } = club
      for (const { use, owners, show, shown } of places)
        for (const owner of owners) {
          const [first, second] = [await upload(owner), await upload(owner)]
          await show(first.uuid)
          expect([use.type, await shown()]).toEqual([use.type, first.uuid])
          await expect(remove(first.uuid)).rejects.toMatchObject({
            reason: "file_in_use",
            details: { used_by: [use] },
          })
          await show(second.uuid)
          await remove(first.uuid)
          await show(null)
          expect(await shown()).toBeUndefined()
          await remove(second.uuid)
        }
    })

    it("are nobody else's, no other files, not unfinished, not deleted and not unknown", async () => {
      const { symbolon, places, ofClub, upload, begin, make, remove } = club
      const stranger = await make("stranger")
      const other = await symbolon.organizations.create({ name: "Other", ownerUuid: stranger.uuid })
      const gone = await upload(ofClub)
      await remove(gone.uuid)
      const contentType = "text/plain"
      const bytes = new TextEncoder().encode("no image")
      const bad = {
        anothers: (await upload({ ownerType: "organization", ownerUuid: other.uuid })).uuid,
        strangers: (await upload({ ownerType: "user", ownerUuid: stranger.uuid })).uuid,
        text: (await upload({ ...ofClub, bytes, contentType, fileName: "a.txt" })).uuid,
        unfinished: await begin(ofClub),
        deleted: gone.uuid,
        unknown,
      }
      for (const place of places)
        for (const [what, uuid] of Object.entries(bad))
          for (const act of [place.show, ...(place.make === undefined ? [] : [place.make])]) {
            const refused = await act(uuid).then(
              () => "done",
              (reason: { readonly errors?: unknown }) => reason.errors ?? reason,
            )
            expect([what, refused]).toEqual([
              what,
              {
                [place.field]: "must be an image that was uploaded for it or for its organization",
              },
            ])
            expect(await place.shown()).toBeUndefined()
          }
    })

    it("are shown from the beginning by what is made with them", async () => {
      const { places, upload, remove } = club
      for (const { make, owners, use } of places) {
        const [owner] = owners
        if (make === undefined || owner === undefined) continue
        const file = await upload(owner)
        await make(file.uuid)
        await expect(remove(file.uuid)).rejects.toMatchObject({
          details: { used_by: [{ type: use.type }] },
        })
      }
    })

    it("go with an account, which shows none any more", async () => {
      const { symbolon, upload, make } = club
      const { uuid: userUuid } = await make("leaving")
      const avatar = avatarOf(symbolon, userUuid)
      const file = await upload({ ownerType: "user", ownerUuid: userUuid })
      await avatar.show(file.uuid)
      await symbolon.users.delete({ userUuid })
      expect(await avatar.shown()).toBeUndefined()
      await expect(symbolon.files.get({ file: file.uuid })).rejects.toMatchObject({
        _tag: "NotFound",
      })
    })

    it("go with an activity, with its other files and uploads, and no others", async () => {
      const { symbolon, club: organization, ofClub, upload, begin } = club
      const { uuid: activity } = await symbolon.activities.create({ organization, name: "Past" })
      const { uuid: other } = await symbolon.activities.create({ organization, name: "Next" })
      const owner = { ownerType: "activity", ownerUuid: activity } as const
      const image = await upload(owner)
      await symbolon.activities.update({ activity, imageFileUuid: image.uuid })
      const more = await upload(owner)
      const begun = await begin(owner)
      const kept = [await upload({ ...owner, ownerUuid: other }), await upload(ofClub)]
      await symbolon.activities.delete({ activity })
      for (const { uuid, storageKey } of [image, more])
        for (const read of [
          () => symbolon.files.get({ file: uuid }),
          () => symbolon.files.locate({ storageKey, query: "" }),
        ])
          await expect(read()).rejects.toMatchObject({ _tag: "NotFound" })
      await expect(symbolon.files.completeUpload({ uploadId: begun })).rejects.toMatchObject({
        _tag: "NotFound",
      })
      await expect(begin(owner)).rejects.toMatchObject({ _tag: "NotFound" })
      await symbolon.files.sweep({})
      for (const uuid of [image.uuid, more.uuid, begun])
        expect(await club.objectStore.find(storageKeyOf(uuid))).toBeUndefined()
      for (const { uuid } of kept)
        expect(await symbolon.files.get({ file: uuid })).toMatchObject({ uuid })
    })

    it("are named by no held reward, asset or page once their organization is deleted", async () => {
      const { symbolon, upload, make, ofClub, club: other } = club
      const holder = await make("holding")
      const { uuid: ownerUuid } = await make("founding")
      const { uuid, slug: organization } = await symbolon.organizations.create({
        name: "Short Club",
        ownerUuid,
      })
      const [picture, logo] = [
        await upload({ ...ofClub, ownerUuid: uuid }),
        await upload({ ...ofClub, ownerUuid: uuid }),
      ]
      await symbolon.organizations.update({ organization, logoImageFileUuid: logo.uuid })
      const { uuid: activityUuid } = await symbolon.activities.create({
        organization,
        name: "Past",
        imageFileUuid: picture.uuid,
      })
      const offered = (asset_type: string, fileUuid = picture.uuid) => ({
        type: "asset",
        asset_type,
        uploaded_file_uuid: fileUuid,
        ...(asset_type === "background"
          ? { parts: [{ asset_type: "sticker", uploaded_file_uuid: fileUuid }] }
          : {}),
      })
      const { slug: reward } = await symbolon.rewards.create({
        organization,
        organizationUuid: uuid,
        name: "Pictures",
        activityUuid,
        contentConfig: {
          storageType: "internal",
          contentTemplate: {
            data: {},
            items: [offered("background"), offered("avatar_frame")],
            content_version: "1",
          },
        },
      })
      const as = symbolon.as(userCaller(holder.uuid))
      const { transactionId: transaction = "" } = await as.rewards.claim({ reward })
      const written = "https://frames.example/own.png"
      const { uuid: profileUuid } = await as.profilePages.create({ avatarFrame: written })
      await as.assets.install({ transaction })
      const shown = async () => {
        const held = await as.rewards.getByTransaction({ transaction })
        const item = await as.rewards.getItem({ item: `${transaction}-0` })
        const assets = (await as.assets.list({ page })).items
        const { customBackground, avatarFrame } = await symbolon.users.getProfile({
          username: holder.username,
        })
        const { items, issuer, activity } = held.content
        return {
          all: JSON.stringify([held, item, assets, customBackground, avatarFrame ?? null]),
          images: [issuer?.logo_url, activity?.image_url],
          items: items.map(({ url }) => url),
          preview: item.previewUrl,
          assets: assets.map(({ url }) => url),
          customBackground,
          avatarFrame,
        }
      }
      for (const { uuid: userAssetUuid, assetType } of (await as.assets.list({ page })).items)
        if (assetType === "background" || assetType === "avatar_frame")
          await as.assets.equip({ userAssetUuid, profileUuid, slot: assetType })
      const url = publicUrlOf("http://127.0.0.1:8080", picture.uuid)
      const before = await shown()
      expect(before).toMatchObject({
        images: [expect.stringContaining(logo.uuid), expect.stringContaining(picture.uuid)],
        items: [before.preview, before.preview],
        assets: [before.preview, before.preview, before.preview],
        avatarFrame: before.preview,
      })
      expect(before.preview).toContain(new URL(url).pathname)
      await symbolon.organizations.delete({ organization, confirm: organization })
      const after = await shown()
      expect(after).toMatchObject({
        images: [null, null],
        items: [undefined, undefined],
        preview: undefined,
        assets: [undefined, undefined, undefined],
        customBackground: undefined,
        avatarFrame: written,
      })
      expect(after.all).not.toContain("/files/primary/")
      expect(await symbolon.organizations.get({ organization: other })).toBeDefined()
    })

    it("that come while their activity is deleted do not stay", async () => {
      const { symbolon, club: organization, begin } = club
      for (let round = 0; round < rounds; round += 1) {
        const { uuid: activity } = await symbolon.activities.create({ organization, name: "Past" })
        const owner = { ownerType: "activity", ownerUuid: activity } as const
        const uploads = [await begin(owner), await begin(owner)]
        const acts = [
          () => symbolon.activities.delete({ activity }),
          ...uploads.map((uploadId) => () => symbolon.files.completeUpload({ uploadId })),
          () => begin(owner),
        ]
        await Promise.allSettled((round % 2 === 0 ? acts : acts.toReversed()).map((act) => act()))
        const left = (await everyFile(symbolon)).filter(({ ownerUuid }) => ownerUuid === activity)
        expect(left.filter(({ state }) => state !== "removed")).toEqual([])
      }
    })

    it("are never deleted behind the back of what begins to show them", async () => {
      const { places, upload, remove, symbolon } = club
      for (let round = 0; round < rounds; round += 1)
        for (const { owners, show, shown } of places) {
          const [owner] = owners
          if (owner === undefined) continue
          const file = await upload(owner)
          const acts = [() => show(file.uuid), () => remove(file.uuid)]
          const outcomes = await Promise.allSettled(
            (round % 2 === 0 ? acts : acts.toReversed()).map((act) => act()),
          )
          expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1)
          const isThere = await symbolon.files.get({ file: file.uuid }).then(
            () => true,
            () => false,
          )
          expect((await shown()) === file.uuid).toBe(isThere)
          await show(null)
        }
    })
  })
}
