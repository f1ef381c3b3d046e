import * as z from "zod"
import { dateTime } from "../endpoint.ts"
import { PublicUser } from "./membership.ts"

/** Somebody at a session. */
export const Attendee = z
  .object({
    uuid: z.string(),
    user: PublicUser.nullable().describe("null for a card that nobody holds"),
    wallet_address: z.string(),
    card_identifier: z.string().nullable().describe("the card that was tapped when they came in"),
    seat: z.enum(["ticket", "walk_in", "none"]),
    admitted_at: dateTime.describe("the earliest admission known"),
    occurred_at: dateTime.describe("the latest one: they came in again"),
    recorded_at: dateTime.describe("when the earliest one was written down"),
    source: z
      .enum(["online", "offline", "self", "manual"])
      .describe(
        "at a door as it happened, at one that was offline, by themself, or by a person who named them",
      ),
    disputed_reason: z.string().nullable(),
    undone_at: dateTime.nullable(),
    undone_by: z.string().nullable().describe("the user who took it back; null for an app"),
  })
  .meta({ id: "Attendee" })

/** Somebody at the sessions of an activity. */
export const ActivityAttendee = z
  .object({
    user: PublicUser.nullable().describe("null for a card that nobody holds"),
    wallet_address: z.string(),
    sessions_attended: z.int(),
    first_admitted_at: dateTime.describe("at the first of them"),
    last_admitted_at: dateTime.describe("at the last of them"),
  })
  .meta({ id: "ActivityAttendee" })
