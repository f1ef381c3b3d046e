import { describe, expect, it } from "vitest"
import { count, type DeepHappening } from "./count.ts"
import type { RewardTrigger } from "./reward-trigger.ts"

const start = new Date("2026-11-21T00:00:00.000Z")
const trigger: RewardTrigger = {
  uuid: "t",
  organizationUuid: "o",
  rewardTemplateUuid: "r",
  name: "Visits",
  description: undefined,
  isEnabled: true,
  scopes: [
    { event: "custom.a", count: 1 },
    { event: "custom.a", count: 2 },
  ],
  rewardMetadata: {},
  deduplicationWindowSeconds: 10,
  createdAt: start,
  updatedAt: undefined,
  deletedAt: undefined,
}
const happening = (id: string, userUuid = "ada"): DeepHappening => ({
  event: "custom.a",
  organizationUuid: "o",
  id,
  subject: { userUuid, walletAddress: undefined },
  facts: {},
  triggers: ["t"],
  depth: 0,
})
const nothing = { events: [], tallies: [], windows: [] }

describe("a window after a reward", () => {
  const first = count([trigger], [happening("1")], nothing, start, () => "f1")
  const after = (ms: number, userUuid?: string) =>
    count(
      [trigger],
      [happening("2", userUuid), happening("3", userUuid)],
      first,
      new Date(start.getTime() + ms),
      () => "f2",
    )

  it("begins with the reward and ends when its seconds are over", () => {
    expect(first.windows).toEqual([
      {
        key: "t:user:ada",
        triggerUuid: "t",
        subject: "user:ada",
        firingUuid: "f1",
        firedAt: start,
      },
    ])
    expect(after(9_999).firings.map(({ outcome }) => outcome)).toEqual(["deduplicated"])
    expect(after(10_000).firings.map(({ outcome }) => outcome)).toEqual(["pending"])
  })

  it("is not prolonged by a match within it, and is of one person", () => {
    expect(after(9_999).windows).toEqual([])
    expect(after(1, "bob").firings.map(({ outcome }) => outcome)).toEqual([
      "pending",
      "deduplicated",
    ])
  })

  it("holds while the clock goes back", () => {
    expect(after(-60_000).firings.map(({ outcome }) => outcome)).toEqual(["deduplicated"])
  })
})
