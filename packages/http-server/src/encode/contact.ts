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
import { encodeProfile } from "./profile.ts"

type Contact = z.output<typeof resources.Contact>

/** A contact of a list, without its encounters; with the profile where that is asked for. */
export const encodeContact =
  (imageUrl: ImageUrl, detail: "full" | "summary") =>
  (contact: ContactView): Contact => ({
    uuid: contact.uuid,
    type: contact.type,
    ...encodePerson(imageUrl, contact),
    email: contact.email ?? null,
    phone_number: null,
    notes: contact.notes ?? null,
    visit_count: contact.visitCount,
    saved_at: instant(contact.savedAt ?? contact.createdAt),
    last_visited_at: instantOrNull(contact.visitCount === 0 ? undefined : contact.latestAt),
    met_at: encodeContext(contact.metAt),
    profile:
      contact.person === undefined || detail === "summary"
        ? null
        : encodeProfile(imageUrl)(contact.person.profile),
    visits: [],
  })

/** A contact with its profile and all encounters. */
export const encodeWholeContact =
  (imageUrl: ImageUrl) =>
  (contact: ContactWithVisits): Contact => ({
    ...encodeContact(imageUrl, "full")(contact),
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

const encodePerson = (imageUrl: ImageUrl, { person, name, jobTitle, company }: ContactView) => {
  const typed = { position: jobTitle ?? null, company: company ?? null }
  if (person === undefined)
    return {
      is_registered: false,
      name: name ?? "",
      image_url: "",
      username: null,
      profile_page_uuid: null,
      ...typed,
    }
  const { username, profile } = person
  return {
    is_registered: true,
    name: profile.name,
    image_url: imageUrl(profile.imageFileUuid) ?? "",
    username,
    profile_page_uuid: profile.profilePageUuid ?? null,
    position: typed.position ?? profile.currentRole?.title ?? null,
    company: typed.company ?? profile.currentRole?.company ?? null,
  }
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
