import * as z from "zod"
import { dateTime } from "../endpoint.ts"
import { PublicUser } from "./membership.ts"

/** An attendee of a session. */
export const Attendee = z
  .object({
    uuid: z.string(),
    user: PublicUser.nullable().describe("null for a card without a holder"),
    wallet_address: z.string(),
    card_identifier: z.string().nullable().describe("the card of the earliest admission"),
    seat: z.enum(["ticket", "walk_in", "none"]),
    admitted_at: dateTime.describe("the time of the earliest admission"),
    occurred_at: dateTime.describe("the time of the latest admission"),
    recorded_at: dateTime.describe("when the earliest admission was recorded"),
    source: z
      .enum(["online", "offline", "self", "manual"])
      .describe("an online door, an offline door, the person's own check-in, or a staff member"),
    disputed_reason: z.string().nullable(),
    undone_at: dateTime.nullable(),
    undone_by: z.string().nullable().describe("the user who undid it; null for an app"),
  })
  .meta({ id: "Attendee" })

/** An attendee of an activity's sessions. */
export const ActivityAttendee = z
  .object({
    user: PublicUser.nullable().describe("null for a card without a holder"),
    wallet_address: z.string(),
    sessions_attended: z.int(),
    first_admitted_at: dateTime.describe("the earliest admission at any of the sessions"),
    last_admitted_at: dateTime.describe("the latest admission at any of the sessions"),
  })
  .meta({ id: "ActivityAttendee" })
