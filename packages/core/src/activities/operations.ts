import { Effect } from "effect"
import type { Caller } from "../access/caller.ts"
import * as endpoints from "../contract/endpoints/activities.ts"
import { NotFound } from "../errors/refusals.ts"
import type { PageRequest } from "../kernel/page.ts"
import { isSlug, slugOf, withSuffix } from "../kernel/slug.ts"
import { authorise, organizationFor, organizationOf } from "../organizations/steps.ts"
import { checkedSettings, type SentSettings } from "../sessions/settings.ts"
import { Ports, read, transact } from "../unit-of-work.ts"
import { type Activity, defaultDoorSettings } from "./activity.ts"

const unsaid = {
  description: undefined,
  websiteUrl: undefined,
  additionalData: undefined,
  startTime: undefined,
  endTime: undefined,
  timezone: undefined,
  isSessionCheckinOpen: true,
} as const satisfies Partial<Activity>

/** What is asked for. */
export interface CreateActivity extends Partial<Pick<Activity, keyof typeof unsaid>> {
  readonly organization: string
  readonly name: string
  /** Defaults of its sessions; what is left out is the default of all doors. */
  readonly settings?: SentSettings
}

/** Makes an activity; its slug follows from the name. */
export const create = Effect.fnUntraced(function* (caller: Caller, { organization: path, settings = {}, ...input }: CreateActivity) {
  const { ids } = yield* Ports
  return yield* transact(function* (tx, now) {
    const organization = yield* organizationFor(caller, endpoints.createActivity.access, path)
    const door = yield* Effect.fromResult(checkedSettings(defaultDoorSettings, settings))
    const base = {
      ...unsaid,
      ...input,
      ...door,
      uuid: ids.uuid(),
      organizationUuid: organization.uuid,
      cancelledAt: undefined,
      createdAt: now,
      updatedAt: undefined,
    }
    let activity: Activity = { ...base, slug: slugOf(input.name) }
    while (!isSlug(activity.slug) || !(yield* tx.activities.add(activity)))
      activity = { ...base, slug: withSuffix(slugOf(input.name), ids.suffix()) }
    return activity
  })
})

/** One activity, by slug or uuid. */
export const find = Effect.fnUntraced(function* (caller: Caller, input: { readonly activity: string }) {
  return yield* read(function* (tx) {
    const activity = yield* tx.activities.find(input.activity)
    if (activity === undefined) return yield* new NotFound({ what: "activity" })
    yield* authorise(caller, endpoints.getActivity.access, yield* organizationOf(activity.organizationUuid))
    return activity
  })
})

/** An organization's activities. */
export const list = Effect.fnUntraced(function* (
  caller: Caller,
  input: { readonly organization: string; readonly page: PageRequest<"created_at" | "name" | "start_time"> },
) {
  return yield* read(function* (tx) {
    const organization = yield* organizationFor(caller, endpoints.listActivities.access, input.organization)
    return yield* tx.activities.list(organization.uuid, input.page)
  })
})
