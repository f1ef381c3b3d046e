import { afterEach, describe, expect, it, vi } from "vitest"
import type { Membership } from "../../src/index.ts"
import { openDesk } from "../fixtures/checkouts.ts"
import { openMarina } from "../fixtures/closing-organization.ts"

const told: string[][] = []

vi.mock(import("../../src/memberships/steps/when-ended.ts"), async (original) => {
  const { whenEnded } = await original()
  return {
    whenEnded: (ended: readonly Membership[], now: Date) => {
      told.push(ended.map(({ uuid, endedBy }) => `${uuid} ${endedBy}`).toSorted())
      return whenEnded(ended, now)
    },
  }
})
afterEach(() => {
  told.length = 0
})

describe("what goes with a membership", () => {
  it("is told of it when it ends, whoever ends it", async () => {
    const { symbolon, of, join, tier } = await openMarina()
    const [ada, bea, cleo] = [
      await join("ada"),
      await join("bea"),
      await join("cleo", tier.slug, null),
    ]
    await symbolon.memberships.removeMember({ ...of, userUuid: ada.userUuid })
    await symbolon.users.delete({ userUuid: bea.userUuid })
    await symbolon.memberships.leave({ ...of, userUuid: cleo.userUuid })
    expect(told).toEqual([
      [`${ada.membership.uuid} removed`],
      [`${bea.membership.uuid} left`],
      [`${cleo.membership.uuid} left`],
    ])
  })

  it("is told of all that end together", async () => {
    const { join, remove, wait } = await openMarina()
    const people = [await join("ada"), await join("bea")]
    await remove()
    expect(told).toEqual([])
    await wait(1)
    expect(told).toEqual([people.map(({ membership }) => `${membership.uuid} closed`).toSorted()])
  })

  it("is told when the payment that made it is taken back, and of nothing else that changes", async () => {
    const { customer, takeBack, later, symbolon, of } = await openDesk()
    const ada = await customer("ada")
    const join = await ada.buy("join", "gold")
    await ada.leave()
    await takeBack(await ada.buy("renew"))
    await ada.change("silver")
    await symbolon.memberships.updateMember({ ...of, userUuid: ada.userUuid, customPriceCents: 1 })
    expect(told).toEqual([])
    const uuid = (await ada.row())?.uuid
    await takeBack(join)
    expect(told).toEqual([[`${uuid} removed`]])
    // Time that ran out ends nothing, also when it is written down because somebody comes again.
    await ada.buy("join", "gold")
    later(60 * 86_400_000)
    await ada.join("friend")
    expect(told).toHaveLength(1)
  })
})
