import * as z from "zod"
import { dateTime } from "../endpoint.ts"

/** A rule by which a reward is issued. */
export const RewardTrigger = z
  .object({
    uuid: z.string(),
    organization_uuid: z.string(),
    name: z.string(),
    description: z.string().nullable(),
    enabled: z.boolean(),
    reward_template_uuid: z.string(),
    trigger_scopes: z
      .array(z.string())
      .describe("`<event>:count:<n>`; the reward is issued when one of them matches"),
    reward_metadata: z.record(z.string(), z.unknown()),
    deduplication_window_seconds: z.int().nullable().describe("null: no deduplication"),
    created_at: dateTime,
    updated_at: dateTime.nullable(),
  })
  .meta({ id: "RewardTrigger" })

/** That a trigger fired, and what became of it. */
export const RewardTriggerFiring = z
  .object({
    uuid: z.string(),
    trigger_uuid: z.string(),
    event: z.string(),
    event_id: z.string().describe("of the event that the count was reached with"),
    scope: z.string().describe("the scope that matched"),
    user_uuid: z
      .string()
      .nullable()
      .describe("null for a wallet that does not name its user to the organization"),
    wallet_address: z
      .string()
      .nullable()
      .describe("of a card or link without an account; null for a user"),
    outcome: z
      .enum(["pending", "issued", "deduplicated", "no_supply", "not_entitled", "failed"])
      .describe("`pending` until the reward is issued or refused"),
    reason: z.string().nullable().describe("why it was refused, as a code"),
    transaction_id: z.string().nullable().describe("of the reward that was issued"),
    created_at: dateTime,
    ended_at: dateTime.nullable(),
  })
  .meta({ id: "RewardTriggerFiring" })

/** What an event that an organization told of led to, for each scope that counts such events. */
export const ToldEvent = z
  .object({
    matched: z.array(
      z.object({
        trigger_uuid: z.string(),
        scope: z.string(),
        outcome: z
          .enum(["issued", "deduplicated", "not_matched", "refused", "pending"])
          .describe(
            "`not_matched`: counted, and the number is not reached, or was before. `pending`: the reward is issued in the background",
          ),
        transaction_id: z.string().nullable(),
      }),
    ),
  })
  .meta({ id: "ToldEvent" })
