import { describe, expect, it } from "vitest"
import type { AuthoredContent, Storage } from "../../src/index.ts"
import { createRewardWorld } from "../fixtures/held-rewards.ts"
import { page } from "../fixtures/staffed-organization.ts"

const absent = (what: string) => ({ _tag: "NotFound", what })
const noAssets = absent("reward with assets")
const url = (name: string) => `https://images.example/${name}.png`

/** A pack of a hat and shoes, a background, and what cannot be installed. */
const pack: AuthoredContent = {
  name: "Sailor",
  items: [
    { type: "badge", title: "Sailor", criteria: { narrative: "Sail." } },
    {
      type: "asset",
      asset_type: "character_part",
      slot: "head",
      title: "Hat",
      url: url("hat"),
      pack_id: "sailor",
      rarity: "rare",
      metadata: { color: "blue" },
      parts: [{ asset_type: "character_part", slot: "feet", title: "Shoes", url: url("shoes") }],
    },
    { type: "asset", asset_type: "background", title: "Sea", url: url("sea") },
    { type: "asset", asset_type: "avatar_frame", title: "Rope", url: url("rope") },
    { type: "asset", asset_type: "sticker", title: "Later", url: url("later"), installable: false },
  ],
}

/** A club, and two people with a page each. */
const openWorld = async (storage: Storage) => {
  const world = await createRewardWorld(storage)
  const pageFor = async (of: typeof world.ada) => (await of.as.profilePages.create({})).uuid
  const [adasPage, bobsPage] = [await pageFor(world.ada), await pageFor(world.bob)]
  const installed = (of: typeof world.ada, more = {}) => of.as.assets.list({ page, ...more })
  const titles = async (of: typeof world.ada, more = {}) =>
    (await installed(of, more)).items.map(({ metadata }) => metadata["title"])
  const install = (of: typeof world.ada, transaction: string) =>
    of.as.assets.install({ transaction })
  const shown = async (of: typeof world.ada) =>
    world.symbolon.users.getProfile({ username: of.username })
  return { ...world, adasPage, bobsPage, installed, titles, install, shown }
}

