import { isActive, isLive } from "../memberships/membership.ts"
import type { TierRepository } from "../tiers/tier-repository.ts"
import { pageOf, rowsOf } from "./page-of.ts"
import type { Tables } from "./tables.ts"

export const tiers = (tables: Tables): TierRepository => {
  const present = (organizationUuid: string) =>
    tables.tiers
      .rows()
      .filter((tier) => tier.organizationUuid === organizationUuid && tier.deletedAt === undefined)
  return {
    add: async (tier) => tables.tiers.add(tier),
    findBySlug: async (organizationUuid, slug) =>
      present(organizationUuid).find((tier) => tier.slug === slug),
    find: async (uuid) => tables.tiers.get(uuid),
    hold: async (uuid) => tables.tiers.get(uuid),
    lock: async (uuid) => tables.tiers.get(uuid),
    change: async (tier) => {
      if (tables.tiers.get(tier.uuid) === undefined) return false
      tables.tiers.put(tier)
      return true
    },
    members: async (uuid, at) => {
      const live = tables.memberships
        .rows()
        .filter((row) => row.tierUuid === uuid && isLive(row, at))
      const active = live.filter((row) => isActive(row, at)).length
      return { active, lapsed: live.length - active }
    },
    findAll: async (uuids) => rowsOf(tables.tiers.get, uuids),
    all: async (organizationUuid) => present(organizationUuid),
    list: async ({ organizationUuid, visibility, privateAmong }, page) => {
      const rows = present(organizationUuid)
        .filter((tier) => (visibility ?? tier.visibility) === tier.visibility)
        .filter(
          (tier) =>
            tier.visibility === "public" ||
            privateAmong === undefined ||
            privateAmong.includes(tier.uuid),
        )
      const keyOf = {
        created_at: "createdAt",
        name: "name",
        price_cents: "priceCents",
        position: "position",
      } as const
      return pageOf(
        rows,
        page,
        (tier) => tier[keyOf[page.sortBy]],
        ({ uuid }) => uuid,
      )
    },
  }
}
