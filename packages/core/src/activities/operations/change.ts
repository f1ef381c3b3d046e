import { Effect } from "effect"
import type { Caller } from "../../foundation/access/caller.ts"
import * as endpoints from "../../contract/endpoints/activities.ts"
import { holdImages } from "../../files/steps.ts"
import {
  type SentSettings,
  lacksTicket,
  namesAnother,
  settingsOver,
  ticketMissing,
} from "../../sessions/settings.ts"
import type { Session } from "../../sessions/session.ts"
import { lockedActivityFor } from "../../sessions/steps.ts"
import { doorSettings } from "../../sessions/steps/door-settings.ts"
import { step } from "../../foundation/step.ts"
import { transact, Tx } from "../../foundation/unit-of-work.ts"
import { changedActivity } from "../activity-rules.ts"
import type { Activity } from "../activity.ts"
import { strandingOf, templatesOf } from "../stranded.ts"
import { permitTexts } from "../../foundation/errors/permit-texts.ts"
import type { UpdateActivityInput } from "../inputs.ts"

/** A changed activity. */
export interface ActivityChanged {
  readonly activity: Activity
  /** How many sessions the settings went to; undefined when that was not asked for. */
  readonly sessionsUpdated: number | undefined
}

/**
 * Changes the sent fields of an activity. Its door settings are the defaults of new sessions.
 * Existing sessions keep theirs, unless the request applies the change to those that have not
 * ended. Ended sessions never change.
 */
export const update = step(function* (
  caller: Caller,
  { activity: path, settings = {}, ...input }: UpdateActivityInput,
) {
  const { name, description, websiteUrl } = input
  yield* Effect.fromResult(
    permitTexts({
      line: { name },
      prose: { description },
      webAddress: { website_url: websiteUrl },
    }),
  )
  return yield* transact(function* (tx, now) {
    const { activity: before } = yield* lockedActivityFor(
      caller,
      endpoints.updateActivity.access,
      path,
    )
    const changed = yield* Effect.fromResult(changedActivity(before, input, now))
    const activity: Activity = {
      ...changed,
      ...(yield* doorSettings(before, settings, ofActivity(before))),
    }
    const isApplied = input.applyToUpcomingSessions === true
    const isSent = Object.values(settings).some((value) => value !== undefined)
    const reached = isApplied && isSent ? yield* tx.sessions.lockUnfinished(before.uuid, now) : []
    yield* applyTo(
      reached,
      settings,
      { activity, isConfirmed: input.confirmStrandingHolders === true },
      now,
    )
    yield* holdImages({ image_file_uuid: input.imageFileUuid }, [
      before.uuid,
      before.organizationUuid,
    ])
    yield* tx.activities.change(activity)
    const result: ActivityChanged = {
      activity,
      sessionsUpdated: isApplied ? reached.length : undefined,
    }
    return result
  })
})

const ofActivity = ({ uuid, organizationUuid }: Activity) => ({
  organizationUuid,
  activityUuid: uuid,
})

/** Sets what is sent at the doors of sessions, all of them or none. */
const applyTo = step(function* (
  sessions: readonly Session[],
  settings: SentSettings,
  { activity, isConfirmed }: { readonly activity: Activity; readonly isConfirmed: boolean },
  now: Date,
) {
  const tx = yield* Tx
  const changes = sessions.flatMap((before) => {
    const after: Session = { ...before, ...settingsOver(before, settings), updatedAt: now }
    return isSameDoor(before, after) ? [] : [{ before, after }]
  })
  // The activity may name that ticket already, and have been asked about it long ago.
  const renamed = changes.find(({ before }) => namesAnother(before, settings))
  if (renamed !== undefined && !lacksTicket(renamed.after))
    yield* doorSettings(renamed.before, settings, ofActivity(activity))
  const unnamed = changes.find(({ after }) => lacksTicket(after))
  if (unnamed !== undefined) return yield* ticketMissing(` at the session ${unnamed.after.slug}`)
  const left = changes.flatMap(({ before, after }) =>
    before.ticketTemplateUuid === after.ticketTemplateUuid ? [] : [before],
  )
  const stranding = isConfirmed
    ? undefined
    : strandingOf(left, yield* tx.tickets.countValid({ rewardTemplateUuids: templatesOf(left) }))
  if (stranding !== undefined) return yield* stranding
  yield* tx.sessions.changeAll(changes.map(({ after }) => after))
})

const isSameDoor = (before: Session, after: Session): boolean =>
  before.requiresTicket === after.requiresTicket &&
  before.ticketTemplateUuid === after.ticketTemplateUuid &&
  before.requiredEntitlement === after.requiredEntitlement &&
  before.maxAttendees === after.maxAttendees &&
  before.enforcesCheckinWindow === after.enforcesCheckinWindow &&
  before.allowReentry === after.allowReentry &&
  before.admitsFrozenCards === after.admitsFrozenCards
