import { beforeAll, describe, expect, it } from "vitest"
import type { Storage } from "../../src/index.ts"
import { createStaffedOrganization, page, userCaller } from "../fixtures/staffed-organization.ts"

const noTemplate = { _tag: "NotFound", what: "profile template" }
const forbidden = { _tag: "Forbidden" }

const openClubs = async (storage: Storage) => {
  const world = await createStaffedOrganization({ storage })
  const { symbolon, team } = world
  const other = await symbolon.organizations.create({
    name: "Other",
    ownerUuid: team.outsider.uuid,
  })
  const { user } = await symbolon.users.create({ username: "platform", firstName: "Platform" })
  const platform = symbolon.as(userCaller(user.uuid, { isServiceStaff: true }))
  return { ...world, other, platform }
}

const fields = {
  description: "For captains",
  shortDescription: "Captain of the club",
  longDescription: "one\ntwo",
  callToAction: { type: "visit", label: "Visit us", url: "https://club.test/" },
  currentRole: { title: "Captain", company: "Club" },
  customBackground: { background: "#000" },
  avatarFrame: "https://club.test/frame.png",
  socialLinks: [{ label: "Site", url: "https://club.test/" }],
  links: [{ label: "Mail", url: "mailto:crew@club.test" }],
  longDescriptionContent: [{ type: "text" }],
  stickers: [{ at: 1 }],
}
const cleared = {
  description: null,
  shortDescription: "",
  longDescription: "",
  callToAction: null,
  currentRole: null,
  customBackground: null,
  avatarFrame: null,
  socialLinks: [],
  links: [],
  longDescriptionContent: [],
  stickers: [],
}

