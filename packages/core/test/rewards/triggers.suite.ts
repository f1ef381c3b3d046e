import fc from "fast-check"
import { beforeAll, describe, expect, it } from "vitest"
import type { Storage, TriggerFiring } from "../../src/index.ts"
import { runJobs } from "../fixtures/memberships.ts"
import { openTestSessions } from "../fixtures/sessions.ts"
import { page } from "../fixtures/staffed-organization.ts"
import { createTestCard } from "../fixtures/world.ts"
import { openTriggerModel } from "./trigger-model.ts"

const contentConfig = {
  storageType: "internal",
  contentTemplate: {
    data: {},
    items: [{ type: "coupon", code: "DRINK-1" }],
    content_version: "1",
  },
} as const

const openClub = async (storage: Storage) => {
  const world = await openTestSessions(storage)
  const { symbolon, club, clubUuid } = world
  let made = 0
  const reward = (change: object = {}) =>
    symbolon.rewards.create({
      organization: club,
      organizationUuid: clubUuid,
      name: `Reward ${(made += 1)}`,
      contentConfig,
      ...change,
    })
  const person = async () => {
    const username = `visitor-${(made += 1)}`
    const { user } = await symbolon.users.create({ username, firstName: username })
    return { user, identifier: { type: "user_id", value: user.uuid } as const }
  }
  /** A trigger, with the reward that it issues. */
  const trigger = async (triggerScopes: readonly string[], change: object = {}) => {
    const template = await reward()
    const set = await symbolon.rewardTriggers.create({
      organization: club,
      name: "Trigger",
      rewardTemplateUuid: template.uuid,
      triggerScopes,
      ...change,
    })
    return { template, uuid: set.uuid }
  }
  const firings = async ({ uuid }: { readonly uuid: string }) => {
    await runJobs(world)
    const { items } = await symbolon.rewardTriggers.listFirings({ triggerUuid: uuid, page })
    // Of those that fired at one moment, as they were written: people were made in their order.
    return items.toSorted((a, b) => (a.userUuid ?? "").localeCompare(b.userUuid ?? ""))
  }
  const outcomes = async (of: { readonly uuid: string }) =>
    (await firings(of)).map(({ outcome, userUuid }) => [outcome, userUuid])
  const open = (name: string) => world.make(name, 0, 100, { settings: { allowReentry: true } })
  const tap = async (
    session: { readonly uuid: string },
    { identifier }: Awaited<ReturnType<typeof person>>,
  ) => {
    const answer = await symbolon.sessions.admit({
      session: session.uuid,
      request: { identifier, idempotencyKey: `tap ${(made += 1)}` },
    })
    expect(answer.decision).toBe("admitted")
  }
  const deleteAll = async () => {
    await runJobs(world)
    const { items } = await symbolon.rewardTriggers.list({ organization: club, page })
    for (const { uuid } of items) await symbolon.rewardTriggers.delete({ triggerUuid: uuid })
    await runJobs(world)
  }
  const issuedOf = async (uuid: string) =>
    (await symbolon.rewards.listRedemptions({ reward: uuid, page })).items
  return {
    ...world,
    storage,
    reward,
    person,
    trigger,
    firings,
    outcomes,
    open,
    tap,
    issuedOf,
    deleteAll,
  }
}

