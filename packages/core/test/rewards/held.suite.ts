import { describe, expect, it } from "vitest"
import type { AuthoredContent, Storage } from "../../src/index.ts"
import { createRewardWorld } from "../fixtures/held-rewards.ts"
import { page, userCaller } from "../fixtures/staffed-organization.ts"
import { createTestCard } from "../fixtures/world.ts"

const absent = (what: string) => ({ _tag: "NotFound", what })
const ids = (rewards: { readonly items: readonly { readonly transactionId: string }[] }) =>
  rewards.items.map(({ transactionId }) => transactionId)
const badge: AuthoredContent = {
  name: "First sail",
  description: "For the first one",
  data: { code: "XK-771203" },
  items: [{ type: "badge", title: "First sail", criteria: { narrative: "Sail." } }],
  templateSlug: "first-sail",
  templateVersion: 2,
}
const ticket = { type: "ticket", title: "Regatta", ticket_number: "7" }

/** A club with a card that nobody holds, of which Ada and Bob are members. */
const openCardWorld = async (storage: Storage) => {
  const world = await createRewardWorld(storage)
  const { symbolon, organization, ada, bob } = world
  const { uuid: card, walletAddress: wallet } = await createTestCard(symbolon, {
    organization,
    identifier: "A1",
  })
  const { slug: tierSlug } = await symbolon.tiers.create({ organization, name: "Friend" })
  for (const { uuid: value } of [ada, bob])
    await symbolon.memberships.add({
      organization,
      member: { type: "user_id", value },
      tierSlug,
    })
  let keys = 0
  /** Issues a badge into the card's own wallet, without a moment passing. */
  const issueTo = async (): Promise<string> => {
    keys += 1
    const { transaction } = await symbolon.transactions.issueContent({
      organization,
      to: { type: "wallet", value: wallet },
      content: badge,
      idempotencyKey: `to the card ${keys}`,
    })
    return transaction.body.id
  }
  return { ...world, card, wallet, issueTo }
}

