import * as z from "zod"
import { limits } from "../../foundation/kernel/limits.ts"
import { reads, writes } from "../access.ts"
import {
  dateTime,
  endpoint,
  line,
  listQuery,
  ownJson,
  page,
  prose,
  reference,
  text,
} from "../endpoint.ts"
import * as parameters from "../parameters.ts"
import { IdentifierRef } from "../resources/identifier.ts"
import { Message } from "../resources/message.ts"
import { RewardTrigger, RewardTriggerFiring, ToldEvent } from "../resources/reward-trigger.ts"

const path = "/reward-triggers/{trigger_uuid}"
const one = z.object(parameters.rewardTrigger)

/** JSON of the caller's own. */
const metadata = ownJson().refine(
  (value) => JSON.stringify(value).length <= limits.triggerMetadataMax,
  `must have at most ${limits.triggerMetadataMax} characters as JSON`,
)

const fields = {
  name: line(limits.nameMax, 1).trim().min(1),
  description: prose(limits.descriptionMax).nullable(),
  trigger_scopes: z
    .array(text(limits.triggerScopeMax, 1))
    .min(1)
    .max(limits.triggerScopesMax)
    .describe(
      "`<event>:count:<n>` with n from 1 to 9999999, or `<event>:first`; the reward is issued when one of them matches",
    )
    .meta({ example: ["session.attended:count:10"] }),
  reward_metadata: metadata.describe(
    "JSON of the organization's own; `match` in it narrows the trigger to events with these: activity_uuid, session_uuid, tier_uuid",
  ),
  enabled: z.boolean().describe("what happens while a trigger is not enabled is never counted"),
  deduplication_window_seconds: z
    .int()
    .min(1)
    .max(limits.triggerWindowSecondsMax)
    .nullable()
    .describe(
      "for so long after a reward, further matches of the same person issue none; null: no deduplication",
    ),
}

export const listRewardTriggers = endpoint({
  name: "rewardTriggers.list",
  base: "api",
  method: "GET",
  path: "/organizations/{organization_slug}/reward-triggers",
  summary: "Lists the reward triggers of an organization.",
  access: reads("reward_trigger:read", "UOC", "staff"),
  bucket: "read",
  status: 200,
  params: z.object(parameters.organization),
  query: listQuery(["created_at", "name"]),
  response: page(RewardTrigger),
  errors: ["NotFound"],
})

export const createRewardTrigger = endpoint({
  name: "rewardTriggers.create",
  base: "api",
  method: "POST",
  path: "/organizations/{organization_slug}/reward-triggers",
  summary: "Creates a trigger, which issues a reward when events have happened so often.",
  description: `Counting begins now. An organization has at most ${limits.triggersPerOrganizationMax} triggers. organization_uuid, if sent, repeats the organization of the path.`,
  access: writes("reward_trigger:write", "OC", "manager"),
  bucket: "write",
  status: 201,
  params: z.object(parameters.organization),
  body: z
    .strictObject({ ...fields, reward_template_uuid: reference(), organization_uuid: reference() })
    .partial()
    .required({ name: true, reward_template_uuid: true, trigger_scopes: true }),
  response: RewardTrigger,
  errors: ["NotFound", "BadRequest", "Conflict"],
})

export const getRewardTrigger = endpoint({
  name: "rewardTriggers.get",
  base: "api",
  method: "GET",
  path,
  summary: "Returns a reward trigger.",
  access: reads("reward_trigger:read", "UOC", "staff"),
  bucket: "read",
  status: 200,
  params: one,
  response: RewardTrigger,
  errors: ["NotFound"],
})

export const updateRewardTrigger = endpoint({
  name: "rewardTriggers.update",
  base: "api",
  method: "PATCH",
  path,
  summary: "Updates the fields of a reward trigger that are sent; null clears a field.",
  description:
    "`trigger_scopes` and `reward_metadata` are replaced as a whole. A scope that stays goes on counting; one that is new begins at 0; one that comes back goes on where it stopped.",
  access: writes("reward_trigger:write", "OC", "manager"),
  bucket: "write",
  status: 200,
  params: one,
  body: z.strictObject(fields).partial(),
  response: RewardTrigger,
  errors: ["NotFound", "Conflict"],
})

export const deleteRewardTrigger = endpoint({
  name: "rewardTriggers.delete",
  base: "api",
  method: "DELETE",
  path,
  summary: "Deletes a reward trigger. Rewards that were issued stay.",
  access: writes("reward_trigger:write", "OC", "manager"),
  bucket: "write",
  status: 200,
  params: one,
  response: Message,
  errors: ["NotFound"],
})

export const listFirings = endpoint({
  name: "rewardTriggers.listFirings",
  base: "api",
  method: "GET",
  path: `${path}/firings`,
  summary: "Lists how often a trigger fired, for whom, and what became of each.",
  access: reads("reward_trigger:read", "UOC", "staff"),
  bucket: "read",
  status: 200,
  params: one,
  query: listQuery(["created_at"], "desc"),
  response: page(RewardTriggerFiring),
  errors: ["NotFound"],
})

export const trigger = endpoint({
  name: "rewards.trigger",
  base: "api",
  method: "POST",
  path: "/rewards/{reward_slug}/trigger",
  summary: "Tells that an event happened; the triggers of this reward alone count it.",
  description:
    "An event_id counts once for each event: the same call again answers what the first did. The same event_id for another person is 409 `idempotency_conflict`. Events count in the order in which they arrive, whatever occurred_at says.",
  access: writes("reward:issue", "OC", "manager"),
  bucket: "expensive",
  status: 200,
  isSafeToRepeat: true,
  params: z.object(parameters.reward),
  body: z.strictObject({
    event: text(limits.triggerScopeMax, 1)
      .describe("a name of the list of events, or `custom.<name>`")
      .meta({ example: "custom.visit" }),
    identifier: IdentifierRef,
    event_id: text(limits.triggerEventIdMax, 1).describe("the organization's own id of the event"),
    occurred_at: dateTime.optional().describe("not later than now"),
    metadata: metadata
      .optional()
      .describe("what triggers can be narrowed to: activity_uuid, session_uuid, tier_uuid"),
  }),
  response: ToldEvent,
  errors: ["BadRequest", "NotFound", "Conflict", "IdentifierUnresolved", "IdempotencyConflict"],
})
