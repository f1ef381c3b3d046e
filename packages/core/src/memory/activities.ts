import type { ActivitiesOf, ActivityRepository } from "../activities/activity-repository.ts"
import type { Activity } from "../activities/activity.ts"
import { pageOf, rowsOf } from "./page-of.ts"
import { place } from "./table.ts"
import type { Tables } from "./tables.ts"

export const activities = (tables: Tables): ActivityRepository => {
  const present = (activity: Activity | undefined) =>
    activity?.deletedAt === undefined ? activity : undefined
  return {
    add: async (activity) => tables.activities.add(activity),
    find: async (slugOrUuid) =>
      present(tables.activities.at(slugOrUuid) ?? tables.activities.get(slugOrUuid)),
    findWithSession: async (slugOrUuid) => {
      const session = tables.sessions.at(slugOrUuid) ?? tables.sessions.get(slugOrUuid)
      if (session === undefined) return undefined
      const organization = tables.organizations.get(session.organizationUuid)
      return {
        session,
        organization: organization?.deletedAt === undefined ? organization : undefined,
        activity: present(tables.activities.get(session.activityUuid ?? "")),
      }
    },
    findAll: async (uuids) => rowsOf((uuid) => present(tables.activities.get(uuid)), uuids),
    lock: async (uuid) => present(tables.activities.get(uuid)),
    change: async (activity) => {
      if (present(tables.activities.get(activity.uuid)) === undefined) return false
      tables.activities.put(activity)
      return true
    },
    list: async (of, page) => {
      const keyOf = { created_at: "createdAt", name: "name", start_time: "startTime" } as const
      return pageOf(
        listed(tables, of),
        page,
        (row) => row[keyOf[page.sortBy]],
        (row) => row.uuid,
      )
    },
  }
}

const listed = (
  tables: Tables,
  { organizationUuid, from, to, userUuid }: ActivitiesOf,
): readonly Activity[] => {
  const isTheirs = userUuid === undefined ? () => true : whatUserHas(tables, userUuid)
  return tables.activities
    .rows()
    .filter(({ deletedAt }) => deletedAt === undefined)
    .filter((row) => tables.organizations.get(row.organizationUuid)?.deletedAt === undefined)
    .filter((row) => organizationUuid === undefined || row.organizationUuid === organizationUuid)
    .filter(({ endTime }) => from === undefined || endTime === undefined || endTime > from)
    .filter(({ startTime }) => to === undefined || startTime === undefined || startTime < to)
    .filter(
      (row) =>
        (from === undefined && to === undefined) ||
        row.startTime !== undefined ||
        row.endTime !== undefined,
    )
    .filter(isTheirs)
}

/** Whether a user is present at an activity, or holds a ticket to it. */
const whatUserHas = (tables: Tables, user: string) => {
  const wallets = tables.wallets
    .rows()
    .filter(({ kind, userUuid }) => kind === "user" && userUuid === user)
  const addresses = new Set(wallets.map(({ address }) => address))
  const cards = tables.cards
    .rows()
    .filter(({ holderUserUuid, claimedAt }) => holderUserUuid === user && claimedAt !== undefined)
  const counting = new Set([...addresses, ...cards.map(({ walletAddress }) => walletAddress)])
  const tickets = tables.tickets
    .rows()
    .filter(({ state, walletAddress }) => state === "valid" && counting.has(walletAddress))
  const activities = new Set(tickets.map(({ activityUuid }) => activityUuid))
  const templates = new Set(tickets.map(({ rewardTemplateUuid }) => rewardTemplateUuid))
  const isNamed = (template: string | undefined): boolean =>
    template !== undefined && templates.has(template)
  const isPresent = (sessionUuid: string): boolean =>
    [...addresses].some((address) => tables.presences.at(place(sessionUuid, address)) !== undefined)
  return ({ uuid, ticketTemplateUuid }: Activity): boolean => {
    const sessions = tables.sessions.rows().filter(({ activityUuid }) => activityUuid === uuid)
    const isOfASession = sessions.some(
      (session) => isNamed(session.ticketTemplateUuid) || isPresent(session.uuid),
    )
    return activities.has(uuid) || isNamed(ticketTemplateUuid) || isOfASession
  }
}
