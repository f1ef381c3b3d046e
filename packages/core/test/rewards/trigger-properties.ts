import fc from "fast-check"
import { expect, it } from "vitest"
import { runJobs } from "../fixtures/memberships.ts"
import { openTriggerModel } from "./trigger-model.ts"
import type { TriggerWorld } from "./trigger-world.ts"

/** What holds for triggers under whatever happens; `open` answers a world that is open already. */
export const triggerProperties = (open: () => TriggerWorld): void => {
  it("do the same as an independent count under random events, replays and jumps of the clock", async () => {
    const world = open()
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
    const world = open()
    const taps = fc.array(fc.record({ person: fc.nat(2), session: fc.nat(2) }), {
      minLength: 3,
      maxLength: 12,
    })
    await fc.assert(
      fc.asyncProperty(taps, fc.func(fc.nat()), async (all, weight) => {
        const sessions = [await world.open("x"), await world.open("y"), await world.open("z")]
        const trigger = await world.trigger(["session.attended:first", "session.attended:count:3"])
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
}