/** Triggers of rewards, on any storage. */
export const triggersSuite = (name: string, open: () => Promise<Storage>): void => {
  describe(`reward triggers on ${name}`, () => {
    let world: Awaited<ReturnType<typeof openClub>>
    beforeAll(async () => {
      world = await openClub(await open())
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
      await expect(tell(bob, "2")).rejects.toMatchObject({ _tag: "IdempotencyConflict" })
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

    it("count a claim, and no other reward, as one", async () => {
      const claims = await world.trigger(["reward.claimed:first"])
      const ada = await world.person()
      const free = await world.reward()
      await world.symbolon.rewards.redeem({ reward: free.uuid, identifier: ada.identifier })
      expect(await world.outcomes(claims)).toEqual([])
      await world.symbolon.rewards.claim({ reward: free.uuid, userUuid: ada.user.uuid })
      expect(await world.outcomes(claims)).toEqual([["issued", ada.user.uuid]])
    })

    it("do the same as an independent count under random events, replays and jumps of the clock", async () => {
      const count = fc.integer({ min: 1, max: 4 })
      const scope = fc.record({ event: fc.constantFrom("custom.a", "custom.b"), count })
      const set = fc.record({
        scopes: fc.uniqueArray(scope, {
          minLength: 1,
          maxLength: 3,
          selector: (one) => `${one.event}:${one.count}`,
        }),
        windowSeconds: fc.option(fc.integer({ min: 1, max: 20 }), { nil: undefined }),
      })
      const step = fc.oneof(
        {
          weight: 8,
          arbitrary: fc.record({
            what: fc.constant("tell" as const),
            event: fc.constantFrom("custom.a", "custom.b"),
            person: fc.nat(1),
            id: fc.nat(9),
          }),
        },
        {
          weight: 2,
          arbitrary: fc.record({ what: fc.constant("wait" as const), seconds: fc.nat(15) }),
        },
        { weight: 1, arbitrary: fc.record({ what: fc.constant("toggle" as const), n: fc.nat(2) }) },
      )
      await fc.assert(
        fc.asyncProperty(
          fc.array(set, { minLength: 1, maxLength: 3 }),
          fc.array(step, { minLength: 1, maxLength: 25 }),
          async (sets, steps) => {
            const template = await world.reward()
            const triggers = await Promise.all(
              sets.map(({ scopes, windowSeconds }) =>
                world.trigger(
                  scopes.map((one) => `${one.event}:count:${one.count}`),
                  { rewardTemplateUuid: template.uuid, deduplicationWindowSeconds: windowSeconds },
                ),
              ),
            )
            const model = openTriggerModel(
              sets.map((one, n) => ({ ...one, name: triggers[n]?.uuid ?? "" })),
            )
            const people = [await world.person(), await world.person()]
            const isOn = triggers.map(() => true)
            const used = new Map<string, number>()
            const saids: unknown[] = []
            const models: unknown[] = []
            for (const at of steps) {
              if (at.what === "wait")
                await world.symbolon.testClock?.moveTo(
                  new Date(world.clock.now().getTime() + at.seconds * 1000),
                )
              else if (at.what === "toggle") {
                const trigger = triggers[at.n]
                if (trigger === undefined) continue
                isOn[at.n] = isOn[at.n] !== true
                model.toggle(trigger.uuid)
                await world.symbolon.rewardTriggers.update({
                  triggerUuid: trigger.uuid,
                  isEnabled: isOn[at.n],
                })
              } else {
                // An id is one event of one person.
                const person = used.get(`${at.event} ${at.id}`) ?? at.person
                used.set(`${at.event} ${at.id}`, person)
                const who = people[person]
                if (who === undefined) continue
                const { matched } = await world.symbolon.rewards.trigger({
                  reward: template.uuid,
                  event: at.event,
                  identifier: who.identifier,
                  eventId: String(at.id),
                })
                const said = Object.fromEntries(
                  matched.map((one) => [`${one.trigger.uuid} ${one.scope}`, one.outcome]),
                )
                const told = { event: at.event, person: String(person), id: String(at.id) }
                saids.push(said)
                models.push(model.tell(told, world.clock.now().getTime() / 1000))
              }
            }
            expect(saids).toEqual(models)
            await runJobs(world)
            const issued = await world.issuedOf(template.uuid)
            expect(
              people.map(({ user }) => issued.filter((one) => one.userUuid === user.uuid).length),
            ).toEqual([model.rewardsOf("0"), model.rewardsOf("1")])
            for (const { uuid } of triggers)
              await world.symbolon.rewardTriggers.delete({ triggerUuid: uuid })
          },
        ),
        { numRuns: 15 },
      )
    }, 120_000)

    it("come to the same whatever the order of uploads, and however often they come", async () => {
      const taps = fc.array(fc.record({ person: fc.nat(2), session: fc.nat(2) }), {
        minLength: 3,
        maxLength: 12,
      })
      await fc.assert(
        fc.asyncProperty(taps, fc.func(fc.nat()), async (all, weight) => {
          const sessions = [await world.open("x"), await world.open("y"), await world.open("z")]
          const trigger = await world.trigger([
            "session.attended:first",
            "session.attended:count:3",
          ])
          const people = [await world.person(), await world.person(), await world.person()]
          const uploads = [...all, ...all.slice(0, 3)].map((tap, n) => ({
            tap,
            key: n % all.length,
          }))
          const shuffled = uploads
            .map((upload, n) => ({ ...upload, place: weight(n) }))
            .toSorted((a, b) => a.place - b.place)
          for (const { tap, key } of shuffled) {
            const [session, who] = [sessions[tap.session], people[tap.person]]
            if (session === undefined || who === undefined) continue
            await world.symbolon.sessions.admit({
              session: session.uuid,
              request: {
                identifier: who.identifier,
                idempotencyKey: `${session.uuid} ${key}`,
                occurredAt: new Date(world.clock.now().getTime() + key),
                isOffline: true,
              },
            })
          }
          const fired = await world.firings(trigger)
          const visits = people.map(
            (_, n) =>
              new Set(all.filter(({ person }) => person === n).map(({ session }) => session)).size,
          )
          expect(
            people.map(({ user }) =>
              fired
                .filter(({ userUuid }) => userUuid === user.uuid)
                .map(({ scope, outcome }) => `${scope} ${outcome}`)
                .sort(),
            ),
          ).toEqual(
            visits.map((n) => [
              ...(n >= 1 ? ["session.attended:count:1 issued"] : []),
              ...(n >= 3 ? ["session.attended:count:3 issued"] : []),
            ]),
          )
          await world.symbolon.rewardTriggers.delete({ triggerUuid: trigger.uuid })
        }),
        { numRuns: 8 },
      )
    }, 120_000)

    it("cost an organization without triggers no job", async () => {
      await world.deleteAll()
      const ada = await world.person()
      await world.tap(await world.open("Quiet"), ada)
      const due = await world.symbolon.work.nextDue()
      expect(due === undefined || due > world.clock.now()).toBe(true)
    })
  })
}
