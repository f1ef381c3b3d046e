import type { Activity, DoorSettings, Session } from "@symbolon/core"
import type { resources } from "@symbolon/core/contract"
import type * as z from "zod"
import { instant, orNull } from "./primitives.ts"

const encodeSettings = (settings: DoorSettings) => ({
  requires_ticket: settings.requiresTicket,
  ticket_template_uuid: orNull(settings.ticketTemplateUuid),
  required_entitlement: orNull(settings.requiredEntitlement),
  max_attendees: orNull(settings.maxAttendees),
  enforces_checkin_window: settings.enforcesCheckinWindow,
  allow_reentry: settings.allowReentry,
  admits_frozen_cards: settings.admitsFrozenCards,
})

/** Specification, "Activity". Images come with files. */
export const encodeActivity = (activity: Activity): z.output<typeof resources.Activity> => ({
  uuid: activity.uuid,
  slug: activity.slug,
  name: activity.name,
  description: orNull(activity.description),
  organization_uuid: activity.organizationUuid,
  image_file_uuid: null,
  image_file_url: null,
  website_url: orNull(activity.websiteUrl),
  additional_data: activity.additionalData === undefined ? null : { ...activity.additionalData },
  start_time: instant(activity.startTime),
  end_time: instant(activity.endTime),
  is_session_checkin_open: activity.isSessionCheckinOpen,
  cancelled_at: instant(activity.cancelledAt),
  timezone: orNull(activity.timezone),
  ...encodeSettings(activity),
  created_at: activity.createdAt.toISOString(),
  updated_at: instant(activity.updatedAt),
})

/** Specification, "Session". */
export const encodeSession = (session: Session): z.output<typeof resources.Session> => ({
  uuid: session.uuid,
  slug: session.slug,
  activity_uuid: orNull(session.activityUuid),
  name: session.name,
  description: orNull(session.description),
  start_time: session.startTime.toISOString(),
  end_time: session.endTime.toISOString(),
  is_checkin_open: session.isCheckinOpen,
  cancelled_at: instant(session.cancelledAt),
  required_prior_session_uuid: orNull(session.requiredPriorSessionUuid),
  series_uuid: orNull(session.seriesUuid),
  sequence_number: session.sequenceNumber,
  ...encodeSettings(session),
  created_at: session.createdAt.toISOString(),
  updated_at: instant(session.updatedAt),
})
