import { rewards as endpoints } from "@symbolon/core/contract"
import { rewards } from "@symbolon/core/effect"
import { Effect } from "effect"
import { encodeHeldReward, encodeRewardFile } from "../encode/held-reward.ts"
import { encodePage, pageRequest } from "../encode/page.ts"
import { route, type Route } from "../route.ts"

/** What holders see of rewards. */
export const heldRewardRoutes: readonly Route[] = [
  route(endpoints.listRewards, (input, caller) =>
    Effect.map(rewards.list(caller, { page: pageRequest(input) }), (page) =>
      encodePage(input, page, encodeHeldReward),
    ),
  ),
  route(endpoints.getByTransaction, (input, caller) =>
    Effect.map(
      rewards.getByTransaction(caller, { transaction: input.transaction_id }),
      encodeHeldReward,
    ),
  ),
  route(endpoints.getItem, (input, caller) =>
    Effect.map(rewards.getItem(caller, { item: input.file_id }), encodeRewardFile),
  ),
]
