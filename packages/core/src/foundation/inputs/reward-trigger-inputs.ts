import * as endpoints from "../../contract/endpoints/reward-triggers.ts"
import { heldTo } from "./held-input.ts"
import { paged } from "./input-parts.ts"

const trigger = { names: { isEnabled: "enabled" } }

/** What the inputs of reward triggers are held to. */
export const rewardTriggerInputs = {
  create: heldTo(endpoints.createRewardTrigger, trigger),
  list: heldTo(endpoints.listRewardTriggers, paged),
  listFirings: heldTo(endpoints.listFirings, paged),
  update: heldTo(endpoints.updateRewardTrigger, trigger),
}
