import { contacts as endpoints } from "@symbolon/core/contract"
import { mapAnswer, contacts } from "@symbolon/core/effect"
import { encodeContact, encodeContactVisit, encodeWholeContact } from "../encode/contact.ts"
import { encodePage, pageRequest } from "../encode/page.ts"
import { route, type Route, withMeta } from "../route.ts"
import { replay } from "./posted.ts"

const moment = (text: string | undefined): Date | undefined =>
  text === undefined ? undefined : new Date(text)

/** The contacts of the caller. */
export const contactRoutes: readonly Route[] = [
  route(endpoints.listContacts, (input, caller, imageUrl) =>
    mapAnswer(
      contacts.list(caller, {
        search: input.search,
        activityUuid: input.activity_uuid,
        type: input.type,
        visitedAfter: moment(input.visited_after),
        page: pageRequest(input),
      }),
      (page) => encodePage(input, page, encodeContact(imageUrl, input.detail)),
    ),
  ),
  route(endpoints.save, (input, caller, imageUrl) =>
    mapAnswer(
      contacts.save(caller, {
        identifier: input.identifier,
        profilePageUuid: input.profile_page_uuid,
        name: input.name,
        email: input.email,
        jobTitle: input.position,
        company: input.company,
        visitedAt: moment(input.visited_at),
        activitySessionUuid: input.activity_session_uuid,
        notes: input.notes,
      }),
      (saved) => withMeta(encodeWholeContact(imageUrl)(saved), saved.isReplayed ? replay : {}),
    ),
  ),
  route(endpoints.getContact, (input, caller, imageUrl) =>
    mapAnswer(contacts.get(caller, { contact: input.contact_uuid }), encodeWholeContact(imageUrl)),
  ),
  route(endpoints.updateContact, (input, caller, imageUrl) =>
    mapAnswer(
      contacts.update(caller, { contact: input.contact_uuid, notes: input.notes }),
      encodeWholeContact(imageUrl),
    ),
  ),
  route(endpoints.deleteContact, (input, caller) =>
    mapAnswer(contacts.delete(caller, { contact: input.contact_uuid }), () => ({
      message: "The contact was deleted.",
    })),
  ),
  route(endpoints.updateVisit, (input, caller) =>
    mapAnswer(
      contacts.updateVisit(caller, {
        contact: input.contact_uuid,
        visit: input.visit_uuid,
        notes: input.notes,
        visitedAt: moment(input.visited_at),
      }),
      encodeContactVisit,
    ),
  ),
  route(endpoints.deleteVisit, (input, caller) =>
    mapAnswer(
      contacts.deleteVisit(caller, { contact: input.contact_uuid, visit: input.visit_uuid }),
      () => ({ message: "The encounter was deleted." }),
    ),
  ),
  route(endpoints.drop, (input, caller) =>
    mapAnswer(
      contacts.drop(caller, {
        identifier: input.identifier,
        profilePageUuid: input.profile_page_uuid,
        name: input.name,
        email: input.email,
        jobTitle: input.position,
        company: input.company,
        notes: input.notes,
      }),
      () => ({ message: "Sent. The person sees it if they accept contacts." }),
    ),
  ),
]
