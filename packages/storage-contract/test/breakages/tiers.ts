import type { Organization, Tier } from "@symbolon/core/storage"
import { type Breakage, later, verbs } from "./breakage.ts"

const changed = "tiers: change writes every field of that tier alone, and lock and hold read"
const counted =
  "tiers: members are who is live on that tier at that moment, active and lapsed apart"
const raced =
  "tiers: whoever joins while the tier is deleted is either on it, which then stays, or comes too late"
const listed = "tiers: a list leaves out private ones but those it is given"
const organizationChanged =
  "organizations: change writes every field of that one alone, and lock reads"

export const ofTiers: readonly Breakage[] = [
  verbs("change leaves a tier's multiplier", changed, () => (tx) => ({
    tiers: {
      ...tx.tiers,
      change: async (tier) => {
        const before = await tx.tiers.find(tier.uuid)
        const rewardPointsMultiplierTenThousandths =
          before?.rewardPointsMultiplierTenThousandths ?? 0
        return tx.tiers.change({ ...tier, rewardPointsMultiplierTenThousandths })
      },
    },
  })),
  verbs("change adds a tier that is not there", changed, () => (tx) => ({
    tiers: {
      ...tx.tiers,
      change: async (tier) => (await tx.tiers.change(tier)) || tx.tiers.add(tier),
    },
  })),
  verbs("a deleted tier cannot be locked", changed, () => (tx) => ({
    tiers: {
      ...tx.tiers,
      lock: async (uuid) => {
        const tier = await tx.tiers.lock(uuid)
        return tier?.deletedAt === undefined ? tier : undefined
      },
    },
  })),
  verbs("a deleted tier cannot be held", changed, () => (tx) => ({
    tiers: {
      ...tx.tiers,
      hold: async (uuid) => {
        const tier = await tx.tiers.hold(uuid)
        return tier?.deletedAt === undefined ? tier : undefined
      },
    },
  })),
  verbs("a deleted tier is found by its slug", changed, () => (tx) => ({
    tiers: {
      ...tx.tiers,
      findBySlug: async (organizationUuid, slug) => {
        const there = await tx.tiers.findBySlug(organizationUuid, slug)
        if (there !== undefined || slug !== "tier-21") return there
        return (await tx.tiers.findAll(["01900000-0000-7000-8000-000000000015"]))[0]
      },
    },
  })),
  verbs("members are counted a moment late", counted, () => (tx) => ({
    tiers: { ...tx.tiers, members: (uuid, at) => tx.tiers.members(uuid, later(at, -1)) },
  })),
  verbs("lapsed members are active ones", counted, () => (tx) => ({
    tiers: {
      ...tx.tiers,
      members: async (uuid, at) => {
        const { active, lapsed } = await tx.tiers.members(uuid, at)
        return { active: active + lapsed, lapsed: 0 }
      },
    },
  })),
  verbs(
    "a locked tier is what was read before",
    "tiers: of concurrent writers that lock a tier none loses another's change",
    () => {
      const seen = new Map<string, Tier | undefined>()
      return (tx) => ({
        tiers: {
          ...tx.tiers,
          lock: async (uuid) => {
            if (!seen.has(uuid)) seen.set(uuid, await tx.tiers.lock(uuid))
            return seen.get(uuid)
          },
        },
      })
    },
  ),
  verbs("who just joined is not counted yet", raced, () => (tx) => ({
    tiers: { ...tx.tiers, members: async () => ({ active: 0, lapsed: 0 }) },
  })),
  verbs("no private ones are any private ones", listed, () => (tx) => ({
    tiers: {
      ...tx.tiers,
      list: ({ privateAmong, ...of }, page) =>
        tx.tiers.list(
          privateAmong === undefined || privateAmong.length === 0 ? of : { ...of, privateAmong },
          page,
        ),
    },
  })),
  verbs("a list shows private ones of nobody", listed, () => (tx) => ({
    tiers: {
      ...tx.tiers,
      list: (of, page) =>
        tx.tiers.list(of.privateAmong === undefined ? of : { ...of, privateAmong: [] }, page),
    },
  })),
  verbs(
    "tiers are not sorted by position",
    "tiers: sorted by creation, name, price and position, ties by uuid",
    () => (tx) => ({
      tiers: {
        ...tx.tiers,
        list: (of, page) =>
          tx.tiers.list(of, page.sortBy === "position" ? { ...page, sortBy: "created_at" } : page),
      },
    }),
  ),
  verbs("change leaves an organization's zone", organizationChanged, () => (tx) => ({
    organizations: {
      ...tx.organizations,
      change: async (one) => {
        const before = await tx.organizations.find(one.uuid)
        return tx.organizations.change({ ...one, timezone: before?.timezone })
      },
    },
  })),
  verbs("an unknown organization is changed", organizationChanged, () => (tx) => ({
    organizations: {
      ...tx.organizations,
      change: async (one) => (await tx.organizations.change(one)) || true,
    },
  })),
  verbs(
    "an organization is what was read before",
    "organizations: of concurrent writers that lock one none loses another's change",
    () => {
      const seen = new Map<string, Organization | undefined>()
      return (tx) => ({
        organizations: {
          ...tx.organizations,
          lock: async (uuid) => {
            if (!seen.has(uuid)) seen.set(uuid, await tx.organizations.lock(uuid))
            return seen.get(uuid)
          },
        },
      })
    },
  ),
]
