import { isActive, isLive, type Membership } from "../memberships/membership.ts"
import type { Standing } from "../memberships/membership.ts"
import type { MembershipRepository } from "../memberships/membership-repository.ts"
import { pageOf, sliceOf } from "./page-of.ts"
import { place } from "./table.ts"
import { type Tables, walletPlace } from "./tables.ts"

const stands: Readonly<Record<Standing, (membership: Membership, at: Date) => boolean>> = {
  current: isLive,
  ended: (membership, at) => !isLive(membership, at),
  active: isActive,
  lapsed: (membership, at) => isLive(membership, at) && !isActive(membership, at),
}

export const memberships = (tables: Tables): MembershipRepository => ({
  add: async (membership) => tables.memberships.add(membership),
  findOpen: async (organizationUuid, userUuid) => tables.memberships.at(place(organizationUuid, userUuid)),
  replace: async (membership) => {
    if (tables.memberships.get(membership.uuid)?.revision !== membership.revision - 1) return false
    tables.memberships.put(membership)
    return true
  },
  list: async ({ organizationUuid, standing, at }, page) => {
    const rows = tables.memberships.rows().filter((row) => row.organizationUuid === organizationUuid && stands[standing](row, at))
    const keyOf = { created_at: "createdAt", joined_at: "joinedAt", valid_until: "validUntil" } as const
    return pageOf(
      rows,
      page,
      (row) => row[keyOf[page.sortBy]],
      ({ uuid }) => uuid,
    )
  },
  holders: async ({ organizationUuid, tierUuids, at, after, limit }) => {
    const isOnOne = (tierUuid: string) => tierUuids === undefined || tierUuids.includes(tierUuid)
    const active = tables.memberships
      .rows()
      .filter((row) => row.organizationUuid === organizationUuid && isActive(row, at) && isOnOne(row.tierUuid))
    const holders = [...new Set(active.map((row) => row.userUuid))].flatMap((userUuid) => {
      const wallet = tables.wallets.at(walletPlace("user", userUuid, organizationUuid))
      return wallet === undefined ? [] : [{ walletAddress: wallet.address, userUuid }]
    })
    return sliceOf(holders, ({ walletAddress }) => walletAddress, after, limit)
  },
})
