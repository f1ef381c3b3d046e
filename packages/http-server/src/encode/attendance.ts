import type { AttendanceView, PresenceView, User } from "@symbolon/core"
import type { resources } from "@symbolon/core/contract"
import type * as z from "zod"
import type { ImageUrl } from "./image-url.ts"
import { instant, instantOrNull } from "./instant.ts"
import { encodePublicUser } from "./member.ts"

/** An attendee of a session. */
export const encodeAttendee =
  (imageUrl: ImageUrl) =>
  ({ presence, user }: PresenceView): z.output<typeof resources.Attendee> => ({
    uuid: presence.uuid,
    user: whoeverIs(imageUrl, presence.userUuid, user),
    wallet_address: presence.walletAddress,
    card_identifier: presence.cardIdentifier ?? null,
    seat: presence.seat,
    admitted_at: instant(presence.firstAdmittedAt),
    occurred_at: instant(presence.lastAdmittedAt),
    recorded_at: instant(presence.recordedAt),
    source: presence.source,
    disputed_reason: presence.disputedReason ?? null,
    undone_at: instantOrNull(presence.undoneAt),
    undone_by: presence.undoneBy ?? null,
  })

/** An attendee of an activity's sessions. */
export const encodeActivityAttendee =
  (imageUrl: ImageUrl) =>
  ({ attendance, user }: AttendanceView): z.output<typeof resources.ActivityAttendee> => ({
    user: whoeverIs(imageUrl, attendance.userUuid, user),
    wallet_address: attendance.walletAddress,
    sessions_attended: attendance.sessionsAttended,
    first_admitted_at: instant(attendance.firstAdmittedAt),
    last_admitted_at: instant(attendance.lastAdmittedAt),
  })

const whoeverIs = (imageUrl: ImageUrl, uuid: string | undefined, user: User | undefined) =>
  uuid === undefined ? null : encodePublicUser(imageUrl, uuid, user)
