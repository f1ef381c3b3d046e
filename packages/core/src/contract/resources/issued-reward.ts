import * as z from "zod"
import { limits } from "../../foundation/kernel/limits.ts"
import { dateTime, ownJson } from "../endpoint.ts"
import { TransactionStatus } from "./wallet.ts"

/** What a caller seals beside a content has no name that the service writes there itself. */
export const withoutReservedNames = <Schema extends z.ZodType<Readonly<Record<string, unknown>>>>(
  schema: Schema,
): Schema =>
  schema.refine((value) => !Object.hasOwn(value, "superseded_by"), {
    path: ["superseded_by"],
    error: "is a reserved name: the service tells by it which transaction moved a ticket on",
  })

/** What a caller attaches to a reward. */
export const rewardMetadata = withoutReservedNames(ownJson())
  .refine(
    (value) => JSON.stringify(value).length <= limits.rewardMetadataBytesMax,
    `at most ${limits.rewardMetadataBytesMax} characters as JSON`,
  )
  .describe(
    "JSON of the caller's own, sealed beside the content; `superseded_by` is a reserved name",
  )

/** A reward that was issued, or will be once its content has come. */
export const IssuedReward = z
  .object({
    transaction_id: z
      .string()
      .nullable()
      .describe("null until the content of an external reward has come"),
    status: TransactionStatus,
    delivery_uuid: z
      .string()
      .nullable()
      .describe("of an external reward: poll /rewards/deliveries/{delivery_uuid}"),
    wallet_address: z.string(),
    reward_template_uuid: z.string(),
    points: z.int().describe("after the multiplier of the receiver's tier"),
    supply_remaining: z.int().nullable().describe("null for any number"),
  })
  .meta({ id: "IssuedReward" })

/** How far the delivery of an external reward is. */
export const RewardDelivery = z
  .object({
    delivery_uuid: z.string(),
    status: z.enum(["pending", "processing", "completed", "failed"]),
    reward_template_uuid: z.string(),
    transaction_id: z.string().nullable().describe("once it is completed"),
    failure_reason: z.string().nullable().describe("as a code, once it failed"),
    errors: z
      .record(z.string(), z.string())
      .nullable()
      .describe(
        "what is wrong with the answer by its field, of `bad_answer`; for the organization's staff alone",
      ),
    attempts: z.int().describe("how often the webhook was asked"),
    next_attempt_at: dateTime.nullable(),
    created_at: dateTime,
    completed_at: dateTime.nullable().describe("when it was completed or failed"),
  })
  .meta({ id: "RewardDelivery" })

/** A reward that was issued, as the organization sees it. */
export const Redemption = z
  .object({
    transaction_id: z.string(),
    status: TransactionStatus,
    wallet_address: z.string(),
    user_uuid: z
      .string()
      .nullable()
      .describe("null for a wallet that does not name its user to the organization"),
    points: z.int(),
    issued_by: z.enum(["claim", "redeem", "propagate", "trigger"]),
    created_at: dateTime,
  })
  .meta({ id: "Redemption" })
