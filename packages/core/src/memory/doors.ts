import type { ActivityRepository } from "../activities/activity-repository.ts"
import type { PresenceRepository } from "../admission/presence-repository.ts"
import type { ManifestRepository } from "../manifest/manifest-repository.ts"
import type { SessionRepository } from "../sessions/session-repository.ts"
import { compare, pageOf, sliceOf } from "./page-of.ts"
import { place } from "./table.ts"
import { addNew, type Tables } from "./tables.ts"

export const activities = (tables: Tables): ActivityRepository => ({
  add: async (activity) => tables.activities.add(activity),
  find: async (slugOrUuid) => tables.activities.at(slugOrUuid) ?? tables.activities.get(slugOrUuid),
  list: async (uuid, page) => {
    const rows = tables.activities.rows().filter(({ organizationUuid }) => organizationUuid === uuid)
    const keyOf = { created_at: "createdAt", name: "name", start_time: "startTime" } as const
    return pageOf(
      rows,
      page,
      (row) => row[keyOf[page.sortBy]],
      (row) => row.uuid,
    )
  },
})

export const sessions = (tables: Tables): SessionRepository => {
  const of = (uuid: string) => tables.sessions.rows().filter(({ activityUuid }) => activityUuid === uuid)
  return {
    add: async (session) => tables.sessions.add(session),
    find: async (slugOrUuid) => tables.sessions.at(slugOrUuid) ?? tables.sessions.get(slugOrUuid),
    lock: async (uuid) => tables.sessions.get(uuid),
    list: async (activityUuid, page) => {
      const keyOf = { created_at: "createdAt", start_time: "startTime" } as const
      return pageOf(
        of(activityUuid),
        page,
        (row) => row[keyOf[page.sortBy]],
        ({ uuid }) => uuid,
      )
    },
    countOf: async (activityUuid) => of(activityUuid).length,
  }
}

export const presences = (tables: Tables): PresenceRepository => {
  const of = (uuid: string) => tables.presences.rows().filter(({ sessionUuid }) => sessionUuid === uuid)
  return {
    find: async (sessionUuid, walletAddress) => tables.presences.at(place(sessionUuid, walletAddress)),
    add: async (presence) => tables.presences.add(presence),
    moveEarlier: async (uuid, firstAdmittedAt) => {
      const row = tables.presences.get(uuid)
      if (row !== undefined && firstAdmittedAt < row.firstAdmittedAt) tables.presences.put({ ...row, firstAdmittedAt })
    },
    count: async (sessionUuid, before) => {
      const seats = of(sessionUuid).flatMap(({ seat, firstAdmittedAt }) => (before === undefined || firstAdmittedAt < before ? [seat] : []))
      return {
        walkIns: seats.filter((seat) => seat === "walk_in").length,
        ticketHolders: seats.filter((seat) => seat === "ticket").length,
      }
    },
    list: async (sessionUuid, after, limit) => sliceOf(of(sessionUuid), ({ walletAddress }) => walletAddress, after, limit),
    findAdmission: async (sessionUuid, clientId, key) => tables.admissions.at(place(sessionUuid, clientId, key)),
    addAdmission: async (admission) => tables.admissions.add(admission),
    admissionsOf: async (sessionUuid, walletAddress) =>
      tables.admissions
        .rows()
        .filter((row) => row.sessionUuid === sessionUuid && row.walletAddress === walletAddress)
        .toSorted((a, b) => compare(a.occurredAt, b.occurredAt) || compare(a.idempotencyKey, b.idempotencyKey)),
    dispute: async (uuid, disputedReason) => {
      const row = tables.admissions.get(uuid)
      if (row !== undefined) tables.admissions.put({ ...row, disputedReason })
    },
  }
}

export const manifests = (tables: Tables): ManifestRepository => ({
  nextVersion: async (sessionUuid) => {
    const version = (tables.manifestVersions.get(sessionUuid)?.version ?? 0) + 1
    tables.manifestVersions.put({ sessionUuid, version })
    return version
  },
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
    for (const { sessionUuid, manifestVersion } of old) tables.manifests.delete(place(sessionUuid, manifestVersion))
    return old.length
  },
})
