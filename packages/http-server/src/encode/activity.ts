import type { Activity, ActivityChanged, DoorSettings, Session } from "@symbolon/core"
import type { resources } from "@symbolon/core/contract"
import type * as z from "zod"
import type { ImageUrl } from "./image-url.ts"
import { instant, instantOrNull } from "./instant.ts"

const encodeDoorSettings = (settings: DoorSettings) => ({
  requires_ticket: settings.requiresTicket,
  ticket_template_uuid: settings.ticketTemplateUuid ?? null,
  required_entitlement: settings.requiredEntitlement ?? null,
  max_attendees: settings.maxAttendees ?? null,
  enforces_checkin_window: settings.enforcesCheckinWindow,
  allow_reentry: settings.allowReentry,
  admits_frozen_cards: settings.admitsFrozenCards,
})

/** An activity on the wire. */
export const encodeActivity =
  (imageUrl: ImageUrl) =>
  (activity: Activity): z.output<typeof resources.Activity> => ({
    uuid: activity.uuid,
    slug: activity.slug,
    name: activity.name,
    description: activity.description ?? null,
    organization_uuid: activity.organizationUuid,
    image_file_uuid: activity.imageFileUuid ?? null,
    image_file_url: imageUrl(activity.imageFileUuid),
    website_url: activity.websiteUrl ?? null,
    additional_data: activity.additionalData ?? null,
    start_time: instantOrNull(activity.startTime),
    end_time: instantOrNull(activity.endTime),
    is_session_checkin_open: activity.isSessionCheckinOpen,
    cancelled_at: instantOrNull(activity.cancelledAt),
    cancellation_reason: activity.cancellationReason ?? null,
    timezone: activity.timezone ?? null,
    ...encodeDoorSettings(activity),
    created_at: instant(activity.createdAt),
    updated_at: instantOrNull(activity.updatedAt),
  })

/** An activity after a change of it. */
export const encodeChangedActivity =
  (imageUrl: ImageUrl) =>
  ({ activity, sessionsUpdated }: ActivityChanged): z.output<typeof resources.ChangedActivity> => ({
    ...encodeActivity(imageUrl)(activity),
    sessions_updated: sessionsUpdated ?? null,
  })

/** A session on the wire. */
export const encodeSession = (session: Session): z.output<typeof resources.Session> => ({
  uuid: session.uuid,
  slug: session.slug,
  activity_uuid: session.activityUuid ?? null,
  name: session.name,
  description: session.description ?? null,
  start_time: instant(session.startTime),
  end_time: instant(session.endTime),
  is_checkin_open: session.isCheckinOpen,
  cancelled_at: instantOrNull(session.cancelledAt),
  cancellation_reason: session.cancellationReason ?? null,
  required_prior_session_uuid: session.requiredPriorSessionUuid ?? null,
  series_uuid: session.seriesUuid ?? null,
  sequence_number: session.sequenceNumber,
  ...encodeDoorSettings(session),
  created_at: instant(session.createdAt),
  updated_at: instantOrNull(session.updatedAt),
})
