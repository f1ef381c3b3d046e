import { type Caller, isServiceStaff } from "../access/caller.ts"
import type { OutboxEvent } from "../outbox/event.ts"

const schemaVersion = 1

/** `membership.joined`: a membership starts. Exactly the fields of the specification. */
export const membershipJoined = (
  uuid: string,
  joined: { readonly userUuid: string; readonly organizationUuid: string; readonly tierSlug: string },
  caller: Caller,
  now: Date,
): OutboxEvent => ({
  uuid,
  type: "membership.joined",
  organizationUuid: joined.organizationUuid,
  data: {
    origin: isServiceStaff(caller) ? "admin" : "user_app",
    schema_version: schemaVersion,
    user_uuid: joined.userUuid,
    organization_uuid: joined.organizationUuid,
    tier_slug: joined.tierSlug,
  },
  createdAt: now,
})
