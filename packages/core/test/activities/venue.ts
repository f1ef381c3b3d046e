import { openMemory } from "../../src/memory/index.ts"
import type { OutboxEvent, Repositories, Storage } from "../../src/foundation/storage/index.ts"
import { openClub } from "../team.ts"
import { portsOf } from "../../src/effect.ts"

export const hourMs = 3_600_000

/** A club with an activity: one session of it is over, one is on, one is to come. */
export const openVenue = async () => {
  const { storage, asked } = counting(openMemory({ strict: true }))
  const world = await openClub({ storage })
  const { symbolon, club, clubUuid, clock } = world
  const now = clock.now().getTime()
  const in_ = (hours: number) => new Date(now + hours * hourMs)
  const activity = await symbolon.activities.create({ organization: club, name: "Sailing week" })
  const session = (name: string, from: number, to: number) =>
    symbolon.sessions.create({
      activity: activity.slug,
      name,
      startTime: in_(from),
      endTime: in_(to),
    })
  const sessions = {
    over: await session("Monday", -3, 0),
    on: await session("Tuesday", -1, 1),
    coming: await session("Wednesday", 24, 26),
  }
  const sessionNow = (name: keyof typeof sessions) =>
    symbolon.sessions.find({ session: sessions[name].uuid })
  let issued = 0
  /** Issues a ticket; answers its template. */
  const issue = async (
    name: string,
    how: { readonly to?: string; readonly activityUuid?: string } = {},
  ) => {
    const { transaction } = await symbolon.rewards.issueTicket({
      organization: club,
      of: { name },
      to: { type: "username", value: how.to ?? "a-stranger" },
      activityUuid: how.activityUuid,
      idempotencyKey: `ticket ${(issued += 1)}`,
    })
    return { template: transaction.body.reference_id, transaction: transaction.body.id }
  }
  const change = (input: Omit<Parameters<typeof symbolon.activities.change>[0], "activity">) =>
    world.forClub("manager").activities.change({ activity: activity.slug, ...input })
  const events = async (): Promise<readonly OutboxEvent[]> =>
    (
      await portsOf(symbolon).storage.transact("read", (tx) => tx.outbox.list(undefined, 1000))
    ).filter(
      ({ type, organizationUuid }) => type === "activity.deleted" && organizationUuid === clubUuid,
    )
  const activityNow = () => symbolon.activities.find({ activity: activity.uuid })
  return {
    ...world,
    asked,
    session,
    activity,
    activityNow,
    sessions,
    sessionNow,
    in_,
    issue,
    change,
    events,
  }
}

/** A storage that counts what it is asked. */
const counting = (inner: Storage) => {
  let count = 0
  const counted = (tx: Repositories): Repositories =>
    new Proxy(tx, {
      get: (nouns, noun) =>
        new Proxy(Reflect.get(nouns, noun) as object, {
          get: (verbs, verb) => {
            count += 1
            return Reflect.get(verbs, verb) as unknown
          },
        }),
    })
  const storage: Storage = {
    ...inner,
    transact: (mode, work) => inner.transact(mode, (tx) => work(counted(tx))),
  }
  return { storage, asked: () => count }
}
