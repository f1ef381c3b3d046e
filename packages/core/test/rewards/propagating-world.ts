import { host } from "../../src/foundation/access/caller.ts"
import type { KeyVault, RewardAudienceInput, Storage } from "../../src/index.ts"
import { advanceBatch } from "../../src/rewards/operations/advance-batch.ts"
import { createStaffedOrganization, page } from "../fixtures/staffed-organization.ts"

const content = {
  storageType: "internal",
  contentTemplate: {
    data: {},
    items: [{ type: "coupon", code: "DRINK-1" }],
    content_version: "1",
  },
} as const

/**
 * A storage that stops, as a machine does, when it has kept so many writes; and goes on when it is
 * told to.
 */
const stopping = (inner: Storage) => {
  let left = Number.POSITIVE_INFINITY
  const storage: Storage = {
    ...inner,
    transact: async (mode, work) => {
      if (mode === "read") return inner.transact(mode, work)
      if (left === 0) throw new Error("The machine stopped.")
      const answer = await inner.transact(mode, work)
      left -= 1
      return answer
    },
  }
  return { storage, stopAfter: (writes: number) => (left = writes) }
}

interface ClubOptions {
  readonly points?: number
  readonly vault?: KeyVault
}

/** A club with a reward, and the ways to propagate it. */
export const openPropagatingClub = async (
  opened: Storage,
  { points = 0, ...options }: ClubOptions = {},
) => {
  const { storage, stopAfter } = stopping(opened)
  const world = await createStaffedOrganization({ storage, ...options })
  const { symbolon, club, clubUuid } = world
  await symbolon.points.mint({ organization: club, amount: 10_000, idempotencyKey: "mint" })
  const manager = world.forClub("manager")
  const made = await manager.rewards.create({
    organization: club,
    organizationUuid: clubUuid,
    name: "Free drink",
    contentConfig: content,
  })
  const template = await manager.rewards.update({ reward: made.uuid, points })
  const plain = await symbolon.tiers.create({ organization: club, name: "Plain" })
  const gold = await symbolon.tiers.create({
    organization: club,
    name: "Gold",
    rewardPointsMultiplierTenThousandths: 15_000,
    entitlements: { lounge: true },
  })
  const join = async (username: string, tierSlug = plain.slug) => {
    const user = await world.make(username)
    await symbolon.memberships.add({
      organization: club,
      member: { type: "username", value: username },
      tierSlug,
    })
    return user
  }
  let keys = 0
  const propagate = (audience: RewardAudienceInput, more: object = {}) =>
    manager.rewards.propagate({
      reward: template.slug,
      audience,
      idempotencyKey: `batch ${(keys += 1)}`,
      ...more,
    })
  const batch = (batchUuid = "") => manager.rewards.getBatch({ organization: club, batchUuid })
  const advance = (batchUuid = "") => symbolon.run(advanceBatch(host, { batchUuid }))
  /** Runs a batch to its end; answers how it ended. */
  const finish = async (batchUuid = "") => {
    while (await advance(batchUuid)) continue
    return batch(batchUuid)
  }
  /** Who got it, and how often, by name. */
  const received = async () => {
    const items = []
    for (let number = 1; ; number += 1) {
      const next = await manager.rewards.listRedemptions({
        reward: template.slug,
        page: { ...page, page: number },
      })
      items.push(...next.items)
      if (items.length === next.totalItems) break
    }
    const uuids = items.flatMap(({ userUuid }) => userUuid ?? [])
    const users = await storage.transact("read", (tx) => tx.users.findAll(uuids))
    const names = new Map(users.map(({ uuid, username }) => [uuid, username]))
    return items
      .map(({ userUuid = "", walletAddress }) => names.get(userUuid) ?? walletAddress)
      .toSorted()
  }
  return {
    ...world,
    storage,
    stopAfter,
    manager,
    template,
    gold,
    join,
    propagate,
    batch,
    advance,
    finish,
    received,
  }
}
