import { Effect } from "effect"
import type { Caller } from "../access/caller.ts"
import * as endpoints from "../contract/endpoints/sessions.ts"
import { Invalid, NotFound } from "../errors/refusals.ts"
import type { PageRequest } from "../kernel/page.ts"
import { isSlug, slugOf, withSuffix } from "../kernel/slug.ts"
import { authorise, organizationOf } from "../organizations/steps.ts"
import { Ports, read, transact, Tx } from "../unit-of-work.ts"
import type { Session } from "./session.ts"
import { checkedSettings, type SentSettings } from "./settings.ts"
import { sessionFor } from "./steps.ts"

/** What is asked for. */
export interface CreateSession {
  /** Slug or uuid. */
  readonly activity: string
  readonly name: string
  readonly description?: string | undefined
  readonly startTime: Date
  readonly endTime: Date
  readonly isCheckinOpen?: boolean
  /** What is left out is copied from the activity. */
  readonly settings?: SentSettings
}

const wholeSecond = (at: Date): Date => new Date(Math.floor(at.getTime() / 1000) * 1000)

/** Makes a session of an activity; door settings left out are copied from it. */
export const create = Effect.fnUntraced(function* (caller: Caller, { activity: path, settings = {}, ...input }: CreateSession) {
  if (input.endTime <= input.startTime) return yield* new Invalid({ errors: { end_time: "must come after start_time" } })
  const { ids } = yield* Ports
  return yield* transact(function* (tx, now) {
    const activity = yield* activityFor(caller, path)
    const door = yield* Effect.fromResult(checkedSettings(activity, settings))
    const base = {
      ...door,
      name: input.name,
      description: input.description,
      isCheckinOpen: input.isCheckinOpen ?? true,
      uuid: ids.uuid(),
      organizationUuid: activity.organizationUuid,
      activityUuid: activity.uuid,
      startTime: wholeSecond(input.startTime),
      endTime: wholeSecond(input.endTime),
      cancelledAt: undefined,
      requiredPriorSessionUuid: undefined,
      seriesUuid: undefined,
      sequenceNumber: (yield* tx.sessions.countOf(activity.uuid)) + 1,
      createdAt: now,
      updatedAt: undefined,
    }
    let session: Session = { ...base, slug: slugOf(input.name) }
    while (!isSlug(session.slug) || !(yield* tx.sessions.add(session)))
      session = { ...base, slug: withSuffix(slugOf(input.name), ids.suffix()) }
    return session
  })
})

const activityFor = Effect.fnUntraced(function* (caller: Caller, path: string, access = endpoints.createSession.access) {
  const tx = yield* Tx
  const activity = yield* tx.activities.find(path)
  if (activity === undefined) return yield* new NotFound({ what: "activity" })
  yield* authorise(caller, access, yield* organizationOf(activity.organizationUuid))
  return activity
})

/** One session, by slug or uuid. */
export const find = Effect.fnUntraced(function* (caller: Caller, input: { readonly session: string }) {
  return yield* read(function* () {
    return (yield* sessionFor(caller, endpoints.getSession.access, input.session)).session
  })
})

/** The sessions of an activity. */
export const list = Effect.fnUntraced(function* (
  caller: Caller,
  input: { readonly activity: string; readonly page: PageRequest<"start_time" | "created_at"> },
) {
  return yield* read(function* (tx) {
    const activity = yield* activityFor(caller, input.activity, endpoints.listActivitySessions.access)
    return yield* tx.sessions.list(activity.uuid, input.page)
  })
})
