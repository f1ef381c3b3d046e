import type { Membership } from "@symbolon/core/storage"
import { type Breakage, verbs } from "./breakage.ts"

const found = "memberships: found by uuid, ended or not"
const withTier =
  "memberships: an open one comes with its tier, whatever its dates, and an ended one does not"
const newest = "memberships: the newest is the one made last, ended or not"
const open =
  "memberships: a user's open ones, whatever their dates and wherever they are, in order of uuid"
const onTier =
  "memberships: those on a tier have not ended, in order of uuid, after one and up to a limit"
const custom =
  "memberships: those on a tier with whom something was agreed, in order of uuid, up to a limit"
const replaced = "memberships: many are replaced at once, every field of those alone"
const allOrNone = "memberships: of many at once all are replaced or none"
const thousand = "memberships: 1,000 are found on a tier and replaced at once"

const hasEnded = ({ endedAt }: Membership): boolean => endedAt !== undefined

export const ofMembershipRows: readonly Breakage[] = [
  verbs("an ended membership is not found", found, () => (tx) => ({
    memberships: {
      ...tx.memberships,
      find: async (uuid) => {
        const row = await tx.memberships.find(uuid)
        return row === undefined || hasEnded(row) ? undefined : row
      },
    },
  })),
  verbs("the newest one comes with its tier, also when it has ended", withTier, () => (tx) => ({
    memberships: {
      ...tx.memberships,
      findOpenWithTier: async (organizationUuid, userUuid) => {
        const membership = await tx.memberships.newest(organizationUuid, userUuid)
        const tier = membership && (await tx.tiers.find(membership.tierUuid))
        return membership && tier && { membership, tier }
      },
    },
  })),
  verbs("those of many come with ended ones", withTier, () => (tx) => ({
    memberships: { ...tx.memberships, openWithTiersOf: tx.memberships.newestWithTiersOf },
  })),
  verbs("those of many come with those of others", withTier, () => (tx) => ({
    memberships: {
      ...tx.memberships,
      openWithTiersOf: async (organizationUuid, userUuids) => {
        const rows = await tx.memberships.list(
          { organizationUuid, filter: "current", at: new Date("2026-11-21T12:00:00Z") },
          { page: 1, pageSize: 100, sortBy: "created_at", sortOrder: "asc" },
        )
        const all = rows.items.map(({ userUuid }) => userUuid).concat(userUuids)
        return userUuids.length === 0 ? [] : tx.memberships.openWithTiersOf(organizationUuid, all)
      },
    },
  })),
  verbs("the newest is the open one", newest, () => (tx) => ({
    memberships: {
      ...tx.memberships,
      newest: (organizationUuid, userUuid) => tx.memberships.findOpen(organizationUuid, userUuid),
    },
  })),
  verbs("of those made at once the newest has the lowest uuid", newest, () => (tx) => ({
    memberships: {
      ...tx.memberships,
      newest: async (organizationUuid, userUuid) => {
        const of = { organizationUuid, filter: "ended", at: new Date(8e15) } as const
        const { items } = await tx.memberships.list(of, {
          page: 1,
          pageSize: 1000,
          sortBy: "created_at",
          sortOrder: "asc",
        })
        const last = await tx.memberships.newest(organizationUuid, userUuid)
        return (
          items.find(
            (row) =>
              row.userUuid === userUuid && row.createdAt.getTime() === last?.createdAt.getTime(),
          ) ?? last
        )
      },
    },
  })),
  verbs("open ones are those that live", open, () => (tx) => ({
    memberships: {
      ...tx.memberships,
      openOf: async (userUuid) =>
        (await tx.memberships.openOf(userUuid)).filter((row) => row.validUntil === undefined),
    },
  })),
  verbs("open ones are in the order they were made", open, () => (tx) => ({
    memberships: {
      ...tx.memberships,
      openOf: async (userUuid) => (await tx.memberships.openOf(userUuid)).toReversed(),
    },
  })),
  verbs(
    "open ones were read before",
    "memberships: of concurrent writers that read a user's open ones none loses another's change",
    () => {
      const seen = new Map<string, readonly Membership[]>()
      return (tx) => ({
        memberships: {
          ...tx.memberships,
          openOf: async (userUuid) => {
            if (!seen.has(userUuid)) seen.set(userUuid, await tx.memberships.openOf(userUuid))
            return seen.get(userUuid) ?? []
          },
          replaceAll: async (rows) => {
            for (const row of rows) await tx.memberships.replace(row)
          },
        },
      })
    },
  ),
  verbs(
    "those on a tier were read before",
    "memberships: of concurrent writers that read those on a tier none loses another's change",
    () => {
      const seen = new Map<string, readonly Membership[]>()
      return (tx) => ({
        memberships: {
          ...tx.memberships,
          onTier: async (of) => {
            if (!seen.has(of.tierUuid)) seen.set(of.tierUuid, await tx.memberships.onTier(of))
            return seen.get(of.tierUuid) ?? []
          },
          replaceAll: async (rows) => {
            for (const row of rows) await tx.memberships.replace(row)
          },
        },
      })
    },
  ),
  verbs("those on a tier after one include it", onTier, () => (tx) => ({
    memberships: {
      ...tx.memberships,
      onTier: async (of) => {
        const row = of.after === undefined ? undefined : await tx.memberships.find(of.after)
        const rows = await tx.memberships.onTier(of)
        return row?.tierUuid === of.tierUuid ? [row, ...rows].slice(0, of.limit) : rows
      },
    },
  })),
  verbs("those on a tier are those who can use it", onTier, () => (tx) => ({
    memberships: {
      ...tx.memberships,
      onTier: async (of) =>
        (await tx.memberships.onTier(of)).filter((row) => row.validUntil === undefined),
    },
  })),
  verbs("those on a tier are as many as there are", onTier, () => (tx) => ({
    memberships: {
      ...tx.memberships,
      onTier: (of) => tx.memberships.onTier({ ...of, limit: 1000 }),
    },
  })),
  verbs("at most 500 are found on a tier", thousand, () => (tx) => ({
    memberships: {
      ...tx.memberships,
      onTier: (of) => tx.memberships.onTier({ ...of, limit: Math.min(of.limit, 500) }),
    },
  })),
  verbs("at most 999 can be replaced", thousand, () => (tx) => ({
    memberships: {
      ...tx.memberships,
      replaceAll: (rows) => tx.memberships.replaceAll(rows.slice(0, 999)),
    },
  })),
  verbs("a price of nothing was not agreed", custom, () => (tx) => ({
    memberships: {
      ...tx.memberships,
      customOnTier: async (of) =>
        (await tx.memberships.customOnTier(of)).filter(
          (row) => row.customPriceCents !== 0 || row.customPaymentInterval !== undefined,
        ),
    },
  })),
  verbs("an interval alone was not agreed", custom, () => (tx) => ({
    memberships: {
      ...tx.memberships,
      customOnTier: async (of) =>
        (await tx.memberships.customOnTier(of)).filter((row) => row.customPriceCents !== undefined),
    },
  })),
  verbs("replacing many leaves when somebody joined", replaced, () => (tx) => ({
    memberships: {
      ...tx.memberships,
      replaceAll: async (rows) => {
        const changed: Membership[] = []
        for (const row of rows)
          changed.push({
            ...row,
            joinedAt: (await tx.memberships.find(row.uuid))?.joinedAt ?? row.joinedAt,
          })
        await tx.memberships.replaceAll(changed)
      },
    },
  })),
  verbs("of many those that can be are replaced", allOrNone, () => (tx) => ({
    memberships: {
      ...tx.memberships,
      replaceAll: async (rows) => {
        for (const row of rows) await tx.memberships.replace(row)
      },
    },
  })),
  verbs("many are replaced whatever their revision", allOrNone, () => (tx) => ({
    memberships: {
      ...tx.memberships,
      replaceAll: async (rows) => {
        const raised: Membership[] = []
        for (const row of rows) {
          const before = await tx.memberships.find(row.uuid)
          raised.push(before === undefined ? row : { ...row, revision: before.revision + 1 })
        }
        await tx.memberships.replaceAll(raised)
      },
    },
  })),
]
