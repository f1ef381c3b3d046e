import type {
  Attendance,
  PresenceChange,
  PresenceRepository,
} from "../admission/presence-repository.ts"
import type { Arrival, Presence } from "../admission/presence.ts"
import type { ManifestRepository } from "../manifest/manifest-repository.ts"
import { compare, pageOf, rowsOf, sliceOf } from "./page-of.ts"
import { ticketHolders } from "./rewards.ts"
import { place } from "./table.ts"
import { addNew, type Tables, walletPlace } from "./tables.ts"

const completions = (
  tables: Tables,
  present: (sessionUuid: string) => readonly Presence[],
): Pick<PresenceRepository, "atAll"> => ({
  atAll: async (activityUuid, walletAddresses) => {
    const sessions = tables.sessions
      .rows()
      .filter((row) => row.activityUuid === activityUuid && row.cancelledAt === undefined)
    if (sessions.length === 0) return []
    const isAtAll = (address: string) =>
      sessions.every(({ uuid }) =>
        present(uuid).some(({ walletAddress }) => walletAddress === address),
      )
    return [...new Set(walletAddresses)].filter(isAtAll)
  },
})

export const presences = (tables: Tables): PresenceRepository => {
  const present = (uuid: string) =>
    tables.presences.rows().filter((row) => row.sessionUuid === uuid && row.undoneAt === undefined)
  const find = (sessionUuid: string, walletAddress: string) =>
    tables.presences.at(place(sessionUuid, walletAddress))
  const judged = (uuid: string) => present(uuid).filter(({ seatsLeft }) => seatsLeft !== undefined)
  const walkIns = (uuid: string) =>
    present(uuid)
      .filter(({ seat }) => seat === "walk_in")
      .toSorted(byArrival)
  return {
    find: async (sessionUuid, walletAddress) => find(sessionUuid, walletAddress),
    findAll: async (sessionUuid, walletAddresses) =>
      rowsOf((walletAddress) => find(sessionUuid, walletAddress), walletAddresses),
    tally: async (sessionUuid, walletAddresses) => ({
      present: present(sessionUuid).length,
      seatsJudgedUntil: judged(sessionUuid).toSorted(byArrival).at(-1)?.firstAdmittedAt,
      presences: rowsOf((walletAddress) => find(sessionUuid, walletAddress), walletAddresses),
    }),
    byUuid: async (uuid) => tables.presences.get(uuid),
    addAll: async (all) => {
      for (const presence of all) addNew(tables.presences, presence, "presence")
    },
    changeAll: async (changes) => {
      for (const change of changes) changeOne(tables, change)
    },
    undo: async ({ uuid }, undoneAt, undoneBy) => {
      const row = tables.presences.get(uuid)
      if (row === undefined || row.undoneAt !== undefined) return false
      tables.presences.put({ ...row, undoneAt, undoneBy })
      return true
    },
    judgedSeats: async (uuid) => {
      const all = judged(uuid)
      if (all.length === 0) return undefined
      return {
        least: Math.min(...all.map(({ seatsLeft = 0 }) => seatsLeft)),
        hasUnvouched: all.some(({ seatsVersion }) => seatsVersion === undefined),
      }
    },
    walkIns: async (uuid, skip, limit) => walkIns(uuid).slice(skip, skip + limit),
    walkInsBefore: async (uuid, arrival) =>
      walkIns(uuid).filter((row) => byArrival(row, arrival) < 0).length,
    arrivedAfter: async (uuid, at) =>
      present(uuid)
        .filter(({ firstAdmittedAt }) => firstAdmittedAt > at)
        .map(({ walletAddress }) => walletAddress),
    list: async (sessionUuid, after, limit) =>
      sliceOf(present(sessionUuid), ({ walletAddress }) => walletAddress, after, limit),
    ofWallet: async (walletAddress, after, limit) =>
      sliceOf(
        tables.presences
          .rows()
          .filter((row) => row.undoneAt === undefined && row.walletAddress === walletAddress),
        ({ sessionUuid }) => sessionUuid,
        after,
        limit,
      ),
    ...completions(tables, present),
    ...lists(tables, present),
    ...ofTickets(tables, find),
    ...admissions(tables),
  }
}

const changeOne = (tables: Tables, { uuid, ...facts }: PresenceChange): void => {
  const { seat, firstAdmittedAt, lastAdmittedAt, recordedAt, source, cardIdentifier } = facts
  const { seatsLeft, seatsVersion, isOverCapacity, disputedReason } = facts
  const came = { seat, firstAdmittedAt, lastAdmittedAt, recordedAt, source, cardIdentifier }
  const changed = { ...came, seatsLeft, seatsVersion, isOverCapacity, disputedReason }
  const row = tables.presences.get(uuid)
  if (row !== undefined) tables.presences.put({ ...row, ...changed })
}

const byArrival = (a: Arrival, b: Arrival): number =>
  compare(a.firstAdmittedAt, b.firstAdmittedAt) || compare(a.walletAddress, b.walletAddress)

