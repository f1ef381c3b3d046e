import * as z from "zod"
import { limits } from "../../foundation/kernel/limits.ts"
import { reads, writes } from "../access.ts"
import {
  dateTime,
  endpoint,
  line,
  listQuery,
  page,
  prose,
  reference,
  text,
  uuid,
} from "../endpoint.ts"
import * as parameters from "../parameters.ts"
import { Contact, ContactVisit } from "../resources/contact.ts"
import { IdentifierRef } from "../resources/identifier.ts"
import { Message } from "../resources/message.ts"

const notes = prose(limits.contactNotesMax)
const contactDetails = {
  position: line(limits.nameMax).optional(),
  company: line(limits.nameMax).optional(),
}

export const listContacts = endpoint({
  name: "contacts.list",
  base: "api",
  method: "GET",
  path: "/contacts",
  summary: "Lists the caller's contacts, without their encounters.",
  description:
    "A contact without encounters is sorted by `last_visited` as if it had been met when it came into the list.",
  access: reads("contact:read", "U"),
  bucket: "read",
  status: 200,
  query: listQuery(["created_at", "last_visited"], "desc").extend({
    detail: z
      .enum(["full", "summary"])
      .default("summary")
      .describe("full: each user's public profile too"),
    search: text(limits.nameMax)
      .optional()
      .describe("beginnings of words of the name or the username; case and accents are ignored"),
    activity_uuid: uuid().optional().describe("only contacts met at a session of this activity"),
    type: z.enum(["saved", "dropped"]).optional(),
    visited_after: dateTime.optional().describe("only contacts met after this moment"),
  }),
  response: page(Contact),
  errors: [],
})

export const save = endpoint({
  name: "contacts.save",
  base: "api",
  method: "POST",
  path: "/contacts",
  summary: "Saves a contact and records the encounter.",
  description:
    "Send `identifier` or `profile_page_uuid` for a registered person, or `name` and `email` for a person without an account. A contact that the caller has already gets the encounter; " +
    "one that this person dropped by account becomes a saved one. The same request within a minute, at the same session, records no second encounter. An identifier that does not point at a " +
    "registered person is refused (404 `identifier_unresolved`). A session that the caller cannot read is refused like an unknown one (404).",
  access: writes("contact:write", "U"),
  bucket: "write",
  status: 201,
  alsoAnswers: {
    200: {
      description:
        "The same request was made in the last minute: its answer again; `Idempotent-Replayed: true`",
      isResponse: true,
    },
  },
  isSafeToRepeat: true,
  body: z.strictObject({
    identifier: IdentifierRef.optional().describe("a registered person"),
    profile_page_uuid: reference()
      .optional()
      .describe(
        "a public profile page of a registered person: instead of identifier, or of that person",
      ),
    name: line(limits.nameMax, 1).optional().describe("required with email"),
    email: line(limits.nameMax, 1).optional().describe("required with name"),
    ...contactDetails,
    visited_at: dateTime.optional().describe("between the year 2000 and now; default: now"),
    activity_session_uuid: reference(limits.slugMax)
      .optional()
      .describe("the session of the encounter; it takes the scope session:read"),
    notes: notes.optional().describe("about this encounter"),
    via_client_id: text(limits.nameMax)
      .nullable()
      .optional()
      .describe("ignored: the app of the token is recorded"),
  }),
  response: Contact,
  errors: ["NotFound", "BadRequest", "IdentifierUnresolved", "Conflict"],
})

export const getContact = endpoint({
  name: "contacts.get",
  base: "api",
  method: "GET",
  path: "/contacts/{contact_uuid}",
  summary: "Returns one of the caller's contacts with all encounters.",
  access: reads("contact:read", "U"),
  bucket: "read",
  status: 200,
  params: z.object(parameters.contact),
  response: Contact,
  errors: ["NotFound"],
})

export const updateContact = endpoint({
  name: "contacts.update",
  base: "api",
  method: "PATCH",
  path: "/contacts/{contact_uuid}",
  summary: "Sets the standing note of a contact.",
  access: writes("contact:write", "U"),
  bucket: "write",
  status: 200,
  params: z.object(parameters.contact),
  body: z.strictObject({ notes: notes.nullable().describe("null for none") }),
  response: Contact,
  errors: ["NotFound"],
})

export const deleteContact = endpoint({
  name: "contacts.delete",
  base: "api",
  method: "DELETE",
  path: "/contacts/{contact_uuid}",
  summary: "Deletes a contact with its encounters. Saved again, it is a new contact.",
  access: writes("contact:write", "U"),
  bucket: "write",
  status: 200,
  params: z.object(parameters.contact),
  response: Message,
  errors: ["NotFound"],
})

export const updateVisit = endpoint({
  name: "contacts.updateVisit",
  base: "api",
  method: "PATCH",
  path: "/contacts/{contact_uuid}/visits/{visit_uuid}",
  summary: "Changes the note or the time of an encounter.",
  access: writes("contact:write", "U"),
  bucket: "write",
  status: 200,
  params: z.object({ ...parameters.contact, ...parameters.contactVisit }),
  body: z
    .strictObject({
      notes: notes.nullable().describe("null for none"),
      visited_at: dateTime.describe("between the year 2000 and now"),
    })
    .partial(),
  response: ContactVisit,
  errors: ["NotFound"],
})

export const deleteVisit = endpoint({
  name: "contacts.deleteVisit",
  base: "api",
  method: "DELETE",
  path: "/contacts/{contact_uuid}/visits/{visit_uuid}",
  summary: "Deletes an encounter. The contact stays, without any encounter too.",
  access: writes("contact:write", "U"),
  bucket: "write",
  status: 200,
  params: z.object({ ...parameters.contact, ...parameters.contactVisit }),
  response: Message,
  errors: ["NotFound"],
})

export const drop = endpoint({
  name: "contacts.drop",
  base: "api",
  method: "POST",
  path: "/contacts/drop",
  summary: "Leaves the caller as a contact with another person.",
  description:
    "The receiver sees the caller's account, or `name` and `email` instead of it, and what else is sent here. " +
    `The answer is the same whether or not the identifier points at a person, and whether or not that person accepts drops, has the contact already, or got drops of ${limits.dropsPerReceiverPerHour} senders in the last hour. After ${limits.dropsPerSenderPerHour} drops in an hour, to whomever, the answer is 429.`,
  access: writes("contact:drop", "U"),
  bucket: "write",
  status: 201,
  body: z.strictObject({
    identifier: IdentifierRef.describe("the receiver"),
    profile_page_uuid: reference()
      .nullable()
      .optional()
      .describe("one of the caller's own pages, instead of the public one"),
    name: line(limits.nameMax, 1).optional().describe("instead of the account; with email"),
    email: line(limits.nameMax, 1).optional().describe("instead of the account; with name"),
    ...contactDetails,
    notes: notes.optional().describe("the receiver reads it with the encounter"),
  }),
  response: Message,
  errors: ["BadRequest"],
})
