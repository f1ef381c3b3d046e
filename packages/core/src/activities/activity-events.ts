import type { Origin, OutboxEvent } from "../foundation/outbox/event.ts"
import type { Activity } from "./activity.ts"

const schemaVersion = 1

/**
 * `activity.deleted` as it waits to be sent: exactly the published fields. `byUserUuid` is
 * undefined for an app without a user.
 */
export const activityDeleted = (
  uuid: string,
  {
    activity,
    byUserUuid,
  }: { readonly activity: Activity; readonly byUserUuid: string | undefined },
  origin: Origin,
  now: Date,
): OutboxEvent => ({
  uuid,
  type: "activity.deleted",
  organizationUuid: activity.organizationUuid,
  data: {
    origin,
    schema_version: schemaVersion,
    activity_uuid: activity.uuid,
    organization_uuid: activity.organizationUuid,
    activity_name: activity.name,
    deleted_by_user_uuid: byUserUuid ?? null,
  },
  namedUserUuid: undefined,
  createdAt: now,
})
