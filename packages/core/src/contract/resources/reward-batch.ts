import * as z from "zod"
import { limits } from "../../foundation/kernel/limits.ts"
import { dateTime, reference, text } from "../endpoint.ts"
import { IdentifierRef } from "./identifier.ts"

/** To whom a reward is propagated. */
export const RewardAudience = z
  .discriminatedUnion("type", [
    z.strictObject({ type: z.literal("members") }).describe("active members"),
    z
      .strictObject({
        type: z.literal("tier"),
        membership_tier_slug: text(limits.nameMax, 1),
      })
      .describe("active members on a tier"),
    z
      .strictObject({ type: z.literal("session_attendees"), session_slug: reference() })
      .describe("who is present at a session"),
    z
      .strictObject({ type: z.literal("activity_attendees"), activity_slug: reference() })
      .describe("who is present at any session of an activity"),
    z
      .strictObject({ type: z.literal("ticket_holders"), reward_slug: reference() })
      .describe("who holds a valid ticket that was issued of a reward"),
    z.strictObject({
      type: z.literal("identifiers"),
      identifiers: z.array(IdentifierRef).min(1).max(limits.propagatedIdentifiersMax),
    }),
  ])
  .meta({ id: "RewardAudience" })

const Skipped = z.object({
  reason: z
    .string()
    .describe(
      "the code of a refusal, or `already_issued`, `duplicate`, `identifier_unresolved`, `account_unavailable`",
    ),
  count: z.int(),
  positions: z
    .array(z.int())
    .nullable()
    .describe("which of the `identifiers`, from 0; null for every other audience"),
})

/** What comes of propagating a reward. */
export const PropagatedReward = z
  .object({
    batch_uuid: z.string().nullable().describe("null for a dry run"),
    matched: z.int().describe("how many people and cards the audience has"),
    scheduled: z.int().describe("how many of them get the reward"),
    skipped: z.array(Skipped).describe("why the others do not"),
  })
  .meta({ id: "PropagatedReward" })

/** How far a reward is on its way to its audience. */
export const RewardBatch = z
  .object({
    batch_uuid: z.string(),
    reward_template_uuid: z.string(),
    status: z
      .enum(["collecting", "issuing", "finished", "stopped"])
      .describe("`stopped`: nobody else could get it any more"),
    stop_reason: z.string().nullable().describe("why it was stopped, as a code"),
    matched: z.int(),
    scheduled: z.int(),
    skipped: z.array(Skipped),
    issued: z.int().describe("of an external reward: how many were asked for"),
    refused: z.array(Skipped).describe("why others of the audience got nothing"),
    created_at: dateTime,
    finished_at: dateTime.nullable(),
  })
  .meta({ id: "RewardBatch" })
