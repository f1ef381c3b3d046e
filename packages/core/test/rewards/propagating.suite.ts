import { describe, expect, it } from "vitest"
import type { KeyVault, RewardAudienceInput, Storage } from "../../src/index.ts"
import { verifyLedger } from "../../src/ledger/index.ts"
import { request } from "../fixtures/door-taps.ts"
import { memoryKeyVault } from "../../src/testing/index.ts"
import { page, userCaller } from "../fixtures/staffed-organization.ts"
import { createTestCard } from "../fixtures/world.ts"
import { openPropagatingClub } from "./propagating-world.ts"

const members = { type: "members" } as const
const reasons = (skipped: readonly { readonly reason: string; readonly count: number }[]) =>
  Object.fromEntries(skipped.map(({ reason, count }) => [reason, count]))

/** Rewards that are issued to many, on any storage. */
export const propagatingSuite = (name: string, open: () => Promise<Storage>): void => {
  const opened = async (options: { readonly points?: number } = {}) =>
    openPropagatingClub(await open(), options)

  describe(`propagating a reward on ${name}`, () => {
    it("goes to every active member once, and the dry run says the same before", async () => {
      const { join, propagate, finish, received, template, manager } = await opened({ points: 10 })
      for (const one of ["ada", "bob", "cid"]) await join(one)
      await join("gil", "gold")
      await manager.rewards.redeem({
        reward: template.slug,
        identifier: { type: "username", value: "bob" },
      })
      const report = {
        matchedCount: 4,
        scheduledCount: 3,
        skipped: [{ reason: "already_issued", count: 1, positions: null }],
      }
      const dry = await propagate(members, { dryRun: true })
      expect(dry).toEqual({ ...report, batchUuid: undefined, replayed: false })
      const asked = await propagate(members)
      expect(asked).toEqual({ ...report, batchUuid: expect.any(String), replayed: false })
      expect(await finish(asked.batchUuid)).toMatchObject({
        ...report,
        status: "finished",
        issuedCount: 3,
        refused: [{ reason: "already_issued", count: 1 }],
        stopReason: undefined,
        finishedAt: expect.any(Date),
      })
      expect(await received()).toEqual(["ada", "bob", "cid", "gil"])
      const { items } = await manager.rewards.listRedemptions({ reward: template.slug, page })
      expect(items.map(({ points, issuedBy }) => `${issuedBy} ${points}`).toSorted()).toEqual([
        "propagate 10",
        "propagate 10",
        "propagate 15",
        "redeem 10",
      ])
    })

    it("goes again to who has it when it is told to", async () => {
      const { join, propagate, finish, received } = await opened()
      await join("ada")
      for (const skipExisting of [true, true, false]) {
        const { batchUuid } = await propagate(members, { skipExisting })
        await finish(batchUuid)
      }
      expect(await received()).toEqual(["ada", "ada"])
    })

    it("counts who had it taken back as one without it", async () => {
      const { join, propagate, finish, received, symbolon, manager, template } = await opened()
      await join("ada")
      await finish((await propagate(members)).batchUuid)
      const { items } = await manager.rewards.listRedemptions({ reward: template.slug, page })
      await symbolon.transactions.reverse({
        transaction: items[0]?.transactionId ?? "",
        reason: "",
        idempotencyKey: "back",
      })
      await finish((await propagate(members)).batchUuid)
      expect(await received()).toEqual(["ada", "ada"])
    })

    it("goes to those of one tier, and only to whom the reward is for", async () => {
      const { join, propagate, finish, received, manager, template } = await opened()
      await join("ada")
      await join("gil", "gold")
      const tier = { type: "tier", membershipTierSlug: "gold" } as const
      expect(await propagate(tier, { dryRun: true })).toMatchObject({ matchedCount: 1 })
      await manager.rewards.update({ reward: template.slug, requiredEntitlement: "lounge" })
      const { batchUuid, skipped } = await propagate(members)
      expect(reasons(skipped)).toEqual({ membership_required: 1 })
      await finish(batchUuid)
      expect(await received()).toEqual(["gil"])
      await expect(
        propagate({ type: "tier", membershipTierSlug: "nowhere" }),
      ).rejects.toMatchObject({
        field: "audience.membership_tier_slug",
      })
    })

    it("goes to whoever is named, and says which identifiers got nothing", async () => {
      const { join, propagate, finish, received, symbolon, club, make } = await opened()
      const ada = await join("ada")
      await make("guest")
      const card = await createTestCard(symbolon, { organization: club, identifier: "CARD-1" })
      const identifiers = [
        { type: "username", value: "ada" },
        { type: "username", value: "nobody" },
        { type: "card", value: "card-1" },
        { type: "user_id", value: ada.uuid.toUpperCase() },
        { type: "username", value: "guest" },
        { type: "wallet", value: card.walletAddress },
        { type: "card", value: "CARD-99" },
      ] as const
      const asked = await propagate({ type: "identifiers", identifiers })
      expect(asked).toMatchObject({
        matchedCount: 3,
        scheduledCount: 3,
        skipped: [
          { reason: "duplicate", count: 2, positions: [3, 5] },
          { reason: "identifier_unresolved", count: 2, positions: [1, 6] },
        ],
      })
      expect(await finish(asked.batchUuid)).toMatchObject({ issuedCount: 3, refused: [] })
      expect(await received()).toEqual([card.walletAddress, "ada", "guest"].toSorted())
      const again = await propagate({ type: "identifiers", identifiers }, { dryRun: true })
      expect(reasons(again.skipped)).toMatchObject({ already_issued: 3 })
    })

    it("does not tell whose wallet a link names, and reaches it beside its person", async () => {
      const { join, propagate, finish, received, symbolon, storage } = await opened()
      const ada = await join("ada")
      const as = symbolon.as(userCaller(ada.uuid))
      const [wallet] = (await as.wallets.list({ page })).items
      const { linkToken } = await as.links.create({ walletAddress: wallet?.address ?? "" })
      const identifiers = [
        { type: "username", value: "ada" },
        { type: "link", value: linkToken },
      ] as const
      const asked = await propagate({ type: "identifiers", identifiers })
      expect(asked).toMatchObject({ matchedCount: 2, scheduledCount: 2, skipped: [] })
      await finish(asked.batchUuid)
      expect(await received()).toEqual(["ada", wallet?.address])
      const events = await storage.transact("read", (tx) => tx.outbox.list(undefined, 1000))
      const told = events.filter(({ type }) => type === "reward.redeemed")
      expect(told).toHaveLength(2)
      expect(new Set(told.map(({ data }) => data["username"]))).toEqual(new Set([null, "ada"]))
      const again = await propagate({ type: "identifiers", identifiers }, { dryRun: true })
      expect(reasons(again.skipped)).toEqual({ already_issued: 2 })
    })

    it("does not tell whose a wallet or a card is to an organization that they have nothing to do with", async () => {
      const { make, propagate, finish, received, symbolon, club, team } = await opened()
      const ada = await make("ada")
      const as = symbolon.as(userCaller(ada.uuid))
      const elsewhere = await symbolon.organizations.create({
        name: "Elsewhere",
        ownerUuid: team.outsider.uuid,
      })
      await createTestCard(symbolon, { organization: elsewhere.slug, identifier: "CARD-1" })
      await as.cards.claim({ identifier: "CARD-1" })
      const [wallet] = (await as.wallets.list({ page })).items
      const address = wallet?.address ?? ""
      const identifiers = [
        { type: "wallet", value: address },
        { type: "card", value: "CARD-1" },
        { type: "username", value: "ada" },
        { type: "username", value: "the-staff" },
        { type: "wallet", value: address.toUpperCase() },
      ] as const
      const asked = await propagate({ type: "identifiers", identifiers })
      expect(asked.skipped).toEqual([{ reason: "duplicate", count: 1, positions: [4] }])
      expect(await finish(asked.batchUuid)).toMatchObject({ issuedCount: 4, refused: [] })
      expect(await received()).toHaveLength(4)
      expect((await received()).filter((name) => name === "ada")).toHaveLength(1)
      await symbolon.memberships.add({
        organization: club,
        member: { type: "username", value: "ada" },
        tierSlug: "plain",
      })
      const known = await propagate(
        { type: "identifiers", identifiers },
        { dryRun: true, skipExisting: false },
      )
      expect(known.skipped).toEqual([{ reason: "duplicate", count: 3, positions: [1, 2, 4] }])
    })

    it("leaves out who holds only tickets that have expired", async () => {
      const { make, propagate, manager, club, clubUuid, clock } = await opened()
      const until = new Date(clock.now().getTime() + 3_600_000)
      const gala = await manager.rewards.create({
        organization: club,
        organizationUuid: clubUuid,
        name: "Gala",
        contentConfig: {
          storageType: "internal",
          contentTemplate: {
            data: {},
            items: [
              {
                type: "ticket",
                title: "Gala",
                ticket_number: "G-1",
                valid_until: until.toISOString(),
              },
            ],
            content_version: "1",
          },
        },
      })
      await make("guest")
      await manager.rewards.redeem({
        reward: gala.slug,
        identifier: { type: "username", value: "guest" },
      })
      const matched = async () => {
        const audience = { type: "ticket_holders", rewardSlug: gala.slug } as const
        return (await propagate(audience, { dryRun: true })).matchedCount
      }
      expect(await matched()).toBe(1)
      clock.set(until)
      expect(await matched()).toBe(0)
    })

    it("goes to who is at a session, at an activity, or holds a ticket", async () => {
      const { join, propagate, finish, received, symbolon, club, clock, manager, make } =
        await opened()
      const activity = await symbolon.activities.create({ organization: club, name: "Week" })
      const now = clock.now().getTime()
      const sessions = []
      for (const [i, sessionName] of ["Monday", "Tuesday"].entries())
        sessions.push(
          await symbolon.sessions.create({
            activity: activity.slug,
            name: sessionName,
            startTime: new Date(now - 1000 + i),
            endTime: new Date(now + 3_600_000),
          }),
        )
      for (const one of ["ada", "bob", "cid"]) await join(one)
      const [monday, tuesday] = sessions
      for (const [session, username] of [
        [monday, "ada"],
        [monday, "bob"],
        [tuesday, "bob"],
      ] as const)
        await symbolon.sessions.admit({
          session: session?.slug ?? "",
          request: {
            ...request(username),
            identifier: { type: "username", value: username },
          },
        })
      const at = (session = "") => ({ type: "session_attendees", sessionSlug: session }) as const
      const dry = async (audience: RewardAudienceInput) =>
        (await propagate(audience, { dryRun: true })).matchedCount
      expect(await dry(at(monday?.slug))).toBe(2)
      expect(await dry(at(tuesday?.uuid))).toBe(1)
      const asked = await propagate({ type: "activity_attendees", activitySlug: activity.slug })
      expect(asked).toMatchObject({ matchedCount: 2, scheduledCount: 2, skipped: [] })
      expect(await finish(asked.batchUuid)).toMatchObject({ issuedCount: 2, refused: [] })
      expect(await received()).toEqual(["ada", "bob"])
      await make("guest")
      const held = []
      for (const [i, value] of ["guest", "guest", "cid"].entries()) {
        const { transaction } = await symbolon.tickets.issue({
          organization: club,
          of: { name: "Gala" },
          to: { type: "username", value },
          idempotencyKey: `ticket ${i}`,
        })
        held.push(transaction.body.to_address)
      }
      const { items } = await manager.rewards.listForOrganization({ organization: club, page })
      const gala = items.find((one) => one.name === "Gala")?.slug ?? ""
      await finish((await propagate({ type: "ticket_holders", rewardSlug: gala })).batchUuid)
      // A guest is no member: the ticket is in a wallet, which names nobody.
      expect(await received()).toEqual(["ada", "bob", "cid", held[0]])
    })

    it("refuses what is another organization's, and what is not issued", async () => {
      const { propagate, symbolon, team, manager, template } = await opened()
      const other = await symbolon.organizations.create({
        name: "Other",
        ownerUuid: team.outsider.uuid,
      })
      const activity = await symbolon.activities.create({
        organization: other.slug,
        name: "Theirs",
      })
      await expect(
        propagate({ type: "activity_attendees", activitySlug: activity.slug }),
      ).rejects.toMatchObject({ _tag: "BadRequest", field: "audience.activity_slug" })
      await expect(
        propagate({ type: "session_attendees", sessionSlug: "none" }),
      ).rejects.toMatchObject({ field: "audience.session_slug" })
      await expect(propagate({ type: "ticket_holders", rewardSlug: "none" })).rejects.toMatchObject(
        {
          field: "audience.reward_slug",
        },
      )
      await manager.rewards.delete({ reward: template.slug })
      await expect(propagate(members)).rejects.toMatchObject({ reason: "archived" })
    })

    it("needs the role of a manager, in the organization of the batch too", async () => {
      const { forClub, symbolon, team, template, propagate, join } = await opened()
      await join("ada")
      const ask = { reward: template.slug, audience: members, idempotencyKey: "k" }
      await expect(forClub("staff").rewards.propagate(ask)).rejects.toMatchObject({
        _tag: "Forbidden",
      })
      const { batchUuid = "" } = await propagate(members)
      const other = await symbolon.organizations.create({
        name: "Other",
        ownerUuid: team.manager.uuid,
      })
      await expect(
        symbolon.rewards.getBatch({ organization: other.slug, batchUuid }),
      ).rejects.toMatchObject({ _tag: "NotFound" })
    })

    it("gives what is left of a supply to the first ones, and stops", async () => {
      const { join, propagate, finish, received, manager, template } = await opened()
      for (const one of ["ada", "bob", "cid"]) await join(one)
      await manager.rewards.update({ reward: template.slug, supplyTotal: 2 })
      const asked = await propagate(members)
      expect(asked).toMatchObject({ matchedCount: 3, scheduledCount: 2 })
      expect(reasons(asked.skipped)).toEqual({ supply_exhausted: 1 })
      expect(await finish(asked.batchUuid)).toMatchObject({
        status: "stopped",
        stopReason: "supply_exhausted",
        issuedCount: 2,
        refused: [{ reason: "supply_exhausted", count: 1 }],
      })
      expect(await received()).toHaveLength(2)
    })

    it("is refused when the treasury has too few points for all of them", async () => {
      const { join, propagate, manager, template } = await opened({ points: 4000 })
      for (const one of ["ada", "bob"]) await join(one)
      await join("gil", "gold")
      await expect(propagate(members, { dryRun: true })).rejects.toMatchObject({
        reason: "treasury_exhausted",
        details: { required: 14_000, available: 10_000 },
      })
      await manager.rewards.update({ reward: template.slug, points: 2857 })
      expect(await propagate(members, { dryRun: true })).toMatchObject({ scheduledCount: 3 })
    })

    it("stops once the reward is archived", async () => {
      const { join, propagate, advance, finish, manager, template, received } = await opened()
      for (const one of ["ada", "bob"]) await join(one)
      const { batchUuid } = await propagate(members)
      await advance(batchUuid)
      await manager.rewards.delete({ reward: template.slug })
      expect(await finish(batchUuid)).toMatchObject({
        status: "stopped",
        stopReason: "archived",
        issuedCount: 0,
        refused: [{ reason: "archived", count: 2 }],
      })
      expect(await received()).toEqual([])
    })

    it("answers the same request again, and no other one under its key or beside it", async () => {
      const { join, propagate, finish } = await opened()
      await join("ada")
      const same = { idempotencyKey: "same" }
      const first = await propagate(members, same)
      expect(await propagate(members, same)).toEqual({ ...first, replayed: true })
      await expect(propagate(members, { ...same, skipExisting: false })).rejects.toMatchObject({
        _tag: "IdempotencyConflict",
      })
      // A dry run waits for nothing, and has no key.
      expect(await propagate(members, { dryRun: true, idempotencyKey: undefined })).toMatchObject({
        matchedCount: 1,
        batchUuid: undefined,
        replayed: false,
      })
      await expect(propagate(members, { idempotencyKey: undefined })).rejects.toMatchObject({
        _tag: "Invalid",
        errors: { idempotency_key: "is required, but for a dry run" },
      })
      await expect(propagate(members)).rejects.toMatchObject({
        reason: "batch_running",
        details: { batch_uuid: first.batchUuid },
      })
      await finish(first.batchUuid)
      await join("bob")
      expect(await propagate(members, same)).toEqual({ ...first, replayed: true })
      const { scheduledCount } = await propagate(members)
      expect(scheduledCount).toBe(1)
    })

    it("leaves out who was disabled meanwhile, and who left", async () => {
      const { join, propagate, advance, finish, symbolon, received, clock, manager, template } =
        await opened()
      await manager.rewards.update({ reward: template.slug, requiredEntitlement: "member" })
      const [ada, bob] = [await join("ada"), await join("bob")]
      await join("cid")
      const { batchUuid } = await propagate(members)
      await advance(batchUuid)
      await symbolon.users.disable({ userUuid: ada.uuid })
      await symbolon
        .as(userCaller(bob.uuid))
        .memberships.leave({ organization: "harbour-club" })
        .catch(() => undefined)
      clock.set(new Date(clock.now().getTime() + 1))
      const done = await finish(batchUuid)
      expect(reasons(done.refused)).toMatchObject({ account_unavailable: 1 })
      expect(await received()).not.toContain("ada")
    })

    it("seals what the caller attaches beside each content, and forgets it at the end", async () => {
      const { join, propagate, finish, storage, manager, template, symbolon } = await opened()
      const ada = await join("ada")
      const { batchUuid = "" } = await propagate(members, { metadata: { season: "spring" } })
      const row = () => storage.transact("read", (tx) => tx.rewardBatches.find(batchUuid))
      expect(JSON.stringify(await row())).not.toContain("spring")
      expect((await row())?.sealed).toBeDefined()
      await finish(batchUuid)
      expect((await row())?.sealed).toBeUndefined()
      const { items } = await manager.rewards.listRedemptions({ reward: template.slug, page })
      const { transactionId: transaction = "", walletAddress: wallet = "" } = items[0] ?? {}
      const as = symbolon.as(userCaller(ada.uuid))
      const { additionalData } = await as.transactions.decrypt({ transaction, wallet })
      expect(JSON.stringify(additionalData)).toContain("spring")
    })

    it("issues to each once and counts each once, wherever the machine stops", async () => {
      const { join, finish, propagate, stopAfter, advance, received, batch, storage, symbolon } =
        await opened({ points: 1 })
      const people = Array.from({ length: 130 }, (_, n) => `p-${String(n).padStart(3, "0")}`)
      for (const one of people) await join(one)
      let rounds = 0
      for (let writes = 0; rounds < 40; writes += 1) {
        rounds += 1
        const { batchUuid } = await propagate(members, { skipExisting: writes % 2 === 0 })
        stopAfter(writes)
        let hasStopped = false
        try {
          await finish(batchUuid)
        } catch {
          hasStopped = true
        }
        stopAfter(Number.POSITIVE_INFINITY)
        const done = await finish(batchUuid)
        const total = done.issuedCount + done.refused.reduce((sum, { count }) => sum + count, 0)
        expect([writes, total, done.status]).toEqual([writes, 130, "finished"])
        expect(await advance(batchUuid)).toBe(false)
        expect(await batch(batchUuid)).toEqual(done)
        if (!hasStopped) break
      }
      const again = Math.floor(rounds / 2)
      expect(rounds).toBeGreaterThan(4)
      expect(await received()).toEqual(
        people.flatMap((one) => Array.from({ length: 1 + again }, () => one)).toSorted(),
      )
      const receivers = await storage.transact("read", (tx) => tx.rewardBatches.receivers("", 10))
      expect(receivers).toEqual([])
      const { verdict } = await verifyLedger(symbolon.exportLedger())
      expect(verdict).toBe("verified")
    })

    it("asks the vault for the content once, however many get it", async () => {
      const real = memoryKeyVault(new Uint8Array(32).fill(7))
      let asked = 0
      const vault: KeyVault = {
        ...real,
        unwrap: (wrapped, aad) => {
          asked += 1
          return real.unwrap(wrapped, aad)
        },
      }
      const { join, propagate, advance, batch } = await openPropagatingClub(await open(), { vault })
      const people = Array.from({ length: 20 }, (_, n) => `p-${n}`)
      for (const one of people) await join(one)
      const { batchUuid } = await propagate(members, { metadata: { season: "spring" } })
      await advance(batchUuid)
      const before = asked
      await advance(batchUuid)
      expect((await batch(batchUuid)).issuedCount).toBe(20)
      // The content, what is attached to it, and the key of the treasury.
      expect(asked - before).toBe(3)
    })

    it("is done once by two workers at a time", async () => {
      const { join, propagate, advance, batch, received } = await opened()
      const people = Array.from({ length: 30 }, (_, n) => `p-${String(n).padStart(2, "0")}`)
      for (const one of people) await join(one)
      const { batchUuid } = await propagate(members)
      const work = async () => {
        while (await advance(batchUuid)) continue
      }
      await Promise.all([work(), work(), work()])
      expect(await batch(batchUuid)).toMatchObject({ issuedCount: 30, refused: [] })
      expect(await received()).toEqual(people)
    })
  })
}