/** Profile templates of organizations and of the platform on any storage. */
export const profileTemplatesSuite = (name: string, open: () => Promise<Storage>): void => {
  describe(`profile templates on ${name}`, () => {
    let world: Awaited<ReturnType<typeof openClubs>>
    beforeAll(async () => {
      world = await openClubs(await open())
    })

    it("keep each field that is sent, and lose each that is cleared", async () => {
      const { as, club: organization, clubUuid } = world
      const { profileTemplates } = as("manager")
      const made = await profileTemplates.create({ organization, name: "Captain", ...fields })
      expect(made).toMatchObject({ organizationUuid: clubUuid, name: "Captain", ...fields })
      const named = { organization, profileTemplateUuid: made.uuid }
      expect(await profileTemplates.get(named)).toEqual(made)
      expect(await profileTemplates.update({ ...named, name: "Mate" })).toMatchObject({
        ...fields,
        name: "Mate",
      })
      await profileTemplates.update({ ...named, ...cleared })
      const nothing = Object.fromEntries(
        Object.entries(cleared).map(([field, value]) => [field, value ?? undefined]),
      )
      expect(await profileTemplates.get(named)).toMatchObject({ ...nothing, name: "Mate" })
      await profileTemplates.delete(named)
      await expect(profileTemplates.get(named)).rejects.toMatchObject(noTemplate)
    })

    it("are read by the team's staff, changed by its managers, and nobody else's business", async () => {
      const { as, symbolon, club: organization, other } = world
      const { uuid } = await symbolon.profileTemplates.create({ organization, name: "Ours" })
      const named = { organization, profileTemplateUuid: uuid }
      const { profileTemplates: staff } = as("staff")
      expect(await staff.get(named)).toMatchObject({ name: "Ours" })
      expect((await staff.list({ organization, page })).items).toHaveLength(1)
      for (const role of ["staff", "door", "outsider"] as const) {
        const { profileTemplates } = as(role)
        for (const act of [
          () => profileTemplates.create({ organization, name: "Mine" }),
          () => profileTemplates.update({ ...named, name: "Mine" }),
          () => profileTemplates.delete(named),
        ])
          await expect(act()).rejects.toMatchObject(forbidden)
      }
      await expect(
        as("outsider").profileTemplates.list({ organization, page }),
      ).rejects.toMatchObject(forbidden)
      const elsewhere = { organization: other.slug, profileTemplateUuid: uuid }
      const { profileTemplates: others } = as("outsider")
      for (const act of [others.get, others.update, others.delete])
        await expect(act(elsewhere)).rejects.toMatchObject(noTemplate)
      expect((await others.list({ organization: other.slug, page })).totalItems).toBe(0)
      await symbolon.profileTemplates.delete(named)
    })

    it("of the platform are service staff's, and every organization's to use", async () => {
      const { as, platform, club: organization, other, symbolon } = world
      const made = await platform.platformProfileTemplates.create({ name: "Everyone's", ...fields })
      expect(made).toMatchObject({ organizationUuid: undefined, ...fields })
      const { uuid: profileTemplateUuid } = made
      await as("manager").profileTemplates.create({ organization, name: "Own" })
      const listed = async (...of: Parameters<typeof symbolon.profileTemplates.list>) =>
        (await symbolon.profileTemplates.list(...of)).items.map(({ name: one }) => one)
      const byName = { ...page, sortBy: "name" } as const
      expect(await listed({ organization, page: byName })).toEqual(["Everyone's", "Own"])
      expect(await listed({ organization: other.slug, page: byName })).toEqual(["Everyone's"])
      expect(
        (await platform.platformProfileTemplates.list({ page })).items.map(({ uuid }) => uuid),
      ).toEqual([profileTemplateUuid])
      const { platformProfileTemplates: owners, profileTemplates } = as("owner")
      const named = { organization, profileTemplateUuid }
      expect(await profileTemplates.get(named)).toEqual(made)
      for (const act of [
        () => owners.list({ page }),
        () => owners.get({ profileTemplateUuid }),
        () => owners.create({ name: "Mine" }),
        () => owners.update({ profileTemplateUuid, name: "Mine" }),
        () => owners.delete({ profileTemplateUuid }),
        () => profileTemplates.update({ ...named, name: "Mine" }),
        () => profileTemplates.delete(named),
      ])
        await expect(act()).rejects.toMatchObject(forbidden)
      expect(
        await platform.platformProfileTemplates.update({ profileTemplateUuid, name: "All" }),
      ).toMatchObject({ name: "All", shortDescription: fields.shortDescription })
      const [own] = (await profileTemplates.list({ organization, page })).items.filter(
        ({ organizationUuid }) => organizationUuid !== undefined,
      )
      for (const act of [
        platform.platformProfileTemplates.get,
        platform.platformProfileTemplates.update,
        platform.platformProfileTemplates.delete,
      ])
        await expect(act({ profileTemplateUuid: own?.uuid ?? "" })).rejects.toMatchObject(
          noTemplate,
        )
      await platform.platformProfileTemplates.delete({ profileTemplateUuid })
      await expect(profileTemplates.get(named)).rejects.toMatchObject(noTemplate)
    })

    it("are given to card models of their organization, and taken from them when they are deleted", async () => {
      const { symbolon, platform, club: organization, other } = world
      const shared = await platform.platformProfileTemplates.create({ name: "Shared" })
      const own = await symbolon.profileTemplates.create({ organization, name: "Own" })
      const others = await symbolon.profileTemplates.create({
        organization: other.slug,
        name: "Another's",
      })
      const withTemplate = (profileTemplateUuid: string | null | undefined) =>
        symbolon.cardModels.create({ organization, name: "Blue", profileTemplateUuid })
      for (const profileTemplateUuid of [others.uuid, "01900000-0000-7000-8000-0000000000ff"]) {
        const refused = { _tag: "BadRequest", field: "profile_template_uuid" }
        await expect(withTemplate(profileTemplateUuid)).rejects.toMatchObject(refused)
        const { uuid: cardModelUuid } = await withTemplate(null)
        await expect(
          symbolon.cardModels.update({ organization, cardModelUuid, profileTemplateUuid }),
        ).rejects.toMatchObject(refused)
      }
      const models = [await withTemplate(own.uuid), await withTemplate(shared.uuid)]
      expect(models.map((model) => model.profileTemplateUuid)).toEqual([own.uuid, shared.uuid])
      const now = async () => {
        const found: (string | undefined)[] = []
        for (const { uuid: cardModelUuid } of models)
          found.push(
            (await symbolon.cardModels.get({ organization, cardModelUuid })).profileTemplateUuid,
          )
        return found
      }
      expect(await now()).toEqual([own.uuid, shared.uuid])
      await symbolon.profileTemplates.delete({ organization, profileTemplateUuid: own.uuid })
      expect(await now()).toEqual([undefined, shared.uuid])
      await platform.platformProfileTemplates.delete({ profileTemplateUuid: shared.uuid })
      expect(await now()).toEqual([undefined, undefined])
      const [, model] = models
      const again = await symbolon.profileTemplates.create({ organization, name: "Again" })
      const change = (profileTemplateUuid: string | null) =>
        symbolon.cardModels.update({
          organization,
          cardModelUuid: model?.uuid ?? "",
          profileTemplateUuid,
        })
      expect(await change(again.uuid)).toMatchObject({ profileTemplateUuid: again.uuid })
      expect(await change(null)).toMatchObject({ profileTemplateUuid: undefined })
    })
  })
}
