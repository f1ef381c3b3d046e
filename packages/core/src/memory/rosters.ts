import type { RosterEntry } from "../manifest/rosters/roster.ts"
import type { RosterRepository } from "../manifest/rosters/roster-repository.ts"
import { compare, sliceOf } from "./page-of.ts"
import { place } from "./table.ts"
import { addNew, type Tables } from "./tables.ts"

/** Who may stand otherwise, and since when that is known. */
const changes = (tables: Tables): Pick<RosterRepository, "note" | "stamp" | "changes"> => {
  const changesOf = (uuid: string) =>
    tables.rosterChanges.rows().filter(({ organizationUuid }) => organizationUuid === uuid)
  return {
    note: async (organizationUuid, subjects) => {
      for (const subject of subjects)
        tables.rosterChanges.put({ organizationUuid, subject, position: undefined })
    },
    stamp: async (organizationUuid) => {
      const last = tables.rosterFeeds.get(organizationUuid)?.position ?? 0
      const unplaced = changesOf(organizationUuid).filter(({ position }) => position === undefined)
      if (unplaced.length === 0) return last
      for (const change of unplaced) tables.rosterChanges.put({ ...change, position: last + 1 })
      tables.rosterFeeds.put({ organizationUuid, position: last + 1 })
      return last + 1
    },
    changes: async (organizationUuid, after, limit) =>
      changesOf(organizationUuid)
        .flatMap(({ subject, position }) => (position === undefined ? [] : [{ subject, position }]))
        .filter(
          ({ subject, position }) =>
            (compare(position, after.position) || compare(subject, after.subject)) > 0,
        )
        .toSorted((a, b) => compare(a.position, b.position) || compare(a.subject, b.subject))
        .slice(0, limit),
  }
}

const entriesOf = (tables: Tables, uuid: string): readonly RosterEntry[] =>
  tables.rosterEntries.rows().filter(({ sessionUuid }) => sessionUuid === uuid)

type Forgetting = "sweep" | "idle" | "forgetEntries"
type Writing = "addEntries" | "closeEntries" | "moveEnds" | "dropEntries"
type OfRows = "note" | "stamp" | "changes" | "find" | "lock" | "add" | "change"

const forgetting = (tables: Tables): Pick<RosterRepository, Forgetting> => ({
  sweep: async (limit) => {
    const manifests = tables.manifests.rows()
    const old = tables.rosterEntries
      .rows()
      .filter(
        ({ sessionUuid, untilVersion }) =>
          untilVersion !== undefined &&
          !manifests.some((m) => m.sessionUuid === sessionUuid && m.manifestVersion < untilVersion),
      )
      .slice(0, limit)
    for (const { uuid } of old) tables.rosterEntries.delete(uuid)
    return old.length
  },
  idle: async (limit) =>
    tables.rosters
      .rows()
      .filter(
        ({ sessionUuid, basis }) =>
          basis !== "" &&
          !tables.manifests.rows().some((manifest) => manifest.sessionUuid === sessionUuid),
      )
      .map(({ sessionUuid }) => sessionUuid)
      .slice(0, limit),
  forgetEntries: async (sessionUuid, limit) => {
    const some = entriesOf(tables, sessionUuid).slice(0, limit)
    for (const { uuid } of some) tables.rosterEntries.delete(uuid)
    return some.length
  },
})

const writing = (tables: Tables): Pick<RosterRepository, Writing> => ({
  addEntries: async (entries) => {
    for (const entry of entries) addNew(tables.rosterEntries, entry, "roster entry")
  },
  closeEntries: async (uuids, untilVersion) => {
    for (const uuid of uuids) {
      const entry = tables.rosterEntries.get(uuid)
      if (entry !== undefined) tables.rosterEntries.put({ ...entry, untilVersion })
    }
  },
  moveEnds: async (ends) => {
    for (const { uuid, endsAt } of ends) {
      const entry = tables.rosterEntries.get(uuid)
      if (entry !== undefined) tables.rosterEntries.put({ ...entry, endsAt })
    }
  },
  dropEntries: async (uuids) => {
    for (const uuid of uuids) tables.rosterEntries.delete(uuid)
  },
})

