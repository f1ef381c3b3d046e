import { describe, expect, it } from "vitest"
import { card } from "../../../storage-contract/src/reward-samples.ts"
import { at, uuid } from "../../../storage-contract/src/samples.ts"
import { assigneeOf, cardAtDoors, claimantOf, leavesHolder } from "./consent.ts"

const [home, away, ann] = [uuid(1), uuid(2), uuid(10)]
const live = () => true
const notLive = () => false
const forAnn = { kind: "holder", userUuid: ann }

describe("a card at a door", () => {
  it("counts for the holder who claimed it at every door, member or not", () => {
    const claimed = card(1, { organizationUuid: home, holderUserUuid: ann, claimedAt: at(1) })
    for (const organization of [home, away])
      for (const isLive of [live, notLive])
        expect(cardAtDoors(claimed, organization, isLive)).toEqual(forAnn)
    expect([claimantOf(claimed), assigneeOf(claimed)]).toEqual([ann, undefined])
  })

  it("counts for the person it is assigned to at the doors of its organization alone, and only while that person is a live member", () => {
    const assigned = card(1, { organizationUuid: home, holderUserUuid: ann })
    expect(cardAtDoors(assigned, home, (user) => user === ann)).toEqual(forAnn)
    expect(cardAtDoors(assigned, home, notLive)).toBeUndefined()
    expect(cardAtDoors(assigned, away, live)).toBeUndefined()
    expect([claimantOf(assigned), assigneeOf(assigned)]).toEqual([undefined, ann])
  })

  it("counts for itself at the doors of its organization alone while nobody holds it, and nowhere before one took it", () => {
    expect(cardAtDoors(card(1, { organizationUuid: home }), home, notLive)).toEqual({
      kind: "card",
    })
    expect(cardAtDoors(card(1, { organizationUuid: home }), away, live)).toBeUndefined()
    expect(cardAtDoors(card(1, { organizationUuid: undefined }), home, live)).toBeUndefined()
  })
})

describe("a change of a card", () => {
  it.each([
    ["takes it from whoever claimed or was named", ann, undefined, true],
    ["gives it to another person", ann, away, true],
    ["leaves it with its holder, who claims it", ann, ann, false],
    ["gives it to the first", undefined, ann, false],
    ["is of a card of nobody", undefined, undefined, false],
  ])("%s", (_, from, to, isLeft) =>
    expect(leavesHolder(card(1, { holderUserUuid: from }), card(1, { holderUserUuid: to }))).toBe(
      isLeft,
    ),
  )
})
