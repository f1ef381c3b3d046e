import type { Repositories } from "@symbolon/core/storage"
import { at } from "../../src/samples.ts"
import { type Breakage, later, resorted, verbs } from "./breakage.ts"

export const ofMembers: readonly Breakage[] = [
  verbs(
    "a name may be claimed again by its holder",
    "names: who claims a name first has it for good, organization or user",
    () => {
      const holders = new Map<string, string>()
      return (tx) => ({
        names: {
          claim: async (name, { kind, uuid }) => {
            const isFree = await tx.names.claim(name, { kind, uuid })
            if (isFree) holders.set(name, uuid)
            return isFree || holders.get(name) === uuid
          },
        },
      })
    },
  ),
  verbs(
    "a refused membership is answered true",
    "memberships: add answers false, and writes nothing, while the user has a row there that has not ended",
    () => (tx) => ({
      memberships: {
        ...tx.memberships,
        add: async (row) => (await tx.memberships.add(row)) || true,
      },
    }),
  ),
  verbs(
    "a refused membership overwrites",
    "memberships: add answers false, and writes nothing, while the user has a row there that has not ended",
    () => (tx) => ({
      memberships: {
        ...tx.memberships,
        add: async (row) => {
          const open = await tx.memberships.findOpen(row.organizationUuid, row.userUuid)
          if (open === undefined || row.endedAt !== undefined) return tx.memberships.add(row)
          await tx.memberships.replace({
            ...open,
            endedAt: row.createdAt,
            endedBy: "removed",
            revision: open.revision + 1,
          })
          await tx.memberships.add(row)
          return false
        },
      },
    }),
  ),
  verbs(
    "replace ignores the revision",
    "memberships: replace answers false, and writes nothing, at any other revision",
    () => (tx) => ({
      memberships: {
        ...tx.memberships,
        replace: async (row) => {
          const open = await tx.memberships.findOpen(row.organizationUuid, row.userUuid)
          return tx.memberships.replace({
            ...row,
            revision: (open?.revision ?? row.revision - 1) + 1,
          })
        },
      },
    }),
  ),
  verbs(
    "replace takes any newer revision",
    "memberships: replace answers false, and writes nothing, at any other revision",
    () => (tx) => ({
      memberships: {
        ...tx.memberships,
        replace: async (row) => {
          const open = await tx.memberships.findOpen(row.organizationUuid, row.userUuid)
          const isNewer = open !== undefined && row.revision > open.revision
          return tx.memberships.replace(isNewer ? { ...row, revision: open.revision + 1 } : row)
        },
      },
    }),
  ),
  verbs(
    "a row is found by what was read before",
    "transactions: 50 writers of one row lose no update",
    () => {
      const seen = new Map<string, Awaited<ReturnType<Repositories["memberships"]["findOpen"]>>>()
      return (tx) => ({
        memberships: {
          ...tx.memberships,
          findOpen: async (organizationUuid, userUuid) => {
            const key = organizationUuid + userUuid
            if (seen.get(key) === undefined)
              seen.set(key, await tx.memberships.findOpen(organizationUuid, userUuid))
            return seen.get(key)
          },
        },
      })
    },
  ),
  verbs(
    "terms end a moment late",
    "memberships: a list shows who stands as asked at the moment asked",
    () => (tx) => ({
      memberships: {
        ...tx.memberships,
        list: (of, page) => tx.memberships.list({ ...of, at: later(of.at, -1) }, page),
      },
    }),
  ),
  verbs(
    "ties are in the other direction",
    "memberships: a list is sorted by each field, never-ending terms after all others, ties by uuid",
    () => (tx) => ({
      memberships: {
        ...tx.memberships,
        list: (of, page) =>
          resorted(
            (all) => tx.memberships.list(of, all),
            page,
            (rows) => {
              const keyOf = {
                created_at: "createdAt",
                joined_at: "joinedAt",
                valid_until: "validUntil",
              } as const
              const groups = Map.groupBy(rows, (row) => row[keyOf[page.sortBy]]?.getTime())
              return [...groups.values()].flatMap((group) => group.toReversed())
            },
          ),
      },
    }),
  ),
  verbs(
    "what never ends is sorted first",
    "memberships: a list is sorted by each field, never-ending terms after all others, ties by uuid",
    () => (tx) => ({
      memberships: {
        ...tx.memberships,
        list: (of, page) =>
          resorted(
            (all) => tx.memberships.list(of, all),
            page,
            (rows) =>
              page.sortBy === "valid_until"
                ? rows.toSorted(
                    (a, b) =>
                      Number(a.validUntil !== undefined) - Number(b.validUntil !== undefined),
                  )
                : rows,
          ),
      },
    }),
  ),
  verbs(
    "holders are those who lapsed too",
    "memberships: holders are who is active then, on those tiers, by wallet address",
    () => (tx) => ({
      memberships: {
        ...tx.memberships,
        holders: (of) => tx.memberships.holders({ ...of, at: later(of.at, -50) }),
      },
    }),
  ),
  verbs(
    "no tiers are any tier",
    "memberships: holders are who is active then, on those tiers, by wallet address",
    () => (tx) => ({
      memberships: {
        ...tx.memberships,
        holders: (of) =>
          tx.memberships.holders({
            ...of,
            tierUuids: of.tierUuids?.length === 0 ? undefined : of.tierUuids,
          }),
      },
    }),
  ),
  verbs(
    "names sort as in a dictionary",
    "organizations: sorted by creation and by name, by code point, ties by uuid",
    () => (tx) => ({
      organizations: {
        ...tx.organizations,
        list: (of, page) =>
          resorted(
            (all) => tx.organizations.list(of, all),
            page,
            (rows) =>
              page.sortBy === "name" ? rows.toSorted((a, b) => a.name.localeCompare(b.name)) : rows,
          ),
      },
    }),
  ),
  verbs(
    "a page knows only its own rows",
    "organizations: sorted by creation and by name, by code point, ties by uuid",
    () => (tx) => ({
      organizations: {
        ...tx.organizations,
        list: async (of, page) => {
          const { items } = await tx.organizations.list(of, page)
          return { items, totalItems: items.length }
        },
      },
    }),
  ),
  verbs(
    "an organization is not found by its uuid",
    "organizations: found by slug and by uuid, with all its fields and with none",
    () => (tx) => ({
      organizations: {
        ...tx.organizations,
        find: async (slug) => {
          const row = await tx.organizations.find(slug)
          return row?.slug === slug ? row : undefined
        },
      },
    }),
  ),
  verbs(
    "many at once are asked for one by one",
    "users: many at once: none, some twice, 1,000, unknown ones left out",
    () => (tx) => ({
      users: {
        ...tx.users,
        findAll: async (uuids) => {
          const rows = []
          for (const uuid of uuids) rows.push(...(await tx.users.findAll([uuid])))
          return rows
        },
      },
    }),
  ),
  verbs(
    "closing one user's wallets closes everybody's",
    "wallets: close closes those of a user alone, each once, and the ledger's view tells it",
    () => (tx) => ({
      wallets: {
        ...tx.wallets,
        ofUsers: async (uuids, organizationUuid) =>
          (await tx.wallets.ofUsers(uuids, organizationUuid)).map((row) =>
            row.closedAt === undefined ? row : { ...row, closedAt: at(6) },
          ),
      },
    }),
  ),
  verbs(
    "at most 999 keys can be asked for",
    "wallets: many at once: none, some twice, 1,000, unknown ones left out",
    () => (tx) => ({
      wallets: {
        ...tx.wallets,
        findAll: (addresses) => {
          if (addresses.length > 999) return Promise.reject(new Error("too many SQL variables"))
          return tx.wallets.findAll(addresses)
        },
      },
    }),
  ),
  verbs("deleted tiers are gone", "tiers: deleted ones are found by uuid alone", () => (tx) => ({
    tiers: {
      ...tx.tiers,
      find: async (uuid) => {
        const row = await tx.tiers.find(uuid)
        return row?.deletedAt === undefined ? row : undefined
      },
    },
  })),
  verbs(
    "a card is a wallet of its user",
    "wallets: cards have as many wallets as they like, and are nobody's",
    () => (tx) => ({
      wallets: {
        ...tx.wallets,
        add: (row, key) =>
          tx.wallets.add(
            row.kind === "card" && row.userUuid !== undefined ? { ...row, kind: "user" } : row,
            key,
          ),
      },
    }),
  ),
]
