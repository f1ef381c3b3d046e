import { beforeAll, describe, expect, it } from "vitest"
import type { Facade, Storage } from "../../src/index.ts"
import { verifyLedger } from "../../src/ledger/index.ts"
import { createStaffedOrganization, page, userCaller } from "../fixtures/staffed-organization.ts"
import { createTestCard } from "../fixtures/world.ts"

const content = {
  storageType: "internal",
  contentTemplate: {
    data: { greeting: "Welcome" },
    items: [
      { type: "coupon", code: "DRINK-1" },
      { type: "badge", title: "Guest", criteria: { narrative: "Came" } },
    ],
    content_version: "7",
  },
} as const
const ticket = {
  storageType: "internal",
  contentTemplate: {
    data: {},
    items: [{ type: "ticket", title: "Gala", ticket_number: "G-1" }],
    content_version: "1",
  },
} as const

const openClub = async (storage: Storage) => {
  const world = await createStaffedOrganization({ storage })
  const { symbolon, club, clubUuid } = world
  await symbolon.points.mint({ organization: club, amount: 1000, idempotencyKey: "mint" })
  const manager = world.forClub("manager")
  const staff = world.forClub("staff")
  const template = async (name: string, change: object = {}, points = 0) => {
    const made = await manager.rewards.create({
      organization: club,
      organizationUuid: clubUuid,
      name,
      contentConfig: content,
      ...change,
    })
    return points === 0 ? made : manager.rewards.update({ reward: made.uuid, points })
  }
  const join = async (username: string, tierSlug: string) => {
    const user = await world.make(username)
    await symbolon.memberships.add({
      organization: club,
      member: { type: "username", value: username },
      tierSlug,
    })
    return { user, as: symbolon.as(userCaller(user.uuid)) }
  }
  const person = async (username: string) => {
    const user = await world.make(username)
    return { user, as: symbolon.as(userCaller(user.uuid)) }
  }
  const supply = async (uuid: string) => {
    const found = await storage.transact("read", (tx) => tx.rewardTemplates.find(uuid))
    return { redeemed: found?.supplyRedeemed, reserved: found?.supplyReserved }
  }
  /** What a wallet reads of a transaction's content. */
  const opened = async (as: Facade, transaction: string, wallet: string) => {
    const { accessKey = "" } = await as.transactions.decrypt({ transaction, wallet })
    return symbolon.transactions.readContent({ transaction, accessKey })
  }
  return { ...world, storage, manager, staff, template, join, person, supply, opened }
}

