import { afterEach, describe, expect, it, vi } from "vitest"
import type { Membership } from "../../src/index.ts"
import { openTestCheckouts } from "../fixtures/checkouts.ts"
import { openClosingOrganization } from "../fixtures/closing-organization.ts"

const reported: string[][] = []

vi.mock(import("../../src/memberships/steps/when-ended.ts"), async (original) => {
  const { whenEnded } = await original()
  return {
    whenEnded: (ended: readonly Membership[], now: Date) => {
      reported.push(ended.map(({ uuid, endedBy }) => `${uuid} ${endedBy}`).toSorted())
      return whenEnded(ended, now)
    },
  }
})
afterEach(() => {
  reported.length = 0
})

describe("what goes with a membership", () => {
  it("is told of it when it ends, whoever ends it", async () => {
    const { symbolon, of, join, tier } = await openClosingOrganization()
    const [ada, bea, cleo] = [
      await join("ada"),
      await join("bea"),
      await join("cleo", tier.slug, null),
    ]
    await symbolon.memberships.removeMember({ ...of, userUuid: ada.userUuid })
    await symbolon.users.delete({ userUuid: bea.userUuid })
    await symbolon.memberships.leave({ ...of, userUuid: cleo.userUuid })
    expect(reported).toEqual([
      [`${ada.membership.uuid} removed`],
      [`${bea.membership.uuid} left`],
      [`${cleo.membership.uuid} left`],
    ])
  })

  it("is told of all that end together", async () => {
    const { join, remove, advance } = await openClosingOrganization()
    const people = [await join("ada"), await join("bea")]
    await remove()
    expect(reported).toEqual([])
    await advance(1)
    expect(reported).toEqual([
      people.map(({ membership }) => `${membership.uuid} closed`).toSorted(),
    ])
  })

  it("is told when the payment that made it is taken back, and of nothing else that changes", async () => {
    const { customer, takeBack, advance, symbolon, of } = await openTestCheckouts()
    const ada = await customer("ada")
    const join = await ada.buy("join", "gold")
    await ada.leave()
    await takeBack(await ada.buy("renew"))
    await ada.change("silver")
    await symbolon.memberships.updateMember({ ...of, userUuid: ada.userUuid, customPriceCents: 1 })
    expect(reported).toEqual([])
    const uuid = (await ada.row())?.uuid
    await takeBack(join)
    expect(reported).toEqual([[`${uuid} removed`]])
    // Time that ran out ends nothing, also when it is written down because somebody comes again.
    await ada.buy("join", "gold")
    advance(60 * 86_400_000)
    await ada.join("friend")
    expect(reported).toHaveLength(1)
  })
})
