import type { SessionWithParents } from "../activities/activity-repository.ts"
import { type Caller, isElsewhere } from "../foundation/access/caller.ts"
import type { Access } from "../foundation/access/permit.ts"
import { Forbidden, NotFound } from "../foundation/errors/refusals.ts"
import { slugOf, withSuffix } from "../foundation/kernel/slug.ts"
import { authorise, organizationOf, writeUnderSlug } from "../organizations/steps.ts"
import { step } from "../foundation/step.ts"
import { Ports, Tx } from "../foundation/unit-of-work.ts"
import type { Session } from "./session.ts"

/**
 * The session of a path parameter with its activity and organization, for a caller who may do this
 * there. With its activity, once that is deleted, it is absent. A token that is bound elsewhere
 * hears the same of a session that is not there and of one that is not its own: {@link NotFound}
 * where it is bound to an organization, {@link Forbidden} where it is a door's.
 */
export const sessionFor = step(function* (
  caller: Caller,
  access: Access | undefined,
  slugOrUuid: string,
) {
  return yield* permitAt(caller, access, yield* sessionAt(slugOrUuid))
})

/** A session of a path parameter with what stands over it; nothing where it is not there. */
export type SessionFound =
  | SessionWithParents
  | { readonly [Name in keyof SessionWithParents]: undefined }

const absent: SessionFound = { session: undefined, organization: undefined, activity: undefined }

/** The session of a path parameter, before anybody is asked what they may do there. */
export const sessionAt = step(function* (slugOrUuid: string) {
  const tx = yield* Tx
  const found: SessionFound = (yield* tx.activities.findWithSession(slugOrUuid)) ?? absent
  return found
})

/**
 * What {@link sessionFor} answers of a session that was found, for a caller who may do this there.
 */
export const permitAt = step(function* (
  caller: Caller,
  access: Access | undefined,
  { session, organization, activity }: SessionFound,
) {
  if (caller.kind === "door" && caller.sessionUuid !== session?.uuid)
    return yield* new Forbidden({
      reason: "This door token is for another session. Use the token of this session.",
    })
  if (session === undefined || isElsewhere(caller, session))
    return yield* new NotFound({ what: "session" })
  if (organization === undefined) return yield* new NotFound({ what: "organization" })
  yield* authorise(caller, access, organization)
  if (session.activityUuid !== undefined && activity === undefined)
    return yield* new NotFound({ what: "session" })
  return { session, activity, organization }
})

/**
 * The activity of a path parameter with its organization, for a caller who may do this there;
 * absent for a token that is bound elsewhere.
 */
export const activityFor = step(function* (
  caller: Caller,
  access: Access | undefined,
  slugOrUuid: string,
) {
  const tx = yield* Tx
  const activity = yield* tx.activities.find(slugOrUuid)
  if (activity === undefined || isElsewhere(caller, activity))
    return yield* new NotFound({ what: "activity" })
  const organization = yield* organizationOf(activity.organizationUuid)
  yield* authorise(caller, access, organization)
  return { activity, organization }
})

/**
 * The activity that a caller may act on, its row locked: sessions are made and moved one after the
 * other, so that each gets a number of its own.
 */
export const lockedActivityFor = step(function* (
  caller: Caller,
  access: Access | undefined,
  slugOrUuid: string,
) {
  const tx = yield* Tx
  const found = yield* activityFor(caller, access, slugOrUuid)
  const activity =
    (yield* tx.activities.lock(found.activity.uuid)) ?? (yield* new NotFound({ what: "activity" }))
  return { ...found, activity }
})

/**
 * Writes a session under the slug of its name; one that is no slug, or taken, gets a random suffix.
 */
export const writeSession = step(function* (unnamed: Omit<Session, "slug">) {
  const tx = yield* Tx
  const slug = yield* writeUnderSlug(unnamed.name, (free) =>
    tx.sessions.add({ ...unnamed, slug: free }),
  )
  const session: Session = { ...unnamed, slug }
  return session
})

/**
 * `count` slugs of one name that no session has, all different: asked for together, so that many
 * cost no more than one.
 */
export const freeSlugs = step(function* (name: string, count: number) {
  const tx = yield* Tx
  const { ids } = yield* Ports
  const free = new Set<string>()
  while (free.size < count) {
    const drawn = Array.from({ length: count - free.size }, () =>
      withSuffix(slugOf(name), ids.suffix()),
    )
    const taken = new Set(yield* tx.sessions.takenSlugs(drawn))
    for (const slug of drawn) if (!taken.has(slug)) free.add(slug)
  }
  return [...free]
})
