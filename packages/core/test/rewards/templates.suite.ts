import { beforeAll, describe, expect, it } from "vitest"
import type { ContentConfigInput, Storage } from "../../src/index.ts"
import { createStaffedOrganization, page, tokenClaims } from "../fixtures/staffed-organization.ts"
import { addWebhook } from "../fixtures/webhooks.ts"

const secret = "SECRET-CODE-4711"

const coupon: ContentConfigInput = {
  storageType: "internal",
  contentTemplate: {
    data: { greeting: "Welcome" },
    items: [{ uid: "made up", type: "coupon", code: secret }],
    content_version: "1",
  },
}
const stored = {
  data: { greeting: "Welcome" },
  items: [{ type: "coupon", code: secret }],
  content_version: "1",
  generated_at: null,
}

const openClub = async (storage: Storage) => {
  const world = await createStaffedOrganization({ storage })
  const { symbolon } = world
  const club = { slug: world.club, uuid: world.clubUuid }
  const manager = world.forClub("manager")
  const other = await symbolon.organizations.create({
    name: "Other Club",
    ownerUuid: world.team.outsider.uuid,
  })
  const fresh = (name: string, change: object = {}) =>
    manager.rewards.create({
      organization: club.slug,
      organizationUuid: club.uuid,
      name,
      contentConfig: coupon,
      ...change,
    })
  return { ...world, club, storage, manager, other, fresh }
}

