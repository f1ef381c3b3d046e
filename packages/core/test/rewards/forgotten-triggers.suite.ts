import { expect, it } from "vitest"
import type { Storage } from "../../src/index.ts"
import { dayMs } from "../fixtures/staffed-organization.ts"
import { openTriggerWorld } from "./trigger-world.ts"

/** What was counted for what is deleted, on any storage. */
export const forgottenTriggersSuite = (name: string, open: () => Promise<Storage>): void => {
  it(`what was counted for a deleted trigger and a deleted account is forgotten on ${name}`, async () => {
    const world = await openTriggerWorld(await open())
    const { symbolon, storage, clock } = world
    const scopes = ["custom.visit:count:1", "custom.visit:count:2"]
    const window = { deduplicationWindowSeconds: 60 }
    const [gone, kept] = [await world.trigger(scopes, window), await world.trigger(scopes, window)]
    const [ada, bob] = [await world.person(), await world.person()]
    for (const { template } of [gone, kept])
      for (const { identifier } of [ada, bob])
        await symbolon.rewards.trigger({
          reward: template.uuid,
          event: "custom.visit",
          identifier,
          eventId: identifier.value,
        })
    /** The rows of a trigger for a person: events, tallies, windows, firings. */
    const rowsOf = ({ uuid }: { readonly uuid: string }, { user }: typeof ada) =>
      storage.transact("read", async ({ rewardTriggers }) => {
        const subject = `user:${user.uuid}`
        const scopeKeys = scopes.map((scope) => `${uuid}:${scope}:${subject}`)
        return [
          await rewardTriggers.events([`${uuid}:custom.visit:told:${user.uuid}`]),
          await rewardTriggers.tallies(scopeKeys),
          await rewardTriggers.windows([`${uuid}:${subject}`]),
          await rewardTriggers.firingsByKey([`trigger:${uuid}:${scopes[0]}:${subject}:1`]),
        ].map(({ length }) => length)
      })
    const whole = [1, 2, 1, 1]
    const none = [0, 0, 0, 0]
    await symbolon.rewardTriggers.delete({ triggerUuid: gone.uuid })
    await symbolon.users.delete({ userUuid: ada.user.uuid })
    const stand = async () => [
      await rowsOf(gone, ada),
      await rowsOf(gone, bob),
      await rowsOf(kept, ada),
      await rowsOf(kept, bob),
    ]
    expect(await stand()).toEqual([whole, whole, whole, whole])
    clock.set(new Date(clock.now().getTime() + dayMs))
    while ((await symbolon.work.runDue()) > 0) continue
    expect(await stand()).toEqual([none, none, none, whole])
    const [issued] = await world.issuedOf(gone.template.uuid)
    expect(issued?.issuedBy).toBe("trigger")
  })
}
