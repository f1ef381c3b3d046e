import { Effect } from "effect"
import type { Caller } from "../access/caller.ts"
import type { Access } from "../access/permit.ts"
import { Forbidden, NotFound } from "../errors/refusals.ts"
import { authorise, organizationOf } from "../organizations/steps.ts"
import { Tx } from "../unit-of-work.ts"

/** The session of a path parameter with its activity and organization, for a caller who may do this there. */
export const sessionFor = Effect.fnUntraced(function* (caller: Caller, access: Access | undefined, slugOrUuid: string) {
  const tx = yield* Tx
  const session = yield* tx.sessions.find(slugOrUuid)
  if (session === undefined) return yield* new NotFound({ what: "session" })
  if (caller.kind === "door" && caller.sessionUuid !== session.uuid)
    return yield* new Forbidden({ reason: "This door token is for another session." })
  const organization = yield* organizationOf(session.organizationUuid)
  yield* authorise(caller, access, organization)
  const activity = session.activityUuid === undefined ? undefined : yield* tx.activities.find(session.activityUuid)
  return { session, activity, organization }
})
