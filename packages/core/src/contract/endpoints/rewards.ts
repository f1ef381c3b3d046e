import * as z from "zod"
import { limits } from "../../foundation/kernel/limits.ts"
import { reads, writes } from "../access.ts"
import { endpoint, line, listQuery, page, prose, reference, text } from "../endpoint.ts"
import * as parameters from "../parameters.ts"
import { Message } from "../resources/message.ts"
import { HeldReward, RewardFile } from "../resources/held-reward.ts"
import { contentConfig, rewardStatus, RewardTemplate } from "../resources/reward.ts"
import { doorSettings } from "./activities.ts"

const path = "/rewards/{reward_slug}"
const one = z.object(parameters.reward)

const query = listQuery(["created_at", "name"]).extend({
  status: rewardStatus
    .optional()
    .describe("drafts and archived ones are listed for the organization's staff alone"),
})

const fields = {
  activity_uuid: reference().nullable().describe("an activity of the organization"),
  name: line(limits.nameMax, 1).trim().min(1),
  description: prose(limits.descriptionMax),
  category: line(limits.nameMax, 1).nullable(),
  supply_total: z
    .int()
    .min(1)
    .max(limits.supplyMax)
    .nullable()
    .describe("how many can be issued; null for any number"),
  required_entitlement: doorSettings.required_entitlement
    .unwrap()
    .describe("null: everybody; `member`: active members; else a key that the tier must grant"),
  content_config: contentConfig,
  is_draft: z.boolean().describe("a draft is not issued, and only staff see it"),
}

export const listForActivity = endpoint({
  name: "rewards.listForActivity",
  base: "api",
  method: "GET",
  path: "/activities/{activity_slug}/rewards",
  summary: "Lists the reward templates of an activity.",
  access: reads("reward:read", "UOC"),
  bucket: "read",
  status: 200,
  params: z.object(parameters.activity),
  query,
  response: page(RewardTemplate),
  errors: ["NotFound"],
})

export const listForOrganization = endpoint({
  name: "rewards.listForOrganization",
  base: "api",
  method: "GET",
  path: "/organizations/{organization_slug}/rewards",
  summary: "Lists the reward templates of an organization.",
  access: reads("reward:read", "UOC"),
  bucket: "read",
  status: 200,
  params: z.object(parameters.organization),
  query,
  response: page(RewardTemplate),
  errors: ["NotFound"],
})

export const createReward = endpoint({
  name: "rewards.create",
  base: "api",
  method: "POST",
  path: "/organizations/{organization_slug}/rewards",
  summary: "Creates a reward template.",
  description:
    "It can be issued at once, unless is_draft is true. organization_uuid repeats the organization of the path.",
  access: writes("reward:write", "OC", "manager"),
  bucket: "write",
  status: 201,
  params: z.object(parameters.organization),
  body: z
    .strictObject({
      organization_uuid: reference(),
      ...fields,
      points: z.literal(0).describe("0: points are set by an update"),
    })
    .partial()
    .required({ organization_uuid: true, name: true, content_config: true }),
  response: RewardTemplate,
  errors: ["NotFound", "BadRequest", "Conflict"],
})

export const getReward = endpoint({
  name: "rewards.get",
  base: "api",
  method: "GET",
  path,
  summary: "Returns a reward template by slug or uuid.",
  access: reads("reward:read", "UOC"),
  bucket: "read",
  status: 200,
  params: one,
  response: RewardTemplate,
  errors: ["NotFound"],
})

export const updateReward = endpoint({
  name: "rewards.update",
  base: "api",
  method: "PATCH",
  path,
  summary: "Updates the fields of a reward template that are sent; null clears a field.",
  description:
    "`is_draft: false` publishes a draft, for good. A new name, description or content raises the version; what was issued stays as it is. `content_config` is replaced as a whole.",
  access: writes("reward:write", "OC", "manager"),
  bucket: "write",
  status: 200,
  params: one,
  body: z
    .strictObject({
      ...fields,
      points: z
        .int()
        .min(0)
        .max(limits.rewardPointsMax)
        .describe("paid from the organization's treasury with each reward"),
    })
    .partial(),
  response: RewardTemplate,
  errors: ["NotFound", "BadRequest", "Conflict"],
})

export const deleteReward = endpoint({
  name: "rewards.delete",
  base: "api",
  method: "DELETE",
  path,
  summary: "Archives a reward template, or deletes a draft.",
  description: "An archived one is not issued any more. What was issued stays.",
  access: writes("reward:write", "OC", "manager"),
  bucket: "write",
  status: 200,
  params: one,
  response: Message,
  errors: ["NotFound", "Conflict"],
})

export const restore = endpoint({
  name: "rewards.restore",
  base: "api",
  method: "POST",
  path: `${path}/restore`,
  summary: "Restores an archived reward template: it can be issued again.",
  access: writes("reward:write", "OC", "manager"),
  bucket: "write",
  status: 200,
  params: one,
  body: z.strictObject({}),
  response: RewardTemplate,
  errors: ["NotFound", "Conflict"],
})

export const listRewards = endpoint({
  name: "rewards.list",
  base: "api",
  method: "GET",
  path: "/rewards",
  summary: "Lists the rewards in the caller's wallets, newest first.",
  description:
    "The pages count transactions that bring rewards. Rewards that were reversed, and tickets that were handed on, are left out, so a page can be short or empty while `current_page` < `total_pages`. Contents that a page has no room for are left out: `content_omitted` is true, and `GET /rewards/transactions/{transaction_id}` has them.",
  access: reads("reward:read", "U"),
  bucket: "read",
  status: 200,
  query: listQuery(["created_at"], "desc"),
  response: page(HeldReward),
  errors: [],
})

export const getByTransaction = endpoint({
  name: "rewards.getByTransaction",
  base: "api",
  method: "GET",
  path: "/rewards/transactions/{transaction_id}",
  summary: "Returns the reward that a transaction brought into a wallet of the caller.",
  description:
    "Content that another host has is fetched when the copy has expired; while the host does not answer, the copy is served. 503 when there is no copy yet.",
  access: reads("reward:read", "U"),
  bucket: "read",
  status: 200,
  params: z.object(parameters.transaction),
  response: HeldReward,
  errors: ["NotFound", "Conflict", "Unavailable"],
})

export const getItem = endpoint({
  name: "rewards.getItem",
  base: "api",
  method: "GET",
  path: "/rewards/files/{file_id}",
  summary: "Returns one item of a reward by its uid, for its present holder.",
  access: reads("reward:read", "U"),
  bucket: "read",
  status: 200,
  params: z.object({ file_id: text(64, 1).describe("the `uid` of the item") }),
  response: RewardFile,
  errors: ["NotFound", "Conflict", "Unavailable"],
})
