import { rewards as endpoints } from "@symbolon/core/contract"
import { mapAnswer, rewards } from "@symbolon/core/effect"
import { encodeHeldReward, encodeRewardFile } from "../encode/held-reward.ts"
import { encodePage, pageRequest } from "../encode/page.ts"
import { route, type Route } from "../route.ts"

/** What holders see of rewards. */
export const heldRewardRoutes: readonly Route[] = [
  route(endpoints.listRewards, (input, caller) =>
    mapAnswer(rewards.list(caller, { page: pageRequest(input) }), (page) =>
      encodePage(input, page, encodeHeldReward),
    ),
  ),
  route(endpoints.getByTransaction, (input, caller) =>
    mapAnswer(
      rewards.getByTransaction(caller, { transaction: input.transaction_id }),
      encodeHeldReward,
    ),
  ),
  route(endpoints.getItem, (input, caller) =>
    mapAnswer(rewards.getItem(caller, { item: input.file_id }), encodeRewardFile),
  ),
]