/** Issuing rewards, on any storage. */
export const issuingSuite = (name: string, open: () => Promise<Storage>): void => {
  describe(`issuing rewards on ${name}`, () => {
    let world: Awaited<ReturnType<typeof openClub>>
    beforeAll(async () => {
      world = await openClub(await open())
      await world.symbolon.tiers.create({
        organization: world.club,
        name: "Gold",
        rewardPointsMultiplierTenThousandths: 15_000,
        entitlements: { lounge: true },
      })
      await world.symbolon.tiers.create({ organization: world.club, name: "Plain" })
    })

    it("puts points and content into the claimer's wallet in the organization", async () => {
      const made = await world.template("Free drink", { supplyTotal: 10 }, 7)
      const ada = await world.join("ada", "gold")
      const issued = await ada.as.rewards.claim({ reward: made.slug, metadata: { note: "hi" } })
      expect(issued).toMatchObject({
        status: "confirmed",
        deliveryUuid: undefined,
        rewardTemplateUuid: made.uuid,
        // 7 * 1.5, rounded down.
        points: 10,
        supplyRemaining: 9,
        replayed: false,
      })
      const { transactionId = "", walletAddress } = issued
      const transaction = await ada.as.transactions.get({ transaction: transactionId })
      expect(transaction.body).toMatchObject({
        transaction_type: "reward",
        amount: 10,
        reference_id: made.uuid,
      })
      expect(transaction.meta?.tags).toEqual([`reward:${made.uuid}`, "multiplier:1.5"])
      expect(await world.opened(ada.as, transactionId, walletAddress)).toMatchObject({
        data: { greeting: "Welcome" },
        items: [
          { type: "coupon", code: "DRINK-1", uid: `${transactionId}-0` },
          { type: "badge", uid: `${transactionId}-1` },
        ],
        content_version: "7",
        template_slug: made.slug,
        template_version: made.version,
        name: "Free drink",
        issuer: { name: "Harbour Club" },
        activity: null,
      })
      expect(await world.supply(made.uuid)).toEqual({ redeemed: 1, reserved: 0 })
    })

    it("opens also where the template is as large as it may be", async () => {
      const text = "€".repeat(21_000)
      const made = await world.template("Large", {
        description: "€".repeat(5000),
        contentConfig: {
          storageType: "internal",
          contentTemplate: { data: { text }, items: [], content_version: "1" },
        },
      })
      const zoe = await world.person("zoe")
      const { transactionId = "", walletAddress } = await zoe.as.rewards.claim({
        reward: made.slug,
        metadata: { note: "x".repeat(4000) },
      })
      expect(await world.opened(zoe.as, transactionId, walletAddress)).toMatchObject({
        data: { text },
      })
    })

    it("is claimed once by a person, whatever the key, and by each", async () => {
      const made = await world.template("Once")
      const [bo, cy] = [await world.person("bob"), await world.person("cyd")]
      const first = await bo.as.rewards.claim({ reward: made.slug, idempotencyKey: "k" })
      expect(await bo.as.rewards.claim({ reward: made.slug, idempotencyKey: "k" })).toEqual({
        ...first,
        replayed: true,
      })
      for (const again of [{ idempotencyKey: "k2" }, {}])
        await expect(bo.as.rewards.claim({ reward: made.slug, ...again })).rejects.toMatchObject({
          _tag: "Conflict",
          reason: "already_issued",
        })
      await expect(
        bo.as.rewards.claim({ reward: made.slug, idempotencyKey: "k", metadata: { other: 1 } }),
      ).rejects.toMatchObject({ _tag: "IdempotencyConflict" })
      expect(await cy.as.rewards.claim({ reward: made.slug, idempotencyKey: "k" })).toMatchObject({
        replayed: false,
      })
      expect(await world.supply(made.uuid)).toEqual({ redeemed: 2, reserved: 0 })
    })

    it("can be claimed again, and its supply is free again, once it was reversed", async () => {
      const made = await world.template("Taken back", { supplyTotal: 1 }, 5)
      const [dee, eve] = [await world.person("dee"), await world.person("eve")]
      const first = { reward: made.slug, idempotencyKey: "first" }
      const { transactionId = "" } = await dee.as.rewards.claim(first)
      await expect(eve.as.rewards.claim({ reward: made.slug })).rejects.toMatchObject({
        reason: "supply_exhausted",
      })
      await world.symbolon.transactions.reverse({
        transaction: transactionId,
        idempotencyKey: "back",
      })
      expect(await world.supply(made.uuid)).toEqual({ redeemed: 0, reserved: 0 })
      // The request that was reversed answers its transaction as that is now, as transfers do.
      expect(await dee.as.rewards.claim(first)).toMatchObject({
        transactionId,
        status: "reversed",
        supplyRemaining: 1,
        replayed: true,
      })
      await world.advance(1000)
      const again = await dee.as.rewards.claim({ reward: made.slug })
      expect(again.transactionId).not.toBe(transactionId)
      const list = await world.staff.rewards.listRedemptions({ reward: made.slug, page })
      expect(
        list.items.map(({ status, issuedBy, userUuid }) => [status, issuedBy, userUuid]),
      ).toEqual([
        ["reversed", "claim", dee.user.uuid],
        ["confirmed", "claim", dee.user.uuid],
      ])
    })

    it("is refused to who is no member, or on a tier that does not grant it", async () => {
      const members = await world.template("For members", { requiredEntitlement: "member" })
      const lounge = await world.template("Lounge", { requiredEntitlement: "lounge" })
      const plain = await world.join("fay", "plain")
      const gold = await world.join("gus", "gold")
      const none = await world.person("hal")
      const refused = { _tag: "MembershipRequired" }
      await expect(none.as.rewards.claim({ reward: members.slug })).rejects.toMatchObject(refused)
      await expect(plain.as.rewards.claim({ reward: lounge.slug })).rejects.toMatchObject({
        ...refused,
        entitlement: "lounge",
      })
      await expect(
        world.staff.rewards.redeem({
          reward: lounge.slug,
          identifier: { type: "username", value: "hal" },
        }),
      ).rejects.toMatchObject(refused)
      expect(await plain.as.rewards.claim({ reward: members.slug })).toMatchObject({ points: 0 })
      expect(await gold.as.rewards.claim({ reward: lounge.slug })).toMatchObject({ points: 0 })
    })

    it("is absent as a draft, and refused once it is archived", async () => {
      const draft = await world.template("Not yet", { isDraft: true })
      const gone = await world.template("No more")
      await world.manager.rewards.delete({ reward: gone.slug })
      const ira = await world.person("ira")
      for (const reward of [draft.slug, gone.slug, "no-such-reward"])
        await expect(ira.as.rewards.claim({ reward })).rejects.toMatchObject({
          _tag: "NotFound",
          what: "reward",
        })
      const to = { identifier: { type: "username", value: "ira" } } as const
      await expect(world.staff.rewards.redeem({ reward: gone.slug, ...to })).rejects.toMatchObject({
        reason: "archived",
      })
    })

    it("answers a claim again whose answer was lost, also once it is archived", async () => {
      const made = await world.template("Lost answer")
      const vic = await world.person("vic")
      const again = { reward: made.slug, idempotencyKey: "lost" }
      const first = await vic.as.rewards.claim(again)
      await world.manager.rewards.delete({ reward: made.slug })
      expect(await vic.as.rewards.claim(again)).toEqual({ ...first, replayed: true })
    })

    it("tells by no key of an earlier claim that there is a draft", async () => {
      const made = await world.template("Seen")
      const draft = await world.template("Unseen", { isDraft: true })
      const una = await world.person("una")
      await una.as.rewards.claim({ reward: made.slug, idempotencyKey: "used" })
      for (const reward of [draft.slug, "no-such-reward"])
        await expect(
          una.as.rewards.claim({ reward, idempotencyKey: "used" }),
        ).rejects.toMatchObject({ _tag: "NotFound", what: "reward" })
    })

    it("tells who has it so, also when none are left", async () => {
      const made = await world.template("The last one", { supplyTotal: 1 })
      const zelda = await world.person("zelda")
      await zelda.as.rewards.claim({ reward: made.slug })
      await expect(zelda.as.rewards.claim({ reward: made.slug })).rejects.toMatchObject({
        reason: "already_issued",
      })
      const other = await world.person("zadie")
      await expect(other.as.rewards.claim({ reward: made.slug })).rejects.toMatchObject({
        reason: "supply_exhausted",
      })
    })

    it("names nobody whose wallet was named by a link", async () => {
      const made = await world.template("By a link")
      const xan = await world.join("xan", "plain")
      const [wallet] = (await xan.as.wallets.list({ page })).items
      const { linkToken } = await xan.as.links.create({ walletAddress: wallet?.address ?? "" })
      const issued = await world.staff.rewards.redeem({
        reward: made.slug,
        identifier: { type: "link", value: linkToken },
      })
      expect(issued.walletAddress).toBe(wallet?.address)
      const list = await world.staff.rewards.listRedemptions({ reward: made.slug, page })
      expect(list.items.map(({ userUuid }) => userUuid)).toEqual([undefined])
      const nobody = { user_id: null, username: null, first_name: null, last_name: null }
      expect(await eventsOf(world, made.uuid)).toMatchObject([nobody])
    })

    it("has no way round its supply, its content and whom it is for: tickets by hand", async () => {
      const made = await world.template("By hand", { contentConfig: ticket })
      await world.person("wil")
      const issue = (of: string, key: string) =>
        world.symbolon.tickets.issue({
          organization: world.club,
          to: { type: "username", value: "wil" },
          of: { rewardTemplateUuid: of },
          idempotencyKey: key,
        })
      await expect(issue(made.uuid, "hand-1")).rejects.toMatchObject({ reason: "has_content" })
      await world.symbolon.tickets.issue({
        organization: world.club,
        to: { type: "username", value: "wil" },
        of: { name: "Bare" },
        idempotencyKey: "bare",
      })
      const { items } = await world.manager.rewards.listForOrganization({
        organization: world.club,
        page,
      })
      const { uuid = "" } = items.find(({ name: called }) => called === "Bare") ?? {}
      expect(await world.supply(uuid)).toEqual({ redeemed: 1, reserved: 0 })
      await world.manager.rewards.update({ reward: uuid, supplyTotal: 2 })
      await issue(uuid, "hand-2")
      await expect(issue(uuid, "hand-3")).rejects.toMatchObject({ reason: "supply_exhausted" })
      await world.manager.rewards.update({
        reward: uuid,
        supplyTotal: null,
        requiredEntitlement: "member",
      })
      await expect(issue(uuid, "hand-4")).rejects.toMatchObject({ _tag: "MembershipRequired" })
    })

    it("is redeemed by staff alone, for users and cards, once for a key", async () => {
      const made = await world.template("Given")
      await world.person("joe")
      const to = { identifier: { type: "username", value: "joe" } } as const
      const first = await world.staff.rewards.redeem({
        reward: made.slug,
        ...to,
        idempotencyKey: "order-1",
        referenceId: "order-1",
      })
      expect(
        await world.staff.rewards.redeem({
          reward: made.slug,
          ...to,
          idempotencyKey: "order-1",
          referenceId: "order-1",
        }),
      ).toEqual({ ...first, replayed: true })
      const second = await world.staff.rewards.redeem({ reward: made.slug, ...to })
      expect(second.transactionId).not.toBe(first.transactionId)
      const card = await createTestCard(world.symbolon, {
        organization: world.club,
        identifier: "CARD-GIVEN",
      })
      expect(
        await world.staff.rewards.redeem({
          reward: made.slug,
          identifier: { type: "card", value: "CARD-GIVEN" },
        }),
      ).toMatchObject({ walletAddress: card.walletAddress })
      for (const caller of [world.forClub("door"), world.as("outsider")])
        await expect(caller.rewards.redeem({ reward: made.slug, ...to })).rejects.toMatchObject({
          _tag: "Forbidden",
        })
      await expect(
        world.staff.rewards.redeem({
          reward: made.slug,
          identifier: { type: "username", value: "nobody-at-all" },
        }),
      ).rejects.toMatchObject({ _tag: "IdentifierUnresolved", field: "identifier" })
    })

    it("tells the organization of what a user received, and of nothing else", async () => {
      const made = await world.template("Told")
      const member = await world.join("kit", "plain")
      const stranger = await world.person("lou")
      await createTestCard(world.symbolon, { organization: world.club, identifier: "CARD-TOLD" })
      const redeem = (type: "username" | "card", value: string) =>
        world.staff.rewards.redeem({ reward: made.slug, identifier: { type, value } })
      const claimed = await member.as.rewards.claim({ reward: made.slug })
      await world.advance(1000)
      const given = await redeem("username", "lou")
      await redeem("card", "CARD-TOLD")
      const data = await eventsOf(world, made.uuid)
      expect(data).toMatchObject([
        {
          origin: "user_app",
          schema_version: 1,
          wallet_address: claimed.walletAddress,
          user_id: member.user.uuid,
          username: "kit",
          first_name: "kit",
          last_name: null,
          account_type: "user",
          transaction_id: claimed.transactionId,
          organization_uuid: world.clubUuid,
          points: 0,
        },
        // No member: the organization learns no name.
        {
          user_id: stranger.user.uuid,
          username: null,
          first_name: null,
          transaction_id: given.transactionId,
        },
      ])
    })

    it("tells no claimer what the treasury has", async () => {
      const made = await world.template("Rich", {}, 1_000_000)
      const mia = await world.person("mia")
      await expect(mia.as.rewards.claim({ reward: made.slug })).rejects.toMatchObject({
        _tag: "Conflict",
        reason: "treasury_exhausted",
      })
      expect(await world.supply(made.uuid)).toEqual({ redeemed: 0, reserved: 0 })
    })

    it("is a ticket that doors accept where its content has one", async () => {
      const made = await world.template("Gala ticket", { contentConfig: ticket })
      const ned = await world.person("ned")
      const { transactionId = "", walletAddress } = await ned.as.rewards.claim({
        reward: made.slug,
      })
      const held = await world.storage.transact("read", (tx) => tx.tickets.find(transactionId))
      expect(held).toMatchObject({
        rewardTemplateUuid: made.uuid,
        walletAddress,
        userUuid: ned.user.uuid,
        state: "valid",
      })
    })

    it("goes into an own wallet that is named, and into no other's", async () => {
      const made = await world.template("Where")
      const [ola, pia] = [await world.person("ola"), await world.person("pia")]
      const primary = async (of: typeof ola) =>
        (await of.as.wallets.list({ page })).items.find(({ isPrimary }) => isPrimary)?.address ?? ""
      await expect(
        ola.as.rewards.claim({ reward: made.slug, wallet: await primary(pia) }),
      ).rejects.toMatchObject({ _tag: "NotFound", what: "wallet" })
      const wallet = await primary(ola)
      expect(await ola.as.rewards.claim({ reward: made.slug, wallet })).toMatchObject({
        walletAddress: wallet,
      })
    })

    it("gives of a small supply exactly what is there, to many at once", async () => {
      const made = await world.template("Scarce", { supplyTotal: 10 }, 1)
      const people = await Promise.all(
        Array.from({ length: 32 }, (_, n) => world.person(`crowd-${n}`)),
      )
      const answers = await Promise.allSettled(
        people.flatMap(({ as }) => [
          as.rewards.claim({ reward: made.slug }),
          as.rewards.claim({ reward: made.slug }),
        ]),
      )
      const issued = answers.filter(({ status }) => status === "fulfilled")
      expect(issued).toHaveLength(10)
      const reasons = answers.flatMap((answer) =>
        answer.status === "rejected" ? [(answer.reason as { reason?: string }).reason] : [],
      )
      expect(new Set(reasons)).toEqual(new Set(["supply_exhausted", "already_issued"]))
      expect(await world.supply(made.uuid)).toEqual({ redeemed: 10, reserved: 0 })
      const list = await world.staff.rewards.listRedemptions({ reward: made.slug, page })
      expect(new Set(list.items.map(({ userUuid }) => userUuid)).size).toBe(10)
      const report = await verifyLedger(world.symbolon.exportLedger())
      expect(report.verdict).toBe("verified")
    })

    it("shows what was issued to staff of the organization alone", async () => {
      const made = await world.template("Listed")
      await (await world.person("quin")).as.rewards.claim({ reward: made.slug })
      const seen = await world.staff.rewards.listRedemptions({ reward: made.slug, page })
      expect(seen.totalItems).toBe(1)
      for (const caller of [world.as("outsider"), world.forClub("door")])
        await expect(
          caller.rewards.listRedemptions({ reward: made.slug, page }),
        ).rejects.toMatchObject({ _tag: "Forbidden" })
    })
  })
}

const eventsOf = async ({ storage }: Awaited<ReturnType<typeof openClub>>, template: string) =>
  (await storage.transact("read", (tx) => tx.outbox.list(undefined, 1000)))
    .filter(({ type }) => type === "reward.redeemed")
    .toSorted((a, b) => a.createdAt.getTime() - b.createdAt.getTime())
    .map(({ data }) => data)
    .filter((data) => data["reward_template_id"] === template)
