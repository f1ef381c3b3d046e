import { isActive, isLive, type Membership } from "../memberships/membership.ts"
import type { MembershipRepository, Standing } from "../memberships/membership-repository.ts"
import type { TierRepository } from "../tiers/tier-repository.ts"
import { pageOf } from "./page-of.ts"
import type { Tables } from "./tables.ts"

export const tiers = (tables: Tables): TierRepository => {
  const present = (organizationUuid: string) =>
    tables.tiers.rows().filter((tier) => tier.organizationUuid === organizationUuid && tier.deletedAt === undefined)
  return {
    add: async (tier) => {
      if (tables.tiers.rows().some(({ organizationUuid, slug }) => organizationUuid === tier.organizationUuid && slug === tier.slug))
        return false
      tables.tiers.set(tier.uuid, tier)
      return true
    },
    findBySlug: async (organizationUuid, slug) => present(organizationUuid).find((tier) => tier.slug === slug),
    find: async (uuid) => tables.tiers.get(uuid),
    findAll: async (uuids) => tables.tiers.rows().filter(({ uuid }) => uuids.includes(uuid)),
    all: async (organizationUuid) => present(organizationUuid),
    list: async ({ organizationUuid, visibility }, page) => {
      const rows = present(organizationUuid).filter((tier) => visibility === undefined || tier.visibility === visibility)
      const keys = { created_at: "createdAt", name: "name", price_cents: "priceCents" } as const
      return pageOf(
        rows,
        page,
        (tier) => tier[keys[page.sortBy]],
        ({ uuid }) => uuid,
      )
    },
  }
}

const stands: Readonly<Record<Standing, (membership: Membership, at: Date) => boolean>> = {
  current: isLive,
  ended: (membership, at) => !isLive(membership, at),
  active: isActive,
  lapsed: (membership, at) => isLive(membership, at) && !isActive(membership, at),
}

export const memberships = (tables: Tables): MembershipRepository => {
  const open = (organizationUuid: string, userUuid: string) =>
    tables.memberships
      .rows()
      .find((row) => row.organizationUuid === organizationUuid && row.userUuid === userUuid && row.endedAt === undefined)
  return {
    add: async (membership) => {
      if (membership.endedAt === undefined && open(membership.organizationUuid, membership.userUuid) !== undefined) return false
      tables.memberships.set(membership.uuid, membership)
      return true
    },
    findOpen: async (organizationUuid, userUuid) => open(organizationUuid, userUuid),
    replace: async (membership) => {
      if (tables.memberships.get(membership.uuid)?.revision !== membership.revision - 1) return false
      tables.memberships.set(membership.uuid, membership)
      return true
    },
    list: async ({ organizationUuid, standing, at }, page) => {
      const rows = tables.memberships.rows().filter((row) => row.organizationUuid === organizationUuid && stands[standing](row, at))
      const keys = { created_at: "createdAt", joined_at: "joinedAt", valid_until: "validUntil" } as const
      return pageOf(
        rows,
        page,
        (row) => row[keys[page.sortBy]],
        ({ uuid }) => uuid,
      )
    },
    holders: async ({ organizationUuid, tierUuids, at, after, limit }) => {
      const walletOf = (userUuid: string) =>
        tables.wallets.rows().find((row) => row.kind === "user" && row.userUuid === userUuid && row.organizationUuid === organizationUuid)
      return tables.memberships
        .rows()
        .filter((row) => row.organizationUuid === organizationUuid && isActive(row, at) && (tierUuids?.includes(row.tierUuid) ?? true))
        .flatMap(({ userUuid }) => {
          const wallet = walletOf(userUuid)
          return wallet === undefined ? [] : [{ walletAddress: wallet.address, userUuid }]
        })
        .filter(({ walletAddress }) => after === undefined || walletAddress > after)
        .toSorted((a, b) => (a.walletAddress < b.walletAddress ? -1 : 1))
        .slice(0, limit)
    },
  }
}
