import type { Session, Storage, Symbolon } from "../../src/index.ts"
import { openClub } from "../team.ts"

export const hourMs = 3_600_000

export const byStart = { page: 1, pageSize: 100, sortBy: "start_time", sortOrder: "asc" } as const

type Change = Omit<Parameters<Symbolon["sessions"]["change"]>[0], "session">

/** A club with two activities; hours count from now. */
export const openHall = async (storage?: Storage) => {
  const world = await openClub(storage === undefined ? {} : { storage })
  const { symbolon, club, clock } = world
  const now = clock.now().getTime()
  const in_ = (hours: number) => new Date(now + hours * hourMs)
  const activity = await symbolon.activities.create({
    organization: club,
    name: "Sailing week",
    settings: { maxAttendees: 40 },
  })
  const other = await symbolon.activities.create({ organization: club, name: "Winter talks" })
  const make = (
    name: string,
    from: number,
    to: number,
    how: Partial<Parameters<typeof symbolon.sessions.create>[0]> = {},
  ) =>
    symbolon.sessions.create({
      activity: activity.slug,
      name,
      startTime: in_(from),
      endTime: in_(to),
      ...how,
    })
  const change = (session: Pick<Session, "uuid">, sent: Change) =>
    world.forClub("manager").sessions.change({ session: session.uuid, ...sent })
  const now_ = (session: Pick<Session, "uuid">) => symbolon.sessions.find({ session: session.uuid })
  let issued = 0
  /** Issues a ticket of that name; answers its template. */
  const issue = async (name: string, activityUuid?: string) => {
    const { transaction } = await symbolon.rewards.issueTicket({
      organization: club,
      of: { name },
      to: { type: "username", value: "a-stranger" },
      activityUuid,
      idempotencyKey: `ticket ${(issued += 1)}`,
    })
    return transaction.body.reference_id
  }
  return { ...world, activity, other, in_, make, change, now: now_, issue }
}