/** What holders see of rewards, on any storage. */
export const heldRewardsSuite = (engine: string, open: () => Promise<Storage>): void => {
  describe(`the rewards that somebody holds on ${engine}`, () => {
    it("are those in their own wallets, newest first, as they were issued", async () => {
      const { ada, bob, issue, held, symbolon, organization } = await createRewardWorld(
        await open(),
      )
      const first = await issue(badge)
      const bobs = await issue(badge, bob.wallet)
      const second = await issue({ name: "Drink", items: [{ type: "coupon", code: "A-1" }] })
      await symbolon.points.mint({ organization, amount: 100, idempotencyKey: "mint" })
      const plain = await held(ada)
      expect(ids(plain)).toEqual([second, first])
      expect(plain.totalItems).toBe(2)
      expect(ids(await held(bob))).toEqual([bobs])
      expect(ids(await held(ada, { page: 2, pageSize: 1 }))).toEqual([first])
      expect(ids(await held(ada, { sortOrder: "asc" }))).toEqual([first, second])
      expect(plain.items[1]).toEqual({
        transactionId: first,
        walletAddress: ada.wallet,
        content: {
          data: { code: "XK-771203" },
          items: [{ ...badge.items?.[0], uid: `${first}-0` }],
          content_version: "1",
          generated_at: "2026-11-21T10:00:00.000Z",
          template_slug: "first-sail",
          template_version: 2,
          name: "First sail",
          description: "For the first one",
          issuer: expect.objectContaining({ name: "Harbour Club", slug: organization }),
          activity: null,
        },
        contentHash: expect.stringMatching(/^[0-9a-f]{64}$/),
        cachedAt: new Date("2026-11-21T10:00:00.000Z"),
        cacheExpiresAt: undefined,
        cacheHitCount: 0,
        lastAccessedAt: undefined,
        sourceType: "internal",
        sourceUrl: undefined,
        fetchLatencyMs: undefined,
        isOmitted: false,
      })
      expect(ids(await symbolon.rewards.list({ userUuid: bob.uuid, page }))).toEqual([bobs])
    })

    it("are without reversed and erased ones, which still count for the pages", async () => {
      const { ada, issue, held, reverse, symbolon } = await createRewardWorld(await open())
      const [first, second, third] = [await issue(badge), await issue(badge), await issue(badge)]
      await reverse(second)
      await symbolon.transactions.erase({ transaction: third })
      const found = await held(ada)
      expect([ids(found), found.totalItems]).toEqual([[first], 3])
      expect(ids(await held(ada, { page: 2, pageSize: 1 }))).toEqual([])
      expect(ids(await held(ada, { page: 3, pageSize: 1 }))).toEqual([first])
    })

    it("are those of a claimed card: all that came to it before anybody held it, and since", async () => {
      const { ada, bob, held, storage, advance, issueTo } = await openCardWorld(await open())
      const before = await issueTo()
      await advance(1000)
      // An assigned card shows nothing: its holder has not agreed to it.
      await storage.transact("write", async (tx) => {
        const there = await tx.cards.findByIdentifier("A1")
        if (there !== undefined) await tx.cards.change({ ...there, holderUserUuid: ada.uuid })
      })
      expect((await held(ada)).totalItems).toBe(0)
      await ada.as.cards.claim({ identifier: "A1" })
      // In the very millisecond of the claim.
      const during = await issueTo()
      expect(ids(await held(ada))).toEqual([during, before])
      for (const transaction of [before, during]) {
        await ada.as.rewards.getByTransaction({ transaction })
        await expect(bob.as.rewards.getByTransaction({ transaction })).rejects.toMatchObject(
          absent("reward"),
        )
      }
    })

    it("are those that an organization issues to the card of somebody who is no member", async () => {
      const { ada, bob, held, symbolon, organization, clubUuid, make, card, wallet } =
        await openCardWorld(await open())
      const eve = await make("eve-stranger")
      const { cards, rewards, transactions } = symbolon.as(userCaller(eve.uuid))
      await cards.claim({ identifier: "A1" })
      const { slug: reward } = await symbolon.rewards.create({
        organization,
        organizationUuid: clubUuid,
        name: "Drink",
        contentConfig: {
          storageType: "internal",
          contentTemplate: { data: { code: "D-1" }, items: [], content_version: "1" },
        },
      })
      const { transactionId } = await symbolon.rewards.redeem({
        reward,
        identifier: { type: "card", value: "A1" },
        idempotencyKey: "drink",
      })
      const transaction = transactionId ?? ""
      const { body } = await symbolon.transactions.get({ transaction })
      expect(body.to_address).toBe(wallet)
      const { items } = await rewards.list({ page })
      expect(items.map(({ content }) => content.data)).toEqual([{ code: "D-1" }])
      await transactions.decrypt({ transaction, wallet })
      // Of whoever has the card next it is no more.
      await cards.update({ card, offeredTo: { type: "user_id", value: bob.uuid } })
      await bob.as.cards.claim({ identifier: "A1" })
      for (const of of [ada, bob]) expect((await held(of)).totalItems).toBe(0)
    })

    it("are nothing of the holder of a card before, be it in one millisecond", async () => {
      const { ada, bob, held, forClub, card, wallet, issueTo } = await openCardWorld(await open())
      const user = { ada, bob }
      const claim = async (of: keyof typeof user) => user[of].as.cards.claim({ identifier: "A1" })
      const assign = (holderUserUuid: string | null) =>
        forClub("staff").cards.updateState({ card, holderUserUuid })
      const withdraw = (isWithdrawn: boolean) =>
        forClub("staff").cards.updateState({ card, isWithdrawn })
      await claim("ada")
      const hers = await issueTo()
      expect(ids(await held(ada))).toEqual([hers])
      await ada.as.cards.update({ card, offeredTo: { type: "user_id", value: bob.uuid } })
      await claim("bob")
      expect([ids(await held(ada)), ids(await held(bob))]).toEqual([[], []])
      const his = await issueTo()
      expect(ids(await held(bob))).toEqual([his])
      for (const decrypt of [ada, bob].map(({ as }) => as.transactions.decrypt))
        await expect(decrypt({ transaction: hers, wallet })).rejects.toMatchObject({
          _tag: "NotFound",
        })
      await withdraw(true)
      expect(ids(await held(bob))).toEqual([])
      await withdraw(false)
      const nobodys = await issueTo()
      await claim("ada")
      expect(ids(await held(ada))).toEqual([nobodys])
      // Who was only named had it too, and the next one sees nothing of that.
      await withdraw(true)
      await withdraw(false)
      await assign(bob.uuid)
      const meant = await issueTo()
      await assign(ada.uuid)
      await claim("ada")
      expect((await held(ada)).totalItems).toBe(0)
      const last = await issueTo()
      expect(ids(await held(ada))).toEqual([last])
      await expect(ada.as.rewards.getByTransaction({ transaction: meant })).rejects.toMatchObject(
        absent("reward"),
      )
    })

    it("are read one by one, and their openings are counted with few writes", async () => {
      const { ada, issue, advance, storage, held } = await createRewardWorld(await open())
      const id = await issue(badge)
      const stored = async () =>
        (await storage.transact("read", (tx) => tx.cachedContents.usesOf([id])))[0]?.hitCount
      const get = async () =>
        (await ada.as.rewards.getByTransaction({ transaction: id })).cacheHitCount
      expect([await get(), await stored()]).toEqual([1, 1])
      expect([await get(), await get(), await stored()]).toEqual([2, 3, 1])
      await advance(60_000)
      expect([await get(), await stored()]).toEqual([4, 4])
      const [listed] = (await held(ada)).items
      expect([listed?.cacheHitCount, listed?.lastAccessedAt]).toEqual([
        4,
        new Date("2026-11-21T10:01:01.000Z"),
      ])
    })

    it("are absent to everybody else, and where nothing is held", async () => {
      const { ada, bob, issue, symbolon, reverse, forClub, organization } = await createRewardWorld(
        await open(),
      )
      await symbolon.points.mint({ organization, amount: 100, idempotencyKey: "mint" })
      const id = await issue(badge)
      const get = (of: typeof ada, transaction: string) =>
        of.as.rewards.getByTransaction({ transaction })
      const item = (of: typeof ada, uid: string) => of.as.rewards.getItem({ item: uid })
      expect((await get(ada, id)).content.name).toBe("First sail")
      expect((await item(ada, `${id}-0`)).rewardName).toBe("First sail")
      for (const other of ["unknown", "a".repeat(24)])
        await expect(get(ada, other)).rejects.toMatchObject(absent("reward"))
      for (const other of [`${id}-1`, id, `${"a".repeat(24)}-0`, "unknown"])
        await expect(item(ada, other)).rejects.toMatchObject(absent("item"))
      await expect(get(bob, id)).rejects.toMatchObject(absent("reward"))
      await expect(item(bob, `${id}-0`)).rejects.toMatchObject(absent("item"))
      const forbidden = { _tag: "Forbidden" }
      await expect(
        forClub("manager").rewards.getByTransaction({ transaction: id }),
      ).rejects.toMatchObject(forbidden)
      await expect(forClub("manager").rewards.list({ page })).rejects.toMatchObject(forbidden)
      const { items } = await symbolon.wallets.list({
        of: { treasuryOf: (await symbolon.organizations.get({ organization })).uuid },
        page,
      })
      const points = await symbolon.wallets.transfer({
        wallet: items[0]?.address ?? "",
        to: { type: "wallet", value: ada.wallet },
        amount: 1,
        idempotencyKey: "points",
      })
      await expect(get(ada, points.transaction.body.id)).rejects.toMatchObject(absent("reward"))
      await reverse(id)
      await expect(get(ada, id)).rejects.toMatchObject(absent("reward"))
      await expect(item(ada, `${id}-0`)).rejects.toMatchObject(absent("item"))
    })

    it("go with a ticket to its present holder, and the other items stay", async () => {
      const { ada, bob, issue, makeTicket, held, reverse } = await createRewardWorld(await open())
      const id = await issue({ name: "Regatta", items: [...(badge.items ?? []), ticket] })
      const only = await issue({ name: "Gala", items: [ticket] })
      await makeTicket(id)
      await makeTicket(only)
      const types = async (of: typeof ada) =>
        (await held(of)).items.map(({ content }) => content.items.map(({ type }) => type))
      const uid = `${id}-1`
      const item = (of: typeof ada) => of.as.rewards.getItem({ item: uid })
      expect(await types(ada)).toEqual([["ticket"], ["badge", "ticket"]])
      expect((await item(ada)).transactionId).toBe(id)
      await expect(item(bob)).rejects.toMatchObject(absent("item"))
      const move = async (from: typeof ada, to: typeof ada, transaction: string) =>
        (
          await from.as.tickets.transfer({
            wallet: from.wallet,
            to: { type: "wallet", value: to.wallet },
            transaction,
            idempotencyKey: `move-${transaction}`,
          })
        ).transaction.body.id
      const moved = await move(ada, bob, id)
      const gone = await move(ada, bob, only)
      expect(await types(ada)).toEqual([["badge"]])
      expect(await types(bob)).toEqual([["ticket"], ["ticket"]])
      expect(await item(bob)).toMatchObject({
        transactionId: moved,
        rewardName: "Regatta",
        item: { ...ticket, uid },
        previewUrl: undefined,
        isInstallable: false,
      })
      await expect(item(ada)).rejects.toMatchObject(absent("item"))
      expect((await ada.as.rewards.getItem({ item: `${id}-0` })).transactionId).toBe(id)
      await expect(bob.as.rewards.getItem({ item: `${id}-0` })).rejects.toMatchObject(
        absent("item"),
      )
      await expect(ada.as.rewards.getByTransaction({ transaction: only })).rejects.toMatchObject(
        absent("reward"),
      )
      expect((await bob.as.rewards.getByTransaction({ transaction: gone })).content.items).toEqual([
        { ...ticket, uid: `${only}-0` },
      ])
      // Back to Ada: what brought it to Bob brings him nothing any more.
      const back = await move(bob, ada, moved)
      await expect(item(bob)).rejects.toMatchObject(absent("item"))
      await expect(bob.as.rewards.getByTransaction({ transaction: moved })).rejects.toMatchObject(
        absent("reward"),
      )
      expect(await types(bob)).toEqual([["ticket"]])
      expect((await item(ada)).transactionId).toBe(back)
      await reverse(id)
      for (const of of [ada, bob]) await expect(item(of)).rejects.toMatchObject(absent("item"))
    })

    it("tell who decrypts a ticket that was handed on which transaction superseded it", async () => {
      const { ada, bob, issue, makeTicket, symbolon, reverse } = await createRewardWorld(
        await open(),
      )
      const id = await issue({ name: "Regatta", items: [ticket] })
      await makeTicket(id)
      const badgeOf = await issue(badge)
      const told = async (of: typeof ada, transaction: string) =>
        (await of.as.transactions.decrypt({ transaction, wallet: of.wallet })).additionalData
      const move = async (from: typeof ada, to: typeof ada, transaction: string) =>
        (
          await symbolon.tickets.transfer({
            wallet: from.wallet,
            to: { type: "wallet", value: to.wallet },
            transaction,
            idempotencyKey: `move ${transaction}`,
          })
        ).transaction.body.id
      expect(await told(ada, id)).toEqual({})
      const first = await move(ada, bob, id)
      expect([await told(ada, id), await told(bob, first)]).toEqual([{ superseded_by: first }, {}])
      // Each is told of the transaction that took it from them, and not of those behind.
      const second = await move(bob, ada, first)
      expect([await told(ada, id), await told(bob, first), await told(ada, second)]).toEqual([
        { superseded_by: first },
        { superseded_by: second },
        {},
      ])
      await reverse(second)
      expect(await told(bob, first)).toEqual({})
      await reverse(first)
      expect([await told(ada, id), await told(ada, badgeOf)]).toEqual([{}, {}])
    })

    it("are those that were redeemed: a ticket that was handed on has a new barcode", async () => {
      const { ada, bob, held, symbolon, organization, clubUuid } = await createRewardWorld(
        await open(),
      )
      const barcode = { format: "qr", value: "OLD-CODE" } as const
      const { slug } = await symbolon.rewards.create({
        organization,
        organizationUuid: clubUuid,
        name: "Regatta",
        contentConfig: {
          storageType: "internal",
          contentTemplate: {
            data: {},
            items: [...(badge.items ?? []), { ...ticket, barcode }],
            content_version: "7",
          },
        },
      })
      const { transactionId: id } = await symbolon.rewards.redeem({
        reward: slug,
        identifier: { type: "user_id", value: ada.uuid },
        idempotencyKey: "redeem",
      })
      if (id === null || id === undefined) throw new Error("Nothing was issued.")
      const [brought] = (await held(ada)).items
      expect(brought).toMatchObject({
        transactionId: id,
        content: { content_version: "7", template_slug: slug, name: "Regatta" },
      })
      const uid = `${id}-1`
      expect((await ada.as.rewards.getItem({ item: uid })).item).toMatchObject({ barcode })
      await symbolon.tickets.transfer({
        wallet: brought?.walletAddress ?? "",
        to: { type: "user_id", value: bob.uuid },
        transaction: id,
        idempotencyKey: "move",
      })
      expect((await held(ada)).items.map(({ content }) => content.items.length)).toEqual([1])
      const moved = await bob.as.rewards.getItem({ item: uid })
      expect(moved.item).toMatchObject({ ticket_number: "7", uid, barcode: { format: "qr" } })
      expect(JSON.stringify(moved)).not.toContain("OLD-CODE")
      expect((await held(bob)).items[0]).toMatchObject({
        transactionId: moved.transactionId,
        content: { items: [{ uid }] },
      })
      await expect(ada.as.rewards.getItem({ item: uid })).rejects.toMatchObject(absent("item"))
    })

    it("are all shown but for one that was changed at rest", async () => {
      const storage = await open()
      const { ada, issue, held } = await createRewardWorld({
        ...storage,
        transact: (mode, work) =>
          storage.transact(mode, (tx) =>
            work({
              ...tx,
              transactions: {
                ...tx.transactions,
                listRewards: async (wallets, asked) => {
                  const found = await tx.transactions.listRewards(wallets, asked)
                  return {
                    ...found,
                    items: found.items.map((one, index) =>
                      index === 0
                        ? {
                            ...one,
                            encryptedData: one.encryptedData.replace(/"tag":"./, '"tag":"~'),
                          }
                        : one,
                    ),
                  }
                },
              },
            }),
          ),
      })
      const id = await issue(badge)
      await issue(badge)
      expect(ids(await held(ada))).toEqual([id])
    })

    it("fill a page of bounded size", async () => {
      const { ada, issue, held } = await createRewardWorld(await open())
      const size = 60_000
      for (let n = 0; n < 40; n += 1)
        await issue({ name: `Large ${n}`, data: { text: "x".repeat(size) } })
      const { items } = await held(ada)
      const omitted = items.filter(({ isOmitted }) => isOmitted)
      expect([items.length, omitted.length]).toEqual([
        40,
        40 - Math.floor(2_097_152 / (size + 400)),
      ])
      expect(Buffer.byteLength(JSON.stringify(items))).toBeLessThan(2_200_000)
      expect(omitted[0]?.content).toMatchObject({ data: {}, items: [], name: "Large 5" })
      const [last] = omitted
      const whole = await ada.as.rewards.getByTransaction({
        transaction: last?.transactionId ?? "",
      })
      expect([whole.isOmitted, Object.keys(whole.content.data)]).toEqual([false, ["text"]])
    })
  })
}
