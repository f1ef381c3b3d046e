import type { ActivityRepository } from "../activities/activity-repository.ts"
import type { PresenceRepository } from "../admission/presence-repository.ts"
import type { ManifestRepository } from "../manifest/manifest-repository.ts"
import type { SessionRepository } from "../sessions/session-repository.ts"
import { pageOf } from "./page-of.ts"
import type { Table } from "./table.ts"
import type { Tables } from "./tables.ts"

interface Named {
  readonly uuid: string
  readonly slug: string
}

const addNamed = <Row extends Named>(rows: Table<Row>, row: Row): boolean => {
  if (rows.rows().some(({ slug }) => slug === row.slug)) return false
  rows.set(row.uuid, row)
  return true
}

const findNamed = <Row extends Named>(rows: Table<Row>, slugOrUuid: string): Row | undefined =>
  rows.rows().find(({ slug }) => slug === slugOrUuid) ?? rows.get(slugOrUuid)

export const activities = (tables: Tables): ActivityRepository => ({
  add: async (activity) => addNamed(tables.activities, activity),
  find: async (slugOrUuid) => findNamed(tables.activities, slugOrUuid),
  list: async (organizationUuid, page) => {
    const rows = tables.activities.rows().filter((row) => row.organizationUuid === organizationUuid)
    const keys = { created_at: "createdAt", name: "name", start_time: "startTime" } as const
    return pageOf(
      rows,
      page,
      (row) => row[keys[page.sortBy]],
      ({ uuid }) => uuid,
    )
  },
})

export const sessions = (tables: Tables): SessionRepository => {
  const ofActivity = (uuid: string) => tables.sessions.rows().filter(({ activityUuid }) => activityUuid === uuid)
  return {
    add: async (session) => addNamed(tables.sessions, session),
    find: async (slugOrUuid) => findNamed(tables.sessions, slugOrUuid),
    lock: async (uuid) => tables.sessions.get(uuid),
    list: async (activityUuid, page) =>
      pageOf(
        ofActivity(activityUuid),
        page,
        (row) => (page.sortBy === "start_time" ? row.startTime : row.createdAt),
        ({ uuid }) => uuid,
      ),
    countOf: async (activityUuid) => ofActivity(activityUuid).length,
  }
}

const place = (...parts: readonly string[]): string => parts.join("\u0000")

export const presences = (tables: Tables): PresenceRepository => {
  const of = (sessionUuid: string) => tables.presences.rows().filter((row) => row.sessionUuid === sessionUuid)
  const admissionsOf = (sessionUuid: string, walletAddress: string) =>
    tables.admissions.rows().filter((row) => row.sessionUuid === sessionUuid && row.walletAddress === walletAddress)
  return {
    find: async (sessionUuid, walletAddress) => tables.presences.get(place(sessionUuid, walletAddress)),
    add: async (presence) => {
      const key = place(presence.sessionUuid, presence.walletAddress)
      if (tables.presences.has(key)) return false
      tables.presences.set(key, presence)
      return true
    },
    moveEarlier: async (uuid, firstAdmittedAt) => {
      const row = tables.presences.rows().find((presence) => presence.uuid === uuid)
      if (row !== undefined) tables.presences.set(place(row.sessionUuid, row.walletAddress), { ...row, firstAdmittedAt })
    },
    count: async (sessionUuid, before) => {
      const counted = of(sessionUuid).filter(({ firstAdmittedAt }) => before === undefined || firstAdmittedAt < before)
      const ticketHolders = counted.filter(({ seat }) => seat === "ticket").length
      return { ticketHolders, walkIns: counted.filter(({ seat }) => seat === "walk_in").length }
    },
    list: async (sessionUuid, after, limit) =>
      of(sessionUuid)
        .filter(({ walletAddress }) => after === undefined || walletAddress > after)
        .toSorted((a, b) => (a.walletAddress < b.walletAddress ? -1 : 1))
        .slice(0, limit),
    findAdmission: async (sessionUuid, clientId, key) => tables.admissions.get(place(sessionUuid, clientId, key)),
    addAdmission: async (admission) => {
      const key = place(admission.sessionUuid, admission.clientId, admission.idempotencyKey)
      if (tables.admissions.has(key)) return false
      tables.admissions.set(key, admission)
      return true
    },
    admissionsOf: async (sessionUuid, walletAddress) =>
      admissionsOf(sessionUuid, walletAddress).toSorted(
        (a, b) => a.occurredAt.getTime() - b.occurredAt.getTime() || (a.idempotencyKey < b.idempotencyKey ? -1 : 1),
      ),
    dispute: async (uuid, disputedReason) => {
      const row = tables.admissions.rows().find((admission) => admission.uuid === uuid)
      if (row !== undefined) tables.admissions.set(place(row.sessionUuid, row.clientId, row.idempotencyKey), { ...row, disputedReason })
    },
  }
}

export const manifests = (tables: Tables): ManifestRepository => {
  const of = (sessionUuid: string) =>
    tables.manifests
      .rows()
      .filter((row) => row.sessionUuid === sessionUuid)
      .toSorted((a, b) => a.manifestVersion - b.manifestVersion)
  const keyOf = (sessionUuid: string, version: number) => place(sessionUuid, String(version))
  return {
    nextVersion: async (sessionUuid) => {
      const version = (tables.manifestVersions.get(sessionUuid) ?? 0) + 1
      tables.manifestVersions.set(sessionUuid, version)
      return version
    },
    keep: async (issued) => tables.manifests.set(keyOf(issued.sessionUuid, issued.manifestVersion), issued),
    find: async (sessionUuid, version) => tables.manifests.get(keyOf(sessionUuid, version)),
    newest: async (sessionUuid) => of(sessionUuid).at(-1),
    sweep: async (before, limit) => {
      const old = tables.manifests
        .rows()
        .filter(({ validUntil }) => validUntil < before)
        .slice(0, limit)
      for (const row of old) tables.manifests.delete(keyOf(row.sessionUuid, row.manifestVersion))
      return old.length
    },
  }
}
