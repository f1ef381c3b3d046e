import { isActive, isLive, type Membership } from "../memberships/membership.ts"
import type { MemberFilter } from "../memberships/membership.ts"
import type {
  MemberOrder,
  MembershipOnTier,
  MembershipRepository,
} from "../memberships/membership-repository.ts"
import { searchWords } from "../foundation/kernel/search-words.ts"
import type { PageRequest } from "../foundation/kernel/page.ts"
import { compare, pageOf, sliceOf } from "./page-of.ts"
import { place } from "./table.ts"
import { type Tables, walletPlace } from "./tables.ts"

const matches: Readonly<Record<MemberFilter, (membership: Membership, at: Date) => boolean>> = {
  current: isLive,
  ended: (membership, at) => !isLive(membership, at),
  active: isActive,
  lapsed: (membership, at) => isLive(membership, at) && !isActive(membership, at),
}

/** The rows that were made last. */
const newestIn = (
  tables: Tables,
): Pick<MembershipRepository, "newest" | "newestOf" | "newestWithTiersOf"> => ({
  newest: async (organizationUuid, userUuid) => newest(tables, organizationUuid, userUuid),
  newestOf: async (organizationUuid, userUuids) =>
    [...new Set(userUuids)].flatMap((userUuid) => newest(tables, organizationUuid, userUuid) ?? []),
  newestWithTiersOf: async (organizationUuid, userUuids) =>
    [...new Set(userUuids)].flatMap((userUuid) => {
      const membership = newest(tables, organizationUuid, userUuid)
      const tier = membership && tables.tiers.get(membership.tierUuid)
      return membership === undefined || tier === undefined ? [] : [{ membership, tier }]
    }),
})

const openWithTiersIn = (
  tables: Tables,
): Pick<MembershipRepository, "findOpenWithTier" | "openWithTiersOf"> => {
  const open = (organizationUuid: string, userUuid: string): MembershipOnTier | undefined => {
    const membership = tables.memberships.at(place(organizationUuid, userUuid))
    const tier = membership && tables.tiers.get(membership.tierUuid)
    return tier && { membership, tier }
  }
  return {
    findOpenWithTier: async (organizationUuid, userUuid) => open(organizationUuid, userUuid),
    openWithTiersOf: async (organizationUuid, userUuids) =>
      [...new Set(userUuids)].flatMap((userUuid) => open(organizationUuid, userUuid) ?? []),
  }
}

const newest = (
  tables: Tables,
  organizationUuid: string,
  userUuid: string,
): Membership | undefined =>
  tables.memberships
    .rows()
    .filter((row) => row.organizationUuid === organizationUuid && row.userUuid === userUuid)
    .toSorted((a, b) => compare(b.createdAt, a.createdAt) || compare(b.uuid, a.uuid))[0]

const open = (tables: Tables) =>
  tables.memberships.rows().filter((row) => row.endedAt === undefined)

const paged = (rows: readonly Membership[], page: PageRequest<MemberOrder>) => {
  const keyOf = {
    created_at: "createdAt",
    joined_at: "joinedAt",
    valid_until: "validUntil",
  } as const
  return pageOf(
    rows,
    page,
    (row) => row[keyOf[page.sortBy]],
    ({ uuid }) => uuid,
  )
}

