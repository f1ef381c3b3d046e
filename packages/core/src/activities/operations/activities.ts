import { Effect } from "effect"
import { actingUser, boundOrganization, type Caller } from "../../foundation/access/caller.ts"
import { permitRole, permitToken } from "../../foundation/access/permit.ts"
import { accessOf } from "../../contract/endpoint.ts"
import * as endpoints from "../../contract/endpoints/activities.ts"
import { holdImages } from "../../files/steps.ts"
import { Forbidden, Invalid } from "../../foundation/errors/refusals.ts"
import { holdOrganization, organizationFor, writeUnderSlug } from "../../organizations/steps.ts"
import { activityFor } from "../../sessions/steps.ts"
import { doorSettings } from "../../sessions/steps/door-settings.ts"
import { step } from "../../foundation/step.ts"
import { listing } from "../../foundation/listing.ts"
import { Ports, read, sharedRead, transact } from "../../foundation/unit-of-work.ts"
import { permitTimes } from "../activity-rules.ts"
import type { Activity } from "../activity.ts"
import { defaultDoorSettings } from "../../sessions/door-settings.ts"
import { permitTexts } from "../../foundation/errors/permit-texts.ts"
import type {
  CreateActivityInput,
  ListActivitiesInput,
  ListOrganizationActivitiesInput,
} from "../inputs.ts"
import type { ActivityInput } from "../../foundation/kernel/inputs.ts"

const unsaid = {
  description: undefined,
  imageFileUuid: undefined,
  websiteUrl: undefined,
  additionalData: undefined,
  startTime: undefined,
  endTime: undefined,
  timezone: undefined,
  isSessionCheckinOpen: true,
} as const satisfies Partial<Activity>

/** Creates an activity. Its slug is derived from the name. */
export const create = step(function* (
  caller: Caller,
  { organization: path, settings = {}, ...input }: CreateActivityInput,
) {
  const { name, description, websiteUrl } = input
  yield* Effect.fromResult(
    permitTexts({
      line: { name },
      prose: { description },
      webAddress: { website_url: websiteUrl },
    }),
  )
  yield* Effect.fromResult(permitTimes({ ...unsaid, ...input }))
  const { ids } = yield* Ports
  return yield* transact(function* (tx, now) {
    const organization = yield* organizationFor(caller, endpoints.createActivity.access, path)
    yield* holdOrganization(organization)
    yield* holdImages({ image_file_uuid: input.imageFileUuid }, [organization.uuid])
    const base = {
      ...unsaid,
      ...input,
      ...(yield* doorSettings(defaultDoorSettings, settings, {
        organizationUuid: organization.uuid,
        activityUuid: undefined,
      })),
      uuid: ids.uuid(),
      organizationUuid: organization.uuid,
      cancelledAt: undefined,
      cancellationReason: undefined,
      createdAt: now,
      updatedAt: undefined,
      deletedAt: undefined,
    }
    const slug = yield* writeUnderSlug(input.name, (free) =>
      tx.activities.add({ ...base, slug: free }),
    )
    const activity: Activity = { ...base, slug }
    return activity
  })
})

/** Returns an activity by slug or uuid. */
export const get = step(function* (caller: Caller, input: ActivityInput) {
  return yield* sharedRead(function* () {
    return (yield* activityFor(caller, endpoints.getActivity.access, input.activity)).activity
  })
})

/** Lists the activities of an organization. */
export const listForOrganization = listing(function* (
  caller: Caller,
  input: ListOrganizationActivitiesInput,
) {
  return yield* read(function* (tx) {
    const organization = yield* organizationFor(
      caller,
      endpoints.listForOrganization.access,
      input.organization,
    )
    return yield* tx.activities.list({ organizationUuid: organization.uuid }, input.page)
  })
})

/**
 * Lists the activities of all organizations. An org-scoped token sees its own organization's alone.
 */
export const list = listing(function* (
  caller: Caller,
  { mine = false, ...input }: ListActivitiesInput,
) {
  const access = accessOf(endpoints.listActivities)
  yield* Effect.fromResult(permitToken(access, caller))
  const isBound = caller.kind !== "host" && caller.kind !== "user"
  const organizationUuid =
    input.organizationUuid ?? (isBound ? (boundOrganization(caller) ?? "") : undefined)
  if (organizationUuid !== undefined && organizationUuid !== "")
    yield* Effect.fromResult(permitRole(access, caller, organizationUuid, undefined))
  const userUuid = mine ? yield* holderOf(caller, input.userUuid) : undefined
  return yield* read(function* (tx) {
    return yield* tx.activities.list(
      { organizationUuid, from: input.from, to: input.to, userUuid },
      input.page,
    )
  })
})

const holderOf = step(function* (caller: Caller, userUuid: string | undefined) {
  if (caller.kind === "host")
    return userUuid ?? (yield* new Invalid({ errors: { user_uuid: "says for whom it is asked" } }))
  return (
    actingUser(caller) ??
    (yield* new Forbidden({
      reason: "`mine` needs a user's token: an app has no activities.",
    }))
  )
})
