import type { Caller } from "../../foundation/access/caller.ts"
import * as endpoints from "../../contract/endpoints/sessions.ts"
import { organizationFor } from "../../organizations/steps.ts"
import { step } from "../../foundation/step.ts"
import { listing } from "../../foundation/listing.ts"
import { read, sharedRead } from "../../foundation/unit-of-work.ts"
import { activityFor, sessionFor } from "../steps.ts"
import type { SessionInput } from "../../foundation/kernel/inputs.ts"
import type { ListActivitySessionsInput, ListOrganizationSessionsInput } from "../inputs.ts"

/** Returns a session by slug or uuid. */
export const get = step(function* (caller: Caller, input: SessionInput) {
  return yield* sharedRead(function* () {
    return (yield* sessionFor(caller, endpoints.getSession.access, input.session)).session
  })
})

/**
 * Lists the sessions of an activity. Filters: only sessions that have not ended, only one series.
 */
export const listForActivity = listing(function* (
  caller: Caller,
  input: ListActivitySessionsInput,
) {
  return yield* read(function* (tx, now) {
    const { activity } = yield* activityFor(
      caller,
      endpoints.listForActivity.access,
      input.activity,
    )
    const { isUpcoming, seriesUuid } = input
    const ends = isUpcoming === undefined ? {} : isUpcoming ? { endsAfter: now } : { endsBy: now }
    return yield* tx.sessions.list({ activityUuid: activity.uuid, seriesUuid, ...ends }, input.page)
  })
})

/**
 * Lists the sessions of an organization, with those of its activities. Filters: only sessions
 * between `from` and `to`, only standalone ones, or only those of activities.
 */
export const listForOrganization = listing(function* (
  caller: Caller,
  input: ListOrganizationSessionsInput,
) {
  return yield* read(function* (tx) {
    const organization = yield* organizationFor(
      caller,
      endpoints.listForOrganization.access,
      input.organization,
    )
    return yield* tx.sessions.list(
      {
        organizationUuid: organization.uuid,
        endsAfter: input.from,
        startsBefore: input.to,
        isStandalone: input.isStandalone,
      },
      input.page,
    )
  })
})