export const memberships = (tables: Tables): MembershipRepository => ({
  ...newestIn(tables),
  ...openWithTiersIn(tables),
  add: async (membership) => tables.memberships.add(membership),
  findOpen: async (organizationUuid, userUuid) =>
    tables.memberships.at(place(organizationUuid, userUuid)),
  replace: async (membership) => {
    if (tables.memberships.get(membership.uuid)?.revision !== membership.revision - 1) return false
    tables.memberships.put(membership)
    return true
  },
  replaceAll: async (memberships) => {
    for (const membership of memberships) {
      const before = tables.memberships.get(membership.uuid)?.revision
      if (before !== membership.revision - 1)
        throw new Error(`Membership ${membership.uuid} is not at the revision before.`)
      tables.memberships.put(membership)
    }
  },
  find: async (uuid) => tables.memberships.get(uuid),
  onTier: async ({ tierUuid, after, limit }) =>
    sliceOf(
      open(tables).filter((row) => row.tierUuid === tierUuid),
      ({ uuid }) => uuid,
      after,
      limit,
    ),
  customOnTier: async ({ tierUuid, limit }) => {
    const custom = open(tables).filter(
      (row) => row.customPriceCents !== undefined || row.customPaymentInterval !== undefined,
    )
    return sliceOf(
      custom.filter((row) => row.tierUuid === tierUuid),
      ({ uuid }) => uuid,
      undefined,
      limit,
    )
  },
  openOf: async (userUuid) =>
    sliceOf(
      open(tables).filter((row) => row.userUuid === userUuid),
      ({ uuid }) => uuid,
      undefined,
      Number.POSITIVE_INFINITY,
    ),
  liveOf: async (organizationUuid, userUuids, at) =>
    tables.memberships
      .rows()
      .filter(
        (row) =>
          row.organizationUuid === organizationUuid &&
          userUuids.includes(row.userUuid) &&
          isLive(row, at),
      ),
  walkOf: async (userUuid, after, limit) =>
    sliceOf(
      tables.memberships.rows().filter((row) => row.userUuid === userUuid),
      (row) => row.uuid,
      after,
      limit,
    ),
  ...lists(tables),
  holders: async (of) => holdersOf(tables, of),
})

const lists = (tables: Tables): Pick<MembershipRepository, "list" | "listOf"> => ({
  list: async ({ organizationUuid, filter, at, tierUuid, endsBefore, search = [] }, page) => {
    const isFound = ({ userUuid }: Membership) => {
      const user = tables.users.get(userUuid)
      const words = user === undefined ? [] : searchWords(user)
      return search.every((beginning) => words.some((word) => word.startsWith(beginning)))
    }
    const rows = tables.memberships
      .rows()
      .filter((row) => row.organizationUuid === organizationUuid && matches[filter](row, at))
      .filter((row) => tierUuid === undefined || row.tierUuid === tierUuid)
      .filter(
        ({ validUntil }) =>
          endsBefore === undefined || (validUntil !== undefined && validUntil < endsBefore),
      )
    return paged(rows.filter(isFound), page)
  },
  listOf: async ({ userUuid, organizationUuid, filter, at }, page) => {
    const rows = tables.memberships
      .rows()
      .filter((row) => row.userUuid === userUuid && matches[filter](row, at))
      .filter((row) => (organizationUuid ?? row.organizationUuid) === row.organizationUuid)
    return paged(
      rows.filter((row) => tables.organizations.get(row.organizationUuid)?.deletedAt === undefined),
      page,
    )
  },
})

/** Users who are active on one of the tiers then, by the address of their wallet. */
const holdersOf = (
  tables: Tables,
  { organizationUuid, tierUuids, at, after, limit }: Parameters<MembershipRepository["holders"]>[0],
) => {
  const isOnOne = (tierUuid: string) => tierUuids === undefined || tierUuids.includes(tierUuid)
  const active = tables.memberships
    .rows()
    .filter(
      (row) =>
        row.organizationUuid === organizationUuid && isActive(row, at) && isOnOne(row.tierUuid),
    )
  const last = new Map(
    active.toSorted((a, b) => compare(a.uuid, b.uuid)).map((row) => [row.userUuid, row]),
  )
  const holders = [...last.values()].flatMap((row) => {
    const { userUuid, tierUuid, validUntil, renewableUntil, cancelledAt, endedAt } = row
    const wallet = tables.wallets.at(walletPlace("user", userUuid, organizationUuid))
    const said = { userUuid, tierUuid, validUntil, renewableUntil, cancelledAt, endedAt }
    return wallet === undefined
      ? []
      : [
          {
            walletAddress: wallet.address,
            walletClosedAt: wallet.closedAt,
            userDisabledAt: tables.users.get(row.userUuid)?.disabledAt,
            ...said,
          },
        ]
  })
  return sliceOf(holders, ({ walletAddress }) => walletAddress, after, limit)
}
