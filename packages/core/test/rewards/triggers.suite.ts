import { beforeAll, describe, expect, it } from "vitest"
import type { Storage, TriggerFiring } from "../../src/index.ts"
import { runJobs } from "../fixtures/memberships.ts"
import { page, userCaller } from "../fixtures/staffed-organization.ts"
import { createTestCard } from "../fixtures/world.ts"
import { triggerProperties } from "./trigger-properties.ts"
import { openTriggerWorld, type TriggerWorld } from "./trigger-world.ts"

/** Triggers of rewards, on any storage. */
export const triggersSuite = (name: string, open: () => Promise<Storage>): void => {
  describe(`reward triggers on ${name}`, () => {
    let world: TriggerWorld
    beforeAll(async () => {
      world = await openTriggerWorld(await open())
    })

    it("issue a reward with the first visit, once", async () => {
      const { template, uuid } = await world.trigger(["session.attended:first"])
      const [ada, bob] = [await world.person(), await world.person()]
      const session = await world.open("First")
      await world.tap(session, ada)
      await world.tap(session, bob)
      await world.tap(session, ada)
      const fired = await world.firings({ uuid })
      expect(fired).toHaveLength(2)
      expect(fired).toEqual(
        expect.arrayContaining(
          [ada, bob].map(({ user }) =>
            expect.objectContaining({
              outcome: "issued",
              userUuid: user.uuid,
              walletAddress: undefined,
              event: "session.attended",
              scope: "session.attended:count:1",
              reason: undefined,
              endedAt: world.clock.now(),
            }),
          ),
        ),
      )
      const issued = await world.issuedOf(template.uuid)
      const pairs = (all: readonly Pick<TriggerFiring, "transactionId" | "userUuid">[]) =>
        all.map(({ transactionId, userUuid }) => `${transactionId} ${userUuid}`).sort()
      expect(pairs(issued)).toEqual(pairs(fired))
      expect(issued.map(({ issuedBy }) => issuedBy)).toEqual(["trigger", "trigger"])
    })

    it("count each session once, and each admission where they are told to", async () => {
      const sessions = await world.trigger(["session.attended:count:2"])
      const admissions = await world.trigger(["session.checked_in:count:2"])
      const activities = await world.trigger(["activity.attended:count:2"])
      const ada = await world.person()
      const [one, two] = [await world.open("One"), await world.open("Two")]
      await world.tap(one, ada)
      await world.tap(one, ada)
      expect(await world.outcomes(sessions)).toEqual([])
      expect(await world.outcomes(admissions)).toEqual([["issued", ada.user.uuid]])
      await world.tap(two, ada)
      expect(await world.outcomes(sessions)).toEqual([["issued", ada.user.uuid]])
      expect(await world.outcomes(activities)).toEqual([])
      const elsewhere = await world.make("Elsewhere", 0, 9, { activity: world.other.slug })
      await world.tap(elsewhere, ada)
      expect(await world.outcomes(activities)).toEqual([["issued", ada.user.uuid]])
    })

    it("count what happens while they are on, from when they were made", async () => {
      const ada = await world.person()
      const sessions = [await world.open("A"), await world.open("B"), await world.open("C")]
      const [before, during, after] = sessions
      if (before === undefined || during === undefined || after === undefined) throw new Error()
      await world.tap(before, ada)
      const trigger = await world.trigger(["session.attended:count:2"])
      const triggerUuid = trigger.uuid
      await world.symbolon.rewardTriggers.update({ triggerUuid, isEnabled: false })
      await world.tap(during, ada)
      await world.symbolon.rewardTriggers.update({ triggerUuid, isEnabled: true })
      await world.tap(after, ada)
      expect(await world.outcomes(trigger)).toEqual([])
      await world.tap(await world.open("D"), ada)
      expect(await world.outcomes(trigger)).toEqual([["issued", ada.user.uuid]])
    })

    it("are narrowed to a session, an activity or a tier", async () => {
      const [here, there] = [await world.open("Here"), await world.open("There")]
      const of = (match: object) =>
        world.trigger(["session.attended:first"], { rewardMetadata: { match } })
      const narrowed = await of({ session_uuid: here.uuid })
      const both = await of({ session_uuid: here.uuid, activity_uuid: world.activity.uuid })
      const neither = await of({ session_uuid: here.uuid, activity_uuid: world.other.uuid })
      const [ada, bob] = [await world.person(), await world.person()]
      await world.tap(there, ada)
      await world.tap(here, bob)
      expect(await world.outcomes(narrowed)).toEqual([["issued", bob.user.uuid]])
      expect(await world.outcomes(both)).toEqual([["issued", bob.user.uuid]])
      expect(await world.outcomes(neither)).toEqual([])
    })

    it("count an activity that is completed: every session that is not cancelled", async () => {
      const activity = await world.symbolon.activities.create({
        organization: world.club,
        name: "A short course",
      })
      const make = (title: string) =>
        world.make(title, 0, 100, {
          activity: activity.slug,
          settings: { allowReentry: true },
        })
      const [one, two, three] = [await make("I"), await make("II"), await make("III")]
      const trigger = await world.trigger(["activity.completed:first"])
      const [ada, bob] = [await world.person(), await world.person()]
      await world.tap(one, ada)
      await world.tap(one, bob)
      await world.symbolon.sessions.cancel({ session: three.uuid })
      expect(await world.outcomes(trigger)).toEqual([])
      await world.tap(two, ada)
      await world.tap(two, ada)
      expect(await world.outcomes(trigger)).toEqual([["issued", ada.user.uuid]])
    })

    it("count memberships by tier, wallets, and cards that get a holder", async () => {
      const { symbolon, club } = world
      const gold = await symbolon.tiers.create({ organization: club, name: "Gold" })
      const plain = await symbolon.tiers.create({ organization: club, name: "Plain" })
      const joined = await world.trigger(["membership.joined:first"], {
        rewardMetadata: { match: { tier_uuid: gold.uuid } },
      })
      const moved = await world.trigger(["membership.tier_changed:first"])
      const wallets = await world.trigger(["wallet.created:first"])
      const [ada, bob] = [await world.person(), await world.person()]
      for (const [who, tierSlug] of [
        [ada, gold.slug],
        [bob, plain.slug],
      ] as const)
        await symbolon.memberships.add({ organization: club, member: who.identifier, tierSlug })
      expect(await world.outcomes(joined)).toEqual([["issued", ada.user.uuid]])
      expect(await world.outcomes(wallets)).toEqual([ada, bob].map((w) => ["issued", w.user.uuid]))
      expect(await world.outcomes(moved)).toEqual([])
      const linked = await world.trigger(["card.linked:first"])
      const card = await createTestCard(symbolon, { organization: club, identifier: "a-card" })
      await symbolon.cards.claim({ identifier: card.identifier, userUuid: bob.user.uuid })
      expect(await world.outcomes(linked)).toEqual([["issued", bob.user.uuid]])
    })

    it("write down what is refused, and a refusal keeps nobody from the next reward", async () => {
      const ada = await world.person()
      const scarce = await world.reward({ supplyTotal: 1 })
      const members = await world.reward({ requiredEntitlement: "member" })
      const old = await world.reward()
      const of = (rewardTemplateUuid: string) =>
        world.trigger(["custom.a:first", "custom.a:count:2"], {
          rewardTemplateUuid,
          deduplicationWindowSeconds: 1,
        })
      const [bare, closed, archived] = [
        await of(scarce.uuid),
        await of(members.uuid),
        await of(old.uuid),
      ]
      await world.symbolon.rewards.redeem({ reward: scarce.uuid, identifier: ada.identifier })
      const tell = (reward: string, eventId: string) =>
        world.symbolon.rewards.trigger({
          reward,
          event: "custom.a",
          identifier: ada.identifier,
          eventId,
        })
      const refused = { outcome: "refused", transactionId: undefined }
      for (const { uuid } of [scarce, members])
        for (const eventId of ["1", "2"])
          expect((await tell(uuid, eventId)).matched).toContainEqual(
            expect.objectContaining(refused),
          )
      const reasons = async (trigger: { readonly uuid: string }) =>
        (await world.firings(trigger)).map(({ outcome, reason }) => [outcome, reason])
      expect(await reasons(bare)).toEqual([
        ["no_supply", "supply_exhausted"],
        ["no_supply", "supply_exhausted"],
      ])
      expect(await reasons(closed)).toEqual([
        ["not_entitled", "membership_required"],
        ["not_entitled", "membership_required"],
      ])
      await world.symbolon.rewards.delete({ reward: old.uuid })
      await expect(tell(old.uuid, "1")).rejects.toMatchObject({ reason: "archived" })
      expect(await reasons(archived)).toEqual([])
    })

    it("answer an event that is told again as the first time, and refuse it for another person", async () => {
      const { template, uuid } = await world.trigger(["custom.visit:count:2"])
      const [ada, bob] = [await world.person(), await world.person()]
      const tell = (who: typeof ada, eventId: string) =>
        world.symbolon.rewards.trigger({
          reward: template.uuid,
          event: "custom.visit",
          identifier: who.identifier,
          eventId,
        })
      expect((await tell(ada, "1")).matched).toEqual([
        {
          trigger: { uuid },
          scope: "custom.visit:count:2",
          outcome: "not_matched",
          transactionId: undefined,
        },
      ])
      const all = await Promise.all(Array.from({ length: 8 }, () => tell(ada, "2")))
      const transactions = new Set(all.map(({ matched: [first] }) => first?.transactionId))
      expect([transactions.size, [...transactions][0]]).toEqual([1, expect.any(String)])
      expect((await tell(ada, "1")).matched).toMatchObject([{ outcome: "not_matched" }])
      await expect(tell(bob, "2")).rejects.toMatchObject({
        _tag: "IdempotencyConflict",
        field: "event_id",
        message: expect.stringContaining("event_id"),
      })
      expect(await world.issuedOf(template.uuid)).toHaveLength(1)
      await expect(
        world.symbolon.rewards.trigger({
          reward: template.uuid,
          event: "session.ended",
          identifier: ada.identifier,
          eventId: "1",
        }),
      ).rejects.toMatchObject({ errors: { event: expect.any(String) } })
      await expect(
        world.symbolon.rewards.trigger({
          reward: template.uuid,
          event: "custom.visit",
          identifier: ada.identifier,
          eventId: "3",
          occurredAt: new Date(world.clock.now().getTime() + 1),
        }),
      ).rejects.toMatchObject({ errors: { occurred_at: expect.any(String) } })
    })

    it("refuse a treasury at once, the club's own and that of another organization", async () => {
      const { template } = await world.trigger(["custom.visit:first"])
      const { user } = await world.person()
      const other = await world.symbolon.organizations.create({
        name: "Foreign",
        ownerUuid: user.uuid,
      })
      for (const treasuryOf of [world.clubUuid, other.uuid]) {
        const { items } = await world.symbolon.wallets.list({ of: { treasuryOf }, page })
        await expect(
          world.symbolon.rewards.trigger({
            reward: template.uuid,
            event: "custom.visit",
            identifier: { type: "wallet", value: items[0]?.address ?? "" },
            eventId: treasuryOf,
          }),
        ).rejects.toMatchObject({ _tag: "BadRequest", field: "identifier" })
      }
    })

    it("stop after five rewards in a row that led to one another", async () => {
      await world.deleteAll()
      const scopes = Array.from({ length: 20 }, (_, n) => `reward.redeemed:count:${n + 1}`)
      const { template, uuid } = await world.trigger(scopes)
      const ada = await world.person()
      const other = await world.reward()
      await world.symbolon.rewards.redeem({ reward: other.uuid, identifier: ada.identifier })
      const fired = (await world.firings({ uuid })).toSorted((a, b) => a.depth - b.depth)
      expect(fired.map(({ depth, outcome, reason }) => [depth, outcome, reason])).toEqual([
        ...[0, 1, 2, 3, 4, 5].map((depth) => [depth, "issued", undefined]),
        [6, "failed", "too_deep"],
      ])
      expect(await world.issuedOf(template.uuid)).toHaveLength(6)
      await world.symbolon.rewardTriggers.delete({ triggerUuid: uuid })
    })

    it("count for a wallet without its name what is told of the link of a wallet", async () => {
      const { template, uuid } = await world.trigger(["custom.visit:first"])
      const ada = await world.person()
      await world.tap(await world.open("With a wallet"), ada)
      const { items } = await world.symbolon.wallets.list({ of: { userUuid: ada.user.uuid }, page })
      const walletAddress = items.find((one) => one.organizationUuid !== undefined)?.address
      const link = await world.symbolon.links.create({ userUuid: ada.user.uuid, walletAddress })
      await world.symbolon.rewards.trigger({
        reward: template.uuid,
        event: "custom.visit",
        identifier: { type: "link", value: link.linkToken },
        eventId: "1",
      })
      expect(await world.firings({ uuid })).toMatchObject([
        { outcome: "issued", userUuid: undefined, walletAddress },
      ])
      expect(await world.issuedOf(template.uuid)).toMatchObject([{ userUuid: undefined }])
    })

    it("count once who completes their profile as a member", async () => {
      const { symbolon, club } = world
      const completed = await world.trigger([
        "profile.completed:first",
        "profile.completed:count:2",
      ])
      const tier = await symbolon.tiers.create({ organization: club, name: "To complete" })
      const people = []
      for (const username of ["complete-ada", "complete-bob"]) {
        const { user } = await symbolon.users.create({
          username,
          firstName: username,
          email: `${username}@mail.test`,
          isEmailVerified: true,
        })
        people.push({ user, as: symbolon.as(userCaller(user.uuid)) })
      }
      const [ada, bob] = people
      await symbolon.memberships.add({
        organization: club,
        member: { type: "user_id", value: ada?.user.uuid ?? "" },
        tierSlug: tier.slug,
      })
      await ada?.as.users.updateProfile({ phoneNumber: "+49301234567" })
      expect(await world.outcomes(completed)).toEqual([])
      // Bob is no member: it is nobody's business here.
      await bob?.as.users.updateProfile({ lastName: "Quill" })
      for (const lastName of ["Quill", null, "Feather"])
        await ada?.as.users.updateProfile({ lastName })
      expect(await world.outcomes(completed)).toEqual([["issued", ada?.user.uuid]])
    })

    it("count who gives a ticket away, who saves somebody at a session, and who leaves", async () => {
      const { symbolon, club } = world
      const given = await world.trigger(["ticket.transferred:first"])
      const saved = await world.trigger(["contact.saved:first"])
      const left = await world.trigger(["membership.left:first"])
      const [ada, bob] = [await world.person(), await world.person()]
      const { transaction } = await symbolon.tickets.issue({
        organization: club,
        of: { name: "A ticket to give" },
        to: ada.identifier,
        idempotencyKey: "a ticket to give",
      })
      await symbolon.tickets.transfer({
        wallet: transaction.body.to_address,
        transaction: transaction.body.id,
        to: bob.identifier,
        idempotencyKey: "given",
      })
      expect(await world.outcomes(given)).toEqual([["issued", ada.user.uuid]])
      const met = { userUuid: ada.user.uuid, activitySessionUuid: (await world.open("Met")).uuid }
      await symbolon.contacts.save({ ...met, name: "Nobody", email: "nobody@mail.test" })
      expect(await world.outcomes(saved)).toEqual([])
      const later = await world.make("Not begun yet", 24, 25)
      await symbolon.contacts.save({
        ...met,
        activitySessionUuid: later.uuid,
        identifier: bob.identifier,
      })
      expect(await world.outcomes(saved)).toEqual([])
      await symbolon.contacts.save({ ...met, identifier: bob.identifier })
      await symbolon.contacts.save({ ...met, identifier: bob.identifier })
      expect(await world.outcomes(saved)).toEqual([["issued", ada.user.uuid]])
      const tier = await symbolon.tiers.create({ organization: club, name: "To leave" })
      await symbolon.memberships.add({
        organization: club,
        member: bob.identifier,
        tierSlug: tier.slug,
      })
      await symbolon.memberships.removeMember({ organization: club, userUuid: bob.user.uuid })
      expect(await world.outcomes(left)).toEqual([["issued", bob.user.uuid]])
    })

    it("issue once, however often and at once the same firing is issued", async () => {
      const { template, uuid } = await world.trigger(["session.attended:first"])
      const ada = await world.person()
      await world.tap(await world.open("Twice"), ada)
      await world.symbolon.work.runDue()
      const list = () => world.symbolon.rewardTriggers.listFirings({ triggerUuid: uuid, page })
      const [firing] = (await list()).items
      const firingUuid = firing?.uuid ?? ""
      await Promise.all(
        Array.from({ length: 6 }, () => world.symbolon.rewards.issueFired({ firingUuid })),
      )
      await runJobs(world)
      expect(await world.issuedOf(template.uuid)).toHaveLength(1)
      expect((await list()).items).toMatchObject([{ outcome: "issued" }])
      await expect(
        world.forClub("manager").rewards.issueFired({ firingUuid }),
      ).rejects.toMatchObject({ _tag: "Forbidden" })
    })

    it("count the assets of a reward, once", async () => {
      const installed = await world.trigger(["asset.installed:first", "asset.installed:count:2"])
      const ada = await world.person()
      const hats = await world.reward({
        contentConfig: {
          storageType: "internal",
          contentTemplate: {
            data: {},
            items: [
              {
                type: "asset",
                title: "Sea",
                asset_type: "background",
                url: "https://a.test/sea.png",
              },
            ],
            content_version: "1",
          },
        },
      })
      const { symbolon } = world
      const issued = await symbolon.rewards.redeem({
        reward: hats.uuid,
        identifier: ada.identifier,
      })
      const of = { transaction: issued.transactionId ?? "", userUuid: ada.user.uuid }
      await symbolon.assets.install(of)
      await symbolon.assets.install(of)
      await symbolon.assets.uninstall(of)
      await symbolon.assets.install(of)
      expect(await world.outcomes(installed)).toEqual([["issued", ada.user.uuid]])
    })

    it("count a claim, and no other reward, as one", async () => {
      const claims = await world.trigger(["reward.claimed:first"])
      const ada = await world.person()
      const free = await world.reward()
      await world.symbolon.rewards.redeem({ reward: free.uuid, identifier: ada.identifier })
      expect(await world.outcomes(claims)).toEqual([])
      await world.symbolon.rewards.claim({ reward: free.uuid, userUuid: ada.user.uuid })
      expect(await world.outcomes(claims)).toEqual([["issued", ada.user.uuid]])
    })

    triggerProperties(() => world)

    it("cost an organization without triggers no job", async () => {
      await world.deleteAll()
      const ada = await world.person()
      await world.tap(await world.open("Quiet"), ada)
      const due = await world.symbolon.work.nextDue()
      expect(due === undefined || due > world.clock.now()).toBe(true)
    })
  })
}