/** Installed assets, on any storage. */
export const assetsSuite = (engine: string, open: () => Promise<Storage>): void => {
  describe(`assets on ${engine}`, () => {
    it("are installed with the parts of their pack, once, however often and at once", async () => {
      const { ada, bob, issue, install, titles, installed } = await openWorld(await open())
      const id = await issue(pack)
      const [first, ...others] = await Promise.all(
        Array.from({ length: 8 }, () => install(ada, id)),
      )
      for (const other of others) expect(other).toEqual(first)
      expect(first?.map(({ itemUid, assetType, slot }) => [itemUid, assetType, slot])).toEqual([
        [`${id}-1`, "character_part", "head"],
        [`${id}-1.0`, "character_part", "feet"],
        [`${id}-2`, "background", undefined],
        [`${id}-3`, "avatar_frame", undefined],
      ])
      expect(first?.[0]).toMatchObject({
        userUuid: ada.uuid,
        transactionId: id,
        url: url("hat"),
        metadata: { title: "Hat", pack_id: "sailor", rarity: "rare", own: { color: "blue" } },
        equipped: [],
      })
      expect(new Set(await titles(ada))).toEqual(new Set(["Hat", "Rope", "Sea", "Shoes"]))
      expect(await titles(ada, { assetType: "background" })).toEqual(["Sea"])
      expect(await titles(ada, { assetType: "sticker" })).toEqual([])
      expect((await installed(bob)).totalItems).toBe(0)
    })

    it("are of rewards that the user holds alone, and only where there are some", async () => {
      const { ada, bob, issue, install, reverse } = await openWorld(await open())
      const id = await issue(pack)
      await expect(install(bob, id)).rejects.toMatchObject(noAssets)
      await expect(install(ada, "a".repeat(24))).rejects.toMatchObject(noAssets)
      const none = await issue({ name: "None", items: pack.items?.slice(0, 1) })
      await expect(install(ada, none)).rejects.toMatchObject(noAssets)
      await expect(ada.as.assets.uninstall({ transaction: id })).rejects.toMatchObject(noAssets)
      await reverse(id)
      await expect(install(ada, id)).rejects.toMatchObject(noAssets)
    })

    it("stand on a page of their user, each in its slot", async () => {
      const { ada, bob, adasPage, bobsPage, issue, install, installed, shown } = await openWorld(
        await open(),
      )
      const id = await issue(pack)
      const [hat, shoes, sea, rope] = await install(ada, id)
      const equip = (
        asset: typeof hat,
        slot: "background" | "avatar_frame" | "character",
        of = ada,
        profileUuid = adasPage,
      ) => of.as.assets.equip({ userAssetUuid: asset?.uuid ?? "", profileUuid, slot })
      expect(await equip(sea, "background")).toEqual({
        profileUuid: adasPage,
        assetUuid: sea?.uuid,
        slot: "background",
        imageUrl: url("sea"),
      })
      expect((await equip(shoes, "character")).slot).toBe("feet")
      expect((await equip(hat, "character")).slot).toBe("head")
      await equip(rope, "avatar_frame")
      for (const [asset, slot] of [
        [sea, "avatar_frame"],
        [sea, "character"],
        [hat, "background"],
      ] as const)
        await expect(equip(asset, slot)).rejects.toMatchObject({
          _tag: "BadRequest",
          field: "slot",
        })
      await expect(equip(sea, "background", bob, bobsPage)).rejects.toMatchObject(absent("asset"))
      await expect(equip(sea, "background", ada, bobsPage)).rejects.toMatchObject(
        absent("profile page"),
      )
      const slots = async () =>
        (await installed(ada)).items.flatMap(({ equipped }) => equipped.map(({ slot }) => slot))
      expect((await slots()).toSorted()).toEqual(["avatar_frame", "background", "feet", "head"])
      expect(await shown(ada)).toMatchObject({
        customBackground: { backgroundImage: `url("${url("sea")}")` },
        avatarFrame: url("rope"),
      })
      expect(await shown(bob)).toMatchObject({
        customBackground: undefined,
        avatarFrame: undefined,
      })
      const clear = (of: typeof ada, slot: "feet" | "head") =>
        of.as.assets.unequipCharacter({ profileUuid: adasPage, slot })
      await expect(clear(bob, "feet")).rejects.toMatchObject(absent("profile page"))
      expect([await clear(ada, "feet"), await clear(ada, "feet")]).toEqual([true, false])
      expect((await slots()).toSorted()).toEqual(["avatar_frame", "background", "head"])
    })

    it("are removed without loss, and installed again", async () => {
      const { ada, bob, adasPage, issue, install, titles, shown, held } = await openWorld(
        await open(),
      )
      const [id, other] = [await issue(pack), await issue(pack)]
      const [, , sea] = await install(ada, id)
      await install(ada, other)
      await ada.as.assets.equip({
        userAssetUuid: sea?.uuid ?? "",
        profileUuid: adasPage,
        slot: "background",
      })
      await expect(bob.as.assets.uninstall({ transaction: id })).rejects.toMatchObject(noAssets)
      expect(await ada.as.assets.uninstall({ transaction: id })).toEqual({ count: 4 })
      expect((await titles(ada)).length).toBe(4)
      expect((await shown(ada)).customBackground).toBeUndefined()
      expect((await held(ada)).totalItems).toBe(2)
      expect((await install(ada, id)).length).toBe(4)
      expect((await titles(ada)).length).toBe(8)
    })

    it("are revoked with their reward, wherever they stand", async () => {
      const { ada, adasPage, issue, install, titles, shown, reverse } = await openWorld(
        await open(),
      )
      const [id, other] = [await issue(pack), await issue(pack)]
      const [, , sea] = await install(ada, id)
      await install(ada, other)
      const equip = () =>
        ada.as.assets.equip({
          userAssetUuid: sea?.uuid ?? "",
          profileUuid: adasPage,
          slot: "background",
        })
      await equip()
      await reverse(id)
      expect((await titles(ada)).length).toBe(4)
      expect((await shown(ada)).customBackground).toBeUndefined()
      await expect(equip()).rejects.toMatchObject(absent("asset"))
      await expect(install(ada, id)).rejects.toMatchObject(noAssets)
    })

    it("stay with a claimed card while its holder has it", async () => {
      const { ada, bob, adasPage, issue, install, titles, shown, symbolon, organization, storage } =
        await openWorld(await open())
      await symbolon.cards.manufacture({ cards: [{ identifier: "A1", cardType: "nfc" }] })
      await symbolon.cards.addToInventory({ organization, cards: [{ identifier: "A1" }] })
      await ada.as.cards.claim({ identifier: "A1" })
      await symbolon.testClock?.moveTo(new Date("2026-11-21T11:00:00.000Z"))
      const card = await storage.transact("read", (tx) => tx.cards.findByIdentifier("A1"))
      const [, , sea] = await install(ada, await issue(pack, card?.walletAddress))
      await ada.as.assets.equip({
        userAssetUuid: sea?.uuid ?? "",
        profileUuid: adasPage,
        slot: "background",
      })
      expect((await titles(ada)).length).toBe(4)
      expect((await shown(ada)).customBackground).toBeDefined()
      await storage.transact("write", async (tx) => {
        if (card === undefined) throw new Error("There is no card.")
        const claimed = await tx.cards.lock(card.uuid)
        if (claimed !== undefined)
          await tx.cards.change({ ...claimed, holderUserUuid: bob.uuid, primarySince: undefined })
      })
      expect((await titles(ada)).length).toBe(0)
      expect((await shown(ada)).customBackground).toBeUndefined()
    })

    it("are taken along by the personal export, and go with the account", async () => {
      const { ada, adasPage, issue, install, reverse, symbolon, storage } = await openWorld(
        await open(),
      )
      const id = await issue(pack)
      const [, , sea] = await install(ada, id)
      await ada.as.assets.equip({
        userAssetUuid: sea?.uuid ?? "",
        profileUuid: adasPage,
        slot: "background",
      })
      const exported = async () => {
        const kinds: string[] = []
        for await (const line of symbolon.exportPerson({ userUuid: ada.uuid }))
          kinds.push(JSON.parse(line).kind)
        const count = (kind: string) => kinds.filter((each) => each === kind).length
        return { assets: count("asset"), equipped: count("equipped_asset") }
      }
      expect(await exported()).toEqual({ assets: 4, equipped: 1 })
      await reverse(id)
      // What is stored of a person is exported, also where it is not shown any more.
      expect(await exported()).toEqual({ assets: 4, equipped: 0 })
      await symbolon.users.delete({ userUuid: ada.uuid })
      expect(
        await storage.transact("read", (tx) => tx.assets.find(sea?.uuid ?? "")),
      ).toBeUndefined()
    })

    it("are offered as backgrounds by the template of the page's card", async () => {
      const { ada, bob, adasPage, bobsPage, symbolon, organization, storage } = await openWorld(
        await open(),
      )
      const backgrounds = (of: typeof ada, more = {}) =>
        of.as.assets.listTemplateBackgrounds({ page, ...more })
      expect((await backgrounds(ada)).items).toEqual([])
      const template = await symbolon.profileTemplates.create({
        organization,
        name: "Harbour",
        customBackground: { backgroundColor: "navy" },
      })
      const model = await symbolon.cardModels.create({
        organization,
        name: "Card",
        profileTemplateUuid: template.uuid,
      })
      await symbolon.cards.manufacture({ cards: [{ identifier: "A1", cardType: "nfc" }] })
      await symbolon.cards.addToInventory({
        organization,
        cards: [{ identifier: "A1", cardModelUuid: model.uuid }],
      })
      await ada.as.cards.claim({ identifier: "A1" })
      const issued = await storage.transact("read", async (tx) => {
        const card = await tx.cards.findByIdentifier("A1")
        return tx.profilePages.issuedWith(card?.uuid ?? "", ada.uuid)
      })
      const offered = {
        items: [
          {
            profileTemplateUuid: template.uuid,
            name: "Harbour",
            customBackground: { backgroundColor: "navy" },
          },
        ],
        totalItems: 1,
      }
      expect(await backgrounds(ada, { profileUuid: issued?.uuid })).toEqual(offered)
      expect((await backgrounds(ada, { profileUuid: adasPage })).items).toEqual([])
      expect(
        (await backgrounds(ada, { profileUuid: issued?.uuid, page: { ...page, page: 2 } })).items,
      ).toEqual([])
      for (const [of, profileUuid] of [
        [bob, issued?.uuid],
        [ada, bobsPage],
      ] as const)
        await expect(backgrounds(of, { profileUuid })).rejects.toMatchObject(absent("profile page"))
    })
  })
}
