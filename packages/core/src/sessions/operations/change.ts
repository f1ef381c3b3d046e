import { Effect } from "effect"
import type { Caller } from "../../foundation/access/caller.ts"
import * as endpoints from "../../contract/endpoints/sessions.ts"
import { Conflict, Invalid, NotFound, StrandingHolders } from "../../foundation/errors/refusals.ts"
import { patched } from "../../foundation/kernel/patched.ts"
import { step } from "../../foundation/step.ts"
import { transact, Tx } from "../../foundation/unit-of-work.ts"
import type { Session } from "../session.ts"
import { changedSession, checkedPrior, checkedRequirers, numberedAnew } from "../session-change.ts"
import { sessionFor } from "../steps.ts"
import { doorSettings } from "../steps/door-settings.ts"
import { permitTexts } from "../../foundation/errors/permit-texts.ts"
import type { UpdateSessionInput } from "../inputs.ts"

/**
 * Changes the sent fields of a session and returns the session. Writes nothing if nothing changes.
 */
export const update = step(function* (
  caller: Caller,
  { session: path, settings = {}, confirmStrandingHolders = false, ...sent }: UpdateSessionInput,
) {
  yield* Effect.fromResult(
    permitTexts({ line: { name: sent.name }, prose: { description: sent.description } }),
  )
  return yield* transact(function* (tx, now) {
    const { session: found } = yield* sessionFor(caller, endpoints.updateSession.access, path)
    const activityUuid = patched(found.activityUuid, sent.activityUuid)
    const session = yield* lockWithActivities(found, activityUuid)
    const of = { organizationUuid: session.organizationUuid, activityUuid }
    const changed = yield* Effect.fromResult(
      changedSession(session, sent, yield* doorSettings(session, settings, of), now),
    )
    if (changed === session) return session
    yield* permitPlace(session, changed)
    if (!confirmStrandingHolders) yield* refuseStranding(session, changed)
    const isMoved = activityUuid !== session.activityUuid
    const lastNumber =
      isMoved && activityUuid !== undefined ? yield* tx.sessions.lastNumber(activityUuid) : 0
    const written = isMoved ? numberedAnew(changed, lastNumber) : changed
    yield* tx.sessions.changeAll([written])
    return written
  })
})

/**
 * Locks the activity it is in and the one it goes to, and then the session: all sessions of an
 * activity change one after the other, so that those that require one another start in the right
 * order whichever sessions are moved.
 */
const lockWithActivities = step(function* (found: Session, activityUuid: string | undefined) {
  const tx = yield* Tx
  const isMoved = activityUuid !== found.activityUuid
  const target =
    activityUuid === undefined || !isMoved ? undefined : yield* tx.activities.find(activityUuid)
  const isTheirs =
    target?.uuid === activityUuid && target?.organizationUuid === found.organizationUuid
  if (isMoved && activityUuid !== undefined && !isTheirs)
    return yield* new Invalid({ errors: { activity_uuid: "is no activity of this organization" } })
  const uuids = new Set([found.activityUuid, activityUuid].filter((uuid) => uuid !== undefined))
  for (const uuid of [...uuids].toSorted()) {
    if ((yield* tx.activities.lock(uuid)) === undefined)
      return yield* new NotFound({ what: "activity" })
  }
  const session =
    (yield* tx.sessions.lock(found.uuid)) ?? (yield* new NotFound({ what: "session" }))
  if (session.activityUuid === found.activityUuid) return session
  return yield* new Conflict({
    reason: "moved_meanwhile",
    message: "This session was just moved by another caller. Read it and try again.",
  })
})

/** Whether it can be in its activity, before and after others, as it is now. */
const permitPlace = step(function* (session: Session, changed: Session) {
  const tx = yield* Tx
  const isMoved = changed.activityUuid !== session.activityUuid
  if (isMoved) yield* refuseToTakeTicketAlong(session, changed)
  const isElsewhen = isMoved || changed.startTime.getTime() !== session.startTime.getTime()
  const { requiredPriorSessionUuid: priorUuid } = changed
  if (isElsewhen || priorUuid !== session.requiredPriorSessionUuid) {
    const prior = priorUuid === undefined ? undefined : yield* tx.sessions.find(priorUuid)
    yield* Effect.fromResult(checkedPrior(changed, prior))
  }
  if (isElsewhen)
    yield* Effect.fromResult(
      checkedRequirers(changed, yield* tx.sessions.firstRequiring(session.uuid)),
    )
})

const refuseToTakeTicketAlong = step(function* (session: Session, { ticketTemplateUuid }: Session) {
  const tx = yield* Tx
  const template =
    ticketTemplateUuid === undefined
      ? undefined
      : yield* tx.rewardTemplates.find(ticketTemplateUuid)
  if (template?.activityUuid === undefined || template.activityUuid !== session.activityUuid) return
  return yield* new Conflict({
    reason: "ticket_of_activity",
    message:
      "The session's ticket belongs to its current activity. To move the session, choose another ticket or none.",
    details: { ticket_template_uuid: template.uuid },
  })
})

const refuseStranding = step(function* (
  { uuid, slug, ticketTemplateUuid }: Session,
  changed: Session,
) {
  if (ticketTemplateUuid === undefined || changed.ticketTemplateUuid === ticketTemplateUuid) return
  const tx = yield* Tx
  const counts = yield* tx.tickets.countValid({ rewardTemplateUuids: [ticketTemplateUuid] })
  const holders = counts.reduce((sum, { total }) => sum + total, 0)
  if (holders > 0)
    return yield* new StrandingHolders({
      holders,
      sessions: [{ uuid, slug, ticketTemplateUuid, holders }],
    })
})
