import * as z from "zod"
import { limits } from "../../foundation/kernel/limits.ts"
import { manages, reads, writes } from "../access.ts"
import { endpoint, line, listQuery, page, reference, text } from "../endpoint.ts"
import * as parameters from "../parameters.ts"
import { IdentifierRef } from "../resources/identifier.ts"
import { PropagatedReward, RewardAudience, RewardBatch } from "../resources/reward-batch.ts"
import {
  IssuedReward,
  Redemption,
  RewardDelivery,
  rewardMetadata,
} from "../resources/issued-reward.ts"

const path = "/rewards/{reward_slug}"
const idempotencyKey = text(limits.idempotencyKeyMax, 1)
const errors = [
  "NotFound",
  "BadRequest",
  "Conflict",
  "IdempotencyConflict",
  "InsufficientBalance",
  "MembershipRequired",
  "IdentifierUnresolved",
] as const
const asked = {
  202: {
    description:
      "The webhook of an external reward was asked for its content: poll /rewards/deliveries/{delivery_uuid}.",
    isResponse: true,
  },
} as const
const one = z.object(parameters.reward)

export const claim = endpoint({
  name: "rewards.claim",
  base: "api",
  method: "POST",
  path: `${path}/claim`,
  summary: "Claims a reward for the caller, once.",
  description:
    "It goes into the named wallet of the caller, else into their wallet in the organization, which is made on first need. A second claim is 409 `already_issued`; the same request under the same idempotency_key answers the first one again.",
  access: writes("reward:claim", "U"),
  bucket: "expensive",
  status: 201,
  params: one,
  body: z
    .strictObject({
      wallet_address: reference().describe("a wallet of the caller"),
      idempotency_key: idempotencyKey,
      metadata: rewardMetadata,
    })
    .partial(),
  alsoAnswers: asked,
  response: IssuedReward,
  errors,
})

export const redeem = endpoint({
  name: "rewards.redeem",
  base: "api",
  method: "POST",
  path: `${path}/redeem`,
  summary: "Issues a reward of the organization to somebody.",
  access: writes("reward:issue", "OC", "staff"),
  bucket: "expensive",
  status: 201,
  params: one,
  body: z
    .strictObject({
      identifier: IdentifierRef.describe("the receiver"),
      idempotency_key: idempotencyKey,
      metadata: rewardMetadata,
      reference_id: line(limits.nameMax, 1).describe(
        "on the transaction; default: the uuid of the template",
      ),
    })
    .partial()
    .required({ identifier: true }),
  alsoAnswers: asked,
  response: IssuedReward,
  errors,
})

export const propagate = endpoint({
  name: "rewards.propagate",
  base: "api",
  method: "POST",
  path: `${path}/propagate`,
  summary: "Issues a reward of the organization to an audience, in the background.",
  description:
    "A dry run answers 200 with the same report and changes nothing; it needs no `idempotency_key`, and may be asked for while a batch runs. Everybody of the audience gets the reward once. 409 `treasury_exhausted` if the treasury has too few points for all of them, `batch_running` while another batch of the reward runs.",
  access: writes("reward:issue", "OC", "manager"),
  bucket: "expensive",
  status: 202,
  dryRunStatus: 200,
  params: one,
  body: z
    .strictObject({
      audience: RewardAudience,
      skip_existing: z
        .boolean()
        .default(true)
        .describe("passes over who has the reward, or waits for it"),
      dry_run: z.boolean().default(false),
      idempotency_key: idempotencyKey,
      metadata: rewardMetadata,
    })
    .partial({ metadata: true, idempotency_key: true })
    .refine(({ dry_run: isDry, idempotency_key: key }) => isDry || key !== undefined, {
      path: ["idempotency_key"],
      error: "is required, but for a dry run",
    }),
  // With its key, and a dry run without one.
  isSafeToRepeat: true,
  response: PropagatedReward,
  errors,
})

export const getBatch = endpoint({
  name: "rewards.getBatch",
  base: "console",
  method: "GET",
  path: "/organizations/{organization_slug}/reward-batches/{batch_uuid}",
  summary: "Returns how far a reward is on its way to its audience.",
  access: { ...manages("staff"), isRead: true },
  bucket: "read",
  status: 200,
  params: z.object({ ...parameters.organization, ...parameters.batch }),
  response: RewardBatch,
  errors: ["NotFound"],
})

export const getDelivery = endpoint({
  name: "rewards.getDelivery",
  base: "api",
  method: "GET",
  path: "/rewards/deliveries/{delivery_uuid}",
  summary: "Returns how far the delivery of an external reward is.",
  description:
    "For its receiver, and for staff of its organization. Poll it until `status` is `completed` or `failed`; one that failed has returned its place in the supply.",
  access: reads("reward:read", "UOC"),
  bucket: "read",
  status: 200,
  params: z.object(parameters.delivery),
  response: RewardDelivery,
  errors: ["NotFound"],
})

export const listRedemptions = endpoint({
  name: "rewards.listRedemptions",
  base: "api",
  method: "GET",
  path: `${path}/redemptions`,
  summary: "Lists what was issued of a reward template, newest first.",
  access: reads("reward:issue", "OC", "staff"),
  bucket: "read",
  status: 200,
  params: one,
  query: listQuery(["created_at"], "desc"),
  response: page(Redemption),
  errors: ["NotFound"],
})
