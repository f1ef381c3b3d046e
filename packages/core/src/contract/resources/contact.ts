import * as z from "zod"
import { dateTime } from "../endpoint.ts"
import { Profile } from "./profile.ts"

/** The session at which an encounter was. */
export const ActivitySessionContext = z
  .object({
    session_uuid: z.string(),
    session_name: z.string(),
    session_slug: z.string(),
    activity_uuid: z.string().nullable(),
    activity_name: z.string().nullable(),
    organization_uuid: z.string(),
    start_time: dateTime,
    end_time: dateTime,
  })
  .meta({ id: "ActivitySessionContext" })

/** An encounter with a contact. */
export const ContactVisit = z
  .object({
    uuid: z.string(),
    visited_at: dateTime,
    notes: z.string().nullable().describe("what was noted of this encounter"),
    activity_session: ActivitySessionContext.nullable(),
    via_client_id: z.string().nullable().describe("the app that recorded the encounter"),
    created_at: dateTime,
  })
  .meta({ id: "ContactVisit" })

/** A person in the caller's list. */
export const Contact = z
  .object({
    uuid: z.string(),
    type: z
      .enum(["saved", "dropped"])
      .describe("dropped: another person left it, and the caller has not saved it"),
    is_registered: z.boolean().describe("whether the contact is a user"),
    name: z.string().describe("of a user, as the public profile has it now; else as it was typed"),
    email: z.string().nullable().describe("as it was typed; never a user's own"),
    position: z.string().nullable().describe("as it was typed; else of a user's public profile"),
    company: z.string().nullable().describe("as it was typed; else of a user's public profile"),
    phone_number: z.string().nullable(),
    image_url: z.string().describe("of a user's public profile; else empty"),
    username: z.string().nullable(),
    profile_page_uuid: z
      .string()
      .nullable()
      .describe("the page that is shown: the one that the person gave, else the public one"),
    notes: z.string().nullable().describe("the caller's standing note"),
    visit_count: z.int(),
    saved_at: dateTime.describe("of a dropped contact, when it was dropped"),
    last_visited_at: dateTime.nullable(),
    met_at: ActivitySessionContext.nullable().describe("the session of the first encounter"),
    profile: Profile.nullable().describe("a user's public profile; null in summaries"),
    visits: z.array(ContactVisit).describe("the latest first; empty in lists"),
  })
  .meta({ id: "Contact" })
