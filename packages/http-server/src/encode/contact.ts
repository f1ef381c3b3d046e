import type {
  ContactView,
  ContactVisitView,
  ContactWithVisits,
  SessionContext,
} from "@symbolon/core"
import type { resources } from "@symbolon/core/contract"
import type * as z from "zod"
import type { ImageUrl } from "./image-url.ts"
import { instant, instantOrNull } from "./instant.ts"

type Contact = z.output<typeof resources.Contact>

/** A contact of a list, without its encounters. */
export const encodeContact =
  (imageUrl: ImageUrl) =>
  (contact: ContactView): Contact => ({
    uuid: contact.uuid,
    type: contact.type,
    ...encodePerson(imageUrl, contact),
    email: contact.email ?? null,
    position: contact.jobTitle ?? null,
    company: contact.company ?? null,
    phone_number: null,
    profile_page_uuid: null,
    notes: contact.notes ?? null,
    visit_count: contact.visitCount,
    saved_at: instant(contact.savedAt ?? contact.createdAt),
    last_visited_at: instantOrNull(contact.visitCount === 0 ? undefined : contact.latestAt),
    met_at: encodeContext(contact.metAt),
    visits: [],
  })

/** A contact with all encounters. */
export const encodeWholeContact =
  (imageUrl: ImageUrl) =>
  (contact: ContactWithVisits): Contact => ({
    ...encodeContact(imageUrl)(contact),
    visits: contact.visits.map(encodeContactVisit),
  })

/** An encounter with a contact. */
export const encodeContactVisit = (
  visit: ContactVisitView,
): z.output<typeof resources.ContactVisit> => ({
  uuid: visit.uuid,
  visited_at: instant(visit.visitedAt),
  notes: visit.notes ?? null,
  activity_session: encodeContext(visit.session),
  via_client_id: visit.viaClientId ?? null,
  created_at: instant(visit.createdAt),
})

const encodePerson = (imageUrl: ImageUrl, { person, name }: ContactView) =>
  person === undefined
    ? { is_registered: false, name: name ?? "", image_url: "", username: null }
    : {
        is_registered: true,
        name: [person.firstName, person.lastName ?? ""].join(" ").trim(),
        image_url: imageUrl(person.avatarImageFileUuid) ?? "",
        username: person.username,
      }

const encodeContext = (
  session: SessionContext | undefined,
): z.output<typeof resources.ActivitySessionContext> | null =>
  session === undefined
    ? null
    : {
        session_uuid: session.sessionUuid,
        session_name: session.sessionName,
        session_slug: session.sessionSlug,
        activity_uuid: session.activityUuid ?? null,
        activity_name: session.activityName ?? null,
        organization_uuid: session.organizationUuid,
        start_time: instant(session.startTime),
        end_time: instant(session.endTime),
      }
