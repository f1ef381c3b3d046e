import { Effect } from "effect"
import type { Caller } from "../../foundation/access/caller.ts"
import * as endpoints from "../../contract/endpoints/sessions.ts"
import type { PageRequest } from "../../foundation/kernel/page.ts"
import { organizationFor } from "../../organizations/steps.ts"
import { read } from "../../foundation/unit-of-work.ts"
import { activityFor, sessionFor } from "../steps.ts"

/** One session, by slug or uuid. */
export const find = Effect.fnUntraced(function* (
  caller: Caller,
  input: { readonly session: string },
) {
  return yield* read(function* () {
    return (yield* sessionFor(caller, endpoints.getSession.access, input.session)).session
  })
})

type SessionOrder = "start_time" | "created_at"

/** The sessions of an activity; only those that are not over, or of one series, if asked for. */
export const list = Effect.fnUntraced(function* (
  caller: Caller,
  input: {
    readonly activity: string
    readonly isUpcoming?: boolean | undefined
    readonly seriesUuid?: string | undefined
    readonly page: PageRequest<SessionOrder>
  },
) {
  return yield* read(function* (tx, now) {
    const { activity } = yield* activityFor(
      caller,
      endpoints.listActivitySessions.access,
      input.activity,
    )
    const endsAfter = input.isUpcoming === true ? now : undefined
    return yield* tx.sessions.list(
      { activityUuid: activity.uuid, seriesUuid: input.seriesUuid, endsAfter },
      input.page,
    )
  })
})

/**
 * The sessions of an organization, with those of its activities: those held between `from` and
 * `to`, standing alone or not, if asked for.
 */
export const listForOrganization = Effect.fnUntraced(function* (
  caller: Caller,
  input: {
    readonly organization: string
    /** Those that end after it. */
    readonly from?: Date | undefined
    /** Those that start before it. */
    readonly to?: Date | undefined
    readonly isStandalone?: boolean | undefined
    readonly page: PageRequest<SessionOrder>
  },
) {
  return yield* read(function* (tx) {
    const organization = yield* organizationFor(
      caller,
      endpoints.listOrganizationSessions.access,
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
