import * as z from "zod"
import { dateTime } from "../endpoint.ts"
import { GeneratedReward } from "./generated-content.ts"

/** An event as organizations receive it: its type, when it is sent, and the body of the request. */
interface WebhookEventDefinition<Name extends string, Body extends z.ZodType> {
  readonly name: Name
  readonly summary: string
  /** The envelope with its data. */
  readonly body: Body
  /** What the receiver answers, where the answer is more than a receipt. */
  readonly answer?: z.ZodType
}

/** Defines an event once: the OpenAPI document, the SDK's types and the tests read it from here. */
const event = <const Name extends string, Data extends z.ZodObject>(
  name: Name,
  id: string,
  summary: string,
  data: Data,
  answer?: z.ZodType,
) =>
  ({
    name,
    summary,
    ...(answer === undefined ? {} : { answer }),
    body: z
      .object({
        event: z.literal(name),
        timestamp: dateTime.describe("When this attempt was made; a retry has a later time."),
        organization_uuid: z.string().describe("The organization that owns the webhook."),
        user_uuid: z.null().describe("Always null for a webhook of an organization."),
        data,
      })
      .meta({ id, description: summary }),
  }) satisfies WebhookEventDefinition<Name, z.ZodType>

/** What every event about a change carries. */
const change = {
  origin: z
    .enum(["user_app", "admin"])
    .describe("`admin` when the service's own staff made the change."),
  schema_version: z.int().describe("1 today. A breaking change of `data` raises it."),
}

const member = {
  user_uuid: z.string().describe("The holder of the membership."),
  organization_uuid: z.string().describe("The organization of the membership."),
}

const activityDeleted = event(
  "activity.deleted",
  "ActivityDeletedEvent",
  "An activity was deleted.",
  z.object({
    ...change,
    activity_uuid: z.string().describe("The activity, which the API no longer shows."),
    organization_uuid: z.string().describe("The organization of the activity."),
    activity_name: z.string().describe("Its name when it was deleted."),
    deleted_by_user_uuid: z
      .string()
      .nullable()
      .describe("Who deleted it; null if an app did, without a user."),
  }),
)

const membershipJoined = event(
  "membership.joined",
  "MembershipJoinedEvent",
  "A membership started.",
  z.object({
    ...change,
    ...member,
    tier_slug: z.string().describe("The tier on which it started."),
  }),
)

const membershipLeft = event(
  "membership.left",
  "MembershipLeftEvent",
  "A holder left or was removed, or the organization was deleted. Not sent when a term runs out.",
  z.object({
    ...change,
    ...member,
    ended_by: z
      .enum(["left", "removed", "closed"])
      .describe(
        "`left` by the holder, `removed` by the organization, `closed` with the organization.",
      ),
  }),
)

const membershipRenewed = event(
  "membership.renewed",
  "MembershipRenewedEvent",
  "A membership was renewed.",
  z.object({ ...change, ...member }),
)

const membershipTierChanged = event(
  "membership.tier_changed",
  "MembershipTierChangedEvent",
  "A membership moved to another tier: alone, with all members of its tier, or back because a payment was reversed.",
  z.object({
    ...change,
    ...member,
    tier_slug: z
      .string()
      .describe("The new tier; empty when a reversal returned the membership to a deleted tier."),
  }),
)

const receiver = {
  wallet_address: z.string().describe("The wallet that receives the reward."),
  user_id: z
    .string()
    .nullable()
    .describe(
      "The uuid of the user whose wallet it is; null where the organization does not know them.",
    ),
  username: z.string().nullable().describe("Username of that user."),
}

const rewardRedeemed = event(
  "reward.redeemed",
  "RewardRedeemedEvent",
  "The ledger transfer of a reward was confirmed, to the wallet of a user.",
  z.object({
    ...change,
    ...receiver,
    first_name: z.string().nullable().describe("First name of the user."),
    last_name: z.string().nullable().describe("Last name of the user."),
    account_type: z.enum(["user", "organization", "service"]).describe("What kind of user."),
    reward_template_id: z.string().describe("The template of the reward."),
    transaction_id: z.string().describe("The transaction of the ledger that transferred it."),
    organization_uuid: z.string().describe("The organization of the template."),
    points: z
      .number()
      .nullable()
      .describe(
        "Points of the reward. They differ from the template when the holder's tier multiplies rewards.",
      ),
  }),
)

const webhookTest = event(
  "webhook.test",
  "WebhookTestEvent",
  "Somebody of the organization asked for a test delivery.",
  z.object({
    test: z.literal(true).describe("Always true."),
    message: z.string().describe("A fixed text."),
    timestamp: dateTime.describe("When the test was asked for."),
  }),
)

const rewardGenerate = event(
  "reward.generate",
  "RewardGenerateEvent",
  "A request for the content of a reward. Sent only to the webhook that the reward names.",
  z.object({
    reward_template_id: z.string().describe("The template of the reward."),
    reward_template_name: z.string().describe("The name of the template."),
    external_id: z.string().nullable().describe("`content_config.external_id` of the template."),
    ...receiver,
    user_id: receiver.user_id
      .nullable()
      .describe("The uuid of the user; null for a wallet that does not name its user to you."),
    transaction_id: z.string().describe("Always empty: the transaction is made after your answer."),
  }),
  GeneratedReward,
)

/** Every event that an organization can receive. */
export const webhookEvents = [
  activityDeleted,
  membershipJoined,
  membershipLeft,
  membershipRenewed,
  membershipTierChanged,
  rewardRedeemed,
  webhookTest,
  rewardGenerate,
] as const

/** The body of a webhook, of one of the {@link webhookEvents}. */
export const KnownWebhookEvent = z
  .discriminatedUnion("event", [
    activityDeleted.body,
    membershipJoined.body,
    membershipLeft.body,
    membershipRenewed.body,
    membershipTierChanged.body,
    rewardRedeemed.body,
    webhookTest.body,
    rewardGenerate.body,
  ])
  .meta({
    id: "KnownWebhookEvent",
    description: "The body of a webhook. `event` tells which one it is.",
  })
