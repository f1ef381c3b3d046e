import { portsOf } from "@symbolon/core/effect"
import { makeCard } from "../../../core/test/world.ts"
import { read } from "../read.ts"
import { openWorld, start, type World } from "../world.ts"

/** What is said of a text that no storage can keep. */
export const unkept = "holds a character that cannot be kept: NUL, or half of a surrogate pair"

/**
 * A world with an activity, a session and somebody inside, and how all of that stands: to be
 * compared when much was refused.
 */
export const openUntouched = async () => {
  const world = await openWorld()
  const { symbolon, club } = world
  const made = await symbolon.activities.create({ organization: club.slug, name: "Regatta" })
  const times = { startTime: start, endTime: new Date(start.getTime() + 3_600_000) }
  const { slug } = await symbolon.sessions.create({
    activity: made.slug,
    name: "Day one",
    ...times,
  })
  await makeCard(symbolon, { organization: club.slug, identifier: "04A1" })
  const [activity, session] = [`/api/v1/activities/${made.slug}`, `/api/v1/sessions/${slug}`]
  const { user } = await symbolon.accounts.createUser({ username: "inside", firstName: "I" })
  const inside = { identifier: { type: "user_id", value: user.uuid }, idempotency_key: "inside" }
  const { attendance_uuid: attendance } = await read(
    await world.call("POST", `${session}/admit`, inside),
    200,
  )
  const before = await everythingOf(world)
  return {
    world,
    activity,
    session,
    attendance: String(attendance),
    before,
    everything: () => everythingOf(world),
  }
}

/** All that a door, an activity or a session could have written. */
const everythingOf = ({ symbolon, club, ada }: World) =>
  portsOf(symbolon).storage.transact("read", async (tx) => {
    const page = { page: 1, pageSize: 100, sortBy: "created_at", sortOrder: "asc" } as const
    const organizationUuid = club.uuid
    const sessions = (await tx.sessions.list({ organizationUuid }, page)).items
    const activities = (await tx.activities.list({ organizationUuid }, page)).items
    const presences = []
    const admissions = []
    const manifests = []
    const series = []
    for (const { uuid } of sessions)
      presences.push(...(await tx.presences.list(uuid, undefined, 100)))
    for (const { uuid } of presences) admissions.push(...(await tx.presences.admissionsOf(uuid)))
    for (const { uuid } of sessions) manifests.push(await tx.manifests.newest(uuid))
    for (const { uuid } of activities)
      series.push(...(await tx.sessionSeries.list(uuid, start, page)).items)
    const wallets = (await tx.wallets.list({ userUuid: ada.uuid }, page)).totalItems
    return {
      sessions,
      activities,
      presences,
      admissions,
      series,
      manifests,
      wallets,
      events: await tx.outbox.list(undefined, 100),
    }
  })
