import type { PageRequest } from "@symbolon/core/storage"
import { activity, at, organization, session, uuid } from "./sample-organization.ts"
import type { VerbCall } from "./verb-calls.ts"

const stranger = 900_000
const page = <SortBy extends string>(
  sortBy: SortBy,
  sortOrder: "asc" | "desc" = "asc",
): PageRequest<SortBy> => ({
  page: 1,
  pageSize: 20,
  sortBy,
  sortOrder,
})
const ofOrganization = { organizationUuid: organization.uuid }

/** The verbs of sessions and their series. */
export const sessionCalls: readonly VerbCall[] = [
  {
    name: "sessions.add",
    call: (tx) => tx.sessions.add({ ...session, uuid: uuid(stranger), slug: "other" }),
  },
  {
    name: "sessions.addAll",
    call: (tx) => tx.sessions.addAll([{ ...session, uuid: uuid(stranger + 1), slug: "another" }]),
  },
  { name: "sessions.takenSlugs", call: (tx) => tx.sessions.takenSlugs([session.slug, "free"]) },
  { name: "sessions.findAll", call: (tx) => tx.sessions.findAll([session.uuid]) },
  { name: "sessions.find", call: (tx) => tx.sessions.find(session.slug) },
  {
    name: "activities.findWithSession",
    call: (tx) => tx.activities.findWithSession(session.slug),
  },
  {
    name: "activities.findWithSession by uuid",
    call: (tx) => tx.activities.findWithSession(session.uuid),
  },
  { name: "sessions.lock", call: (tx) => tx.sessions.lock(session.uuid) },
  {
    name: "sessions.changeAll",
    call: (tx) => tx.sessions.changeAll([{ ...session, updatedAt: at(1) }]),
  },
  {
    name: "sessions.lockUnfinished",
    call: (tx) => tx.sessions.lockUnfinished(activity.uuid, at(0)),
  },
  {
    name: "sessions.list",
    call: (tx) => tx.sessions.list({ activityUuid: activity.uuid }, page("start_time")),
  },
  {
    name: "sessions.list of those that are over",
    call: (tx) =>
      tx.sessions.list({ activityUuid: activity.uuid, endsBy: at(0) }, page("start_time")),
  },
  {
    name: "sessions.list of a series",
    call: (tx) =>
      tx.sessions.list(
        { activityUuid: activity.uuid, seriesUuid: uuid(stranger) },
        page("start_time"),
      ),
  },
  {
    name: "sessions.list of an organization",
    call: (tx) =>
      tx.sessions.list(
        { ...ofOrganization, endsAfter: at(0), startsBefore: at(1) },
        page("start_time", "desc"),
      ),
  },
  {
    name: "sessions.list of those that stand alone",
    call: (tx) => tx.sessions.list({ ...ofOrganization, isStandalone: true }, page("created_at")),
  },
  { name: "sessions.firstRequiring", call: (tx) => tx.sessions.firstRequiring(session.uuid) },
  { name: "sessions.lastNumber", call: (tx) => tx.sessions.lastNumber(activity.uuid) },
  {
    name: "sessionSeries.add",
    call: (tx) =>
      tx.sessionSeries.add({
        uuid: uuid(stranger),
        activityUuid: activity.uuid,
        name: "Series",
        createdAt: at(0),
        updatedAt: undefined,
      }),
  },
  { name: "sessionSeries.find", call: (tx) => tx.sessionSeries.find(uuid(stranger), at(0)) },
  {
    name: "sessionSeries.list",
    call: (tx) => tx.sessionSeries.list(activity.uuid, at(0), page("created_at")),
  },
  {
    name: "sessionSeries.list by name",
    call: (tx) => tx.sessionSeries.list(activity.uuid, at(0), page("name", "desc")),
  },
]