const reservedToWalkIns = (tables: Tables, sessionUuid: string) =>
  entriesOf(tables, sessionUuid)
    .toSorted(
      (a, b) =>
        compare(a.walletAddress, b.walletAddress) ||
        a.sinceVersion - b.sinceVersion ||
        compare(a.list, b.list),
    )
    .flatMap(({ list, hasTicket, walletAddress, sinceVersion, untilVersion }) => {
      const there = tables.presences.at(place(sessionUuid, walletAddress))
      if (list === "awaited" || !(hasTicket || list === "gone") || there?.seat !== "walk_in")
        return []
      return [{ walletAddress, sinceVersion, untilVersion, firstAdmittedAt: there.firstAdmittedAt }]
    })
    .toSorted((a, b) => compare(a.firstAdmittedAt, b.firstAdmittedAt))

const entries = (tables: Tables): Omit<RosterRepository, OfRows | Forgetting | Writing> => {
  const of = (uuid: string) => entriesOf(tables, uuid)
  const listed = (
    { sessionUuid, list, version }: Parameters<RosterRepository["entries"]>[0],
    after: string | undefined,
    limit: number,
  ) =>
    sliceOf(
      of(sessionUuid).filter((entry) => entry.list === list && isListedAt(entry, version)),
      ({ walletAddress }) => walletAddress,
      after,
      limit,
    )
  return {
    entriesOf: async (sessionUuid, wallets, version) =>
      of(sessionUuid).filter(
        (entry) => wallets.includes(entry.walletAddress) && isListedAt(entry, version),
      ),
    firstBehind: async (sessionUuid, after = "") =>
      of(sessionUuid)
        .map(({ walletAddress }) => walletAddress)
        .filter((address) => address > after)
        .toSorted()[0],
    namedByCard: async (sessionUuid, card, version) =>
      of(sessionUuid).find(
        (entry) => entry.cardIdentifiers.includes(card) && isListedAt(entry, version),
      )?.walletAddress,
    reservedToWalkIns: async (sessionUuid, skip, limit) =>
      reservedToWalkIns(tables, sessionUuid).slice(skip, skip + limit),
    entries: async (list, after, limit) => listed(list, after, limit),
    lines: async (list, after, limit) =>
      listed(list, after, limit).map(({ walletAddress, cardIdentifiers, hasTicket }) => ({
        walletAddress,
        cardIdentifiers,
        hasTicket,
      })),
    changedBetween: async (sessionUuid, behind, upTo, limit) => {
      const isBetween = (version: number | undefined) =>
        version !== undefined && version > behind && version <= upTo
      return of(sessionUuid)
        .filter(
          ({ sinceVersion, untilVersion }) =>
            isBetween(sinceVersion) || (isBetween(untilVersion) && sinceVersion <= behind),
        )
        .slice(0, limit)
    },
    due: async (sessionUuid, at, limit) =>
      of(sessionUuid)
        .filter(
          ({ untilVersion, endsAt }) =>
            untilVersion === undefined && endsAt !== undefined && endsAt <= at,
        )
        .toSorted((a, b) => compare(a.endsAt, b.endsAt))
        .slice(0, limit),
    frozenCards: async (sessionUuid, version) =>
      [
        ...new Set(
          of(sessionUuid).flatMap((entry) =>
            isListedAt(entry, version) ? entry.frozenCardIdentifiers : [],
          ),
        ),
      ].sort(),
  }
}

export const rosters = (tables: Tables): RosterRepository => ({
  ...changes(tables),
  ...entries(tables),
  ...writing(tables),
  ...forgetting(tables),
  find: async (sessionUuid) => tables.rosters.get(sessionUuid),
  lock: async (sessionUuid) => tables.rosters.get(sessionUuid),
  add: async (roster) => tables.rosters.add(roster),
  change: async (roster) => {
    if (tables.rosters.get(roster.sessionUuid) !== undefined) tables.rosters.put(roster)
  },
})

const isListedAt = (
  { sinceVersion, untilVersion }: RosterEntry,
  version: number | undefined,
): boolean =>
  version === undefined
    ? untilVersion === undefined
    : sinceVersion <= version && (untilVersion === undefined || untilVersion > version)