/** The templates of rewards on any storage. */
export const rewardTemplatesSuite = (name: string, open: () => Promise<Storage>): void => {
  describe(`reward templates on ${name}`, () => {
    let world: Awaited<ReturnType<typeof openClub>>
    beforeAll(async () => {
      world = await openClub(await open())
    })

    it("are made with what was sent, can be issued at once, and show the team their content", async () => {
      const { club, symbolon, manager } = world
      const activity = await symbolon.activities.create({
        organization: club.slug,
        name: "Regatta",
      })
      const made = await world.fresh("Free Drink!", {
        activityUuid: activity.uuid,
        description: "One\ndrink",
        category: "bar",
        supplyTotal: 10,
        requiredEntitlement: "member",
      })
      expect(made).toMatchObject({
        slug: "free-drink",
        organizationUuid: club.uuid,
        activityUuid: activity.uuid,
        description: "One\ndrink",
        category: "bar",
        points: 0,
        supplyTotal: 10,
        supplyRedeemed: 0,
        requiredEntitlement: "member",
        version: 1,
        status: "active",
        contentTemplate: stored,
        content: { storageType: "internal", cacheStrategy: "on_demand", mirrorAssets: true },
      })
      expect(await manager.rewards.get({ reward: "free-drink" })).toEqual(made)
      expect(await manager.rewards.get({ reward: made.uuid })).toEqual(made)
      const list = await manager.rewards.listForActivity({ activity: activity.slug, page })
      // A hundred contents are more than one answer should hold.
      expect(list.items).toEqual([{ ...made, contentTemplate: undefined }])
    })

    it("seal their content: a code is nowhere in the database in the clear", async () => {
      const { uuid } = await world.fresh("Sealed")
      const row = await world.storage.transact("read", async (tx) => ({
        template: await tx.rewardTemplates.find(uuid),
        contents: await tx.rewardTemplates.contents([uuid]),
      }))
      expect(row.contents).toHaveLength(1)
      expect(JSON.stringify(row)).not.toContain(secret)
      expect(Buffer.from(row.contents[0]?.sealed.box ?? "", "base64url").includes(secret)).toBe(
        false,
      )
    })

    it("show nobody else what they issue, and no draft", async () => {
      const { club } = world
      const open = await world.fresh("Public One")
      const draft = await world.fresh("Hidden One", { isDraft: true })
      const reader = world.as("outsider")
      const seen = await reader.rewards.get({ reward: open.slug })
      expect(seen).toMatchObject({ name: "Public One", isForTeam: false })
      expect(seen.contentTemplate).toBeUndefined()
      await expect(reader.rewards.get({ reward: draft.slug })).rejects.toMatchObject({
        _tag: "NotFound",
        what: "reward",
      })
      const names = async (status?: "draft" | "active" | "archived") =>
        (
          await reader.rewards.listForOrganization({ organization: club.slug, page, status })
        ).items.map((item) => item.name)
      expect(await names()).not.toContain("Hidden One")
      expect(await names()).toContain("Public One")
      expect(await names("draft")).toEqual([])
      const team = await world
        .as("staff")
        .rewards.listForOrganization({ organization: club.slug, page, status: "draft" })
      expect(team.items.map((item) => item.name)).toEqual(["Hidden One"])
      expect(await world.as("staff").rewards.get({ reward: draft.slug })).toMatchObject({
        contentTemplate: stored,
      })
    })

    it("show their content to no door, and to no app that may only see rewards", async () => {
      const { slug } = await world.fresh("Codes Inside")
      const draft = await world.fresh("Draft Inside", { isDraft: true })
      const { team, club, symbolon } = world
      const owner = { ...tokenClaims, userUuid: team.owner.uuid, isServiceStaff: false }
      const mayRead = new Set(["reward:read"])
      const bound = { ...owner, kind: "organization", organizationUuid: club.uuid } as const
      const readers = {
        door: world.as("door"),
        "a door's token of the organization": world.forClub("door"),
        "an app of others, with the owner's consent": symbolon.as({
          ...owner,
          kind: "user",
          isFirstParty: false,
        }),
        "a token of the organization that only reads": symbolon.as({ ...bound, scopes: mayRead }),
      }
      for (const [who, reader] of Object.entries(readers)) {
        const seen = await reader.rewards.get({ reward: slug })
        expect(seen, who).toMatchObject({ isForTeam: false, contentTemplate: undefined })
        await expect(reader.rewards.get({ reward: draft.slug }), who).rejects.toMatchObject({
          _tag: "NotFound",
        })
      }
      expect(await symbolon.as(bound).rewards.get({ reward: slug })).toMatchObject({
        isForTeam: true,
        contentTemplate: stored,
      })
    })

    it("refuse strangers a draft as they refuse a name that nothing has", async () => {
      const { slug } = await world.fresh("Shown Already")
      await world.fresh("Guess Me", { isDraft: true })
      const outsider = world.as("outsider")
      // The first takes the tokens of a user, and the others those of the organization.
      const bound = world.forClub("outsider")
      const file = { fileName: "a.png", contentType: "image/png", sizeInBytes: 100 }
      const calls: Readonly<Record<string, (reward: string) => Promise<unknown>>> = {
        upload: (ownerUuid) =>
          outsider.files.startUpload({ ...file, ownerType: "reward", ownerUuid }),
        redemptions: (reward) => bound.rewards.listRedemptions({ reward, page }),
        update: (reward) => bound.rewards.update({ reward, name: "Taken" }),
        delete: (reward) => bound.rewards.delete({ reward }),
        "with a user's token": (reward) => outsider.rewards.delete({ reward }),
      }
      const refusal = (sent: Promise<unknown>) =>
        sent.then(
          () => ({ _tag: "none" }),
          ({ _tag, what, reason, details }: Record<string, unknown>) => ({
            _tag,
            what,
            reason,
            details,
          }),
        )
      for (const [name, call] of Object.entries(calls)) {
        expect([name, (await refusal(call(slug)))._tag]).toEqual([name, "Forbidden"])
        expect([name, await refusal(call("guess-me"))]).toEqual([
          name,
          await refusal(call("guess-nobody")),
        ])
      }
    })

    it("are changed by managers of the organization alone", async () => {
      const { slug } = await world.fresh("Guarded")
      const change = { reward: slug, name: "Taken" }
      for (const who of ["staff", "door", "outsider"] as const)
        await expect(world.forClub(who).rewards.update(change)).rejects.toMatchObject({
          _tag: expect.stringMatching(/^(Forbidden|NotFound)$/),
        })
      const { other, club, team } = world
      const elsewhere = world.symbolon.as({
        kind: "organization",
        ...tokenClaims,
        userUuid: team.outsider.uuid,
        organizationUuid: other.uuid,
        isServiceStaff: false,
      })
      await expect(elsewhere.rewards.get({ reward: slug })).rejects.toMatchObject({
        _tag: "NotFound",
      })
      await expect(elsewhere.rewards.update(change)).rejects.toMatchObject({ _tag: "NotFound" })
      await expect(
        world.manager.rewards.create({
          organization: club.slug,
          organizationUuid: other.uuid,
          name: "Elsewhere",
          contentConfig: coupon,
        }),
      ).rejects.toMatchObject({ _tag: "BadRequest", field: "organization_uuid" })
    })

    it("rise by a version with name, description or content, and with nothing else", async () => {
      const { slug } = await world.fresh("Versioned")
      const update = (change: object) => world.manager.rewards.update({ reward: slug, ...change })
      expect(await update({ category: "new", points: 5, supplyTotal: 3 })).toMatchObject({
        version: 1,
        points: 5,
        supplyTotal: 3,
      })
      expect(await update({ name: "Versioned" })).toMatchObject({ version: 1 })
      expect(await update({ name: "Corrected" })).toMatchObject({ version: 2, slug })
      expect(await update({ description: "More" })).toMatchObject({ version: 3 })
      const content = { ...coupon, contentTemplate: { data: {}, content_version: "2" } }
      expect(await update({ contentConfig: content })).toMatchObject({
        version: 4,
        contentTemplate: { data: {}, items: [], content_version: "2", generated_at: null },
      })
      // The same once more, in whatever order, as it was sent and as it is shown.
      const shown = { content_version: "2", generated_at: null, items: [], data: {} }
      for (const contentTemplate of [content.contentTemplate, shown])
        expect(await update({ contentConfig: { ...content, contentTemplate } })).toMatchObject({
          version: 4,
          contentTemplate: shown,
        })
      const ticket = {
        type: "ticket",
        title: "Sail",
        ticket_number: "A-1",
        valid_from: "2026-12-01T10:00:00+01:00",
      }
      const dated = { ...coupon, contentTemplate: { ...shown, items: [ticket] } }
      for (const _ of [1, 2])
        expect(await update({ contentConfig: dated })).toMatchObject({ version: 5 })
      const later = { ...ticket, valid_from: "2026-12-01T11:00:00+01:00" }
      for (const more of [
        { contentTemplate: { ...shown, items: [later] } },
        { contentTemplate: { ...shown, items: [later] }, mirrorAssets: false },
      ])
        await update({ contentConfig: { ...coupon, ...more } })
      expect(await update({ contentConfig: content })).toMatchObject({ version: 8 })
      expect(await update({ category: null, supplyTotal: null })).toMatchObject({
        category: undefined,
        supplyTotal: undefined,
        contentTemplate: { content_version: "2" },
      })
    })

    it("are published for good, and only with something to issue", async () => {
      const nothing = { contentConfig: { storageType: "internal" as const } }
      await expect(world.fresh("Empty", nothing)).rejects.toMatchObject({
        _tag: "Invalid",
        errors: { "content_config.content_template": expect.any(String) },
      })
      const draft = await world.fresh("Draft", { ...nothing, isDraft: true })
      expect(draft).toMatchObject({ status: "draft", contentTemplate: undefined })
      const publish = { reward: draft.slug, isDraft: false }
      await expect(world.manager.rewards.update(publish)).rejects.toMatchObject({ _tag: "Invalid" })
      const filled = { ...publish, contentConfig: coupon }
      expect(await world.manager.rewards.update(filled)).toMatchObject({ status: "active" })
      await expect(
        world.manager.rewards.update({ reward: draft.slug, isDraft: true }),
      ).rejects.toMatchObject({ _tag: "Conflict", reason: "published" })
      await expect(
        world.manager.rewards.update({ reward: draft.slug, ...nothing }),
      ).rejects.toMatchObject({ _tag: "Invalid" })
    })

    it("are never active with nothing to issue, whoever publishes while another takes the content", async () => {
      for (let round = 0; round < 10; round += 1) {
        const { slug } = await world.fresh(`Raced ${round}`, { isDraft: true })
        const update = (change: object) => world.manager.rewards.update({ reward: slug, ...change })
        await Promise.allSettled([
          update({ isDraft: false }),
          update({ contentConfig: { storageType: "internal" } }),
        ])
        const { status, contentTemplate } = await world.manager.rewards.get({ reward: slug })
        expect([status, contentTemplate !== undefined]).toEqual(
          status === "active" ? ["active", true] : ["draft", false],
        )
      }
    })

    it("refer to activities and webhooks of their organization alone", async () => {
      const { symbolon, other, club } = world
      const theirs = await symbolon.activities.create({
        organization: other.slug,
        name: "Their Regatta",
      })
      await expect(world.fresh("Foreign", { activityUuid: theirs.uuid })).rejects.toMatchObject({
        _tag: "BadRequest",
        field: "activity_uuid",
      })
      const external = (externalWebhookUuid?: string): { contentConfig: ContentConfigInput } => ({
        contentConfig: { storageType: "external", externalWebhookUuid },
      })
      await expect(world.fresh("Nowhere", external())).rejects.toMatchObject({
        errors: { "content_config.external_webhook_uuid": expect.any(String) },
      })
      const foreign = await addWebhook(symbolon, other.uuid)
      await expect(world.fresh("Foreign", external(foreign.uuid))).rejects.toMatchObject({
        _tag: "BadRequest",
        field: "content_config.external_webhook_uuid",
      })
      const own = await addWebhook(symbolon, club.uuid)
      expect(await world.fresh("Generated", external(own.uuid))).toMatchObject({
        content: { storageType: "external", externalWebhookUuid: own.uuid },
      })
      await symbolon.webhooks.update({
        organization: club.slug,
        webhookUuid: own.uuid,
        isEnabled: false,
      })
      await expect(world.fresh("Disabled", external(own.uuid))).rejects.toMatchObject({
        _tag: "Conflict",
        reason: "webhook_disabled",
      })
    })

    it("keep the name of an activity that was deleted, also where it is sent again", async () => {
      const { symbolon, club } = world
      const gone = await symbolon.activities.create({ organization: club.slug, name: "Gone" })
      const { slug } = await world.fresh("Of a Deleted", { activityUuid: gone.uuid })
      await symbolon.activities.delete({ activity: gone.slug })
      const { activityUuid } = await symbolon.rewards.get({ reward: slug })
      const sentBack = { reward: slug, activityUuid: activityUuid ?? "", name: "Renamed" }
      expect(await symbolon.rewards.update(sentBack)).toMatchObject({
        name: "Renamed",
        activityUuid: gone.uuid,
      })
    })

    it("keep their supply above what was issued", async () => {
      const { slug, uuid } = await world.fresh("Rare", { supplyTotal: 5 })
      await world.storage.transact("write", async (tx) => {
        const template = await tx.rewardTemplates.lock(uuid)
        if (template !== undefined)
          await tx.rewardTemplates.change({ ...template, supplyRedeemed: 3, supplyReserved: 1 })
      })
      await expect(
        world.manager.rewards.update({ reward: slug, supplyTotal: 3 }),
      ).rejects.toMatchObject({ reason: "supply_issued", details: { issued: 4 } })
      expect(await world.manager.rewards.update({ reward: slug, supplyTotal: 4 })).toMatchObject({
        supplyTotal: 4,
        supplyRedeemed: 3,
      })
    })

    it("are archived and restored; a draft is deleted", async () => {
      const { slug } = await world.fresh("Seasonal")
      const reward = { reward: slug }
      const archived = await world.manager.rewards.delete(reward)
      expect(archived).toMatchObject({ status: "archived", archivedAt: expect.any(Date) })
      await expect(world.as("outsider").rewards.get(reward)).rejects.toMatchObject({
        _tag: "NotFound",
      })
      await expect(world.manager.rewards.delete(reward)).rejects.toMatchObject({
        reason: "archived",
      })
      expect(await world.manager.rewards.restore(reward)).toMatchObject({
        status: "active",
        archivedAt: undefined,
        contentTemplate: stored,
      })
      await expect(world.manager.rewards.restore(reward)).rejects.toMatchObject({
        reason: "not_archived",
      })
      const draft = await world.fresh("Short Lived", { isDraft: true })
      await world.manager.rewards.delete({ reward: draft.slug })
      await expect(world.manager.rewards.get({ reward: draft.slug })).rejects.toMatchObject({
        _tag: "NotFound",
      })
    })

    it("go with their organization", async () => {
      const gone = await world.symbolon.organizations.create({
        name: "Gone Club",
        ownerUuid: world.team.owner.uuid,
      })
      const { slug } = await world.symbolon.rewards.create({
        organization: gone.slug,
        organizationUuid: gone.uuid,
        name: "Of the gone",
        contentConfig: coupon,
      })
      await world.symbolon.organizations.delete({ organization: gone.slug, confirm: gone.slug })
      await expect(world.symbolon.rewards.get({ reward: slug })).rejects.toMatchObject({
        _tag: "NotFound",
        what: "reward",
      })
    })

    it("keep every change of many at once", async () => {
      const { slug } = await world.fresh("Contended")
      await Promise.all(
        Array.from({ length: 8 }, (_, n) =>
          world.manager.rewards.update({ reward: slug, description: `change ${n}` }),
        ),
      )
      expect(await world.manager.rewards.get({ reward: slug })).toMatchObject({ version: 9 })
    })

    it("refuse content that is too large", async () => {
      const large = "x".repeat(300_000)
      const contentConfig = {
        ...coupon,
        contentTemplate: { data: { large }, content_version: "1" },
      }
      await expect(world.fresh("Large", { contentConfig })).rejects.toMatchObject({
        errors: { "content_config.content_template": expect.stringContaining("65536") },
      })
    })
  })
}