/** Presences, a page at a time. */
const lists = (
  tables: Tables,
  present: (sessionUuid: string) => readonly Presence[],
): Pick<PresenceRepository, "page" | "ofActivity"> => ({
  page: async ({ sessionUuid, isUndone, isDisputed }, page) => {
    const keyOf = {
      first_admitted_at: "firstAdmittedAt",
      recorded_at: "recordedAt",
      created_at: "recordedAt",
    } as const
    const rows = tables.presences
      .rows()
      .filter((row) => row.sessionUuid === sessionUuid && (row.undoneAt !== undefined) === isUndone)
      .filter(
        ({ disputedReason }) =>
          isDisputed === undefined || (disputedReason !== undefined) === isDisputed,
      )
    return pageOf(
      rows,
      page,
      (row) => row[keyOf[page.sortBy]],
      ({ walletAddress }) => walletAddress,
    )
  },
  ofActivity: async ({ activityUuid: uuid }, page) => {
    const sessions = tables.sessions.rows().filter(({ activityUuid }) => activityUuid === uuid)
    const keyOf = {
      first_admitted_at: "firstAdmittedAt",
      created_at: "firstAdmittedAt",
      last_admitted_at: "lastAdmittedAt",
      sessions_attended: "sessionsAttended",
    } as const
    return pageOf(
      attendancesOf(sessions.flatMap((session) => present(session.uuid))),
      page,
      (row) => row[keyOf[page.sortBy]],
      ({ walletAddress }) => walletAddress,
    )
  },
})

/** Presences and tickets together. */
const ofTickets = (
  tables: Tables,
  find: (sessionUuid: string, walletAddress: string) => Presence | undefined,
): Pick<PresenceRepository, "ticketed" | "onTicket"> => ({
  ticketed: async (templateUuid, door) => {
    const holders = ticketHolders(tables, templateUuid, door)
    const { sessionUuid } = door
    const organizationUuid = tables.sessions.get(sessionUuid)?.organizationUuid
    const inside = [...holders].filter((holder) => {
      const known = tables.wallets.at(walletPlace("user", holder, organizationUuid))
      return find(sessionUuid, known?.address ?? holder) !== undefined
    })
    return { holders: holders.size, present: inside.length }
  },
  onTicket: async (template, walletAddress) =>
    tables.sessions
      .rows()
      .filter(({ ticketTemplateUuid }) => ticketTemplateUuid === template)
      .map(({ uuid, endTime }) => ({
        sessionUuid: uuid,
        endTime,
        isInside: find(uuid, walletAddress)?.seat === "ticket",
      })),
})

/** The admissions that presences rest on. */
const admissions = (
  tables: Tables,
): Pick<PresenceRepository, "findAdmissions" | "addAdmissions" | "admissionsOf" | "settle"> => ({
  findAdmissions: async (sessionUuid, clientIds, keys) =>
    clientIds.flatMap((clientId) =>
      rowsOf((key) => tables.admissions.at(place(sessionUuid, clientId, key)), keys),
    ),
  addAdmissions: async (all) => all.filter((admission) => tables.admissions.add(admission)).length,
  admissionsOf: async (uuids) =>
    tables.admissions
      .rows()
      .filter(({ presenceUuid }) => uuids.includes(presenceUuid))
      .toSorted((a, b) => compare(a.occurredAt, b.occurredAt) || a.ordinal - b.ordinal),
  settle: async (uuid, { isReentry, disputedReason }) => {
    const row = tables.admissions.get(uuid)
    if (row !== undefined) tables.admissions.put({ ...row, isReentry, disputedReason })
  },
})

/** Each person once, with how often and from when to when they were there. */
const attendancesOf = (presences: readonly Presence[]): readonly Attendance[] => {
  const people = new Map<string, Attendance>()
  for (const { walletAddress, userUuid, firstAdmittedAt, lastAdmittedAt } of presences) {
    const known = people.get(walletAddress)
    people.set(walletAddress, {
      walletAddress,
      userUuid: known?.userUuid ?? userUuid,
      sessionsAttended: (known?.sessionsAttended ?? 0) + 1,
      firstAdmittedAt:
        known !== undefined && known.firstAdmittedAt < firstAdmittedAt
          ? known.firstAdmittedAt
          : firstAdmittedAt,
      lastAdmittedAt:
        known !== undefined && known.lastAdmittedAt > lastAdmittedAt
          ? known.lastAdmittedAt
          : lastAdmittedAt,
    })
  }
  return [...people.values()]
}

export const manifests = (tables: Tables): ManifestRepository => ({
  keep: async (issued) => addNew(tables.manifests, issued, "manifest"),
  find: async (sessionUuid, version) => tables.manifests.get(place(sessionUuid, version)),
  newest: async (uuid) =>
    tables.manifests
      .rows()
      .filter(({ sessionUuid }) => sessionUuid === uuid)
      .toSorted((a, b) => a.manifestVersion - b.manifestVersion)
      .at(-1),
  sweep: async (before, limit) => {
    const old = tables.manifests
      .rows()
      .filter(({ validUntil }) => validUntil < before)
      .slice(0, limit)
    for (const { sessionUuid, manifestVersion } of old)
      tables.manifests.delete(place(sessionUuid, manifestVersion))
    return old.length
  },
})
